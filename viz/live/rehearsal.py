"""Rehearsing a talk: how long the speaker stayed at each step, as a table in a file.

The time counts from the first key on, as the timer's does. The file is written whole every few
seconds, so that a rehearsal that ends in a crash is not lost.
"""

from __future__ import annotations

import csv
import io
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from viz.desk.talk import Talk
from viz.errors import EXIT_OUTPUT, Fault, VizError
from viz.file_kinds import EMPTY, REHEARSAL, is_plain
from viz.picture.playlist import Reel
from viz.saving import demand_writable, write_text
from viz.stage.i18n import said

LONGEST: Final = 86_400.0  # s
EVERY: Final = 5.0  # s between two savings
MOST_LETTERS: Final = 1_000_000  # that are read of a table; a talk has some hundred rows
HEAD: Final = ("step", "scene", "beat", "says", "moves_s", "spent_s", "from_start_s")


@dataclass
class Rehearsal:
    """`spent` is seconds at each beat of each scene, by name and number; `seen` is when the clock
    was last read, `saved` when the file was last written, both in seconds of the window's clock."""

    file: Path
    spent: dict[tuple[str, int], float] = field(default_factory=dict)
    seen: float | None = None
    saved: float = 0.0
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One step: how long it moves by itself, how long the speaker was there, and what had passed
    when it was over, in seconds. Steps are told in their order, however often they were seen."""

    step: int
    scene: str
    beat: int
    says: str
    moves: float
    spent: float
    total: float


def begun(file: Path, *, resume: bool) -> Rehearsal:
    """A rehearsal into a file; with `resume`, on with what it says already. Raises VizError where it
    exists and is not gone on with, or is no such table."""
    if not is_plain(file) or not resume:
        demand_writable(file, instead="another name, or --resume to go on with it")
        return Rehearsal(file)
    try:
        with file.open(encoding="utf-8", newline="") as text:
            table = list(csv.DictReader(io.StringIO(text.read(MOST_LETTERS))))
        spent = {(row["scene"], int(row["beat"]) - 1): float(row["spent_s"]) for row in table}
    except (OSError, UnicodeDecodeError, KeyError, TypeError, ValueError, csv.Error):
        what = f"{file} is no table of a rehearsal"
        raise VizError(Fault(what, write="another name"), EXIT_OUTPUT) from None
    demand_writable(file, (REHEARSAL, EMPTY))
    return Rehearsal(file, spent)


def plan_of(file: Path) -> dict[tuple[str, int], float]:
    """The seconds that each beat of each scene took in a rehearsal: the plan of a talk. Raises
    VizError."""
    try:
        with file.open(encoding="utf-8", newline="") as text:
            table = list(csv.DictReader(text))
        found = {(row["scene"], int(row["beat"]) - 1): float(row["spent_s"]) for row in table}
    except FileNotFoundError:
        raise VizError(
            Fault(f"there is no rehearsal {file}", write="a table of --rehearse")
        ) from None
    except (OSError, UnicodeDecodeError, KeyError, TypeError, ValueError):
        what = f"{file} is no table of a rehearsal"
        raise VizError(Fault(what, write="one that --rehearse has written")) from None
    if not all(0 <= seconds <= LONGEST for seconds in found.values()):
        what = f"{file} has a step of more than a day, or of less than no time"
        raise VizError(Fault(what, write="seconds under 'spent_s'"))
    return found


def against(plan: dict[tuple[str, int], float], talk: Talk, reel: Reel, now: float) -> float:
    """Seconds behind the plan, below 0 ahead of it; 0 while this step is on in the time that it has."""
    before = here = 0.0
    for number, step in enumerate(talk.deck.steps[: talk.step + 1]):
        seconds = plan.get((reel.timelines[step.scene].scene.name, step.beat), 0.0)
        before, here = (before, seconds) if number == talk.step else (before + seconds, here)
    passed = talk.timer.elapsed(now)
    return passed - before - here if passed > before + here else min(0.0, passed - before)


def see(rehearsal: Rehearsal, talk: Talk, reel: Reel, now: float) -> None:
    """The clock reads `now`, seconds; the time since it was last read was spent at this step."""
    last, rehearsal.seen = rehearsal.seen, now
    if last is None or not talk.timer.running:
        return
    name = reel.timelines[talk.now.scene].scene.name
    place = (name, talk.now.beat)
    rehearsal.spent[place] = rehearsal.spent.get(place, 0.0) + max(0.0, now - last)
    if now - rehearsal.saved >= EVERY:
        keep(rehearsal, talk, reel, now)


def rows(rehearsal: Rehearsal, talk: Talk, reel: Reel) -> tuple[Row, ...]:
    """All steps of the talk in order, each with its time."""
    found: list[Row] = []
    total = 0.0
    for number, step in enumerate(talk.deck.steps, 1):
        scene = reel.timelines[step.scene].scene
        beat = scene.beats[step.beat]
        text = said(beat.ask.question if beat.ask else beat.say, talk.lang)
        spent = rehearsal.spent.get((scene.name, step.beat), 0.0)
        total += spent
        found.append(Row(number, scene.name, step.beat + 1, text, step.seconds, spent, total))
    return tuple(found)


def to_csv(table: tuple[Row, ...]) -> str:
    """The table as comma-separated values, seconds with one digit."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEAD)
    for row in table:
        seconds = (f"{value:.1f}" for value in (row.moves, row.spent, row.total))
        writer.writerow((row.step, row.scene, row.beat, row.says, *seconds))
    return text.getvalue()


def keep(rehearsal: Rehearsal, talk: Talk, reel: Reel, now: float) -> None:
    """Write the file; a disk that does not take it is told once, and the talk goes on."""
    rehearsal.saved = now
    file = rehearsal.file
    try:
        write_text(file, to_csv(rows(rehearsal, talk, reel)), (REHEARSAL, EMPTY), lasting=False)
    except VizError as error:
        if not rehearsal.failed:
            print(f"viz present: the rehearsal is not kept: {error}", file=sys.stderr)
        rehearsal.failed = True
