"""Shows as pages, for the notebook and for the command line: decks, and the page that replays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viz.catalog.types import Text
from viz.stage.i18n import languages, said
from viz.stage.marks import flat

if TYPE_CHECKING:
    from viz.film.pages import Page
    from viz.film.script import Said
    from viz.stage.marks import Frame
    from viz.web.page import Board, Step

FrameOf = Callable[[float], "Frame"]
Progress = Callable[[int, int], None]
Clips = Callable[["tuple[Page, ...]"], "Sequence[Path]"]


@dataclass(frozen=True, slots=True)
class Told:
    """What pages are made of: a show's name, title and steps, and its frames in each language."""

    name: str
    title: Text
    steps: tuple[Said, ...]
    seconds: float
    lang: str
    frames: Callable[[str], FrameOf]


def write_pages(
    told: Told,
    path: Path,
    *,
    format: str = "",  # noqa: A002  what the command line calls it
    overwrite: bool = False,
    progress: Progress | None = None,
    clips: Clips | None = None,
) -> Path:
    """Write the steps of a show as the ending of `path` or `format` says; gives back the path,
    which is whole. `clips` makes a film of each page, for a deck with motion. Raises VizError."""
    from viz.film.formats import format_for, usual_ending
    from viz.saving import OVERWRITE, claimed, over_own

    form: Any = format_for(path, format)
    over = over_own(path, overwrite=overwrite, ending=usual_ending(form))
    with claimed(path, over, instead=OVERWRITE) as partial:
        if form.__name__.endswith(".html"):
            partial.write_text(_web(told, progress), encoding="utf-8")
        else:
            from viz.film.pages import pages_of

            pages = pages_of(told.steps, told.frames(told.lang), told.lang)
            title = said(told.title, told.lang) or told.name
            films = (clips(pages),) if clips else ()
            form.write_pages(partial, pages, title, told.lang, *films)
    return path


def _web(told: Told, progress: Progress | None) -> str:
    """The page, in all languages that there are words in; the chosen one first."""
    from viz.web.page import WebShow, page

    others = (one for one in languages() if one in told.title and one != told.lang)
    langs = (told.lang, *others)
    frames = {lang: told.frames(lang) for lang in langs}
    steps = tuple(step for one in told.steps for step in _steps_of(one, langs))
    title = dict(told.title)
    web = WebShow(
        title,
        langs,
        told.seconds,
        steps,
        lambda t, lang: frames[lang](t),
        lines=lines_of(told.steps, langs),
        board=_claims(langs) if _cites(told) else None,
    )
    return page(web, progress)


def _cites(told: Told) -> bool:
    """Whether a step of the show ends with a claim of the articles on stage."""
    frame = told.frames(told.lang)
    ends = (frame(max(0.0, float(one.end) - 1e-3)) for one in told.steps)
    return any("claim:" in mark.ref for picture in ends for mark in flat(picture.all))


def _claims(langs: tuple[str, ...]) -> Board:
    """The list of all claims, as the window has it."""
    from viz.desk.claims_view import ordered, says, where, who
    from viz.stage.i18n import word_of
    from viz.web.page import Board, Entry

    def words(key: str) -> Text:
        return {lang: word_of(lang, "claims", key) for lang in langs}

    entries = []
    for claim in ordered():
        more = {
            lang: where(claim, lang)
            + (word_of(lang, "claims", "colon") + said(claim.note, lang) if claim.note else "")
            for lang in langs
        }
        under = {lang: who(claim, lang) for lang in langs}
        told = {lang: says(claim, lang) for lang in langs}
        entries.append(Entry(under, told, words(claim.verdict), more))
    return Board(words("title"), words("button"), words("search"), tuple(entries))


def _steps_of(one: Said, langs: tuple[str, ...]) -> tuple[Step, ...]:
    """A beat as steps of a page: a question waits, and its answer is a step of its own."""
    from viz.picture.furniture.question import BEFORE
    from viz.web.page import Step

    words = {lang: one.words(lang) for lang in langs}
    start, end = float(one.start), float(one.end)
    if one.answer is None:
        return (Step(start, words),)
    at = float(one.answer.at)
    return Step(start, words, at - 2 * BEFORE), Step(at, words, end - 2 * BEFORE)


def lines_of(told: tuple[Said, ...], langs: tuple[str, ...]) -> tuple[Step, ...]:
    """What is read below the picture: questions with their choices, and then the answers."""
    from viz.web.page import Step

    found: list[Step] = []
    for one in told:
        read = {lang: one.lines(lang) for lang in langs}
        rows = read[langs[0]]
        found += (
            Step(float(start), {lang: " ".join(read[lang][n][2]) for lang in langs})
            for n, (start, _, _) in enumerate(rows)
        )
        found += [] if rows else [Step(float(one.start), {})]
    return tuple(found)
