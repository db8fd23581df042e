"""Recording a run: what was done, in a small file that is saved while the show goes on.

The recorder is told once a picture how the show stands, and keeps only what differs from what a
reader of the take would expect: a pause, a jump, a turn, a hand.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from viz.errors import EXIT_OUTPUT, Fault, VizError
from viz.file_kinds import EMPTY, TAKE, is_plain, kind_of
from viz.live.state import folder
from viz.reading.user_file import demand_file, read_bytes
from viz.saving import demand_writable, set_aside, unused, write_text
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.take import Sight, Step, Take, Turn, Vote
from viz.timeline.take_file import from_text, to_text

EVERY: Final = 1.0  # s between two savings
NEAR: Final = 2e-3  # s of the show by which a step may be off
MOST_BYTES: Final = 8 << 20  # of a take; an hour of turning knobs has some hundred thousand
KEPT: Final = 100  # takes in the folder of the program's own
NAMED: Final = "????-??-??_??????_*.yaml"  # how those are called


@dataclass
class Recorder:
    """One run of one scene. `begun` is when it began on the window's clock, in seconds."""

    scene: str
    file: Path
    begun: float = 0.0
    steps: list[Step] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    votes: list[Vote] = field(default_factory=list)
    sights: list[Sight] = field(default_factory=list)
    run: float = 0.0
    saved: float = 0.0
    changed: bool = True
    failed: bool = False
    questions: bool = True
    text: str = ""
    beats: tuple[float, ...] = ()


def see(recorder: Recorder, at: float, speed: float, sight: Sight, now: float) -> None:
    """How the show stands at `now` of the window's clock: at which moment of its scene, how fast
    it moves, 0 where it stands, and what is seen beside it and over it."""
    run = recorder.run = max(0.0, now - recorder.begun)
    last = recorder.steps[-1] if recorder.steps else None
    if last is None or last.speed != speed or abs(_expected(last, run) - at) > NEAR:
        recorder.steps.append(Step(run, ScreenSeconds(at), speed))
        recorder.changed = True
    sight = replace(sight, run=run)
    if not recorder.sights or replace(recorder.sights[-1], run=run) != sight:
        recorder.sights.append(sight)
        recorder.changed = True


def note(recorder: Recorder, done: tuple[Turn | Vote, ...]) -> None:
    """What was turned and counted."""
    for one in done:
        if isinstance(one, Turn):
            recorder.turns.append(one)
        else:
            recorder.votes.append(one)
        recorder.changed = True


def _expected(step: Step, run: float) -> float:
    return step.at + (run - step.run) * step.speed


def take_of(recorder: Recorder) -> Take:
    """The run so far."""
    return Take(
        turns=tuple(recorder.turns),
        votes=tuple(recorder.votes),
        steps=tuple(recorder.steps),
        sights=tuple(recorder.sights),
        seconds=recorder.run,
        questions=recorder.questions,
        text=recorder.text,
        beats=recorder.beats,
    )


def keep(recorder: Recorder, now: float, *, last: bool = False) -> None:
    """Save, if something has changed and the last time is a second ago."""
    if not last and (not recorder.changed or now - recorder.saved < EVERY):
        return
    recorder.saved, recorder.changed = now, False
    try:
        save(recorder.file, recorder.scene, take_of(recorder))
    except VizError as error:  # a full disk must not stop a lesson
        if not recorder.failed:
            print(f"viz play: the take is not kept: {error}", file=sys.stderr)
        recorder.failed = True


def save(file: Path, scene: str, take: Take) -> None:
    """Write a take whole, and put it in its place: over itself, and over nothing else. Raises
    VizError."""
    write_text(file, to_text(scene, take), (TAKE, EMPTY), lasting=False)


def file_for(scene: str) -> Path:
    """A new file in the program's own folder, named by scene and time; the oldest go."""
    takes = folder() / "takes"
    with suppress(OSError):  # where there can be no such folder, saving says so
        takes.mkdir(parents=True, exist_ok=True)
        old = sorted(takes.glob(NAMED), key=lambda file: file.stat().st_mtime)
        for file in old[: max(0, len(old) - KEPT + 1)]:
            file.unlink(missing_ok=True)
    when = datetime.now().astimezone().strftime("%Y-%m-%d_%H%M%S")
    return unused(takes / f"{when}_{scene}.yaml")


def load(file: Path) -> tuple[str, Take]:
    """The scene's name and the take of a file. Raises VizError."""
    try:
        text = read_bytes(demand_file(file, "take"), MOST_BYTES).decode("utf-8")
    except UnicodeDecodeError:
        raise VizError(Fault(f"{file} is no take: it is not UTF-8")) from None
    if len(text) > MOST_BYTES:
        raise VizError(Fault(f"{file} is too large for a take", write="a take of viz play"))
    return from_text(text, str(file))


def is_broken(file: Path) -> bool:
    """Whether a file was a take, or nothing yet, and cannot be read: only such a one is ours to set
    aside."""
    return is_plain(file) and kind_of(file) in (TAKE, EMPTY)


def free(file: Path) -> str:
    """Make sure that a take may be written to `file`: what is there is never overwritten (VizError),
    but a take that cannot be read is kept as `.bad`, which is told."""
    if not is_broken(file):
        demand_writable(file)
        return ""
    try:
        load(file)
    except VizError as error:
        return f"{file} is no take ({error.faults[0].what}); it is kept as {set_aside(file).name}"
    what = f"{file} is a take already, and is not overwritten"
    write = f"'viz play --take {file}' to see it, or another name"
    raise VizError(Fault(what, write=write), EXIT_OUTPUT)
