"""The file of a take: one performance as a small YAML text, written and read.

    take: 1
    scene: weights_stay
    seconds: 93.4
    text: 5f1c0e9ab2d47736
    beats: [5, 7, 6]
    steps:
      - {run: 0, at: 0, speed: 1}
    turns:
      - {run: 12.3, at: 6, knob: bandwidth, value: "2.2 TB/s"}
    votes:
      - {run: 20, beat: 2, counts: [4, 19, 7]}
    sights:
      - {run: 30, knobs: true, asked: left.speed}

`text` and `beats` may be left out: a fingerprint of the scene's file as it was played, and the
seconds of its beats. `run` is seconds since the run began, `at` is screen seconds of the show. A file that cannot be
read raises VizError, with its lines. What no longer applies to the scene is named by `applied`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, Final

from viz.errors import Fault, Place, VizError, nearest
from viz.reading.nodes import Mapping, Node, Scalar, Sequence
from viz.scene.turn import turned
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.take import AS_MADE, HandView, Sight, Step, Take, Turn, Vote
from viz.timeline.times import LONGEST, clock

if TYPE_CHECKING:
    from viz.scene.types import KnobValue, Scene

FORM: Final = 1
TOP: Final = (
    "take",
    "scene",
    "seconds",
    "questions",
    "text",
    "beats",
    "steps",
    "turns",
    "votes",
    "sights",
)
MOST_HANDS: Final = 10_000
MOST_ROUNDS: Final = 99
FASTEST: Final = 64
SHOWN: Final = ("knobs", "calm", "large", "sources", "hands")  # what a sight says with "true"
WORDS: Final = ("asked", "focus", "theme", "lang", "shade", "state", "pointing")
ONE_OF: Final = {
    "shade": ("", "black", "white"),
    "pointing": ("", "pointer", "spotlight"),
    "state": ("", "paused", "waiting", "ended", "ended_next"),
}
PIECE: Final = 400  # rows that are read at once: a file of YAML has its limits


def to_text(scene: str, take: Take) -> str:
    """A take as YAML. What is read from it is the same take, to the microsecond."""
    lines = [f"take: {FORM}", f"scene: {json.dumps(scene)}", f"seconds: {_number(take.seconds)}"]
    steps = [f"run: {_number(s.run)}, at: {_number(s.at)}, speed: {s.speed!r}" for s in take.steps]
    turns = [
        f"run: {_number(t.run)}, at: {_number(t.at)}, knob: {_word(t.knob)}, "
        f"value: {_word(t.value) if isinstance(t.value, str) else repr(float(t.value))}"
        for t in take.turns
    ]
    votes = [_vote_text(vote) for vote in take.votes]
    sights = [_sight_text(sight) for sight in take.sights]
    lines += [] if take.questions else ["questions: false"]
    lines += [f"text: {_word(take.text)}"] if take.text else []
    lines += [f"beats: [{', '.join(map(_number, take.beats))}]"] if take.beats else []
    for name, rows in (("steps", steps), ("turns", turns), ("votes", votes), ("sights", sights)):
        lines += [f"{name}:", *(f"  - {{{row}}}" for row in rows)] if rows else []
    return "\n".join(lines) + "\n"


def _vote_text(vote: Vote) -> str:
    counts = ", ".join(map(str, vote.counts))
    text = f"run: {_number(vote.run)}, beat: {vote.beat + 1}, counts: [{counts}]"
    text += f", round: {vote.round}" if vote.round != 1 else ""
    return text + (", closed: true" if vote.closed else "")


def _sight_text(sight: Sight) -> str:
    parts = [f"run: {_number(sight.run)}"]
    parts += [f"{name}: true" for name in SHOWN if getattr(sight, name)]
    for name in WORDS:
        value = getattr(sight, name)
        parts += [f"{name}: {_word(value)}"] if value else []
    parts += [f"rate: {sight.rate!r}"] if sight.rate != 1.0 else []
    if view := sight.view:
        parts.append(f"view: [{_word(view.part)}, {view.x!r}, {view.y!r}, {view.span!r}]")
    if sight.pointing:
        parts.append(f"spot: [{', '.join(map(_number, sight.spot))}]")
    return ", ".join(parts)


def _number(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")


def _word(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def from_text(text: str, file: str) -> tuple[str, Take]:
    """The name of the scene and its take. Raises VizError with every fault of the text."""
    try:
        return _from_text(text, file)
    except VizError as error:
        last = len(text.splitlines())
        whole = text.endswith("\n") or not text.startswith("take:")
        if whole or not _ends_at(error, last):
            raise
        what = f"the take is cut off at line {last}: it was not written to its end"
        write = f"the lines before it alone: delete line {last}"
        raise VizError(Fault(what, Place(file, last), write=write)) from None


def _ends_at(error: VizError, last: int) -> bool:
    """Whether the faults are those of a text whose last line is not whole."""
    lines = [fault.place.line for fault in error.faults if fault.place]
    return all(line >= last for line in lines)


def _from_text(text: str, file: str) -> tuple[str, Take]:
    from viz.reading.yaml12 import read_text  # what plays a packed scene needs no YAML

    tops = [read_text(piece, file) for piece in _pieces(text)]
    top = tops[0]
    if not isinstance(top, Mapping) or _of(top, "take") != FORM:
        raise VizError(
            Fault("this is no take of a form known here", top.place, (), f"take: {FORM}")
        )
    faults = [
        Fault(f"a take has no '{key.text}'", key.place, nearest(key.text, TOP), _ONE_OF_TOP)
        for one in tops
        if isinstance(one, Mapping)
        for key, _ in one.entries
        if key.text not in TOP
    ]
    scene = _of(top, "scene")
    if not isinstance(scene, str) or not scene:
        faults.append(Fault("a take names its scene", top.place, write="scene: NAME"))
    seconds, missing = _seconds(top, "seconds")
    faults += missing
    parts: dict[str, list[_Thing]] = {}
    for name, read in _READ.items():
        parts[name] = []
        for row in _rows(tops, name, faults):
            thing, wrong = read(row)
            faults += wrong
            if thing is not None:
                parts[name].append(thing)
    if faults:
        raise VizError(faults)
    for things in parts.values():
        things.sort(key=lambda thing: thing.run)
    last = max((things[-1].run for things in parts.values() if things), default=0.0)
    take = Take(
        turns=tuple(t for t in parts["turns"] if isinstance(t, Turn)),
        votes=tuple(t for t in parts["votes"] if isinstance(t, Vote)),
        steps=tuple(t for t in parts["steps"] if isinstance(t, Step)),
        sights=tuple(t for t in parts["sights"] if isinstance(t, Sight)),
        seconds=max(seconds, last),
        questions=_of(top, "questions") is not False,
        text=str(_of(top, "text") or ""),
        beats=_beats(top),
    )
    return str(scene), take


def _beats(top: Mapping) -> tuple[float, ...]:
    """The seconds of the scene's beats; none where they are not all seconds."""
    node = top.get("beats")
    items = node.items if isinstance(node, Sequence) else ()
    found = [item.value for item in items if isinstance(item, Scalar)]
    seconds = tuple(float(n) for n in found if isinstance(n, int | float))
    return seconds if len(seconds) == len(items) else ()


