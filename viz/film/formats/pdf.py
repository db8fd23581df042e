"""PDF: one page a step, for print and for any projector; text can be searched and copied."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from viz.film.pages import Page

ABOUT: Final = "one page a step, shapes and text, fonts embedded (needs the extra 'decks')"
ENDINGS: Final = (".pdf",)
ENCODER: Final = ""
ALPHA: Final = False
PAGES: Final = True


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The size that this format can hold: any; only the ratio matters."""
    return size


def rate(fps: Fraction) -> Fraction:
    """The rate that this format can play: any."""
    return fps


def write_pages(path: Path, pages: Sequence[Page], title: str, lang: str = "en") -> None:
    """Write one page a step. Raises VizError where the extra is missing, OSError for the disk."""
    from viz.extras import missing

    try:
        from fpdf import FPDF
    except ImportError as error:
        raise missing("decks", "decks", "fpdf2") from error
    from pylopdf_fonts_zh_cn import sans_path

    from viz.film.pdf_marks import FONT, POINTS, draw
    from viz.film.slide_template import LANGUAGES

    first = pages[0].frame
    pdf = FPDF(unit=POINTS, format=(first.width, first.height))
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.set_title(title)
    pdf.set_lang(LANGUAGES[lang])
    pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # the same show, the same bytes
    pdf.add_font(FONT, fname=str(sans_path()))
    for page in pages:
        pdf.add_page()
        ground = page.frame.ground
        pdf.set_fill_color(*(int(ground[i : i + 2], 16) for i in (1, 3, 5)))
        pdf.rect(0, 0, page.frame.width, page.frame.height, style="F")
        # A page is one figure to those who have it read to them: what is seen on it, in words.
        with pdf._marked_sequence(title=page.title or title, alt_text=page.words):  # noqa: SLF001
            for mark in (*page.frame.still, *page.frame.all):
                draw(pdf, mark)
        if page.title:
            pdf.start_section(page.title)
    path.write_bytes(bytes(pdf.output()))
