"""PPTX: one slide a step with the speaker's notes, for PowerPoint, Keynote and LibreOffice."""

from __future__ import annotations

import io
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from viz.film.pages import Page

ABOUT: Final = "one slide a step, the notes as speaker's notes (needs the extra 'decks')"
ENDINGS: Final = (".pptx",)
ENCODER: Final = ""
ALPHA: Final = False
PAGES: Final = True
_EMU: Final = 6350  # English metric units in half a point: a stage unit
_PIXELS: Final = 1.5  # for a stage unit: sharp on any projector


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The size that this format can hold: any; only the ratio matters."""
    return size


def rate(fps: Fraction) -> Fraction:
    """The rate that this format can play: any."""
    return fps


def write_pages(
    path: Path,
    pages: Sequence[Page],
    title: str,
    lang: str = "en",
    clips: Sequence[Path] = (),
) -> None:
    """Write one slide a step. Raises VizError where the extra is missing, OSError for the disk.

    A slide is the picture, over a title that outlines and screen readers find. `clips` are the
    films of the steps, one for each: then the picture stands until its film is started.
    """
    from viz.extras import missing

    try:
        import pptx  # noqa: F401  whether it is there
    except ImportError as error:
        raise missing("decks", "decks", "python-pptx") from error
    from viz.film.slide_template import deck_bytes, empty_deck, speak
    from viz.film.still import png
    from viz.paint.surface import Painter

    frame = pages[0].frame
    painter = Painter(round(frame.width * _PIXELS), round(frame.height * _PIXELS))
    width, height = round(frame.width * _EMU), round(frame.height * _EMU)
    deck: Any = empty_deck(width, height, title, lang, frame.ground)
    for number, page in enumerate(pages):
        slide = deck.slides.add_slide(deck.slide_layouts[0])
        heading = slide.shapes.title
        heading.text = page.title
        heading.left = heading.top = 0
        heading.width, heading.height = width, height // 8
        speak(heading, lang)
        data = io.BytesIO(png(painter.paint(page.frame)))
        if clips:
            shown = slide.shapes.add_movie(
                str(clips[number]), 0, 0, width, height, data, mime_type="video/mp4"
            )
        else:
            shown = slide.shapes.add_picture(data, 0, 0, width, height)
        shown.name = page.title or title
        told = shown._element.xpath("./*/p:cNvPr")[0]  # noqa: SLF001  alt text has no other way
        told.set("descr", page.words or page.title or title)
        slide.notes_slide.notes_text_frame.text = page.notes
        speak(slide.notes_slide.notes_placeholder, lang)
    path.write_bytes(deck_bytes(deck))