def applied(scene: Scene, take: Take, seconds: float) -> tuple[Take, tuple[str, ...]]:
    """The take with what a scene of that many seconds can still play, and what no longer applies,
    in words."""
    told: list[str] = []
    turns, votes = [], []
    for turn in take.turns:
        try:
            turned(scene, {turn.knob: turn.value} if turn.value != AS_MADE else {})
        except VizError as error:
            told.append(f"{clock(turn.run)}: the turn of '{turn.knob}' is left out: {error}")
            continue
        turns.append(replace(turn, at=_within(turn.at, seconds)))
    for vote in take.votes:
        asked = scene.beats[vote.beat].ask if vote.beat < len(scene.beats) else None
        if asked is None or len(asked.choices) != len(vote.counts):
            told.append(
                f"{clock(vote.run)}: the hands of beat {vote.beat + 1} are left out: "
                "it asks something else now"
            )
            continue
        votes.append(vote)
    steps = tuple(replace(step, at=_within(step.at, seconds)) for step in take.steps)
    if any(step.at > seconds + 1e-3 for step in take.steps):
        told.append(f"the scene is shorter now: it ends at {clock(seconds)}")
    return replace(take, turns=tuple(turns), votes=tuple(votes), steps=steps), tuple(told)


_Thing = Turn | Vote | Step | Sight
_Read = tuple[_Thing | None, list[Fault]]
_ONE_OF_TOP: Final = "one of " + ", ".join(TOP)


