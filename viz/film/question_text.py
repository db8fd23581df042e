"""A question in words: its choices numbered as on screen, and the answer when it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from viz.scene.answers import answer_in
from viz.stage.i18n import said, word_of
from viz.units import UnitError

if TYPE_CHECKING:
    from viz.scene.types import Question, Scene

NUMBERS: Final = "①②③④"  # one sign each: there is little time to read
NO_BREAK: Final = "\u00a0"


@dataclass(frozen=True, slots=True)
class Answered:
    """When the answer is shown, in seconds of the film; the right choice, counted from 0, as the
    knobs then stand, and the value behind it, "" where the model has none."""

    at: Fraction
    index: int
    value: str = ""


def answered(at: Fraction, scene: Scene, question: Question) -> Answered:
    """The answer that is shown at `at`, with the knobs as they stand in `scene`."""
    try:
        found = answer_in(scene, question)
    except UnitError:  # with the knobs as they are turned there is no such value
        return Answered(at, question.answer)
    return Answered(at, found.index, found.value.text if found.value else "")


def asked(question: Question, lang: str) -> tuple[str, ...]:
    """What is asked and its choices, each a piece that is best not parted."""
    # English keeps sign and choice together with a space that no line ends at.
    joint = "" if lang == "zh" else NO_BREAK
    choices = (said(choice, lang) for choice in question.choices)
    return (
        said(question.question, lang),
        *(f"{sign}{joint}{choice}" for sign, choice in zip(NUMBERS, choices, strict=False)),
    )


def answer(question: Question, found: Answered, lang: str) -> str:
    """The answer in words: its number, its choice and the value behind it."""
    choice = said(question.choices[found.index], lang)
    told = word_of(lang, "captions", "answer").format(number=found.index + 1, choice=choice)
    if found.value in choice:
        return told
    return told + word_of(lang, "captions", "value").format(value=found.value)


def listed(question: Question, lang: str) -> tuple[str, ...]:
    """The choices as lines of a text, numbered as on screen."""
    return tuple(f"{n}  {said(choice, lang)}" for n, choice in enumerate(question.choices, 1))
