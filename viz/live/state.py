"""The state of a talk in a file, so that nothing is lost when the program or the computer ends.

Pure but for `load` and `save`. Written whole, beside the file, and then put in its place, so that
a reader finds the old state or the new one. A file that cannot be read is kept as `.bad`.
"""

from __future__ import annotations

import json
import math
import os
import zlib
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from viz.desk.interaction import MOST_HANDS
from viz.desk.playhead import go
from viz.desk.steps import Deck
from viz.desk.talk import LARGEST, SMALLEST, THEMES, USUAL, Talk
from viz.errors import EXIT_OUTPUT, Fault, VizError
from viz.file_kinds import EMPTY, STATE, is_plain, kind_of
from viz.saving import demand_writable, set_aside, write_text
from viz.scene.types import KnobValue
from viz.stage.i18n import languages
from viz.system import state_folder
from viz.timeline.take import Take
from viz.timeline.take_file import MOST_ROUNDS

FORMAT: Final = 1
NEAR: Final = 1e-3  # s; so near to where the show waits is there
LARGEST_FILE: Final = 1_000_000  # bytes

Turned = tuple[str, float, str, KnobValue]  # scene, moment of the scene (s), knob, value
# Scene, beat, hands for each choice, the round, and whether it is closed.
Counted = tuple[str, int, tuple[int, ...], int, bool]


@dataclass(frozen=True, slots=True)
class State:
    """Where a talk was. `scene` and `beat` find the step again when the program has changed.

    `turns` and `votes` are what was done with knobs and hands, `knobs` whether their column is
    open. `inside` is seconds in the step, `elapsed` and `total` are the timer's, `saved` is the wall
    clock's (seconds of the epoch), `apart` question time. `theme` and `lang` are "" where they are
    not known, `frozen` is the moment that the audience is shown instead.
    """

    show: str
    scene: str
    beat: int = 0
    inside: float = 0.0
    elapsed: float = 0.0
    running: bool = False
    total: float = 0.0
    saved: float = 0.0
    notes: float = USUAL
    shade: str = ""
    turns: tuple[Turned, ...] = ()
    votes: tuple[Counted, ...] = ()
    knobs: bool = False
    theme: str = ""
    lang: str = ""
    frozen: float | None = None
    apart: float = 0.0


class BadStateError(ValueError):
    """A text that is no state of a talk; it says why."""


def folder() -> Path:
    """Where the state of programs belongs on this system."""
    return state_folder(os.environ, Path.home())


def file_of(show: str, file: Path | None = None) -> Path:
    """The file of a show's talk; shows of the user's own `file` are told apart by its place."""
    mark = f"_{zlib.crc32(str(file.resolve()).encode()):08x}" if file else ""
    return folder() / f"talk_{show}{mark}.json"


def to_text(state: State) -> str:
    """The state as a small JSON text."""
    return json.dumps({"format": FORMAT, **asdict(state)}, ensure_ascii=False, indent=1) + "\n"


def from_text(text: str) -> State:
    """The state in a text. Raises BadStateError."""
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadStateError(f"it is no JSON ({error})") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BadStateError(f"it is no state of format {FORMAT}")
    return State(
        show=_word(found, "show"),
        scene=_word(found, "scene"),
        beat=int(_number(found, "beat", 1e6)),
        inside=_number(found, "inside"),
        elapsed=_number(found, "elapsed"),
        running=found.get("running") is True,
        total=_number(found, "total"),
        saved=_number(found, "saved", 1e12),
        notes=min(LARGEST, max(SMALLEST, _number(found, "notes"))),
        shade=_one_of(found, "shade", ("", "black", "white")),
        turns=_turns(found.get("turns", [])),
        votes=_votes(found.get("votes", [])),
        knobs=found.get("knobs") is True,
        theme=_one_of(found, "theme", ("", *THEMES)),
        lang=_one_of(found, "lang", ("", *languages())),
        frozen=_number(found, "frozen") if found.get("frozen") is not None else None,
        apart=_number(found, "apart"),
    )


def demand_state(path: Path) -> None:
    """A file that may be written over by the state of a talk. Raises VizError."""
    if is_plain(path) and kind_of(path) not in (STATE, EMPTY):
        what = f"{path} is {kind_of(path) or 'something else'}, and no state of a talk"
        raise VizError(Fault(what, write="another file for --state"), EXIT_OUTPUT)
    demand_writable(path, (STATE, EMPTY))


