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
_TITLE_ONLY: Final = 5  # the layout of the template that has a title and nothing else
_EMU: Final = 6350  # English metric units in half a point: a stage unit
_PIXELS: Final = 1.5  # for a stage unit: sharp on any projector


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The size that this format can hold: any; only the ratio matters."""
    return size


def rate(fps: Fraction) -> Fraction:
    """The rate that this format can play: any."""
    return fps


def write_pages(path: Path, pages: Sequence[Page], title: str) -> None:
    """Write one slide a step. Raises VizError where the extra is missing, OSError for the disk.

    A slide is the picture, over a title that outlines and screen readers find.
    """
    from viz.extras import missing

    try:
        from pptx import Presentation
    except ImportError as error:
        raise missing("decks", "decks", "python-pptx") from error
    from viz.film.still import png
    from viz.paint.surface import Painter

    frame = pages[0].frame
    painter = Painter(round(frame.width * _PIXELS), round(frame.height * _PIXELS))
    deck: Any = Presentation()
    deck.core_properties.title = title
    deck.core_properties.author = ""
    width, height = round(frame.width * _EMU), round(frame.height * _EMU)
    deck.slide_width, deck.slide_height = width, height
    for page in pages:
        slide = deck.slides.add_slide(deck.slide_layouts[_TITLE_ONLY])
        heading = slide.shapes.title
        heading.text = page.title
        heading.left = heading.top = 0
        heading.width, heading.height = width, height // 8
        data = io.BytesIO(png(painter.paint(page.frame)))
        picture = slide.shapes.add_picture(data, 0, 0, width, height)
        picture.name = title
        picture._element.nvPicPr.cNvPr.set("descr", page.title or title)  # noqa: SLF001  alt text has no other way
        slide.notes_slide.notes_text_frame.text = page.notes
    data = io.BytesIO()
    deck.save(data)
    path.write_bytes(data.getvalue())
