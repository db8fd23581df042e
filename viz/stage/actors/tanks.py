"""A model poured into memories of one size: how many of them hold it, linked one after another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.scene.quantities import resolved
from viz.scene.types import Scene
from viz.stage.kit import Focus, Kit, dimmed
from viz.stage.marks import Area, Box, Dots, Line, Mark, Marks
from viz.stage.panel import Panel, flagged, flagged_width, ground, heading, panel_in
from viz.stage.parameters import parameter
from viz.stage.refs import resolve
from viz.stage.type import width
from viz.stage.view import StageView
from viz.stage.words import said
from viz.units import write

MOST = 500  # tanks that are drawn; the number is always the true one
LARGE = 64.0  # a tank at least this wide shows its weights as squares


@dataclass(frozen=True, slots=True)
class Parameters:
    """What is poured, into tanks of which size, and how fast."""

    title: Text = parameter("text", "the title of the panel")
    content: Ref = parameter("ref", "bytes that must be held")
    capacity: Ref = parameter("ref", "bytes that one tank holds", "chip:wse-3.capacity")
    unit: Text | None = parameter("text", "what the tanks are, after their number", None)
    subtitle: Text | None = parameter("text", "the line under the title", None)
    rate: Ref | None = parameter(
        "ref", "bytes a second that are poured; without it, all at once", None
    )


@dataclass(frozen=True, slots=True)
class Need:
    """Bytes to hold, bytes a tank holds, and who says the two numbers."""

    content: float
    capacity: float
    content_says: str
    capacity_says: str

    @property
    def count(self) -> int:
        """Tanks that hold all of it (equation 8)."""
        return max(1, ceil(self.content / self.capacity - 1e-9))


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """Numbers, the tanks with what is poured so far, and the links between them."""
    kit = stage.kit
    need, filled = need_of(stage, p), poured(stage, p)
    full = min(floor(filled / need.capacity + 1e-9), need.count)
    place = panel_in(area, kit, subtitle=kit.layout.form == "wide")
    lang = kit.look.lang
    texts = tuple(said(text or {}, lang) for text in (p.title, p.subtitle, p.unit))
    grid = _grid(place.inner, kit, need.count)
    rest = (filled - full * need.capacity) / need.capacity if full < need.count else 0.0
    level = stage.focus.level("tanks.level")
    return (
        *_heads(kit, stage.focus, place, need, texts),
        *_still(kit, stage.focus, grid, need.count, full),
        *dimmed(_filling(kit, grid, full, rest), level, kit.palette),
        *dimmed(_poured(kit, place, need, filled), stage.focus.level("tanks.count"), kit.palette),
    )


def need_of(stage: StageView, p: Parameters) -> Need:
    """What has to be held, as the knobs stand."""
    content, capacity = resolve(stage, p.content), resolve(stage, p.capacity)
    return Need(max(0.0, content.value), max(1.0, capacity.value), content.says, capacity.says)


def poured(stage: StageView, p: Parameters) -> float:
    """Bytes poured so far. A turned knob means from now on: what is poured stays, or flows off."""
    if p.rate is None:
        return resolve(stage, p.content).value
    level = 0.0
    moments = [begin for begin, _ in stage.history[1:]] + [stage.hw]
    for (begin, scene), end in zip(stage.history, moments, strict=True):
        content, rate = _flow(scene, p.content, p.rate)
        level = min(content, level + rate * max(0.0, end - begin))
    return level


@lru_cache(maxsize=2048)
def _flow(scene: Scene, content: Ref, rate: Ref) -> tuple[float, float]:
    return resolved(scene, content).value, resolved(scene, rate).value


@dataclass(frozen=True, slots=True)
class Grid:
    """Tanks in rows, read like text; `size` is one tank's side, `pitch` the step to the next."""

    x: float
    y: float
    columns: int
    size: float
    pitch: float

    def at(self, index: int) -> tuple[float, float]:
        """The upper left corner of a tank."""
        row, column = divmod(index, self.columns)
        return self.x + column * self.pitch, self.y + row * self.pitch


@lru_cache(maxsize=256)
def _grid(inner: Area, kit: Kit, count: int) -> Grid:
    x, y, w, h = inner
    count = min(count, MOST)
    foot = kit.layout.sizes.numeral * 1.5
    h -= foot
    best = (0.0, 1)
    for columns in range(1, count + 1):
        rows = ceil(count / columns)
        best = max(best, (min(w / columns, h / rows), columns))
    pitch, columns = best
    pitch = min(pitch, 190.0)
    rows = ceil(count / columns)
    gap = max(4.0, pitch * 0.16)
    size = pitch - gap
    left = x + (w - (columns * pitch - gap)) / 2
    return Grid(left, y + (h - (rows * pitch - gap)) / 2, columns, size, pitch)


