"""Which part of a show is filmed: from a second or a beat to a second or a beat."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from viz.errors import Fault, VizError, nearest
from viz.timeline.times import screen_time

if TYPE_CHECKING:
    from viz.film.script import Said

WRITE: Final = "a time like 3, 3.5s or 1:02.5, a beat like beat3, or its mark"

# A moment as a person names it: seconds of the screen, or the name of a beat.
Named = Fraction | str


def add_part(parser: argparse.ArgumentParser) -> None:
    """`--from` and `--to`."""
    for word, key, about in (
        ("--from", "start", "first: a time like 3, 3.5s or 1:02.5, or a beat: beat3, or its mark"),
        ("--to", "end", "last: a time, or a beat, to whose end the film goes"),
    ):
        parser.add_argument(word, dest=key, type=_moment, metavar="T|BEAT", help=about)


def _moment(text: str) -> Named:
    """A time, or else a word that may be a beat's; which of them is known with the scene."""
    word = text.strip()
    try:
        return screen_time(word)
    except VizError:
        if re.match(r"[^\W\d_]", word) and not re.search(r"\s", word):
            return word
        raise


def part_named(
    told: Sequence[Said], start: Named | None, end: Named | None
) -> tuple[Fraction | None, Fraction | None]:
    """First and last second of a part: a beat's own start, and a beat's own end. Raises VizError
    with every word that names no beat."""
    beats = [one for one in told if one.opens is None or one.beat.say or one.beat.ask]
    names = {one.beat.mark: one for one in reversed(beats) if one.beat.mark}
    names |= {f"beat{number}": one for number, one in enumerate(beats, 1)}
    faults = [
        Fault(f"no beat is called '{word[:40]}'", None, nearest(word, names), WRITE)
        for word in (start, end)
        if isinstance(word, str) and word.casefold() not in names and word not in names
    ]
    if faults:
        raise VizError(faults)

    def beat(word: str) -> Said:
        return names[word] if word in names else names[word.casefold()]

    return (
        beat(start).start if isinstance(start, str) else start,
        beat(end).end if isinstance(end, str) else end,
    )
