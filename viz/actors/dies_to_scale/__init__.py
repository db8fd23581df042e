"""Two pieces of silicon to one scale: how many of the small one cover the large one, and a ruler."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import floor

from viz.actors.dies_to_scale.die_layout import Dies, Plan, plan_of
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.badge import Badge
from viz.stage.i18n import said
from viz.stage.marks import COUNT, SCALE, Area, Box, Dots, Line, Mark, Marks
from viz.stage.panel import flagged, ground
from viz.stage.parameters import parameter
from viz.stage.quantity import reckoned, resolve
from viz.stage.style import Focus, Kit, Part, dimmed
from viz.stage.text_metrics import width
from viz.stage.view import StageView

WEIGHT = 0.85


@dataclass(frozen=True, slots=True)
class Parameters:
    """Two areas, and how fast the small one is laid out on the large one."""

    title: Text = parameter("text", "the title of the panel")
    subtitle: Text | None = parameter("text", "the line under it", None)
    large: Ref = parameter("ref", "the large area", "chip:wse-3.area")
    small: Ref = parameter("ref", "the small area", "chip:h100.area")
    large_name: Text | None = parameter("text", "what the large one is", None)
    small_name: Text | None = parameter("text", "what the small one is", None)
    rate: float = parameter("number", "dies that are laid each second of the clock; 0 all", 0.0)
    ruler: float = parameter("number", "millimetres of the ruler", 100.0)


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """Words and numbers at left, the large square at right, and the dies laid so far."""
    kit = stage.kit
    dies = _dies(stage, p)
    place = plan_of(area, kit, dies)
    laid = min(dies.count, stage.hw * p.rate) if p.rate > 0 else dies.count
    names = tuple(said(text or {}, kit.look.lang) for text in (p.title, p.subtitle))
    names += tuple(said(text or {}, kit.look.lang) for text in (p.large_name, p.small_name))
    shown = floor(laid) if laid < dies.count else -1
    return (
        *_words(kit, stage.focus, place, dies, names),
        *_square(kit, stage.focus, place, dies, p.ruler, shown),
        *_count(kit, stage.focus, place, dies, shown),
    )


def badge(stage: StageView, area: Area, p: Parameters) -> Badge:
    """The scale, instead of a clock."""
    kit = stage.kit
    place = plan_of(area, kit, _dies(stage, p))
    pixels = place.scale * kit.look.width / kit.layout.width
    value = kit.word("dies_scale_value", pixels=f"{pixels:.2g}")
    return Badge(kit.word("dies_scale"), value, kit.word("dies_same_scale"), kit.word("dies_true"))


def _dies(stage: StageView, p: Parameters) -> Dies:
    large, small = resolve(stage, p.large), resolve(stage, p.small)
    small_mm = max(small.value * 1e6, 1e-3)
    large_mm = max(large.value * 1e6, small_mm)
    told = (large.says, small.says, large.ref, small.ref)
    return Dies(large_mm, max(small_mm, large_mm / 4000), *told)


@lru_cache(maxsize=64)
def _words(kit: Kit, focus: Focus, place: Plan, dies: Dies, names: tuple[str, ...]) -> Marks:
    """Title, and what each of the two is, the small one with its picture."""
    sizes, palette = kit.layout.sizes, kit.palette
    title, subtitle, large, small = names
    x, base, room = place.title
    heads = [kit.label(title, x, base, sizes.machine, palette.ink, weight=700, room=room)]
    if place.subtitle and subtitle:
        heads.append(kit.label(subtitle, x, base + sizes.label * 1.5, room=room))
    side = 0.0 if place.narrow else dies.side
    told = (dies.large_says, dies.large_ref)
    about = _named(kit, large, dies.large, told, place.large, side)
    wide, high = (side * place.scale for side in dies.die)
    left, foot = place.die
    die = _die(kit, left, foot - high, (wide, high), palette.ink, 2.5)
    about_small = _named(kit, small, dies.small, (dies.small_says, dies.small_ref), place.small)
    return (
        *dimmed(tuple(heads), focus.level("dies.title"), palette),
        *dimmed(about, focus.level("dies.large"), palette),
        *dimmed((*about_small, *die), focus.level("dies.small"), palette),
    )


def _named(
    kit: Kit,
    name: str,
    area: float,
    told: tuple[str, str],
    place: tuple[float, float, float],
    side: float = 0.0,
) -> Marks:
    """A name, its area, the side of a square, and who says so."""
    x, y, room = place
    says, ref = told
    line = kit.layout.sizes.label * 1.32
    marks = [
        kit.label(name, x, y, None, kit.palette.ink, weight=700, room=room),
        kit.label(f"{area:,.0f} mm²", x, y + line, None, of="area", room=room, ref=ref),
    ]
    if side:
        word = kit.word("dies_square", side=f"{side:.0f}")
        small = kit.layout.sizes.small
        marks.append(kit.label(word, x, y + 2 * line, small, of="area", ref=SCALE))
    return (*marks, *flagged(kit, says, x, y + len(marks) * line))


@lru_cache(maxsize=256)
def _square(kit: Kit, focus: Focus, place: Plan, dies: Dies, ruler: float, shown: int) -> Marks:
    """The large square with the dies laid on it from the bottom, and the ruler under it."""
    palette, sizes = kit.palette, kit.layout.sizes
    x, y, side, _ = place.square
    lit = focus.lit("dies.large")
    edge = 2.5 + lit
    body: list[Mark] = [
        Box(
            x - 6,
            y - 6,
            side + 12,
            side + 12,
            palette.chip,
            14,
            palette.muted,
            edge,
            ref=dies.large_ref,
        )
    ]
    marks = list(dimmed(tuple(body), focus.level("dies.large"), palette))
    tiles: list[Mark] = []
    wide, high = (one * place.scale for one in dies.die)
    for i in range(floor(dies.count) if shown < 0 else shown):
        row, column = divmod(i, dies.columns)
        first = i == 0
        tiles += _die(
            kit,
            round(x + column * wide),  # whole units: all dies are then one picture
            round(y + side - (row + 1) * high),
            (round(wide * 2) / 2, round(high * 2) / 2),
            palette.ink if first else palette.waiting,
            2.5 if first else 1.2,
        )
    if shown < 0:
        tiles += _rest(kit, place, dies)
    marks += dimmed(tuple(tiles), focus.level("dies.tiles"), palette)
    marks += dimmed(_ruler(kit, place, ruler, sizes.label), focus.level("dies.title"), palette)
    return tuple(marks)


def _rest(kit: Kit, place: Plan, dies: Dies) -> list[Mark]:
    """What is left when no whole row of dies fits: parts of dies, cut at the edge."""
    x, y, side, _ = place.square
    wide, high = (one * place.scale for one in dies.die)
    rows = floor(dies.count) // dies.columns
    whole = floor(dies.count) - rows * dies.columns
    top = y + side - (rows + (1 if whole else 0)) * high
    cut = top - y if not whole else y + side - rows * high - y
    marks: list[Mark] = []
    if cut > 1.5:
        for column in range(whole, dies.columns):
            left = x + column * wide
            fill, edge = kit.palette.core, kit.palette.waiting
            marks.append(Box(left + 1.5, y + 0.5, wide - 3, cut - 1, fill, 2, edge, 1.2))
    return marks


def _die(
    kit: Kit, x: float, y: float, size: tuple[float, float], edge: str, edge_w: float
) -> list[Mark]:
    """One die: a box and, where it is large enough, a grid that stands for its cores."""
    wide, high = size
    palette = kit.palette
    radius = min(5.0, wide * 0.1)
    marks: list[Mark] = [
        Box(x + 1.5, y + 1.5, wide - 3, high - 3, palette.core, radius, edge, edge_w)
    ]
    if wide > 30:
        pitch_x, pitch_y = wide * 0.19, high * 0.17
        dot = min(pitch_x, pitch_y) * 0.72
        left = x + wide / 2 - 1.5 * pitch_x - dot / 2
        top = y + high / 2 - 1.5 * pitch_y - dot / 2
        marks.append(Dots(left, top, 4, 4, pitch_x, pitch_y, dot, palette.silicon, 1))
    return marks


def _ruler(kit: Kit, place: Plan, millimetres: float, size: float) -> Marks:
    x, y, side, _ = place.square
    long = millimetres * place.scale
    palette = kit.palette
    base = y + side + size * 1.25
    if long > side:
        return ()
    marks: tuple[Mark, ...] = (
        Line(((x, base), (x + long, base)), 2.5, palette.muted),
        Line(((x, base - 8), (x, base + 8)), 2.5, palette.muted),
        Line(((x + long, base - 8), (x + long, base + 8)), 2.5, palette.muted),
    )
    text = f"{millimetres:g} mm"
    at = x + long + 14
    label = kit.label(text, at, base + size * 0.36, size, palette.ink, weight=600, ref=SCALE)
    return (*marks, label)


@lru_cache(maxsize=256)
def _count(kit: Kit, focus: Focus, place: Plan, dies: Dies, shown: int) -> Marks:
    """How many dies are laid; when all are, the ratio of the areas."""
    sizes, palette = kit.layout.sizes, kit.palette
    x, base, room = place.count
    lit = focus.lit("dies.tiles")
    size = sizes.numeral * (1.55 + 0.3 * lit)
    number = f"{dies.count:.3g}" if shown < 0 else str(shown)
    name = kit.word("dies_count")
    ratio = reckoned("{} / {}", dies.large_ref, dies.small_ref)
    ref, of = ratio if shown < 0 else COUNT, "dies.laid"
    marks = [kit.label(number, x, base, size, palette.ink, weight=700, of=of, room=room, ref=ref)]
    if place.one_line:
        after = x + width(number, marks[0].size, 700) + 14
        marks.append(kit.label(name, after, base, of=of, room=x + room - after, ref=ref))
    else:
        text, small = kit.first_that_fits(room, sizes.label, (name, kit.word("dies_count_short")))
        marks.append(kit.label(text, x, base + sizes.label * 1.4, small))
    _, top, side, _ = place.square
    if shown < 0:
        whole = floor(dies.count)
        parts: tuple[Part, ...] = (
            (str(whole), reckoned("floor({})", ratio)),
            (" + ", ""),
            (f"{dies.count - whole:.1f}", reckoned("{} - floor({})", ratio, ratio)),
        )
        wide = width("".join(text for text, _ in parts), sizes.label)
        right = place.square[0] + side
        ruler = place.square[0] + 100 * place.scale + 30 + width("100 mm", sizes.label, 600)
        if right - wide > ruler:
            below = top + side + sizes.label * 1.6
            marks += kit.row(parts, right, below, anchor="end", of=of)
    return dimmed(tuple(marks), focus.level("dies.tiles"), palette)