def _within(at: float, seconds: float) -> ScreenSeconds:
    return ScreenSeconds(min(at, seconds))


def _rows(tops: list[Node], name: str, faults: list[Fault]) -> list[Mapping]:
    found: list[Mapping] = []
    for top in tops:
        node = top.get(name) if isinstance(top, Mapping) else None
        for item in node.items if isinstance(node, Sequence) else (node,) if node else ():
            if isinstance(item, Mapping):
                found.append(item)
            else:
                faults.append(Fault(f"'{name}' is a list", item.place, write="- {run: 1.5, ...}"))
    return found


def _pieces(text: str) -> list[str]:
    """A long take in pieces that may be read, each with its section's name and with its lines
    where they were: one row a line, as it was written here."""
    lines = text.splitlines()
    if len(lines) <= PIECE:
        return [text]
    pieces: list[str] = []
    rows: list[str] = []
    head, start = "", 0
    for number, line in enumerate(lines):
        if not line.startswith((" ", "-", "#")) and line.rstrip().endswith(":"):
            pieces += _piece(head, rows, start)
            head, rows, start = line, [], number
        elif len(rows) >= PIECE:
            pieces += _piece(head, rows, start)
            rows, start = [line], number - 1
        else:
            rows.append(line)
    return [*pieces, *_piece(head, rows, start)]


def _piece(head: str, rows: list[str], start: int) -> list[str]:
    return ["\n".join([*[""] * start, *([head] if head else []), *rows]) + "\n"] if rows else []


def _of(row: Mapping, name: str) -> object:
    node = row.get(name)
    return node.value if isinstance(node, Scalar) else None


def _seconds(row: Mapping, name: str) -> tuple[float, list[Fault]]:
    value = _of(row, name)
    if isinstance(value, int | float) and isfinite(value) and 0 <= value <= LONGEST:
        return float(value), []
    place = (row.get(name) or row).place
    return 0.0, [Fault(f"'{name}' is seconds, 0 to {LONGEST:,}", place, write=f"{name}: 12.5")]


def _turn(row: Mapping) -> _Read:
    run, faults = _seconds(row, "run")
    at, more = _seconds(row, "at")
    knob, value = _of(row, "knob"), _of(row, "value")
    if not isinstance(knob, str):
        more.append(Fault("a turn names its knob", row.place, write="knob: NAME"))
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        more.append(Fault("a turn has a value", row.place, write="value: 2.2 TB/s"))
    if faults or more:
        return None, faults + more
    found: KnobValue = value if isinstance(value, str) else float(str(value))
    return Turn(ScreenSeconds(at), str(knob), found, run), []


