"""One GPU of a group: HBM stacks, buses on which weights travel, cores, and the waiting token."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor

from viz.actors.machine.gpu_layout import LANES, Geometry, cells, geometry
from viz.stage.icons import token
from viz.stage.machine_layout import Plan
from viz.stage.marks import SCALE, Arc, Box, Dots, Glow, Label, Marks
from viz.stage.number_text import percent, round_size
from viz.stage.quantity import reckoned
from viz.stage.style import dimmed
from viz.stage.text_metrics import width
from viz.stage.view import FRAME, Fixed, MachineView, chance, fade, held
from viz.units import write


def draw(view: MachineView, plan: Plan) -> Marks:
    """The GPU, and the words under it."""
    place = geometry(view.fixed, plan.picture)
    palette = view.kit.palette
    return (
        *_fixed(view.fixed, plan),
        *dimmed(_buses(view, place), view.level("bus"), palette),
        *dimmed((*_lit_cores(view, place), *_token(view, place)), view.level("cores"), palette),
    )


@lru_cache(maxsize=64)
def _fixed(view: Fixed, plan: Plan) -> Marks:
    """What does not move: memory, cores, words."""
    place = geometry(view, plan.picture)
    palette = view.kit.palette
    return (
        *dimmed(_stacks(view, place), view.level("memory"), palette),
        *dimmed(_cores(view, place), view.level("cores"), palette),
        *_captions(view, plan, place),
    )


def square_bytes(view: Fixed) -> float:
    """Bytes that one travelling square stands for: a round size, the same for the whole show."""
    chip = view.first.rig.chip
    stacks = chip.memory_parts.value if chip.memory_parts else 4
    lanes = view.first.rig.count * stacks * LANES
    return round_size(view.first.bytes_per_step / lanes / 1e6 / 43) * 1e6


def _stacks(view: Fixed, place: Geometry) -> Marks:
    palette = view.kit.palette
    memory = f"chip:{view.run.rig.chip.name}.capacity"
    marks: list[Box | Dots | Label] = []
    for x, y, w, h in place.stacks:
        marks.append(Box(x, y, w, h, palette.chip, 7, palette.edge, 2, ref=memory))
        pitch, size = place.pitch + 4.0, place.square + 1.0
        columns, rows = int((w - 20) // pitch), max(1, int((h - 14) // pitch))
        pitch_y = min((h - 14) / rows, pitch + 5)
        marks.append(
            Dots(
                x + (w - (columns - 1) * pitch - size) / 2,
                y + (h - (rows - 1) * pitch_y - size) / 2,
                columns,
                rows,
                pitch,
                pitch_y,
                size,
                palette.weight,
            )
        )
    size = view.kit.layout.sizes.small
    _, y, _, h = place.cores
    x, top, w, tall = place.stacks[-1]
    if y + h - top - tall > size * 1.6:
        marks += _square_key(view, x + w, y + h - 6, size)
    return tuple(marks)


def _square_key(view: Fixed, right: float, y: float, size: float) -> list[Box | Dots | Label]:
    """What one travelling square stands for."""
    palette = view.kit.palette
    text = "= " + write(square_bytes(view), "bytes")
    label = view.kit.label(text, right, y, size, palette.small, anchor="end", ref=SCALE)
    x = right - width(text, size) - 18
    return [Dots(x, y - 13, 1, 1, 13, 13, 11, palette.weight), label]


def _buses(view: MachineView, place: Geometry) -> Marks:
    palette, of, ref = view.kit.palette, f"{view.side}.bytes_moved", f"{view.side}.reading"
    shift = _travelled(view) * place.pitch
    # Past a quarter of a pitch a frame squares would seem to turn back: a steady stream instead.
    rate = view.run.bytes_per_step / view.run.step.seconds * view.pace / _lane_bytes(view.fixed)
    streaming = fade(rate * FRAME, 0.25, 0.5)
    lit = view.fixed.focus.lit(f"{view.side}.bus")
    marks: list[Box | Dots | Glow] = []
    for (x, y, w, h), way in place.buses:
        if lit > 0:  # what the beat looks at has a glow of its own
            marks.append(Glow(x + w / 2, y + h / 2, w * 0.95, palette.weight, 0.34 * lit))
        marks.append(Box(x, y, w, h, palette.channel, 3, palette.edge, 1.5, ref=ref))
        columns = ceil(w / place.pitch) + 2
        phase = shift % place.pitch
        first = x - place.pitch + phase if way > 0 else x - phase
        if streaming < 1:
            marks.append(
                Dots(
                    round(first * 32) / 32,
                    y + (h - (LANES - 1) * place.pitch - place.square) / 2,
                    columns,
                    LANES,
                    place.pitch,
                    place.pitch,
                    place.square,
                    palette.weight,
                    clip=(x + 2, y, w - 4, h),
                    alpha=1 - streaming,
                    of=of,
                )
            )
        if streaming > 0:
            lane = LANES * place.pitch - 3
            marks.append(
                Box(
                    x + 2,
                    y + (h - lane) / 2,
                    w - 4,
                    lane,
                    palette.weight,
                    2,
                    alpha=streaming,
                    of=of,
                )
            )
    return tuple(marks)


def _lane_bytes(view: Fixed) -> float:
    """Bytes that pass the whole group while the squares of each lane move by one pitch."""
    chip = view.first.rig.chip
    stacks = chip.memory_parts.value if chip.memory_parts else 4
    return square_bytes(view) * view.first.rig.count * stacks * LANES


def _travelled(view: MachineView) -> float:
    """How many pitches the squares have moved since the start of the show.

    Reading starts and stops with each layer. Where a layer lasts less than a third of a second
    on screen the mean is drawn, as a camera would see it: a stutter nobody can follow is noise.
    """
    run = view.run
    layer_on_screen = view.step_screen_seconds / run.step.layers
    exact = view.doing.bytes_moved
    mean = run.bytes_before + run.bytes_per_step * (view.steps - run.steps_before)
    share = fade(layer_on_screen, 0.33, 0.66) if view.pace > 0 else 1.0
    return (exact * share + mean * (1 - share)) / _lane_bytes(view.fixed)


def _cores(view: Fixed, place: Geometry) -> Marks:
    palette = view.kit.palette
    x, y, w, h = place.cores
    c = cells(view, place)
    last = c.count - c.columns * (c.rows - 1)  # the last row may not be full
    block = (c.columns, c.rows - 1), (last, 1)
    grids = tuple(
        Dots(c.x, top, columns, rows, c.pitch_x, c.pitch_y, c.size, palette.core)
        for (columns, rows), top in zip(block, (c.y, c.y + (c.rows - 1) * c.pitch_y), strict=True)
        if rows
    )
    ref = f"{view.side}.computing"
    return (Box(x, y, w, h, palette.chip, 9, palette.silicon, 2, ref=ref), *grids)


def _lit_cores(view: MachineView, place: Geometry) -> Marks:
    """The cores at work. They change place slowly enough to be followed: nothing flashes."""
    c, colour = cells(view.fixed, place), view.kit.palette.computing
    layers = view.run.step.layers
    moment = held(view.steps * layers, layers / view.step_screen_seconds)
    marks = []
    for i in range(_lit(view.fixed, c.count)):
        row, column = divmod(_free_core(view, i, moment, (c.columns, c.rows), c.count), c.columns)
        x, y = c.x + column * c.pitch_x, c.y + row * c.pitch_y
        of = f"{view.side}.computing"
        marks.append(Dots(x, y, 1, 1, c.pitch_x, c.pitch_y, c.size, colour, of=of))
    return tuple(marks)


def _free_core(view: MachineView, i: int, moment: int, cells: tuple[int, int], count: int) -> int:
    """A core for the i-th light, away from the middle, where the token is."""
    columns, rows = cells
    for attempt in range(8):
        core = floor(chance(view.seed, f"core{i}.{attempt}", moment) * count)
        across = abs((core % columns + 0.5) / columns - 0.5) * columns
        down = abs((core // columns + 0.5) / rows - 0.5) * rows
        if max(across, down) > 3.2:
            return core
    return 0


def _lit(view: Fixed, count: int) -> int:
    """Cores drawn at work: their share of the step that is arithmetic, never none."""
    return max(1, round(computing_share(view) * count))


def computing_share(view: Fixed) -> float:
    """Share of a step in which the cores compute."""
    step = view.run.step
    return sum(part.work for part in step.parts if part.name == "computing") / step.seconds


def _token(view: MachineView, place: Geometry) -> Marks:
    """The token does not travel: it waits among the cores, and the ring shows how far it is."""
    palette = view.kit.palette
    x, y, w, h = place.cores
    r = min(w, h) * 0.085
    middle_x, middle_y, of = x + w / 2, y + h / 2, f"{view.side}.step"
    followed = fade(view.step_screen_seconds, 0.15, 0.4)
    done = round(view.doing.step_fraction * 256) / 256  # as fine as a pixel of the ring, and kept
    return (
        Box(middle_x - 2.4 * r, middle_y - 2.4 * r, 4.8 * r, 4.8 * r, palette.chip, 2.4 * r),
        *token(middle_x, middle_y, r, palette, "", f"{view.side}.token"),
        Arc(middle_x, middle_y, r * 1.75, 5, 0.0, 1.0, palette.track),
        Arc(middle_x, middle_y, r * 1.75, 5, 0.0, done, palette.token, followed, of),
    )


def _captions(view: Fixed, plan: Plan, place: Geometry) -> Marks:
    kit, chip = view.kit, view.run.rig.chip
    size = kit.layout.sizes.label if plan.subtitle else kit.layout.sizes.small
    stack_w, y = place.stacks[0][2] + place.buses[0][0][2], plan.captions
    x, _, w, _ = plan.picture
    bandwidth, capacity = (
        write(chip.bandwidth.value, "bytes/second"),
        write(chip.capacity.value, "bytes"),
    )
    entry = f"chip:{chip.name}"
    waits = reckoned("1 - {} / {}", f"{view.side}.arithmetic", f"{view.side}.step")
    values = {
        "count": (f"{chip.cores.value:,.0f}", f"{entry}.cores") if chip.cores else ("", ""),
        "name": (kit.words["core_names"].get(chip.core_name, chip.core_name), ""),
        "share": (percent(1 - computing_share(view)), waits),
    }
    memory, memory_size = kit.first_that_fits(
        stack_w, size, (kit.word("memory", kind=chip.memory_kind, size=capacity), capacity)
    )
    room = plan.picture[2] - 2 * max(width(memory, memory_size), width(bandwidth, size)) - 36
    wordings = tuple(
        kit.parts(f"cores_waiting{form}", **values) for form in ("", "_short", "_least")
    )
    middle = place.cores[0] + place.cores[2] / 2
    marks: tuple[Label, ...] = (
        kit.label(memory, x, y, memory_size, ref=f"{entry}.capacity"),
        kit.label(bandwidth, x + w, y, size, anchor="end", ref=f"{entry}.bandwidth"),
    )
    return (
        *dimmed((marks[0],), view.level("memory"), kit.palette),
        *dimmed(
            kit.first_row_that_fits(wordings, middle, y, size, anchor="middle", room=room),
            view.level("cores"),
            kit.palette,
        ),
        *dimmed((marks[1],), view.level("bus"), kit.palette),
    )
