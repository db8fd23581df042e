"""Marks on a page of a PDF: shapes stay shapes, text stays text. Coordinates are stage units."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import ceil, cos, pi, sin
from typing import TYPE_CHECKING, Any, Final

from viz.paint.polylines import along, length_of, pieces
from viz.stage.marks import (
    Arc,
    Box,
    Clip,
    Disc,
    Dots,
    Field,
    Glow,
    Gradient,
    Hatch,
    Label,
    Line,
    Mark,
    Points,
    Ribbon,
    Shape,
    Trail,
)
from viz.stage.text_metrics import advance, optical, shift, strength, text_extent

if TYPE_CHECKING:
    from fpdf import FPDF

POINTS: Final = 0.5  # of 1/72 inch, a stage unit
FONT: Final = "noto"
_DISCS: Final = 28  # of a trail
_RINGS: Final = 16  # of a glow
_QUARTER: Final = 0.5523  # of a radius: how long the handles of a quarter turn are


def draw(pdf: FPDF, mark: Mark) -> None:
    """Draw one mark."""
    if mark.alpha <= 0:
        return
    match mark:
        case Box():
            inset = mark.edge_w / 2 if mark.edge else 0.0
            w, h = mark.w - 2 * inset, mark.h - 2 * inset
            if w > 0 and h > 0:
                r = max(0.0, min(mark.r, mark.w / 2, mark.h / 2) - inset)
                with _path(pdf, mark.fill, mark.edge, mark.edge_w, mark.alpha) as path:
                    path.rectangle(mark.x + inset, mark.y + inset, w, h, r, r)
        case Dots():
            _dots(pdf, mark)
        case Hatch():
            _hatch(pdf, mark)
        case Disc():
            r = mark.r - (mark.edge_w / 2 if mark.edge else 0.0)
            if r > 0:
                with _path(pdf, mark.fill, mark.edge, mark.edge_w, mark.alpha) as path:
                    path.circle(mark.x, mark.y, r)
        case Arc():
            _stroke(pdf, _arc(mark), mark.width, mark.fill, mark.alpha, cap="butt")
        case Glow():
            _glow(pdf, mark)
        case Trail():
            _trail(pdf, mark)
        case Line():
            dash = mark.dash
            _stroke(pdf, mark.points, mark.width, mark.fill, mark.alpha, cap="round", dash=dash)
        case Shape():
            if len(mark.points) > 1:
                corners = [(mark.x + x, mark.y + y) for x, y in mark.points]
                if mark.edge:  # it lies outside: the filling covers its inner half
                    closed = [*corners, corners[0], corners[1]]
                    _stroke(pdf, closed, mark.edge_w, mark.edge, mark.alpha, cap="butt")
                with _path(pdf, mark.fill, alpha=mark.alpha) as path:
                    _along(path, corners)
                    path.close()
        case Label():
            _label(pdf, mark)
        case Field():
            _field(pdf, mark)
        case Gradient():
            x, y = (mark.x, mark.y + mark.h) if mark.down else (mark.x + mark.w, mark.y)
            with _path(pdf, "") as path:
                path.style.fill_color = _ramp((mark.x, mark.y), (x, y), mark.stops, mark.alpha)
                _rounded(path, mark.x, mark.y, mark.w, mark.h, min(mark.r, mark.w / 2, mark.h / 2))
        case Ribbon():
            for piece in pieces(mark):
                stops = (0.0, mark.fill, piece.lights[0]), (1.0, mark.fill, piece.lights[1])
                with _path(pdf, "") as path:
                    path.style.fill_color = _ramp(piece.start, piece.end, stops, mark.alpha)
                    _along(path, piece.outline)
                    path.close()
        case Clip():
            with _opening(pdf, mark):
                for one in mark.marks:
                    # Each is as faint as the clip: this library knows no groups.
                    draw(pdf, replace(one, alpha=one.alpha * mark.alpha))


@contextmanager
def _path(
    pdf: FPDF, fill: str, edge: str = "", edge_w: float = 0.0, alpha: float = 1.0
) -> Iterator[Any]:
    """A path that is filled, and outlined where it has an edge."""
    from fpdf.drawing import PaintedPath
    from fpdf.drawing_primitives import color_from_hex_string as colour

    path: Any = PaintedPath()
    path.style.fill_color = colour(fill) if fill else None
    path.style.fill_opacity = alpha
    path.style.stroke_color = colour(edge) if edge and edge_w > 0 else None
    path.style.stroke_opacity = alpha
    path.style.stroke_width = edge_w or None
    yield path
    pdf.draw_path(path, copy=False)  # to copy it takes longer than to draw it


def _ramp(
    start: tuple[float, float],
    end: tuple[float, float],
    stops: tuple[tuple[float, str, float], ...],
    alpha: float,
) -> Any:
    """A colour and an opacity that change from one place to another."""
    from fpdf.drawing import GradientPaint
    from fpdf.pattern import LinearGradient

    first, last = (0.0, *stops[0][1:]), (1.0, *stops[-1][1:])
    inner = [stop for stop in stops if 0 < stop[0] < 1]
    colours = [
        f"{colour}{round(min(1.0, light * alpha) * 255):02X}"
        for _, colour, light in (first, *inner, last)
    ]
    bounds = [share for share, _, _ in inner]
    ramp = LinearGradient(
        *start, *end, colours, extend_before=True, extend_after=True, bounds=bounds
    )
    return GradientPaint(ramp)


@contextmanager
def _opening(pdf: FPDF, mark: Clip) -> Iterator[None]:
    """Whatever is drawn meanwhile is seen through the opening only."""
    k, high = pdf.k, pdf.h

    def at(*places: tuple[float, float]) -> str:
        return " ".join(f"{x * k:.2f} {(high - y) * k:.2f}" for x, y in places)

    x, y, right, bottom = mark.x, mark.y, mark.x + mark.w, mark.y + mark.h
    r = max(0.0, min(mark.r, mark.w / 2, mark.h / 2))
    q = r * (1 - _QUARTER)
    outline = (
        f"{at((x + r, y))} m {at((right - r, y))} l "
        f"{at((right - q, y), (right, y + q), (right, y + r))} c {at((right, bottom - r))} l "
        f"{at((right, bottom - q), (right - q, bottom), (right - r, bottom))} c "
        f"{at((x + r, bottom))} l {at((x + q, bottom), (x, bottom - q), (x, bottom - r))} c "
        f"{at((x, y + r))} l {at((x, y + q), (x + q, y), (x + r, y))} c h"
    )
    pdf._out(f"q {outline} W n")  # noqa: SLF001 - the library itself clips to boxes and ellipses
    yield
    pdf._out("Q")  # noqa: SLF001


def _along(path: Any, points: Points | list[tuple[float, float]]) -> None:
    path.move_to(*points[0])
    for point in points[1:]:
        path.line_to(*point)


def _stroke(
    pdf: FPDF,
    points: Points | list[tuple[float, float]],
    width: float,
    colour: str,
    alpha: float,
    *,
    cap: str,
    dash: tuple[float, ...] = (),
) -> None:
    if len(points) < 2 or width <= 0:
        return
    with _path(pdf, "", colour, width, alpha) as path:
        path.auto_close = False
        path.style.stroke_cap_style = cap
        path.style.stroke_join_style = "round"
        if dash:
            path.style.stroke_dash_pattern = list(dash)
        _along(path, points)


def _dots(pdf: FPDF, mark: Dots) -> None:
    with _path(pdf, mark.fill, alpha=mark.alpha) as path:
        for x, y, w, h in _squares(mark):
            _rounded(path, x, y, w, h, min(mark.r, w / 2, h / 2))


def _rounded(path: Any, x: float, y: float, w: float, h: float, r: float) -> None:
    """A rectangle with round corners, as curves: the library takes long over arcs, and a page may
    have thousands."""
    if r <= 0:
        path.rectangle(x, y, w, h)
        return
    right, bottom, k = x + w, y + h, r * _QUARTER
    path.move_to(x + r, y)
    path.line_to(right - r, y)
    path.curve_to(right - r + k, y, right, y + r - k, right, y + r)
    path.line_to(right, bottom - r)
    path.curve_to(right, bottom - r + k, right - r + k, bottom, right - r, bottom)
    path.line_to(x + r, bottom)
    path.curve_to(x + r - k, bottom, x, bottom - r + k, x, bottom - r)
    path.line_to(x, y + r)
    path.curve_to(x, y + r - k, x + r - k, y, x + r, y)
    path.close()


def _squares(mark: Dots) -> Iterator[tuple[float, float, float, float]]:
    """The squares of a grid, cut at its clip."""
    left, top, right, bottom = -1e9, -1e9, 1e9, 1e9
    if mark.clip:
        left, top = mark.clip[:2]
        right, bottom = left + mark.clip[2], top + mark.clip[3]
    for row, column in itertools.product(range(mark.rows), range(mark.columns)):
        x, y = mark.x + column * mark.pitch_x, mark.y + row * mark.pitch_y
        x0, y0 = max(x, left), max(y, top)
        x1, y1 = min(x + mark.size, right), min(y + mark.size, bottom)
        if x1 > x0 and y1 > y0:
            yield x0, y0, x1 - x0, y1 - y0


def _field(pdf: FPDF, mark: Field) -> None:
    """A path for each kind of cell."""
    for kind, shade in enumerate(mark.shades):
        wide, edge_w = mark.size * shade.size, shade.edge_w if shade.edge else 0.0
        if wide <= 0 or shade.alpha <= 0 or not (shade.fill or edge_w > 0):
            continue
        inset = min(edge_w, wide) / 2
        lead, own = (mark.size - wide) / 2 + inset, wide - 2 * inset
        r = max(0.0, min(mark.r * shade.size, wide / 2) - inset)
        places = [i for i, cell in enumerate(mark.cells) if cell == kind]
        if places:
            with _path(pdf, shade.fill, shade.edge, edge_w, mark.alpha * shade.alpha) as path:
                for i in places:
                    row, column = divmod(i, mark.columns)
                    x, y = mark.x + column * mark.pitch_x, mark.y + row * mark.pitch_y
                    _rounded(path, x + lead, y + lead, own, own, r)


def _hatch(pdf: FPDF, mark: Hatch) -> None:
    with _path(pdf, mark.fill, alpha=mark.alpha) as path:
        _rounded(path, mark.x, mark.y, mark.w, mark.h, min(mark.r, mark.w / 2, mark.h / 2))
    # Stripes at 45 degrees, half a pitch wide: the first a quarter of a pitch from the corner.
    first, step = mark.x + mark.y + mark.pitch / 4, mark.pitch
    stripes = [
        _cut(first + number * step, first + (number + 0.5) * step, mark)
        for number in range(-1, ceil((mark.w + mark.h) / step))
    ]
    with _path(pdf, mark.ink, alpha=mark.alpha) as path:
        for stripe in stripes:
            if len(stripe) > 2:
                _along(path, stripe)
                path.close()


def _cut(low: float, high: float, mark: Hatch) -> list[tuple[float, float]]:
    """The corners of what a hatch has between the diagonals x + y = low and x + y = high."""
    x, y, right, bottom = mark.x, mark.y, mark.x + mark.w, mark.y + mark.h
    corners = [(x, y), (right, y), (right, bottom), (x, bottom)]
    for bound, sign in ((low, 1.0), (high, -1.0)):
        kept: list[tuple[float, float]] = []
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], *corners[:1]], strict=True):
            a, b = sign * (ax + ay - bound), sign * (bx + by - bound)
            if a >= 0:
                kept.append((ax, ay))
            if (a < 0) != (b < 0):
                share = a / (a - b)
                kept.append((ax + (bx - ax) * share, ay + (by - ay) * share))
        corners = kept
    return corners


def _arc(mark: Arc) -> list[tuple[float, float]]:
    turns = min(mark.end - mark.start, 1.0)
    steps = max(2, ceil(turns * 96))
    angles = (2 * pi * (mark.start + turns * i / steps) for i in range(steps + 1))
    return [(mark.x + mark.r * sin(a), mark.y - mark.r * cos(a)) for a in angles]


def _glow(pdf: FPDF, mark: Glow) -> None:
    """Rings that add up to a light that fades with the square of the distance left."""
    below = 0.0
    for i in range(_RINGS, 0, -1):
        wanted = mark.alpha * (1 - (i - 0.5) / _RINGS) ** 2
        more = 1 - (1 - wanted) / (1 - below) if below < 1 else 0.0
        with _path(pdf, mark.fill, alpha=max(0.0, more)) as path:
            path.circle(mark.x, mark.y, mark.r * i / _RINGS)
        below = wanted


def _trail(pdf: FPDF, mark: Trail) -> None:
    """A tail as discs that grow smaller and fainter, as the painter has them."""
    total = length_of(mark.points)
    for i in range(_DISCS if total > 0 else 0, 0, -1):
        share = i / _DISCS
        x, y = along(mark.points, share * total)
        alpha = mark.alpha * 0.28 * (1 - share) ** 1.2
        if alpha > 0:
            with _path(pdf, mark.fill, alpha=alpha) as path:
                path.circle(mark.x + x, mark.y + y, mark.width * (1 - 0.8 * share) / 2)


def _label(pdf: FPDF, mark: Label) -> None:
    """Text as text, in the widths of every other picture; heavier weights are outlined as well."""
    x, _ = text_extent(mark)
    bold = strength(mark.weight) * mark.size
    colour = tuple(int(mark.fill[i : i + 2], 16) for i in (1, 3, 5))
    with pdf.local_context(
        fill_opacity=mark.alpha,
        stroke_opacity=mark.alpha,
        text_color=colour,
        draw_color=colour,
        line_width=0.6 * bold,  # rasterizers widen thin strokes
        text_mode="FILL_STROKE" if bold else "FILL",
    ):
        for plain, group in itertools.groupby(mark.text, lambda sign: optical(sign) == 1):
            text = "".join(group)
            scale = 1.0 if plain else optical(text[0])
            pdf.set_font(FONT, size=mark.size * scale * POINTS)
            room = sum(advance(sign, mark.weight) for sign in text) * mark.size
            natural = pdf.get_string_width(text)
            lead = -shift(text[0]) * mark.size if len(text) == 1 else 0.0
            # What is left over or missing goes between the letters.
            pdf.set_char_spacing((room - natural) / len(text) * POINTS if len(text) > 1 else 0)
            pdf.text(x + lead + 0.4 * bold, mark.y, text)
            pdf.set_char_spacing(0)
            x += room
