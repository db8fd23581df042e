"""The time of one token, cut into the layers that it passes: a bar for each speed, on one scale."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from viz.actors.speed_ruler.speed_ruler_places import columns_of
from viz.actors.token_layers.token_layers_places import Lane, lanes, places
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.amounts import HERE, flickers, whole
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.marks import Box, Disc, Glow, Mark, Marks
from viz.stage.number_text import duration
from viz.stage.parameters import parameter
from viz.stage.plot.small_machine import weight_squares
from viz.stage.quantity import Resolved, reckoned, resolve_all
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed

STATES: Final = (0.3, 0.5, 1.0)  # how much of a layer's colour is left: done, to come, now


@dataclass(frozen=True, slots=True)
class Parameters:
    """Speeds whose tokens pass layers. Lists go together: first name, first speed, ..."""

    names: tuple[Text, ...] = parameter("texts", "a name for each speed")
    speeds: tuple[Ref, ...] = parameter("refs", "tokens a second, for each")
    layers: tuple[Ref, ...] = parameter("refs", "layers of its model, for each")
    weights: tuple[Ref, ...] = parameter("refs", "weights of its model, for each")
    square: Ref = parameter("ref", "weights that one square stands for", "1 billion")
    keys: tuple[str, ...] = parameter("words", "what the same machine is called elsewhere", ())


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The bars, and the token in each."""
    marks: list[Mark] = []
    speeds, layers = resolve_all(stage, p.speeds), resolve_all(stage, p.layers)
    longest = max(1 / one.value for one in speeds)
    for i, lane in enumerate(lanes(world, stage.kit, len(speeds))):
        key = p.keys[i] if i < len(p.keys) else f"layers:{i + 1}"
        marks += _machine(stage, lane.machine, p, i, key)
        marks += _bar(stage, lane, speeds[i].value, round(layers[i].value), longest, key)
    return tuple(marks)


def bar_of(stage: StageView, lane: Lane, seconds: float, longest: float) -> Area:
    """The bar of a token of so many seconds: all on one scale."""
    share = seconds / longest
    if stage.kit.layout.form == "tall":
        return Area(lane.bar.x, lane.bar.y, lane.bar.w, lane.bar.h * share)
    return Area(lane.bar.x, lane.bar.y, lane.bar.w * share, lane.bar.h)


def _bar(
    stage: StageView, lane: Lane, speed: float, layers: int, longest: float, key: str
) -> list[Mark]:
    """One layer after the other: dim behind the token, bright where it is."""
    palette = stage.kit.palette
    tall = stage.kit.layout.form == "tall"
    area = bar_of(stage, lane, 1 / speed, longest)
    still = flickers(speed * stage.pace)
    share = stage.hw * speed + 1e-9
    share -= floor(share)
    at = share * layers
    fills = [mix(palette.token, palette.ground, light) for light in STATES]
    marks: list[Mark] = []
    for i, cell in enumerate(
        area.rows(*([1.0] * layers)) if tall else area.columns(*([1.0] * layers))
    ):
        state = 1 if still or i > floor(at) else 2 if i == floor(at) else 0
        gap = 0.3 * (cell.h if tall else cell.w)
        box = cell.cut(bottom=gap) if tall else cell.cut(right=gap)
        marks.append(Box(*box, fills[state], 2, of="layers.layer", key=f"{key}/layer:{i}"))
    x, y = (area.cx, area.y + share * area.h) if tall else (area.x + share * area.w, area.cy)
    if not still:
        marks += [
            Glow(x, y, 60, palette.token, 0.5, of="layers.token", key=f"{key}/token/light"),
            Disc(
                x,
                y,
                17,
                palette.token,
                palette.token_edge,
                3,
                of="layers.token",
                key=f"{key}/token",
            ),
        ]
    return marks


