"""A frame to SVG 1.1: the same marks, as shapes and text that can be edited and selected.

Text keeps its width in any font (`textLength`); Noto Sans SC is named first.
"""

from __future__ import annotations

from hashlib import sha1
from html import escape
from math import cos, pi, sin
from typing import Final

from viz.paint.polylines import along, length_of, pieces
from viz.stage.marks import (
    Arc,
    Box,
    Clip,
    Disc,
    Dots,
    Field,
    Frame,
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
from viz.stage.text_metrics import width as text_width

FONTS: Final = "'Noto Sans SC','Noto Sans CJK SC','Source Han Sans SC',sans-serif"
_DISCS: Final = 28  # of a tail


def to_svg(frame: Frame) -> str:
    """The frame as the text of an SVG file."""
    defs: dict[str, str] = {}
    body = [_mark(mark, defs) for mark in (*frame.still, *frame.all) if mark.alpha > 0]
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
        case Field():
            return _field(mark, alpha)
        case Gradient():
            key = _gradient(mark, defs)
            return f'<rect {_area(mark)} rx="{_n(mark.r)}" fill="url(#{key})"{alpha}/>'
        case Ribbon():
            return _ribbon(mark, alpha, defs)
        case Clip():
            return _clip(mark, alpha, defs)


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
    places = [
        (mark.x + column * mark.pitch_x, mark.y + row * mark.pitch_y)
        for row in range(mark.rows)
        for column in range(mark.columns)
    ]
    clip = f' clip-path="url(#{_opening(*mark.clip, 0.0, defs)})"' if mark.clip else ""
    return f"<path {_squares(places, mark.size, mark.r, mark.fill)}{clip}{alpha}/>"


def _squares(places: list[tuple[float, float]], wide: float, r: float, fill: str) -> str:
    """Many equal squares as the attributes of one path. Round corners are those of an outline
    around a smaller square: nothing is written for them."""
    r = min(r, wide / 2 - 0.05)
    size = max(0.1, wide - 2 * r)
    squares = "".join(
        f"M{_n(x + r)} {_n(y + r)}h{_n(size)}v{_n(size)}h{_n(-size)}z" for x, y in places
    )
    edge = _edge(fill, 2 * r) + ' stroke-linejoin="round"' if r > 0 else ""
    return f'd="{squares}" fill="{fill}"{edge}'


def _field(mark: Field, alpha: str) -> str:
    """A path for each kind of cell."""
    drawn = []
    for kind, shade in enumerate(mark.shades):
        wide, edge_w = mark.size * shade.size, shade.edge_w if shade.edge else 0.0
        if wide <= 0 or shade.alpha <= 0 or not (shade.fill or edge_w > 0):
            continue
        lead = (mark.size - wide) / 2
        places = [
            (
                mark.x + lead + i % mark.columns * mark.pitch_x,
                mark.y + lead + i // mark.columns * mark.pitch_y,
            )
            for i, cell in enumerate(mark.cells)
            if cell == kind
        ]
        if not places:
            continue
        faint = f' opacity="{_n(shade.alpha)}"' if shade.alpha < 1 else ""
        r = min(mark.r * shade.size, wide / 2)
        if edge_w <= 0:
            drawn.append(f"<path {_squares(places, wide, r, shade.fill)}{faint}/>")
            continue
        inset = min(edge_w, wide) / 2
        outline = _rounded(wide - 2 * inset, max(0.0, r - inset))
        path = "".join(
            f"M{_n(x + inset + max(0.0, r - inset))} {_n(y + inset)}{outline}" for x, y in places
        )
        fill = shade.fill or "none"
        drawn.append(f'<path d="{path}" fill="{fill}"{_edge(shade.edge, 2 * inset)}{faint}/>')
    return f"<g{alpha}>{''.join(drawn)}</g>"


def _rounded(wide: float, r: float) -> str:
    """The outline of a rounded square, from the left end of its upper side on."""
    side = _n(wide - 2 * r)
    if r <= 0:
        return f"h{side}v{side}h-{side}z"
    q = _n(r)
    corners = (
        f"a{q} {q} 0 0 1 {x} {y}"
        for x, y in ((q, q), (f"-{q}", q), (f"-{q}", f"-{q}"), (q, f"-{q}"))
    )
    return (
        "".join(
            f"{line}{corner}"
            for line, corner in zip(
                (f"h{side}", f"v{side}", f"h-{side}", f"v-{side}"), corners, strict=True
            )
        )
        + "z"
    )


def _gradient(mark: Gradient, defs: dict[str, str]) -> str:
    x, y = (mark.x, mark.y + mark.h) if mark.down else (mark.x + mark.w, mark.y)
    return _ramp((mark.x, mark.y), (x, y), mark.stops, defs)


def _ramp(
    start: tuple[float, float],
    end: tuple[float, float],
    stops: tuple[tuple[float, str, float], ...],
    defs: dict[str, str],
) -> str:
    """The name of a linear gradient from one place to another."""
    (ax, ay), (bx, by) = start, end
    inner = "".join(
        f'<stop offset="{share:.4g}" stop-color="{colour}" stop-opacity="{alpha:.4g}"/>'
        for share, colour, alpha in stops
    )
    content = (
        f' gradientUnits="userSpaceOnUse" x1="{_n(ax)}" y1="{_n(ay)}" x2="{_n(bx)}" y2="{_n(by)}">'
        f"{inner}</linearGradient>"
    )
    # `defs` keeps what is defined by its name; equal ramps are defined once, by what they are.
    key = "l" + sha1(content.encode(), usedforsecurity=False).hexdigest()[:12]
    defs[key] = f'<linearGradient id="{key}"{content}'
    return key


def _ribbon(mark: Ribbon, alpha: str, defs: dict[str, str]) -> str:
    """A polygon for each straight part, with a gradient of its own."""
    drawn = []
    for piece in pieces(mark):
        stops = (0.0, mark.fill, piece.lights[0]), (1.0, mark.fill, piece.lights[1])
        key = _ramp(piece.start, piece.end, stops, defs)
        drawn.append(f'<polygon points="{_points(piece.outline)}" fill="url(#{key})"/>')
    return f"<g{alpha}>{''.join(drawn)}</g>"


def _clip(mark: Clip, alpha: str, defs: dict[str, str]) -> str:
    """What is seen through the opening, together as faint as the clip."""
    key = _opening(mark.x, mark.y, mark.w, mark.h, mark.r, defs)
    inner = "".join(_mark(one, defs) for one in mark.marks if one.alpha > 0)
    return f'<g clip-path="url(#{key})"{alpha}>{inner}</g>'


def _opening(left: float, top: float, w: float, h: float, r: float, defs: dict[str, str]) -> str:
    """The name of a clip: a box with round corners."""
    x, y, wide, high = (_n(value) for value in (left, top, w, h))
    rx = f' rx="{_n(min(r, w / 2, h / 2))}"' if r > 0 else ""
    key = f"c{x}_{y}_{wide}_{high}_{_n(r)}".replace(".", "-")
    defs[key] = (
        f'<clipPath id="{key}"><rect x="{x}" y="{y}" width="{wide}" height="{high}"{rx}/></clipPath>'
    )
    return key


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


def _area(mark: Hatch | Gradient) -> str:
    return f'x="{_n(mark.x)}" y="{_n(mark.y)}" width="{_n(mark.w)}" height="{_n(mark.h)}"'


def _edge(colour: str, width: float) -> str:
    return f' stroke="{colour}" stroke-width="{_n(width)}"' if colour and width > 0 else ""


def _points(points: Points, left: float = 0.0, top: float = 0.0) -> str:
    return " ".join(f"{_n(left + x)},{_n(top + y)}" for x, y in points)


def _n(value: float) -> str:
    """A number with at most two decimals, and no more zeros than it needs."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
