"""A ratio over the size of a model, as several curves that reckon differently; a knob moves along."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from viz.actors.curves import curve_lanes, curve_plot
from viz.actors.curves.curve_plot import Dot, Told
from viz.actors.curves.ratio_curves import Count, Ground, Kind, curve, ground_of, point
from viz.catalog.types import Text
from viz.errors import Fault, VizError
from viz.physics.types import Basis
from viz.scene.arithmetic import Ref
from viz.stage.i18n import said
from viz.stage.marks import Area, Marks
from viz.stage.panel import ground
from viz.stage.parameters import parameter
from viz.stage.quantity import resolve, resolve_all
from viz.stage.style import Focus, Kit
from viz.stage.view import StageView

BASES = ("published", "limit")
COUNTS = ("fixed", "fitting")
LOOKS = ("weight", "computing", "link", "waiting", "token")
WEIGHT = 1.7


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """Curves of right machine over left machine. Lists go together, a curve each."""

    title: Text = parameter("text", "what is compared")
    size: Ref = parameter("ref", "the parameters of the model that is looked at")
    names: tuple[Text, ...] = parameter("texts", "what each curve takes into account")
    basis: tuple[str, ...] = parameter(
        "words", "limit: bandwidth and arithmetic alone; published", (), choices=BASES
    )
    left: tuple[str, ...] = parameter(
        "words",
        "fixed: as many chips as the scene has; fitting: groups are added",
        (),
        choices=COUNTS,
    )
    right: tuple[str, ...] = parameter("words", "the same for the right one", (), choices=COUNTS)
    looks: tuple[str, ...] = parameter("words", "the meaning of each curve", (), choices=LOOKS)
    smallest: float = parameter("number", "the smallest model, in parameters", 8e9)
    largest: float = parameter("number", "the largest model, in parameters", 4e12)
    active: Ref = parameter("ref", "the share of the parameters that serves a token", "1")
    shown: Ref = parameter("ref", "how many of the curves are there", "9")
    dot_sizes: tuple[Ref, ...] = parameter("refs", "sizes of published pairs", ())
    dot_ratios: tuple[Ref, ...] = parameter("refs", "their ratios", ())
    dot_names: tuple[Text, ...] = parameter("texts", "how they are called", ())


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel's ground."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """The plot, and both machines' tokens at that size. Raises VizError without two machines."""
    scene = stage.scene
    if scene.left is None or scene.right is None:
        raise VizError(Fault("curves compares two machines", write="left: 8 x h100"))
    size = min(max(resolve(stage, p.size).value, p.smallest), p.largest)
    shown = min(len(p.names), max(0, round(resolve(stage, p.shown).value)))
    active = min(1.0, max(1e-3, resolve(stage, p.active).value))
    upper, lower = curve_plot.parted(area, stage.kit)
    dots = _dots(stage, p)
    first = stage.history[0][1] if stage.history else scene
    on = ground_of(scene, active)
    start = on if first is scene else ground_of(first, active)
    marks = _plot((on, start), stage.kit, stage.focus, upper, p, (size, shown), dots)
    if not lower:
        return marks
    kind = _kind(p, (shown or len(p.names)) - 1)
    now = point(on, kind, size)
    names = tuple(
        f"{count:,} × {rig.chip.title}"
        for rig, count in ((scene.left, now.left_chips), (scene.right, now.right_chips))
    )
    speeds = (now.left, now.right)
    return (*marks, *curve_lanes.draw(stage, lower, names, speeds))


def _kind(p: Parameters, index: int) -> Kind:
    """How one of the curves is reckoned."""
    basis = p.basis[index] if index < len(p.basis) else "published"
    left = p.left[index] if index < len(p.left) else "fitting"
    right = p.right[index] if index < len(p.right) else "fitting"
    return Kind(cast("Basis", basis), cast("Count", left), cast("Count", right))


def _dots(stage: StageView, p: Parameters) -> tuple[Dot, ...]:
    sizes, ratios = resolve_all(stage, p.dot_sizes), resolve_all(stage, p.dot_ratios)
    names = [said(name, stage.kit.look.lang) for name in p.dot_names]
    names += [""] * len(sizes)
    return tuple(
        Dot(name, size.value, ratio.value, ratio.says, ratio.ref)
        for name, size, ratio in zip(names, sizes, ratios, strict=False)
    )


@lru_cache(maxsize=64)
def _plot(
    grounds: tuple[Ground, Ground],
    kit: Kit,
    focus: Focus,
    area: Area,
    p: Parameters,
    at: tuple[float, int],
    dots: tuple[Dot, ...],
) -> Marks:
    (size, shown), (on, start) = at, grounds
    told = []
    for i, name in enumerate(p.names):
        kind = _kind(p, i)
        ends = (p.smallest, p.largest)
        look = p.looks[i] if i < len(p.looks) else LOOKS[i % len(LOOKS)]
        told.append(
            Told(
                name=said(name, kit.look.lang),
                look=look,
                points=curve(on, kind, *ends),
                start=curve(start, kind, *ends),
                now=point(on, kind, size),
            )
        )
    title = said(p.title, kit.look.lang)
    return curve_plot.draw(kit, focus, area, title, tuple(told), shown, dots)
