"""The steps of a show as pages, for decks: a picture and the speaker's notes for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from viz.errors import EXIT_OUTPUT, Fault, VizError
from viz.stage.furniture.question import pause_of
from viz.stage.words import said

if TYPE_CHECKING:
    from viz.film.told import Said
    from viz.stage.marks import Frame

BEFORE: Final = 1e-6  # s: at its very end a beat's picture would already be the next beat's


@dataclass(frozen=True, slots=True)
class Page:
    """One step. `title` is what it says, `notes` what the speaker reads."""

    frame: Frame
    title: str
    notes: str


def pages_of(told: Iterable[Said], frame: Callable[[float], Frame], lang: str) -> tuple[Page, ...]:
    """One page a step, as the step ends; that of a question does not show the answer yet."""
    return tuple(
        Page(frame(_moment(one) - BEFORE), one.words(lang) or _opens(one, lang), _notes(one, lang))
        for one in told
    )


def _moment(one: Said) -> float:
    start, end = float(one.start), float(one.end)
    return end if one.beat.ask is None else min(start + pause_of(one.beat), end)


def _opens(one: Said, lang: str) -> str:
    return said(one.opens, lang) if one.opens else ""


def _notes(one: Said, lang: str) -> str:
    parts = [said(one.beat.say, lang), said(one.beat.notes, lang)]
    if one.beat.ask is not None:
        ask = one.beat.ask
        parts.append(said(ask.question, lang))
        parts += (
            f"{'ABCD'[number]}  {said(choice, lang)}" + ("  <-" if number == ask.answer else "")
            for number, choice in enumerate(ask.choices)
        )
    return "\n".join(part for part in parts if part)


def no_extra(library: str) -> VizError:
    """A library of the extra `decks` is missing."""
    write = "pip install 'weights-stay-tokens-flow[decks]'"
    return VizError(
        Fault(f"decks need {library}, which is not installed", write=write), EXIT_OUTPUT
    )
