"""Contact sheets: many stills of a scene in one labelled picture, to look at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from viz.stage.marks import Frame, Label, Mark
from viz.stage.text_metrics import width as text_width
from viz.stage.theme import palette

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from viz.film.pictures import Paints
    from viz.stage.look import Theme

    Pixels = npt.NDArray[np.uint8]

MARGIN: Final = 24  # all sizes here are pixels
CAPTION: Final = 36
TITLE: Final = 60
TEXT: Final = 20.0


@dataclass(frozen=True, slots=True)
class Cell:
    """One still and what stands below it."""

    caption: str
    pixels: Pixels


@dataclass(frozen=True, slots=True)
class _Placed:
    x: int
    y: int
    cell: Cell


def thumbnail(frame: Frame, painter: Paints) -> Pixels:
    """A copy of a painted frame: rows, columns, four channels (blue first)."""
    from viz.film.pixels import array_of

    return array_of(painter.paint(frame)).copy()


def in_rows(title: str, rows: Iterable[Sequence[Cell]], theme: Theme) -> Pixels:
    """Cells row by row; a row is as high as its highest cell."""
    placed: list[_Placed] = []
    top, right = TITLE, 0
    for row in rows:
        left = MARGIN
        for cell in row:
            placed.append(_Placed(left, top, cell))
            left += cell.pixels.shape[1] + MARGIN
        right = max(right, left)
        top += max(cell.pixels.shape[0] for cell in row) + CAPTION + MARGIN // 2
    return _drawn(title, placed, (right, top), theme)


def in_grid(title: str, cells: Sequence[Cell], columns: int, theme: Theme) -> Pixels:
    """Cells of one size, `columns` in a row."""
    rows = (cells[first : first + columns] for first in range(0, len(cells), columns))
    return in_rows(title, rows, theme)


def _drawn(title: str, placed: list[_Placed], size: tuple[int, int], theme: Theme) -> Pixels:
    from viz.paint.surface import Painter

    colours = palette(theme)
    words: list[Mark] = [
        Label(
            _cut(title, size[0] - 2 * MARGIN, 26.0), MARGIN, 40, 26.0, colours.ink, of="sheet.title"
        )
    ]
    words += (
        Label(
            _cut(one.cell.caption, one.cell.pixels.shape[1], TEXT),
            one.x,
            one.y + one.cell.pixels.shape[0] + 25,
            TEXT,
            colours.ink,
            of="sheet.caption",
        )
        for one in placed
    )
    ground = Frame(float(size[0]), float(size[1]), colours.track, still=tuple(words), marks=())
    sheet = thumbnail(ground, Painter(*size))
    for one in placed:
        height, width = one.cell.pixels.shape[:2]
        sheet[one.y : one.y + height, one.x : one.x + width] = one.cell.pixels
    return sheet


def _cut(text: str, room: float, size: float) -> str:
    """The text, or as much of it as fits in `room`, with an ellipsis."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"
