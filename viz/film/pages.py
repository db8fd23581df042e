"""The steps of a show as pages, for decks: a picture and the speaker's notes for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from viz.film.question_text import answer, listed
from viz.picture.scene_in_words import phrases
from viz.stage.i18n import said
from viz.stage.marks import Label
from viz.stage.walk import seen as seen_marks

if TYPE_CHECKING:
    from viz.film.script import Said
    from viz.stage.marks import Frame

LONGEST: Final = 1000  # signs of what is seen: screen readers read all of it
BEFORE: Final = 1e-6  # s: at its very end a beat's picture would already be the next beat's


@dataclass(frozen=True, slots=True)
class Page:
    """One step, or a part of it that is a page: from `start` to `end`, in seconds of the show.

    `title` is what it says, `notes` what the speaker reads, `words` what is seen, for who cannot
    see it.
    """

    frame: Frame
    title: str
    notes: str
    words: str = ""
    start: Fraction = Fraction(0)
    end: Fraction = Fraction(0)


def pages_of(told: Iterable[Said], frame: Callable[[float], Frame], lang: str) -> tuple[Page, ...]:
    """One page a step, as the step ends; a question has two: as it is asked, and answered."""
    return tuple(page for one in told for page in _pages(one, frame, lang))


def _pages(one: Said, frame: Callable[[float], Frame], lang: str) -> Iterable[Page]:
    ask, found = one.beat.ask, one.answer
    title = one.words(lang) or (said(one.opens, lang) if one.opens else "")
    title = title or said(one.beat.narration, lang)  # a deck's list of pages has no empty line
    if ask is None or found is None:
        yield _page(frame, one.start, one.end, title, _notes(one, lang))
        return
    told = answer(ask, found, lang)
    if found.at > one.start:
        notes = "\n".join((_notes(one, lang), told))
        yield _page(frame, one.start, found.at, title, notes)
    yield _page(frame, max(found.at, one.start), one.end, told, told)


def _page(
    frame: Callable[[float], Frame], start: Fraction, end: Fraction, title: str, notes: str
) -> Page:
    """A page as its time ends."""
    last = frame(float(end) - BEFORE)
    labels = [mark for mark, _ in seen_marks(last) if isinstance(mark, Label) and mark.alpha > 0.3]
    seen = "; ".join(dict.fromkeys((title, *(text for text, _ in phrases(labels) if text))))
    words = seen if len(seen) <= LONGEST else seen[: LONGEST - 1] + "…"
    return Page(last, title, notes, words, start, end)


def _notes(one: Said, lang: str) -> str:
    parts = [said(one.beat.narration, lang), said(one.beat.notes, lang)]
    if one.beat.ask is not None:
        parts += (said(one.beat.ask.question, lang), *listed(one.beat.ask, lang))
    return "\n".join(part for part in parts if part)
