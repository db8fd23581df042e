"""One frame on its way to another: what is in both moves, what is in one comes or goes.

Frames are joined by the keys of their marks. Nothing else on the stage tweens anything: a knob
that is turned, an axis that changes, an actor that enters, a caption that gives way to the next,
a match cut between two scenes are all this one function.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from functools import cache, lru_cache
from typing import Final

from viz.stage.marks import Arc, Frame, Label, Mark, Marks, Points
from viz.stage.theme import mix

SECONDS: Final = 0.6  # of screen time that a morph takes
PLAIN: Final = 0.0005  # a change smaller than this is none


def ease(share: float) -> float:
    """Cubic in and out, from 0 to 1."""
    share = min(1.0, max(0.0, share))
    return 4 * share**3 if share < 0.5 else 1 - (2 - 2 * share) ** 3 / 2


def named(groups: Iterable[tuple[str, Marks]]) -> Marks:
    """The marks of several who draw, each with a key: its own, or who drew it and which it is.

    Marks without a key are told apart by their kind and their place among those of that kind.
    """
    found: list[Mark] = []
    for who, marks in groups:
        counts: dict[str, int] = {}
        for mark in marks:
            if mark.key:
                found.append(mark)
                continue
            kind = type(mark).__name__
            counts[kind] = counts.get(kind, -1) + 1
            found.append(replace(mark, key=f"{who}/{kind}:{counts[kind]}"))
    return tuple(found)


def morph(before: Frame, after: Frame, share: float) -> Frame:
    """The picture at a share of the way from one frame to the other, 0 to 1.

    Raises ValueError where the frames are of two sizes: there is no way between them.
    """
    if (before.width, before.height) != (after.width, after.height):
        raise ValueError("frames of two sizes cannot be joined")
    if share >= 1.0:
        return after
    return replace(
        after,
        world=joined(before.world, after.world, share),
        marks=joined(before.marks, after.marks, share),
        glides=before.glides or after.glides or before.world != after.world,
        shots=(),
    )


def joined(before: Marks, after: Marks, share: float) -> Marks:
    """Marks joined by key, in the order of `after`; what goes lies below what takes its place."""
    if before is after or before == after:
        return after
    old = {mark.key: mark for mark in before if mark.key}
    found: list[Mark] = []
    stays: set[str] = set()
    for mark in after:
        was = old.get(mark.key) if mark.key else None
        if was is None:
            found.append(_faint(mark, _coming(mark, share)))
            continue
        stays.add(mark.key)
        found.extend(between(was, mark, share))
    goes = [_faint(mark, _going(mark, share)) for mark in before if mark.key not in stays]
    # Words that go stand over what comes: nothing may lie on them while they are read.
    words = tuple(mark for mark in goes if isinstance(mark, Label))
    return (*(mark for mark in goes if not isinstance(mark, Label)), *found, *words)


def between(was: Mark, mark: Mark, share: float) -> tuple[Mark, ...]:
    """One mark on its way to another: moved, or dissolved where there is no way between."""
    if was == mark:
        return (mark,)
    if isinstance(was, Label) and isinstance(mark, Label) and mark.of and was.text != mark.text:
        was = replace(was, text=mark.text)  # a quantity counts on; it is not dissolved
    if isinstance(was, Arc) and isinstance(mark, Arc) and was.r != mark.r:
        return (_bent(was, mark, share),)
    if type(was) is type(mark) and (moved := _moved(was, mark, share)) is not None:
        return (moved,)
    return (_faint(was, _going(was, share)), _faint(mark, _coming(mark, share)))


def _bent(was: Arc, mark: Arc, share: float) -> Mark:
    """An arc on its way to one of another radius: what goes straight are its ends, measured along
    the outline, so that a length that is equal at both ends is so all the way."""
    r = was.r + (mark.r - was.r) * share
    ends = (
        (was.r * one + (mark.r * other - was.r * one) * share) / r if r else other
        for one, other in ((was.start, mark.start), (was.end, mark.end))
    )
    start, end = ends
    plain = replace(was, start=mark.start, end=mark.end)
    moved = _moved(plain, mark, share)
    return replace(moved, start=start, end=end) if isinstance(moved, Arc) else mark


def _going(mark: Mark, share: float) -> float:
    """How much of what goes is left: words are gone before others come, or nobody can read both."""
    return 1.0 - 2.0 * share if isinstance(mark, Label) else 1.0 - share


def _coming(mark: Mark, share: float) -> float:
    """How much of what comes is there."""
    return 2.0 * share - 1.0 if isinstance(mark, Label) else share


def _moved(was: Mark, mark: Mark, share: float) -> Mark | None:
    """The mark with every number, colour and point between both; None where a word or another
    form differs."""
    changes: dict[str, object] = {}
    for name, kind in _ways(type(mark)):  # type: ignore[arg-type]  # any class can be hashed
        one, other = getattr(was, name), getattr(mark, name)
        if one == other:
            continue
        if kind == "number":
            changes[name] = one + (other - one) * share
        elif kind == "colour" and one and other:
            changes[name] = _mixed(one, other, round(share, 2))
        elif kind == "points" and len(one) == len(other):
            changes[name] = _between_points(one, other, share)
        elif kind == "marks":
            changes[name] = joined(one, other, share)
        elif kind == "free":
            continue
        else:
            return None
    return replace(mark, **changes) if changes else mark  # type: ignore[arg-type]


@cache
def _ways(kind: type[Mark]) -> tuple[tuple[str, str], ...]:
    """How each field of a kind of mark gets from one value to another."""
    found = []
    for one in fields(kind):
        if one.name in ("of", "key", "ref"):
            way = "free"
        elif one.type == "float":
            way = "number"
        elif one.name in ("fill", "edge", "ink"):
            way = "colour"
        elif one.type == "Points":
            way = "points"
        elif one.type == "tuple[Mark, ...]":
            way = "marks"  # seen through a clip: each goes its own way
        else:
            way = "fixed"
        found.append((one.name, way))
    return tuple(found)


@lru_cache(maxsize=4096)
def _mixed(one: str, other: str, share: float) -> str:
    return mix(other, one, share)


def _between_points(one: Points, other: Points, share: float) -> Points:
    return tuple(
        (x + (u - x) * share, y + (v - y) * share)
        for (x, y), (u, v) in zip(one, other, strict=True)
    )


def _faint(mark: Mark, share: float) -> Mark:
    return replace(mark, alpha=mark.alpha * max(0.0, min(1.0, share)))
