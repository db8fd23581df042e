"""Wafers in a row: weights that stay where they are, and the token that travels through them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import ceil, hypot

from viz.actors.machine.wafer_layout import LARGE, Geometry, geometry
from viz.stage.icons import token
from viz.stage.machine_layout import Plan
from viz.stage.marks import COUNT, Box, Dots, Label, Line, Marks, Points, Trail
from viz.stage.style import dimmed
from viz.stage.view import FRAME, Fixed, MachineView, fade


def draw(view: MachineView, plan: Plan) -> Marks:
    """The wafers, and the words under them."""
    place = geometry(view.run, plan.picture, view.kit.palette.weight)
    palette = view.kit.palette
    return (
        *_fixed(view.fixed, plan),
        *dimmed(_at_work(view, place), view.level("weights"), palette),
        *dimmed(_token(view, place), view.level("token"), palette),
    )


@lru_cache(maxsize=64)
def _fixed(view: Fixed, plan: Plan) -> Marks:
    """What does not move: links, wafers, and the weights."""
    place = geometry(view.run, plan.picture, view.kit.palette.weight)
    palette = view.kit.palette
    return (
        *dimmed(_links(view, place), view.level("links"), palette),
        *dimmed(_wafers(view, place), view.level("weights"), palette),
        *dimmed(_captions(view, plan, place), view.level("weights"), palette),
    )


def _links(view: Fixed, place: Geometry) -> Marks:
    palette = view.kit.palette
    ref = f"{view.side}.links"
    lines = [Line(points, 4, palette.link, (7, 7), ref=ref) for points in place.links]
    if place.back:
        lines.append(Line(place.back, 3, palette.link, (7, 7), 0.7, ref=ref))
    return tuple(lines)


def _wafers(view: Fixed, place: Geometry) -> Marks:
    palette = view.kit.palette
    marks: list[Box | Dots] = []
    for (x, y, w, h), grid in zip(place.wafers, place.grids, strict=True):
        weights = replace(grid, ref=f"{view.side}.reading")
        marks += [Box(x, y, w, h, palette.chip, place.corner, palette.silicon, 2), weights]
    return tuple(marks)


def _at_work(view: MachineView, place: Geometry) -> Marks:
    """The wafer and the layer at work. They light up only where one may follow: nothing flashes."""
    doing, colour = view.doing, view.kit.palette.computing
    seen = fade(view.step_screen_seconds / len(place.wafers), 0.2, 0.5)
    marks: list[Box] = []
    if seen > 0:
        area, of = place.wafers[doing.chip - 1], f"{view.side}.chip"
        marks.append(Box(*area, "", place.corner, colour, 3, seen, of))
    if len(place.wafers) <= LARGE and doing.part == "layer":
        marks += _lit_layer(view, place)
    return tuple(marks)


def _lit_layer(view: MachineView, place: Geometry) -> list[Box]:
    """The layer at work: its row of weights in full light, its cores around it."""
    doing, palette, run = view.doing, view.kit.palette, view.run
    # A row lights up once a token: never more than three times a second.
    seen = fade(view.step_screen_seconds, 0.4, 0.7)
    if seen <= 0:
        return []
    i = doing.chip - 1
    x, _, w, _ = place.wafers[i]
    grid = place.grids[i]
    first, last = run.layer_bounds[i], run.layer_bounds[i + 1]
    share = (doing.layer - 1 - first) / max(1.0, last - first)
    row = min(grid.rows - 1, max(0, int(share * grid.rows)))
    if i % 2:  # upwards
        row = grid.rows - 1 - row
    top = grid.y + row * grid.pitch_y
    return [
        Box(
            x + 7,
            top - 4,
            w - 14,
            grid.size + 8,
            "",
            4,
            palette.computing,
            2.5,
            seen,
            f"{view.side}.layer",
            ref=f"{view.side}.computing",
        )
    ]


def _token(view: MachineView, place: Geometry) -> Marks:
    palette, of = view.kit.palette, f"{view.side}.token"
    streaming = fade(FRAME / view.step_screen_seconds, 0.12, 0.25)
    marks: Marks = ()
    if streaming > 0:  # past a quarter of a token a frame: a steady stream
        way = tuple((x, y) for x, y, _ in place.way)
        marks += (
            Line(way, place.token_r * 0.9, palette.token, alpha=0.75 * streaming, of=of, ref=of),
        )
    if streaming < 1:
        seconds = view.doing.step_fraction * view.run.step.seconds
        path = _path_behind(
            place, seconds, view.doing.progress >= 1, 130 if len(place.wafers) <= LARGE else 90
        )
        x, y = path[0]
        # From the head on, so that a straight tail is the same sprite wherever it glides.
        tail = tuple((round(px - x, 1) + 0.0, round(py - y, 1) + 0.0) for px, py in path)
        marks += (
            Trail(tail, place.token_r * 1.7, palette.token, 0.9 * (1 - streaming), of, x=x, y=y),
            *(_faint(token(x, y, place.token_r, palette, of, of), 1 - streaming)),
        )
    return marks


def _faint(marks: Marks, alpha: float) -> Marks:
    return marks if alpha >= 1 else tuple(replace(m, alpha=m.alpha * alpha) for m in marks)


def _path_behind(place: Geometry, seconds: float, lapped: bool, length: float) -> Points:
    """The way a token has come, backwards from where it is, for a length in stage units."""
    way = place.way
    at = 0
    while at + 1 < len(way) and way[at + 1][2] <= seconds:
        at += 1
    x, y, start = way[at]
    if at + 1 < len(way) and way[at + 1][2] > start:
        nx, ny, end = way[at + 1]
        share = (seconds - start) / (end - start)
        here = (x + (nx - x) * share, y + (ny - y) * share)
    else:
        here = (x, y)
    behind = [(px, py) for px, py, _ in way[at::-1]]
    if lapped and place.back:  # the tail of a fast token lies on the way back
        behind += [*place.back[::-1], (way[-1][0], way[-1][1])]
    points, left = [here], length
    for px, py in behind:
        step = hypot(px - points[-1][0], py - points[-1][1])
        if step >= left:
            share = left / step
            points.append(
                (
                    points[-1][0] + (px - points[-1][0]) * share,
                    points[-1][1] + (py - points[-1][1]) * share,
                )
            )
            break
        points.append((px, py))
        left -= step
    return tuple((round(px, 2), round(py, 2)) for px, py in points)


def _captions(view: Fixed, plan: Plan, place: Geometry) -> Marks:
    kit, run = view.kit, view.run
    size = kit.layout.sizes.label if plan.subtitle else kit.layout.sizes.small
    x, _, w, _ = plan.picture
    count = len(place.wafers)
    if count > LARGE:
        text = kit.word("wafers_snake", count=count, layers=run.step.layers)
        ref = f"{view.side}.count"
        return (kit.label(text, x + w / 2, plan.captions, size, anchor="middle", room=w, ref=ref),)
    marks: list[Label] = []
    room = (w + 14) / count - 6
    texts = [
        tuple(
            kit.word(form, first=int(run.layer_bounds[i]) + 1, last=ceil(run.layer_bounds[i + 1]))
            for form in ("layers", "layers_short")
        )
        for i in range(count)
    ]
    form = 0 if all(kit.first_that_fits(room, size, t)[0] == t[0] for t in texts) else 1
    for (wafer_x, _, wafer_w, _), named in zip(place.wafers, texts, strict=True):
        marks.append(
            kit.label(
                named[form],
                wafer_x + wafer_w / 2,
                plan.captions,
                size,
                anchor="middle",
                room=room,
                ref=COUNT,
            )
        )
    return tuple(marks)