def _machine(stage: StageView, area: Area, p: Parameters, index: int, key: str) -> list[Mark]:
    """The wafer with the model's weights, as on the ruler, all of them at rest."""
    palette = stage.kit.palette
    each, *weights = resolve_all(stage, (p.square, *p.weights))
    count = whole(weights[index].value, each.value)
    columns = columns_of(count)
    most = max(whole(one.value, each.value) for one in weights)
    wide = columns_of(most)
    cell = min(area.w / (wide + 1), area.h / (ceil(most / wide) + 1))
    w, h = (columns + 1) * cell, (ceil(count / columns) + 1) * cell
    box = Area(area.right - w, area.cy - h / 2, w, h)
    if stage.kit.layout.form == "tall":
        box = Area(area.x, area.bottom - h, w, h)
    inner = box.inset(cell / 2)
    return [
        Box(*box, palette.panel, 6, palette.silicon, 2, key=f"{key}/wafer"),
        weight_squares(
            stage.kit,
            (inner.x, inner.y),
            columns,
            cell,
            bytes([HERE]) * count,
            key=f"{key}/squares",
            of="ruler.weights",
            ref=weights[index].ref,
            alpha=0.75,
        ),
    ]


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """How many layers, how long each, and how long all of them."""
    kit, palette, sizes = stage.kit, stage.kit.palette, stage.kit.layout.sizes
    speeds, layers = resolve_all(stage, p.speeds), resolve_all(stage, p.layers)
    longest = max(1 / one.value for one in speeds)
    lines: list[Words] = []
    for i, lane in enumerate(lanes(world, kit, len(speeds))):
        key = p.keys[i] if i < len(p.keys) else f"layers:{i + 1}"
        lines += _words(stage, lane, (speeds[i], layers[i]), said(p.names[i], kit.look.lang), key)
        area = stage.lens.area(bar_of(stage, lane, 1 / speeds[i].value, longest))
        time = (duration(1 / speeds[i].value, 2), sizes.numeral * 1.2, palette.clock_text, 700)
        ref = reckoned("1 tok / {}", speeds[i])
        if kit.layout.form == "tall":
            line = Words(area.x, area.bottom + 56, (time,), "start", f"{key}/time", refs=(ref,))
        else:
            line = Words(
                area.right + 18, area.cy + 14, (time,), "start", f"{key}/time", refs=(ref,)
            )
        lines.append(line)
    return tuple(
        mark for line in placed(lines, Area(*kit.layout.safe), []) for mark in line.marks(kit)
    )


def _words(
    stage: StageView, lane: Lane, numbers: tuple[Resolved, Resolved], name: str, key: str
) -> list[Words]:
    kit, palette, sizes = stage.kit, stage.kit.palette, stage.kit.layout.sizes
    speed, layers = numbers
    seen = stage.lens.area(lane.words)
    each = reckoned("1 tok / ({} * {})", speed, layers)
    count = (kit.word("layers_count", count=round(layers.value)), sizes.numeral, palette.ink, 700)
    time = kit.word("layers_each", time=duration(1 / (speed.value * layers.value), 2))
    told = (time, sizes.label * 1.06, palette.muted, 400)
    title = (name, sizes.label * 1.06, palette.ink, 600)
    if kit.layout.form == "tall":
        y = seen.y + sizes.numeral
        title = (name, sizes.label, palette.ink, 600)
        return [
            Words(seen.x, y, (title,), "start", f"{key}/line:1"),
            Words(
                seen.x,
                y + 1.3 * sizes.numeral,
                (count,),
                "start",
                f"{key}/layers",
                refs=(layers.ref,),
            ),
            Words(seen.x, y + 2.4 * sizes.numeral, (told,), "start", f"{key}/each", refs=(each,)),
        ]
    y = seen.bottom - 22
    first = Words(seen.x, y, (count,), "start", f"{key}/layers", refs=(layers.ref,))
    return [
        first,
        Words(seen.x + first.wide + 26, y, (told,), "start", f"{key}/each", refs=(each,)),
        Words(seen.x, y - 1.4 * sizes.numeral, (title,), "start", f"{key}/line:1"),
    ]


__all__ = ["Parameters", "draw", "over", "panel", "places"]
