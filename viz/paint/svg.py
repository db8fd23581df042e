"""A frame to SVG 1.1: the same marks, as shapes and text that can be edited and selected.

Text keeps its width in any font (`textLength`); Noto Sans SC is named first.
"""

from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import Final

from viz.paint.polylines import along, length_of
from viz.stage.marks import (
    Arc,
    Box,
    Disc,
    Dots,
    Frame,
    Glow,
    Hatch,
    Label,
    Line,
    Mark,
    Points,
    Shape,
    Trail,
)
from viz.stage.text_metrics import width as text_width

FONTS: Final = "'Noto Sans SC','Noto Sans CJK SC','Source Han Sans SC',sans-serif"
_DISCS: Final = 28  # of a tail


def to_svg(frame: Frame) -> str:
    """The frame as the text of an SVG file."""
    defs: dict[str, str] = {}
    body = [_mark(mark, defs) for mark in (*frame.still, *frame.marks) if mark.alpha > 0]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(frame.width)} '
        f'{_n(frame.height)}" width="{_n(frame.width)}" height="{_n(frame.height)}" '
        f'font-family="{FONTS}">\n<defs>{"".join(defs.values())}</defs>\n'
        + _ground(frame)
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _ground(frame: Frame) -> str:
    """What lies under all; nothing where the frame has none."""
    size = f'width="{_n(frame.width)}" height="{_n(frame.height)}"'
    return f'<rect {size} fill="{frame.ground}"/>\n' if frame.ground else ""


def _mark(mark: Mark, defs: dict[str, str]) -> str:
    alpha = f' opacity="{_n(mark.alpha)}"' if mark.alpha < 1 else ""
    match mark:
        case Box():
            return _box(mark, alpha)
        case Dots():
            return _dots(mark, alpha, defs)
        case Hatch():
            key = _hatch(mark, defs)
            return f'<rect {_area(mark)} rx="{_n(mark.r)}" fill="url(#{key})"{alpha}/>'
        case Disc():
            inset = mark.edge_w / 2 if mark.edge else 0.0
            return (
                f'<circle cx="{_n(mark.x)}" cy="{_n(mark.y)}" r="{_n(mark.r - inset)}" '
                f'fill="{mark.fill}"{_edge(mark.edge, mark.edge_w)}{alpha}/>'
            )
        case Arc():
            return _arc(mark, alpha)
        case Glow():
            key = _glow(mark, defs)
            return (
                f'<circle cx="{_n(mark.x)}" cy="{_n(mark.y)}" r="{_n(mark.r)}" '
                f'fill="url(#{key})"{alpha}/>'
            )
        case Trail():
            return _trail(mark)
        case Line():
            dash = f' stroke-dasharray="{_n(mark.dash[0])} {_n(mark.dash[1])}"' if mark.dash else ""
            return (
                f'<polyline points="{_points(mark.points)}" fill="none" stroke="{mark.fill}" '
                f'stroke-width="{_n(mark.width)}" stroke-linecap="round" '
                f'stroke-linejoin="round"{dash}{alpha}/>'
            )
        case Shape():
            return _shape(mark, alpha)
        case Label():
            return _label(mark, alpha)


def _box(mark: Box, alpha: str) -> str:
    inset = mark.edge_w / 2 if mark.edge else 0.0
    area = (
        f'x="{_n(mark.x + inset)}" y="{_n(mark.y + inset)}" '
        f'width="{_n(max(0.0, mark.w - 2 * inset))}" height="{_n(max(0.0, mark.h - 2 * inset))}"'
    )
    r = min(mark.r, mark.w / 2, mark.h / 2) - inset
    fill = mark.fill or "none"
    edge = _edge(mark.edge, mark.edge_w)
    return f'<rect {area} rx="{_n(max(0.0, r))}" fill="{fill}"{edge}{alpha}/>'


def _shape(mark: Shape, alpha: str) -> str:
    """A polygon; its edge lies outside, for the filling covers its inner half."""
    points = f'points="{_points(mark.points, mark.x, mark.y)}"'
    filled = f'<polygon {points} fill="{mark.fill}"'
    edge = _edge(mark.edge, mark.edge_w)
    if not edge:
        return f"{filled}{alpha}/>"
    return f'<g{alpha}><polygon {points} fill="none"{edge} stroke-linejoin="bevel"/>{filled}/></g>'