def load(path: Path) -> tuple[State | None, str]:
    """The state in a file, and what is to be said about it: "" if all is well.

    No file is no state. A corrupt one is renamed to NAME.bad and told. A file that is something
    else is refused (VizError): only one in the program's own folder is ours whatever it holds.
    """
    if path.parent != folder():
        demand_state(path)
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE)  # a longer one is cut, and then no JSON
        return from_text(raw.decode("utf-8")), ""
    except FileNotFoundError:
        return None, "there is no talk to go on with; it starts at its beginning"
    except OSError as error:
        return None, f"{path} cannot be read ({error.strerror}); the talk starts at its beginning"
    except (BadStateError, UnicodeDecodeError) as error:
        bad = path
        with suppress(OSError):
            bad = set_aside(path)
        why = str(error).splitlines()[0]
        return None, f"{path} was corrupt: {why}; kept as {bad}; the talk starts at its beginning"


def save(path: Path, state: State) -> bool:
    """Write the state; False where the disk does not take it, for the talk goes on."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, to_text(state), (STATE, EMPTY), lasting=False)
    except (OSError, VizError):
        return False
    return True


def state_of(talk: Talk, show: str, takes: tuple[tuple[str, Take], ...], wall: float) -> State:
    """What is worth keeping of a talk; `takes` are the deck's scenes by name, and what was done
    in each."""
    step = talk.now
    return State(
        show=show,
        scene=takes[step.scene][0],
        beat=step.beat,
        inside=talk.at,
        elapsed=talk.timer.elapsed(talk.head.seen),
        running=talk.timer.running,
        total=talk.timer.total,
        saved=wall,
        notes=talk.notes,
        shade=talk.shade,
        turns=tuple(
            (name, float(turn.at), turn.knob, turn.value)
            for name, take in takes
            for turn in take.turns
        ),
        votes=tuple(
            (name, vote.beat, vote.counts, vote.round, vote.closed)
            for name, take in takes
            for vote in take.votes
        ),
        knobs=talk.sight.knobs,
        theme=talk.theme,
        lang=talk.lang,
        frozen=talk.frozen,
        apart=talk.timer.questions(talk.head.seen),
    )


def placed(talk: Talk, state: State, scenes: tuple[str, ...]) -> Talk:
    """The talk, where the state says; it stands there until a key is pressed."""
    index = step_of(talk.deck, state, scenes)
    holds = talk.deck.steps[index].holds
    inside = next((hold for hold in holds if abs(hold - state.inside) < NEAR), state.inside)
    sight = replace(talk.sight, knobs=state.knobs)
    return replace(talk, head=go(talk.head, index, inside), sight=sight)


def begun(state: State | None) -> bool:
    """Whether there is something in a state to come back to: a place, a turn, a count."""
    return state is not None and bool(
        state.beat or state.inside > NEAR or state.turns or state.votes or state.elapsed > 1.0
    )


def step_of(deck: Deck, state: State, scenes: tuple[str, ...]) -> int:
    """The step that a state means; the first where its scene is gone."""
    return deck.find(scenes.index(state.scene), state.beat) if state.scene in scenes else 0


def _word(found: dict[str, Any], name: str) -> str:
    value = found.get(name, "")
    if not isinstance(value, str):
        raise BadStateError(f"'{name}' is no text")
    return value


def _one_of(found: dict[str, Any], name: str, words: tuple[str, ...]) -> str:
    word = _word(found, name)
    if word not in words:
        raise BadStateError(f"there is no {name} '{word[:40]}'")
    return word


def _number(found: dict[str, Any], name: str, most: float = 1e7) -> float:
    value = found.get(name, 0.0)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadStateError(f"'{name}' is no number")
    if not (math.isfinite(value) and 0 <= value <= most):
        raise BadStateError(f"'{name}' is {value}")
    return float(value)


def _turns(rows: Any) -> tuple[Turned, ...]:
    turns: list[Turned] = []
    if not isinstance(rows, list):
        raise BadStateError("'turns' is no list")
    for row in rows:
        match row:
            case [str(scene), int() | float() as at, str(knob), str() | int() | float() as value]:
                turns.append((scene, float(at), knob, value))
            case _:
                raise BadStateError("a turn of a knob is no turn")
    return tuple(turns)


def _votes(rows: Any) -> tuple[Counted, ...]:
    votes: list[Counted] = []
    if not isinstance(rows, list):
        raise BadStateError("'votes' is no list")
    for row in rows:
        match row:
            case [str(scene), int(beat), list(counts), *rest] if beat >= 0 and all(
                type(count) is int and 0 <= count <= MOST_HANDS for count in counts
            ):
                number, closed = (*rest, *(1, False)[len(rest) :])[:2]
                if type(number) is not int or not 1 <= number <= MOST_ROUNDS:
                    raise BadStateError("a round of hands is no round")
                votes.append((scene, beat, tuple(counts), number, closed is True))
            case _:
                raise BadStateError("counted hands are no counted hands")
    return tuple(votes)
