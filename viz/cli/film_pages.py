"""Shows as pages: PDF and PPTX decks, and the web page."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viz.errors import Fault, VizError
from viz.units import write

if TYPE_CHECKING:
    from viz.film.told import Said
    from viz.show import Show
    from viz.stage.marks import Frame
    from viz.stage.reel import Reel
    from viz.stage.replay import Replay


def write_pages(show: Show | Reel | Replay, path: Path, args: argparse.Namespace) -> str:
    """Write the steps of a show; gives back a line that tells so. Raises VizError."""
    from viz.film.formats import format_for
    from viz.film.output import claimed
    from viz.film.told import told_by, told_by_reel
    from viz.stage.reel import Reel
    from viz.stage.replay import Replay

    if isinstance(show, Replay):
        what = "a recorded run has no pages"
        raise VizError(Fault(what, write="-o FILE.mp4, or the scene without --take"))
    if args.start is not None or args.end is not None:
        raise VizError(
            Fault("pages show a scene from its first step to its last", write="no --from")
        )
    told = told_by_reel(show) if isinstance(show, Reel) else told_by(show.timeline)
    form: Any = format_for(path, args.format)
    with claimed(path, overwrite=args.overwrite) as partial:
        if form.__name__.endswith(".html"):
            partial.write_text(_web(show, told, path), encoding="utf-8")
        else:
            from viz.film.pages import pages_of

            pages = pages_of(told, show.frame, show.look.lang)
            form.write_pages(partial, pages, _title(show).get(show.look.lang, show.name))
    return f"{path}: {len(told)} steps, {write(path.stat().st_size, 'bytes')}"


def _web(show: Show | Reel, told: tuple[Said, ...], path: Path) -> str:
    """The page, in all languages that there are words in; the chosen one first."""
    import sys

    from viz.cli.film_ways import shown_progress
    from viz.stage.words import languages
    from viz.web.page import Step, WebShow, page

    title = _title(show)
    langs = (
        show.look.lang,
        *(one for one in languages() if one in title and one != show.look.lang),
    )
    frames: dict[str, Callable[[float], Frame]] = {
        lang: replace(show, look=replace(show.look, lang=lang)).frame for lang in langs
    }
    steps = tuple(Step(float(one.start), {lang: one.words(lang) for lang in langs}) for one in told)
    web = WebShow(title, langs, show.seconds, steps, lambda t, lang: frames[lang](t))
    watched = shown_progress(path.name) if sys.stderr.isatty() else nullcontext(None)
    with watched as progress:
        return page(web, progress)


def _title(show: Show | Reel) -> dict[str, str]:
    from viz.stage.reel import Reel

    return dict(show.title if isinstance(show, Reel) else show.scene.title)
