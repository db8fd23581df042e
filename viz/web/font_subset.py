"""The font of the pages: of Noto Sans SC, what the site shows, as a WOFF file."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from viz.extras import missing


def subset(font: Path, letters: str) -> bytes:
    """The font with these characters alone; the same bytes each time. Raises VizError where
    fontTools is missing."""
    try:
        from fontTools.subset import Options, Subsetter
        from fontTools.ttLib import TTFont
    except ImportError:
        raise missing("site", "the font of a site", "fontTools") from None
    options = Options()
    options.flavor = "woff"
    options.hinting = False
    options.layout_features = []  # glyphs are set one by one, as everywhere here
    options.name_IDs = [0, 1, 2, 13, 14]  # whose it is, and its licence
    with TTFont(font, recalcTimestamp=False) as whole:
        cut = Subsetter(options)
        cut.populate(text=letters)
        cut.subset(whole)
        whole.flavor = "woff"
        to = BytesIO()
        whole.save(to)
    return to.getvalue()