@lru_cache(maxsize=64)
def _heads(kit: Kit, focus: Focus, place: Panel, need: Need, texts: tuple[str, ...]) -> Marks:
    """Title at left, the number of tanks at right."""
    title, subtitle, unit = texts
    wide_form = kit.layout.form == "wide"
    sizes, palette = kit.layout.sizes, kit.palette
    x, y, room = place.title
    lit = focus.lit("tanks.count")
    size = sizes.numeral * (1.25 + 0.25 * lit)
    number = f"{need.count:,}"
    right = x + room
    wide = width(unit, sizes.label)
    label = kit.label(unit, right, y + sizes.label * 0.6, None, anchor="end")
    value = kit.label(
        number,
        right - wide - 14,
        y + sizes.label * 0.6,
        size,
        palette.ink,
        weight=700,
        anchor="end",
        of="tanks.count",
    )
    left = room - wide - width(number, size, 700) - 40
    narrow = Panel(place.area, (x, y, left), (x, place.subtitle[1], left), place.inner)
    return (
        *dimmed(
            heading(narrow, kit, title, subtitle if wide_form else ""),
            focus.level("tanks.title"),
            palette,
        ),
        *dimmed((label, value), focus.level("tanks.count"), palette),
    )


def _poured(kit: Kit, place: Panel, need: Need, filled: float) -> Marks:
    """Under the tanks: what is poured of all, and the size of one."""
    sizes, palette = kit.layout.sizes, kit.palette
    x, y, w, h = place.inner
    base = y + h - sizes.label * 0.25
    so_far = write(filled, "bytes", 3)
    whole = kit.word("tanks_of", content=write(need.content, "bytes", 3))
    size = sizes.label + 6
    ink, of = palette.weight_text, "tanks.poured"
    marks: list[Mark] = [kit.label(so_far, x, base, size, ink, weight=700, of=of)]
    # What follows the counter stands still while it runs.
    wide = width(so_far, size, 700)
    at = x + (wide if filled >= need.content else max(wide, width("000 GB", size, 700))) + 12
    marks.append(kit.label(whole, at, base, of="tanks.poured"))
    at += width(whole, sizes.label) + 14
    one = kit.word("tanks_each", capacity=write(need.capacity, "bytes", 3))
    right = x + w
    last = flagged_width(kit, need.capacity_says)
    free = right - at
    if flagged_width(kit, need.content_says) + width(one, sizes.label) + last + 60 < free:
        marks += flagged(kit, need.content_says, at, base)
    if width(one, sizes.label) + last + 40 < free:
        marks += flagged(kit, need.capacity_says, right - last, base)
        marks.append(kit.label(one, right - last - 14, base, None, anchor="end"))
    elif width(one, sizes.label) < free:
        marks.append(kit.label(one, right, base, None, anchor="end"))
    return tuple(marks)


@lru_cache(maxsize=256)
def _still(kit: Kit, focus: Focus, grid: Grid, count: int, full: int) -> Marks:
    """Links, tanks, and the weights in those that are full."""
    palette = kit.palette
    lit = focus.lit("tanks.links")
    links = _links(kit, grid, min(count, MOST), lit)
    marks = list(dimmed(links, focus.level("tanks.links"), palette))
    bodies: list[Mark] = []
    for i in range(min(count, MOST)):
        x, y = grid.at(i)
        radius = min(8.0, grid.size * 0.14)
        edge = 2.0 if grid.size > 30 else 1.2
        bodies.append(Box(x, y, grid.size, grid.size, palette.chip, radius, palette.waiting, edge))
        if i < full:
            bodies.append(_weights(kit, (x, y), grid.size, 1.0))
    marks += dimmed(tuple(bodies), focus.level("tanks.level"), palette)
    return tuple(marks)


def _links(kit: Kit, grid: Grid, count: int, lit: float) -> Marks:
    """Dashed lines from each tank to the next, and around to the row below."""
    palette, half, gap = kit.palette, grid.size / 2, grid.pitch - grid.size
    lines: list[Mark] = []
    thick = 2.5 + 1.5 * lit
    dash = (max(2.0, gap * 0.22), max(3.0, gap * 0.3))
    for i in range(count - 1):
        x, y = grid.at(i)
        after_x, after_y = grid.at(i + 1)
        if after_y == y:
            ends = ((x + grid.size, y + half), (after_x, y + half))
            lines.append(Line(ends, thick, palette.link, dash))
        else:
            middle = y + grid.size + gap / 2
            points = (
                (x + half, y + grid.size),
                (x + half, middle),
                (after_x + half, middle),
                (after_x + half, after_y),
            )
            lines.append(Line(points, thick * 0.8, palette.link, dash))
    return tuple(lines)


def _filling(kit: Kit, grid: Grid, index: int, share: float) -> Marks:
    """The tank that is being filled."""
    if share <= 0 or index >= MOST:
        return ()
    return (_weights(kit, grid.at(index), grid.size, share),)


def _weights(kit: Kit, corner: tuple[float, float], size: float, share: float) -> Mark:
    """What is in a tank, from its bottom: squares where they can be seen, else one surface."""
    x, y = corner
    inset = max(2.5, size * 0.08)
    inner = size - 2 * inset
    colour, of = kit.palette.weight, "tanks.poured"
    top = y + inset + inner * (1 - share)
    if size < LARGE:
        return Box(x + inset, top, inner, inner * share, colour, min(2.0, inset), of=of)
    count = 8
    pitch = inner / count
    square = pitch * 0.62
    offset = inset + (pitch - square) / 2
    clip = (x, top, size, y + size - top) if share < 1 else None
    return Dots(x + offset, y + offset, count, count, pitch, pitch, square, colour, 2, clip, of=of)
