"""Which choice of a question is right: a fixed one, or the one nearest to a value of the model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log
from types import MappingProxyType
from typing import Final

from viz import units
from viz.catalog.types import Text
from viz.errors import VizError
from viz.scene import dimensions
from viz.scene.quantities import Resolved, resolved
from viz.scene.turn import turned
from viz.scene.types import KnobValue, Question, Scene
from viz.units import UnitError

NONE: Final[Mapping[str, KnobValue]] = MappingProxyType({})
_NUMBER: Final = re.compile(
    r"\$?[0-9]+(?:\.[0-9]+)?(?:\s?(?:thousand|million|billion|trillion)\b)?"
    r"(?:\s?(?:%|[A-Za-zµμ×]+[23²]?(?:/[A-Za-z]+)?))?"
)
_FRACTION: Final = re.compile(r"([0-9]+)/([0-9]+)(?![0-9A-Za-z])")
_COMMA: Final = re.compile(r"(?<=[0-9]),(?=[0-9]{3})")


@dataclass(frozen=True, slots=True)
class Answer:
    """The right choice, counted from 0, and the value behind it where the model has one."""

    index: int
    value: Resolved | None = None


def answer_in(scene: Scene, question: Question) -> Answer:
    """The answer with the knobs as they stand in `scene`. Raises UnitError."""
    if not question.value:
        return Answer(question.answer)
    found = resolved(scene, question.value)
    index = nearest_choice(question.choices, found)
    return Answer(question.answer if index is None else index, found)


def knobs_behind(scene: Scene, question: Question) -> tuple[str, ...]:
    """The names of the knobs that change the value behind an answer: while the question is on
    stage they are locked, for its words tell the numbers that it was made with."""
    return _knobs_behind(scene, question.value) if question.value and scene.knobs else ()


@lru_cache(maxsize=256)
def _knobs_behind(scene: Scene, ref: str) -> tuple[str, ...]:
    plain = _value(scene, ref)
    return tuple(
        knob.name
        for knob in scene.knobs
        if any(
            _value(scene, ref, {knob.name: value}) != plain
            for value in (knob.choices or (knob.low, (knob.low + knob.high) / 2, knob.high))
        )
    )


def _value(scene: Scene, ref: str, values: Mapping[str, KnobValue] = NONE) -> str:
    """The value as it is written; "" where there is none with the knobs so."""
    try:
        return resolved(turned(scene, values) if values else scene, ref).text
    except (UnitError, VizError):
        return ""


def nearest_choice(choices: tuple[Text, ...], value: Resolved) -> int | None:
    """The choice that says the value, or the nearest to it by ratio; None if fewer than two say
    a number of its kind."""
    if not value.dimension:
        return next((i for i, c in enumerate(choices) if value.text in c.values()), None)
    numbers = [number_in(choice["en"], value.dimension) for choice in choices]
    if sum(number is not None for number in numbers) < 2:
        return None
    far = {i: _far(n, value.value) for i, n in enumerate(numbers) if n is not None}
    return min(far, key=lambda i: far[i])


def number_in(text: str, dimension: str) -> float | None:
    """The first number of that kind in a text: "about 20 seconds", "x2", "1/32 of it"."""
    plain = _COMMA.sub("", text)
    if not dimensions.powers_of(dimension) and (match := _FRACTION.search(plain)):
        return int(match[1]) / int(match[2]) if int(match[2]) else None
    for match in _NUMBER.finditer(plain):
        for written in (match[0], re.split(r"[A-Za-z\s×]", match[0], maxsplit=1)[0]):
            try:
                found = units.parse_any(written)
            except UnitError:
                continue
            if dimensions.powers_of(found.dimension) == dimensions.powers_of(dimension):
                return found.value
    return None


def _far(one: float, other: float) -> float:
    if one > 0 and other > 0:
        return abs(log(one / other))
    return 0.0 if one == other else 1e9 + abs(one - other)