def _vote(row: Mapping) -> _Read:
    run, faults = _seconds(row, "run")
    beat, counts = _of(row, "beat"), row.get("counts")
    if not isinstance(beat, int) or not 1 <= beat <= LONGEST:
        faults.append(Fault("a vote names its beat, counted from 1", row.place, write="beat: 2"))
    items = counts.items if isinstance(counts, Sequence) else ()
    hands = [item.value for item in items if isinstance(item, Scalar)]
    whole = [n for n in hands if isinstance(n, int) and 0 <= n <= MOST_HANDS]
    if not whole or len(whole) != len(items):
        faults.append(Fault("'counts' are hands for each choice", row.place, write="[4, 19, 7]"))
    number = _of(row, "round") if row.get("round") else 1
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MOST_ROUNDS:
        faults.append(Fault(f"'round' is 1 to {MOST_ROUNDS}", row.place, write="round: 2"))
    if faults:
        return None, faults
    closed = _of(row, "closed") is True
    return Vote(int(str(beat)) - 1, tuple(whole), run, int(str(number)), closed), []


def _step(row: Mapping) -> _Read:
    run, faults = _seconds(row, "run")
    at, more = _seconds(row, "at")
    speed = _of(row, "speed")
    if not isinstance(speed, int | float) or not 0 <= speed <= FASTEST:
        more.append(Fault(f"'speed' is 0 to {FASTEST}", row.place, write="speed: 1"))
        speed = 0.0
    return (None, faults + more) if faults or more else (Step(run, ScreenSeconds(at), speed), [])


def _sight(row: Mapping) -> _Read:
    run, faults = _seconds(row, "run")
    words = {name: _of(row, name) or "" for name in WORDS}
    for name, word in words.items():
        if not isinstance(word, str):
            faults.append(Fault(f"'{name}' is a word", row.place))
        elif name in ONE_OF and word not in ONE_OF[name]:
            write = "one of " + ", ".join(filter(None, ONE_OF[name]))
            faults.append(Fault(f"there is no {name} '{word[:40]}'", row.place, write=write))
    rate = _of(row, "rate") if row.get("rate") else 1.0
    if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 < rate <= FASTEST:
        faults.append(Fault(f"'rate' is above 0 and at most {FASTEST}", row.place, write="rate: 2"))
        rate = 1.0
    view, more = _view(row)
    faults += more
    spot = _spot(row, faults)
    if faults:
        return None, faults
    texts = {name: str(word) for name, word in words.items()}
    shown = {name: _of(row, name) is True for name in SHOWN}
    return Sight(run, **texts, **shown, rate=float(rate), view=view, spot=spot), []  # type: ignore[arg-type]


def _view(row: Mapping) -> tuple[HandView | None, list[Fault]]:
    """A view made by hand: a part of the world, a point of it, and how much of it is seen. Whether
    the scene still has that part is seen when it is shown: where it is gone, the camera stands as
    the beat says."""
    node = row.get("view")
    if node is None:
        return None, []
    items = node.items if isinstance(node, Sequence) else ()
    values = [item.value for item in items if isinstance(item, Scalar)]
    numbers = [float(one) for one in values[1:] if isinstance(one, int | float)]
    right = len(values) == 4 and isinstance(values[0], str) and len(numbers) == 3
    if not right or not all(isfinite(one) and abs(one) < 1e9 for one in numbers) or numbers[2] <= 0:
        write = 'view: ["left.gpu:3", 0.5, 0.5, 1.5]'
        return None, [Fault("'view' is a part, a point of it and a span", node.place, write=write)]
    return HandView(str(values[0]), *numbers), []


def _spot(row: Mapping, faults: list[Fault]) -> tuple[float, float]:
    """The point that is pointed at; the middle where none is."""
    node = row.get("spot")
    if node is None:
        return 0.5, 0.5
    items = node.items if isinstance(node, Sequence) else ()
    found = [item.value for item in items if isinstance(item, Scalar)]
    shares = [float(n) for n in found if isinstance(n, int | float) and 0 <= n <= 1]
    if len(shares) != 2 or len(items) != 2:
        faults.append(Fault("'spot' is two shares of the stage", row.place, write="[0.5, 0.25]"))
        return 0.5, 0.5
    return shares[0], shares[1]


_READ: Final[dict[str, Callable[[Mapping], _Read]]] = {
    "turns": _turn,
    "votes": _vote,
    "steps": _step,
    "sights": _sight,
}
