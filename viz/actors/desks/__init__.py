"""A batch on GPUs: one trip of the weights from memory serves the desks of all users."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.actors.desks import desk_grid
from viz.actors.desks.desk_layout import Places, places
from viz.errors import Fault, VizError
from viz.physics import equations as eq
from viz.scene.types import Side
from viz.stage.marks import Area, Mark, Marks
from viz.stage.number_text import duration, speed
from viz.stage.panel import ground
from viz.stage.parameters import parameter
from viz.stage.plot import step_bar
from viz.stage.quantity import reckoned
from viz.stage.style import Kit, dimmed
from viz.stage.text_metrics import width
from viz.stage.view import Fixed, MachineView, StageView
from viz.timeline.compile import load_of
from viz.units import write


@dataclass(frozen=True, slots=True)
class Parameters:
    """Which of the scene's machines."""

    side: Side = parameter("word", "which machine of the scene", "left", choices=("left", "right"))


def panel(area: Area, kit: Kit, p: Parameters) -> Marks:
    """The panel's ground."""
    return ground(area, kit, ref=f"{p.side}.token")


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """One trip and its desks. Raises VizError where that machine's weights do not travel."""
    view = stage.machine(p.side)
    model, load = stage.scene.model, load_of(stage.scene)
    if view is None or model is None or view.run.rig.chip.kind == "wafer":
        what = f"desks shows GPUs, whose weights travel, and there are none at {p.side}"
        raise VizError(Fault(what, write=f"{p.side}: 8 x h100"))
    weights = eq.weights_read(model, load)
    cache = eq.kv_bytes(model, load)
    place = places(area, stage.kit)
    return (
        *_words(view.fixed, place, weights, cache),
        *desk_grid.draw(view, place),
        *_totals(view, place),
        *step_bar.parts_alone(view, place.plan),
    )


@lru_cache(maxsize=64)
def _words(view: Fixed, place: Places, weights: float, cache: float) -> Marks:
    """Title, weights for each word, what is where."""
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    batch = view.step.batch
    x, y, room = place.title
    rig = view.run.rig
    name = f"{rig.count} × {rig.chip.title}"
    tokens = reckoned("{} * {} / 1 tok", f"{view.side}.step", f"{view.side}.speed_total")
    each = write(weights / batch / view.step.accepted, "bytes")
    at = x + room
    number_w = width(each, sizes.label + 8, 700)
    ref = f"{view.side}.count"
    title = kit.label(name, x, y, sizes.machine, palette.ink, weight=700, room=room, ref=ref)
    marks: list[Mark] = [title]
    marks.append(
        kit.label(
            each,
            at,
            y,
            sizes.label + 8,
            palette.weight_text,
            weight=700,
            anchor="end",
            of="desks.per_word",
            ref=reckoned("{} / {}", f"{view.side}.weights", tokens),
        )
    )
    left = at - number_w - 14
    for named in (kit.word("desks_per_word"), kit.word("desks_per_word_short")):
        if left - width(named, sizes.label) > x + width(name, title.size, 700) + 16:
            marks.append(kit.label(named, left, y, sizes.label, anchor="end", of="desks.per_word"))
            break
    if place.subtitle:
        x, y, room = place.subtitle
        marks.append(kit.label(kit.word("desks_subtitle"), x, y, sizes.label, room=room))
    focus = view.focus
    trip = _trip(view, place, weights, cache)
    return (
        *dimmed(tuple(marks), focus.level("desks.trip"), palette),
        *dimmed(trip, focus.level("desks.trip"), palette),
        *dimmed(_desk_words(view, place), focus.level("desks.users"), palette),
    )


def _trip(view: Fixed, place: Places, weights: float, cache: float) -> Marks:
    """What one trip carries: the weights once for all, and each user's own cache."""
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    x, y, w, h = place.bus
    middle = x + w / 2
    size = sizes.label if kit.layout.form != "tall" else sizes.small
    if kit.layout.form == "tall":  # no room under the bus
        return ()
    lines = [(write(weights, "bytes"), f"{view.side}.weights", palette.ink, 600)]
    if cache / weights > 0.02 and place.captions:
        size_of = write(cache, "bytes")
        texts = (kit.word(f"desks_cache{form}", size=size_of) for form in ("", "_short"))
        text = next((text for text in texts if width(text, sizes.small) <= w - 4), "")
        lines.append((text, f"{view.side}.cache", palette.muted, 400))
    marks: list[Mark] = [
        kit.label(
            text,
            middle,
            y + h + size * (1.3 + 1.25 * i),
            size if i == 0 else sizes.small,
            ink,
            weight=weight,
            anchor="middle",
            room=w,
            of="desks.trip",
            ref=ref,
        )
        for i, (text, ref, ink, weight) in enumerate(lines)
        if text
    ]
    if place.captions:
        sx, _, sw, _ = place.memory
        kind = view.run.rig.chip.memory_kind
        marks.append(kit.label(kind, sx + sw / 2, place.captions, size, anchor="middle"))
    return tuple(marks)


def _desk_words(view: Fixed, place: Places) -> Marks:
    if not place.captions:
        return ()
    kit, sizes = view.kit, view.kit.layout.sizes
    x, _, w, _ = place.desks
    batch = round(view.step.batch)
    several = desk_grid.users_a_desk(batch)
    key = "desks_one" if batch == 1 else "desks_many" if several == 1 else "desks_several"
    keys = (key, "desks_many_short") if key == "desks_many" else (key,)
    texts = tuple(kit.word(one, count=f"{batch:,}", several=f"{several:,}") for one in keys)
    text, size = kit.first_that_fits(w, sizes.label, texts)
    return (
        kit.label(
            text,
            x + w / 2,
            place.captions,
            size,
            anchor="middle",
            room=w,
            of="desks.users",
            ref="batch",
        ),
    )


def _totals(view: MachineView, place: Places) -> Marks:
    return dimmed(
        _cached_totals(view.fixed, place), view.fixed.focus.level("desks.step"), view.kit.palette
    )


@lru_cache(maxsize=64)
def _cached_totals(view: Fixed, place: Places) -> Marks:
    """The time of a step, and users times speed is the speed of all."""
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    x, y, room = place.totals
    step = view.step
    name, time = kit.word("desks_step"), duration(step.seconds)
    at = x + width(name, sizes.label) + sizes.label * 0.8
    end = at + width(time, sizes.label + 5, 700)
    unit = kit.word("speed_unit")
    total = f"{speed(step.speed_total)} {unit}"
    bare = f"{step.batch:,.0f}"
    users = kit.word("desks_user" if step.batch == 1 else "desks_users", count=bare)
    each = (speed(step.speed), f"{view.side}.speed")
    products = [((one, "batch"), (" × ", ""), each, (" =", "")) for one in (users, bare)]
    size = sizes.numeral if width(total, sizes.numeral, 700) < room * 0.5 else sizes.label + 6
    right = x + room
    marks: list[Mark] = [
        kit.label(name, x, y, sizes.label),
        kit.label(
            time,
            at,
            y,
            sizes.label + 5,
            palette.ink,
            weight=700,
            of=f"{view.side}.step_seconds",
            ref=f"{view.side}.step",
        ),
        kit.label(
            total,
            right,
            y,
            size,
            palette.token_text,
            weight=700,
            anchor="end",
            of="desks.total",
            ref=f"{view.side}.speed_total",
        ),
    ]
    left = right - width(total, size, 700) - 14
    for product in products:
        if left - width("".join(text for text, _ in product), sizes.label) > end + 20:
            marks += kit.row(product, left, y, sizes.label, anchor="end", of="desks.total")
            break
    return tuple(marks)
