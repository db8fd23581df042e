"""A scene in the time of a voice: pauses are stretched or cut, and nothing else.

A beat with a pace keeps its length, so that the slow motion that is told stays true. Where a
stretch has no pause to give or take, a pause is put at its end, or that is a fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isclose
from typing import Final

from viz.errors import Fault, Place, VizError, nearest
from viz.scene.types import Beat, Scene

SHORTEST: Final = 1.0  # seconds that a pause keeps
_LEAST: Final = 1e-6  # seconds; less is no difference


@dataclass(frozen=True, slots=True)
class Moment:
    """When a beat is to begin, in seconds of the voice, and where that is written."""

    seconds: float
    place: Place | None = None


def voiced(scene: Scene, times: Mapping[str, Moment], voice_seconds: float) -> Scene:
    """The scene with each beat that `times` names beginning at its second of the voice.

    Names are those of `mark:` in the beats, or numbers of beats from 1. The last beats last at
    least as long as the voice. Raises VizError with every name that no beat has, every time out
    of order, and every stretch whose beats do not fit.
    """
    starts = _starts(scene, times)
    faults: list[Fault] = []
    beats: list[Beat] = []
    _, at = starts[0]
    told = scene.beats
    if at.seconds > _LEAST:  # the voice breathes in: the first picture stands, nothing is said
        opening = told[0]
        beats.append(Beat(at.seconds, look=opening.look, show=opening.show, hide=opening.hide))
        told = (replace(opening, show=(), hide=()), *told[1:])
    ends = [*starts[1:], (len(scene.beats), Moment(voice_seconds))]
    for (first, begin), (end, until) in zip(starts, ends, strict=True):
        stretch = told[first:end]
        length = sum(beat.seconds for beat in stretch)
        wanted = until.seconds - begin.seconds
        if end == len(scene.beats):
            wanted = max(wanted, length)
        fitting = _fitted(stretch, wanted)
        if fitting is None:
            least = length - sum(map(_spare, stretch))
            what = f"{_beats(first, end)} take at least {least:g} s, and the voice gives {wanted:g}"
            faults.append(Fault(what, until.place, write="a later time, or shorter beats"))
            continue
        beats += fitting
    if faults:
        raise VizError(faults)
    return replace(scene, beats=tuple(beats))


def waiting_for(scene: Scene, lengths: Mapping[int, float]) -> tuple[Scene, dict[int, float]]:
    """The scene in which each beat that `lengths` names, by its number from 0, leaves at least so
    many seconds before the next; and when each beat then begins.

    A pause is made longer. A beat with a pace keeps its length, and a pause comes after it.
    """
    beats: list[Beat] = []
    starts: dict[int, float] = {}
    at = 0.0
    for index, beat in enumerate(scene.beats):
        starts[index] = at
        more = lengths.get(index, 0.0) - beat.seconds
        if more < _LEAST:
            beats.append(beat)
        elif _is_wait(beat):
            beats.append(_lasting(beat, beat.seconds + more))
        else:
            beats += [beat, Beat(more, say=beat.say, look=beat.look)]
        at += beat.seconds + max(more if more >= _LEAST else 0.0, 0.0)
    return replace(scene, beats=tuple(beats)), starts


def _starts(scene: Scene, times: Mapping[str, Moment]) -> list[tuple[int, Moment]]:
    """The beats that have a time, in order; the first beat has one in any case."""
    marks = {beat.mark: i for i, beat in enumerate(scene.beats) if beat.mark}
    known = marks | {str(i + 1): i for i in range(len(scene.beats))}
    faults = [
        Fault(
            f"no beat of {scene.name} has the mark '{name[:40]}'",
            moment.place,
            nearest(name, marks),
            ", ".join(marks) or f"mark: {name[:40]} in a beat, or a beat's number",
        )
        for name, moment in times.items()
        if name not in known
    ]
    found = sorted(
        ((known[name], moment) for name, moment in times.items() if name in known),
        key=lambda start: start[0],
    )
    for (one, before), (other, after) in pairwise(found):
        if one == other:
            faults.append(Fault(f"beat {one + 1} has two times", after.place, write="one"))
        elif after.seconds <= before.seconds:
            what = f"beat {other + 1} begins at {after.seconds:g} s, not after beat {one + 1}"
            faults.append(Fault(what, after.place, write=f"more than {before.seconds:g}"))
    if faults:
        raise VizError(faults)
    return found if found and found[0][0] == 0 else [(0, Moment(0.0)), *found]


def _beats(first: int, end: int) -> str:
    return f"beats {first + 1} to {end}" if end - first > 1 else f"beat {end}"


def _is_wait(beat: Beat) -> bool:
    return not beat.moves


def _spare(beat: Beat) -> float:
    """Seconds that a beat can give."""
    return max(0.0, beat.seconds - SHORTEST) if _is_wait(beat) else 0.0


def _fitted(beats: tuple[Beat, ...], wanted: float) -> list[Beat] | None:
    """The beats in that many seconds; None where they need more."""
    more = wanted - sum(beat.seconds for beat in beats)
    if abs(more) < _LEAST:
        return list(beats)
    # Pauses grow by their length, and shrink by what they can spare.
    shares = [beat.seconds * _is_wait(beat) if more > 0 else _spare(beat) for beat in beats]
    whole = sum(shares)
    if more < 0 and whole < -more and not isclose(whole, -more, abs_tol=_LEAST):
        return None
    if whole == 0:
        last = beats[-1]
        return [*beats, Beat(more, say=last.say, look=last.look)]
    return [
        _lasting(beat, beat.seconds + more * share / whole) if share else beat
        for beat, share in zip(beats, shares, strict=True)
    ]


def _lasting(beat: Beat, seconds: float) -> Beat:
    """A pause of another length; how long its choices stand is stretched with it."""
    if beat.ask is None or not beat.ask.pause:
        return replace(beat, seconds=seconds)
    ask = replace(beat.ask, pause=beat.ask.pause * seconds / beat.seconds)
    return replace(beat, seconds=seconds, ask=ask)
