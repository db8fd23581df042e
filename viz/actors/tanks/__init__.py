"""A model poured into memories of one size: how many of them hold it, linked one after another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

from viz.actors.tanks.tank_grid import filling, grid_in, still
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.scene.quantities import resolved
from viz.scene.types import Scene
from viz.stage.i18n import said
from viz.stage.marks import COUNT, Area, Mark, Marks
from viz.stage.panel import Panel, flagged, flagged_width, ground, heading, panel_in
from viz.stage.parameters import parameter
from viz.stage.quantity import reckoned, resolve
from viz.stage.style import Focus, Kit, dimmed
from viz.stage.text_metrics import width
from viz.stage.view import StageView
from viz.units import write


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
    content_ref: str
    capacity_ref: str

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
    grid = grid_in(place.inner, kit, need.count)
    rest = (filled - full * need.capacity) / need.capacity if full < need.count else 0.0
    level = stage.focus.level("tanks.level")
    return (
        *_heads(kit, stage.focus, place, need, texts),
        *still(kit, stage.focus, grid, need.count, full),
        *dimmed(filling(kit, grid, full, rest), level, kit.palette),
        *dimmed(_poured(kit, place, need, filled), stage.focus.level("tanks.count"), kit.palette),
    )


def need_of(stage: StageView, p: Parameters) -> Need:
    """What has to be held, as the knobs stand."""
    content, capacity = resolve(stage, p.content), resolve(stage, p.capacity)
    says, refs = (content.says, capacity.says), (content.ref, capacity.ref)
    return Need(max(0.0, content.value), max(1.0, capacity.value), *says, *refs)


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
    ref = reckoned("ceil({} / {})", need.content_ref, need.capacity_ref)
    label = kit.label(unit, right, y + sizes.label * 0.6, None, anchor="end", ref=ref)
    value = kit.label(
        number,
        right - wide - 14,
        y + sizes.label * 0.6,
        size,
        palette.ink,
        weight=700,
        anchor="end",
        of="tanks.count",
        ref=ref,
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
    # What follows the counter stands still while it runs: it ends where the widest one would.
    widest = max(width(text, size, 700) for text in ("000 GB", "00.0 GB", "0.00 TB"))
    end = x + widest
    ref = need.content_ref if filled >= need.content else COUNT
    marks: list[Mark] = [
        kit.label(so_far, end, base, size, ink, weight=700, anchor="end", of=of, ref=ref)
    ]
    marks.append(kit.label(whole, end + 12, base, of="tanks.poured", ref=need.content_ref))
    at = end + 12 + width(whole, sizes.label) + 14
    one = kit.word("tanks_each", capacity=write(need.capacity, "bytes", 3))
    right = x + w
    last = flagged_width(kit, need.capacity_says)
    free = right - at
    if flagged_width(kit, need.content_says) + width(one, sizes.label) + last + 60 < free:
        marks += flagged(kit, need.content_says, at, base)
    if width(one, sizes.label) + last + 40 < free:
        marks += flagged(kit, need.capacity_says, right - last, base)
        right -= last + 14
        marks.append(kit.label(one, right, base, None, anchor="end", ref=need.capacity_ref))
    elif width(one, sizes.label) < free:
        marks.append(kit.label(one, right, base, None, anchor="end", ref=need.capacity_ref))
    return tuple(marks)
