"""What is written before the lens: the name tag, and what is counted, on the things that it counts."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from viz.actors.serpentine import serpentine_pour as pour
from viz.actors.serpentine import serpentine_run as run
from viz.actors.serpentine import serpentine_users as users
from viz.actors.serpentine.serpentine_places import Serpentine
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.marks import COUNT, SCALE, Mark, Marks
from viz.stage.name_tag import name_of, tag_parts
from viz.stage.number_text import duration
from viz.stage.quantity import reckoned, resolve
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed
from viz.units import write

if TYPE_CHECKING:
    from viz.actors.serpentine import Parameters

Part = tuple[str, float, str, int, str]  # text, size, colour, weight, reference


def draw(stage: StageView, row: Serpentine, p: Parameters) -> Marks:
    """All words of a stage."""
    say = {"pour": _pour, "users": _users}.get(p.stage, _run)
    kit = stage.kit
    left, _, wide, _ = kit.layout.safe
    within = Area(left, 0.0, wide, kit.layout.caption - kit.layout.sizes.caption)
    marks: list[Mark] = []
    for line in placed(say(stage, row, p), within, []):
        marks += line.marks(kit)
    return tuple(marks)


def _line(
    key: str,
    x: float,
    y: float,
    *parts: Part,
    anchor: str = "start",
    plate: bool = False,
    of: str = "",
) -> Words:
    shown = tuple(part[:4] for part in parts)
    return Words(x, y, shown, anchor, f"words/{key}", plate, of, tuple(part[4] for part in parts))


def _sizes(stage: StageView) -> tuple[float, float]:
    label = stage.kit.layout.sizes.label
    return label * 1.3, label * 1.05


def _pour(stage: StageView, row: Serpentine, p: Parameters) -> list[Words]:
    kit, palette, (big, small) = stage.kit, stage.kit.palette, _sizes(stage)
    content, capacity = resolve(stage, p.content or ""), resolve(stage, p.capacity)
    name = said(p.name or {}, kit.look.lang)
    lying = pour.landed(stage, row, p)
    numeral = kit.layout.sizes.numeral * 1.3
    count = reckoned("ceil({} / {})", content, capacity)
    held = pour.held(stage, p)
    done = held >= content.value and sum(lying) * pour.square_of(stage, p) >= held - 1e-3
    so_far = write(held, "bytes", 3)
    foot = stage.lens.area(row.foot)
    left = max(foot.x, kit.layout.safe[0])
    found: list[Words] = []
    if row.links:
        now = sum(1 for one in lying if one)
        shown = f"{len(row.wafers):,}" if done else f"{now:,}"
        y = foot.y + numeral * 1.5
        many = (shown, numeral, palette.ink, 700, count if done else COUNT)
        unit = (" " + kit.word("serpentine_wafers"), big, palette.ink, 400, "")
        found.append(_line("count", left, y, many, unit, of="wafers.count"))
        parts = (
            (so_far, big, palette.weight_text, 700, content.ref if done else COUNT),
            (
                " " + kit.word("serpentine_of", content=write(content.value, "bytes", 3)),
                small,
                palette.muted,
                400,
                content.ref,
            ),
        )
        right = min(foot.right, kit.layout.safe[0] + kit.layout.safe[2])
        found.append(_line("poured", right, y, *parts, anchor="end", of="wafers.poured"))
        found.append(_tag(stage, row, name))
        return found
    hopper = stage.lens.area(row.head)
    every = ceil(content.value / pour.square_of(stage, p) - 1e-9)
    inside, _, _, pitch = pour.hopper_of(row, every)
    y = stage.lens.area(inside.inset(-0.35 * pitch)).y - small * 0.5
    tag = [(name, small, palette.ink, 600, SCALE), (" · ", small, palette.muted, 400, "")]
    amount = (write(content.value, "bytes", 3), big, palette.weight_text, 700, content.ref)
    found.append(
        _line(
            "content",
            min(hopper.right, kit.layout.safe[0] + kit.layout.safe[2]),
            y,
            *tag,
            amount,
            anchor="end",
        )
    )
    each = write(capacity.value / pour.EACH, "bytes", 2)
    ref = f"= {capacity.ref} / {pour.EACH}"
    square = (kit.word("serpentine_square", amount=each), small, palette.muted, 400, ref)
    found.append(_line("square", left, y, square))
    for i, wafer in enumerate(row.wafers):
        seen = stage.lens.area(wafer)
        full = lying[i] == pour.EACH
        if not lying[i]:
            continue
        gb = capacity.value if full else lying[i] * pour.square_of(stage, p)
        text = (
            write(gb, "bytes", 3 if not full else 2),
            big,
            palette.ink,
            700,
            capacity.ref if full else COUNT,
        )
        of_wafer: tuple[Part, ...] = (text,)
        if full and kit.layout.form != "tall":
            of_wafer += ((" " + kit.word("serpentine_full"), small, palette.muted, 400, ""),)
        tall = kit.layout.form in ("tall", "square")
        x, y = seen.cx, seen.bottom + big * 1.15
        anchor = "middle"
        if tall:
            beside = i % 2 == 0
            x, y = (
                (seen.x - 14, seen.bottom - 12) if beside else (seen.right + 14, seen.bottom - 12)
            )
            anchor = "end" if beside else "start"
        found.append(_line(f"wafer:{i}", x, y, *of_wafer, anchor=anchor, of="wafers.poured"))
    rate = resolve(stage, p.rate)
    if 0 < held < content.value:
        px, py = stage.lens.point(*pour.spout_of(row))
        text = (f"{rate.value / 1e9:g} GB/s", small, palette.weight_text, 600, rate.ref)
        found.append(_line("rate", px - small * 1.6, py + small * 1.1, text, anchor="end"))
    if done:
        many = (f"{len(row.wafers):,}", numeral, palette.ink, 700, count)
        unit = (" " + kit.word("serpentine_wafers"), big, palette.ink, 400, "")
        x, y = hopper.cx, hopper.cy + numeral * 0.4
        found.append(_line("count", x, y, many, unit, anchor="middle", of="wafers.count"))
    return found


def _tag(stage: StageView, row: Serpentine, name: str) -> Words:
    kit, palette, (_, small) = stage.kit, stage.kit.palette, _sizes(stage)
    head = stage.lens.area(row.head)
    return _line(
        "tag", kit.layout.slug[0], head.y + small * 0.75, (name, small, palette.ink, 600, SCALE)
    )


def _run(stage: StageView, row: Serpentine, p: Parameters) -> list[Words]:
    """The name tag, and at the end of each track how long it took, once it did."""
    kit, palette, (big, small) = stage.kit, stage.kit.palette, _sizes(stage)
    found = [_tag(stage, row, said(p.name or {}, kit.look.lang))]
    now = run.elapsed(stage)
    for one in run.tracks(stage, row, p):
        area = stage.lens.area(one.area)
        y = area.cy + big * 0.36
        hop: tuple[Part, ...] = ()
        if one.hop is not None:
            took = write(one.hop.value, "seconds", 2).replace(" us", " µs")
            text = kit.word("serpentine_hop", hop=took)
            hop = ((text, small, palette.link_text, 600, one.hop.ref),)
        elif one.wafers is not None:
            text = kit.word("serpentine_count", count=one.count)
            hop = ((text, small, palette.ink, 600, one.wafers.ref),)
        if now < one.total:
            passed = sum(1 for leave in one.times[1] if leave <= now)
            at = (f"{passed} ", big, palette.ink, 700, COUNT)
            of = kit.word("serpentine_passed", count=one.count)
            rest = (of, small, palette.muted, 400, SCALE)
            found.append(_line(f"{one.name}/at", area.right + 34, y, at, rest, of="wafers.token"))
        else:
            seconds = resolve(stage, reckoned("{} + {}", p.working or "", _crossing(p, one.name)))
            whole = (duration(seconds.value), big, palette.ink, 700, seconds.ref)
            fast = resolve(stage, one.speed)
            rate = (
                f"{fast.value:,.0f} {kit.word('speed_unit')}",
                big,
                palette.token_text,
                700,
                fast.ref,
            )
            gap: Part = ("   ", small, palette.muted, 400, "")
            found.append(_line(f"{one.name}/took", area.right + 34, y, whole, gap, rate))
        if hop:
            found.append(_line(f"{one.name}/hop", area.x, area.y - small * 0.45, *hop))
    return found


def _crossing(p: Parameters, name: str) -> str:
    ref = p.before if name == "before" else p.crossing
    return ref.text if ref else ""


def _users(stage: StageView, row: Serpentine, p: Parameters) -> list[Words]:
    """Who runs, who waits, how many wafers work, and how fast each user is and all are."""
    kit, palette, (big, small) = stage.kit, stage.kit.palette, _sizes(stage)
    view = stage.machine(p.side)
    crowd = users.crowd_of(view) if view else None
    if view is None or crowd is None:
        return []
    numeral = kit.layout.sizes.numeral * 1.3
    foot, safe = stage.lens.area(row.foot), kit.layout.safe
    left, right = max(foot.x, safe[0]), min(foot.right, safe[0] + safe[2])
    busy, count = len(users.working(row, crowd)), len(row.wafers)
    here, pipe = max(1, crowd.here), crowd.pipe
    y = foot.y + numeral * 0.98
    share = (f"{100 * busy / count:.3g} %", numeral, palette.computing_text, 700, COUNT)
    form = kit.layout.form
    word = "serpentine_work" if form != "tall" else "serpentine_work_short"
    of = (kit.word(word, busy=busy, count=count), small, palette.ink, 400, COUNT)
    gap: Part = ("  ", small, palette.muted, 400, "")
    found: list[Words] = []
    if p.counts:
        found.append(_line("busy", left, y, share, gap, of, of="wafers.busy"))
    each, every = pipe.each(here), pipe.total(here)
    now = here == round(stage.scene.batch)
    refs = (f"{p.side}.speed", f"{p.side}.speed_total") if now else (COUNT, COUNT)
    unit = kit.word("speed_unit")
    total = (f"{every:,.0f} {unit}", numeral, palette.token_text, 700, refs[1])
    together = (kit.word("serpentine_together", users=here), small, palette.ink, 400, COUNT)
    one = (f"{each:,.0f} {unit}", big, palette.token_text, 700, refs[0])
    for_each = (" " + kit.word("serpentine_each"), small, palette.ink, 400, "")
    if not p.counts:
        pass
    elif form == "wide":
        found.append(_line("each", foot.cx, y, one, for_each, anchor="middle", of="wafers.each"))
        if here > 1:
            line = _line("all", right, y, total, gap, together, anchor="end", of="wafers.all")
            found.append(line)
    else:
        found.append(_line("each", right, y, one, for_each, anchor="end", of="wafers.each"))
        if here > 1:
            line = _line("all", left, y + numeral * 1.1, total, gap, together, of="wafers.all")
            found.append(line)
    waiting = len(crowd.waiting)
    seat = stage.lens.point(*users.seats(row)[-1])
    if waiting:
        text = (kit.word("serpentine_wait", count=waiting), small, palette.ink, 600, COUNT)
        found.append(
            _line(
                "queue", seat[0] + small * 1.6, seat[1] + small * 0.35, text, plate=True, of="queue"
            )
        )
    name = name_of(view.run.rig)
    tag: tuple[Part, ...] = ((name, small, palette.ink, 700, f"{p.side}.count"),)
    for i, part in enumerate(tag_parts(stage.scene, kit)):
        tag += ((f" · {part}", small, palette.muted, 400, COUNT if i == 2 else SCALE),)
    last = max((line.y for line in found), default=foot.y)
    found.append(_line("tag", left, last + small * 1.45, *tag))
    way = users.way_in(row, pipe)
    mine = next((since for user, since in crowd.flying if user == users.RINGED), None)
    if mine is not None and view.step_screen_seconds > 4.0:
        px, py = stage.lens.point(*way.at(mine).at(mine))
        text = (kit.word("serpentine_user"), small, palette.ink, 600, COUNT)
        up = 3.3 * users.radius(row) * stage.lens.scale
        found.append(_line("user", px, py - up, text, anchor="middle", plate=True, of="streams"))
    return found