def _dots(mark: Dots, alpha: str, defs: dict[str, str]) -> str:
    # Round corners are those of an outline around a smaller square: nothing is written for them.
    r = min(mark.r, mark.size / 2 - 0.05)
    size = mark.size - 2 * r
    squares = "".join(
        f"M{_n(mark.x + r + column * mark.pitch_x)} {_n(mark.y + r + row * mark.pitch_y)}"
        f"h{_n(size)}v{_n(size)}h{_n(-size)}z"
        for row in range(mark.rows)
        for column in range(mark.columns)
    )
    clip = ""
    if mark.clip:
        x, y, w, h = (_n(value) for value in mark.clip)
        key = f"c{x}_{y}_{w}_{h}".replace(".", "-")
        defs[key] = (
            f'<clipPath id="{key}"><rect x="{x}" y="{y}" width="{w}" height="{h}"/></clipPath>'
        )
        clip = f' clip-path="url(#{key})"'
    edge = _edge(mark.fill, 2 * r) + ' stroke-linejoin="round"' if r > 0 else ""
    return f'<path d="{squares}" fill="{mark.fill}"{edge}{clip}{alpha}/>'


def _hatch(mark: Hatch, defs: dict[str, str]) -> str:
    x, y = _n(mark.x), _n(mark.y)
    key = f"h{mark.fill[1:]}{mark.ink[1:]}{_n(mark.pitch)}_{x}_{y}".replace(".", "-")
    step = mark.pitch / 2**0.5
    defs[key] = (
        f'<pattern id="{key}" width="{_n(step)}" height="{_n(step)}" '
        f'patternUnits="userSpaceOnUse" patternTransform="translate({x} {y}) rotate(45)">'
        f'<rect width="{_n(step)}" height="{_n(step)}" fill="{mark.fill}"/>'
        f'<rect x="{_n(step / 4)}" width="{_n(step / 2)}" height="{_n(step)}" '
        f'fill="{mark.ink}"/></pattern>'
    )
    return key


def _glow(mark: Glow, defs: dict[str, str]) -> str:
    key = f"g{mark.fill[1:]}"
    stops = "".join(
        f'<stop offset="{i / 8}" stop-color="{mark.fill}" stop-opacity="{(1 - i / 8) ** 2:.4f}"/>'
        for i in range(9)
    )
    defs[key] = f'<radialGradient id="{key}">{stops}</radialGradient>'
    return key


def _arc(mark: Arc, alpha: str) -> str:
    turns = mark.end - mark.start
    stroke = f'fill="none" stroke="{mark.fill}" stroke-width="{_n(mark.width)}"'
    if turns >= 1:
        place = f'cx="{_n(mark.x)}" cy="{_n(mark.y)}" r="{_n(mark.r)}"'
        return f"<circle {place} {stroke}{alpha}/>"
    (ax, ay), (bx, by) = (
        (mark.x + mark.r * sin(2 * pi * turn), mark.y - mark.r * cos(2 * pi * turn))
        for turn in (mark.start, mark.end)
    )
    large = int(turns > 0.5)
    r = _n(mark.r)
    return f'<path d="M{_n(ax)} {_n(ay)}A{r} {r} 0 {large} 1 {_n(bx)} {_n(by)}" {stroke}{alpha}/>'


def _trail(mark: Trail) -> str:
    """A tail as discs that grow smaller and fainter."""
    total = length_of(mark.points)
    if total <= 0:
        return ""
    discs = []
    for i in range(_DISCS, 0, -1):
        share = i / _DISCS
        x, y = along(mark.points, share * total)
        discs.append(
            f'<circle cx="{_n(mark.x + x)}" cy="{_n(mark.y + y)}" '
            f'r="{_n(mark.width * (1 - 0.8 * share) / 2)}" '
            f'opacity="{mark.alpha * 0.28 * (1 - share) ** 1.2:.3f}"/>'
        )
    return f'<g fill="{mark.fill}">{"".join(discs)}</g>'


def _label(mark: Label, alpha: str) -> str:
    wide = text_width(mark.text, mark.size, mark.weight)
    anchor = f' text-anchor="{mark.anchor}"' if mark.anchor != "start" else ""
    weight = f' font-weight="{mark.weight}"' if mark.weight != 400 else ""
    return (
        f'<text x="{_n(mark.x)}" y="{_n(mark.y)}" font-size="{_n(mark.size)}" fill="{mark.fill}" '
        f'textLength="{_n(wide)}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"'
        f"{anchor}{weight}{alpha}>{escape(mark.text, quote=False)}</text>"
    )


def _area(mark: Hatch) -> str:
    return f'x="{_n(mark.x)}" y="{_n(mark.y)}" width="{_n(mark.w)}" height="{_n(mark.h)}"'


def _edge(colour: str, width: float) -> str:
    return f' stroke="{colour}" stroke-width="{_n(width)}"' if colour and width > 0 else ""


def _points(points: Points, left: float = 0.0, top: float = 0.0) -> str:
    return " ".join(f"{_n(left + x)},{_n(top + y)}" for x, y in points)


def _n(value: float) -> str:
    """A number with at most two decimals, and no more zeros than it needs."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
