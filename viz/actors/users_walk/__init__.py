"""More users: a point walks over speed for each and for all, and beside it words come in the rhythm
of the trips. Nothing of the line is drawn before the point has been there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Final

from viz.actors.users_walk.users_walk_places import ROWS, Plan, places, plan
from viz.actors.users_walk.walked import Walked, point, step_of, walked, way
from viz.catalog.types import Text
from viz.scene.types import Side
from viz.stage.amounts import HERE, NOW, shades
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.marks import (
    COUNT,
    PAST,
    SCALE,
    Box,
    Disc,
    Field,
    Glow,
    Line,
    Mark,
    Marks,
)
from viz.stage.name_tag import name_of, tag
from viz.stage.number_text import duration
from viz.stage.parameters import parameter
from viz.stage.plot.axes import Axes, Scale
from viz.stage.quantity import resolve
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed, room_for, words_at
from viz.units import parse

MOST: Final = 400.0  # users for which the axes have room
HEAP: Final = 11  # words in a row of those that come out at once
LIT: Final = 0.004  # hardware seconds for which a desk is bright that has just got a word


@dataclass(frozen=True, slots=True)
class Parameters:
    """Which machines walk, for how long words are counted, and what they say."""

    machines: str = parameter("word", "whose point walks", "left", choices=("left", "both"))
    window: float = parameter(
        "seconds", "the time in which words are counted", parse("100 ms", "seconds")
    )
    text: Text | None = parameter("text", "what one user reads, tokens parted by |", None)


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: the plot is in the world."""
    return ()


def sides_of(p: Parameters) -> tuple[Side, ...]:
    """Whose points are there."""
    return ("left",) if p.machines == "left" else ("left", "right")


def axes_of(stage: StageView, made: Plan, p: Parameters) -> Axes:
    """Linear axes from nothing to a little more than any of the points needs."""
    scene = stage.scene
    each = max(point(scene, side, 1.0)[0] for side in sides_of(p))
    every = max(point(scene, side, MOST)[1] for side in sides_of(p))
    x = Scale(0.0, _round(each), made.plot.x, made.plot.right)
    return Axes(x, Scale(0.0, _round(every), made.plot.bottom, made.plot.y), made.plot)


def _round(value: float) -> float:
    """The next step of a quarter of the value's power of ten."""
    step = 10.0 ** floor(len(str(floor(value))) - 1)
    unit = step if value / step >= 4 else step / 5
    return ceil(value * 1.02 / unit) * unit


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Axes, lines, points and rows, in units of the world."""
    if stage.scene.left is None or stage.scene.model is None:
        return ()
    made = plan(world, stage.kit, alone=p.machines == "both")
    axes, seen = axes_of(stage, made, p), walked(stage)
    marks: list[Mark] = [*_grid(stage.kit, axes)]
    for side in sides_of(p):
        marks += _walk(stage, axes, side, seen, whole=p.machines == "both")
    for i, one in enumerate(seen[-ROWS:] if made.rows else ()):
        marks += _row(stage, made, i, one, p)
    return tuple(marks)


def _grid(kit: Kit, axes: Axes) -> list[Mark]:
    palette, area = kit.palette, Area(*axes.area)
    marks: list[Mark] = []
    for i, value in enumerate(axes.x.ticks(4)):
        x = axes.x.at(value)
        marks.append(Line(((x, area.y), (x, area.bottom)), 1, palette.track, key=f"users/x:{i}"))
    for i, value in enumerate(axes.y.ticks(4)):
        y = axes.y.at(value)
        marks.append(Line(((area.x, y), (area.right, y)), 1, palette.track, key=f"users/y:{i}"))
    corner = ((area.x, area.y), (area.x, area.bottom), (area.right, area.bottom))
    marks.append(Line(corner, 2, palette.muted, key="users/axes"))
    return marks


def _walk(
    stage: StageView, axes: Axes, side: Side, seen: tuple[Walked, ...], *, whole: bool
) -> list[Mark]:
    """The line from the first number of users to the last, the places where it stood, the point;
    `whole`: from one user on."""
    palette, scene, area = stage.kit.palette, stage.scene, Area(*axes.area)
    numbers = [one.users for one in seen]
    first = 1.0 if whole else min(numbers)
    line = tuple(axes.point(*one) for one in way(scene, side, first, max(numbers)))
    marks: list[Mark] = [Line(line, 5, palette.token, of=f"{side}.users", key=f"users/{side}/line")]
    for number in numbers:
        at = axes.point(*point(scene, side, number))
        if number != scene.batch:
            marks.append(
                Disc(*at, 8, palette.ground, palette.ink, 3, key=f"users/{side}/stood:{number:g}")
            )
    at = axes.point(*point(scene, side, scene.batch))
    for i, end in enumerate(((area.x, at[1]), (at[0], area.bottom))):
        drop = Line((at, end), 1.5, palette.token, (5, 5), 0.7, f"{side}.users")
        marks.append(replace(drop, key=f"users/{side}/drop:{i}"))
    marks.append(Glow(*at, 60, palette.token, 0.4, f"{side}.users", f"users/{side}/light"))
    marks.append(
        Disc(*at, 14, palette.token, palette.token_edge, 3, of=f"{side}.users",
             key=f"users/{side}/point", ref=f"{side}.speed")
    )  # fmt: skip
    return marks


def words_in(one: Walked, p: Parameters) -> tuple[float, int]:
    """How much of the window has passed for a number of users, and each one's words in it."""
    passed = min(one.shown, p.window)
    return passed, floor(passed / step_of(one.scene).whole + 1e-6)


def _strip(made: Plan, row: int) -> Area:
    return made.rows[row].rows(0.46, 0.54)[0]


def _row(stage: StageView, made: Plan, i: int, one: Walked, p: Parameters) -> list[Mark]:
    """The trips of one number of users in the window, and after each the words that came of it."""
    palette, strip = stage.kit.palette, _strip(made, i)
    parts, scale = step_of(one.scene), strip.w / p.window
    passed, words = words_in(one, p)
    key = f"users/row:{one.users:g}"
    marks: list[Mark] = [
        Box(*strip, palette.panel, 4, palette.edge, 1.5, key=key),
    ]
    colours = (
        ("weights", parts.weights, palette.weight),
        ("starts", parts.starts, mix(palette.ink, palette.panel, 0.4)),
        ("notes", parts.notes, palette.token),
        ("sums", parts.sums, palette.link),
    )
    trip, start = 0, 0.0
    while start < passed:
        at = start
        for name, seconds, colour in colours:
            wide = (min(at + seconds, passed) - at) * scale
            if wide > 0.5:
                x = strip.x + at * scale
                gap = min(1.5, 0.3 * wide)
                marks.append(
                    Box(x, strip.y + 2, wide - gap, strip.h - 4, colour, 1.5,
                        of="left.step", key=f"{key}/{trip}/{name}")
                )  # fmt: skip
            at += seconds
        trip, start = trip + 1, start + parts.whole
    for k in range(words):
        marks += _heap(stage, strip, made.rows[i], (k + 1) * parts.whole * scale, one, f"{key}/{k}")
    if passed < p.window:
        x = strip.x + passed * scale
        ends = ((x, strip.y - 6), (x, strip.bottom + 6))
        marks.append(Line(ends, 3, palette.clock_text, of="left.step", key=f"{key}/now"))
    return marks + _desk(stage, made, i, one, p, key)


def _heap(
    stage: StageView, strip: Area, row: Area, end: float, one: Walked, key: str
) -> list[Mark]:
    """The words that come out of one trip: a circle for each user, one of them lit."""
    palette, count = stage.kit.palette, max(1, round(one.users))
    columns = min(HEAP, count)
    rows = ceil(count / columns)
    room = row.bottom - strip.bottom - 8
    pitch = min(room / max(rows, ceil(330 / HEAP)) * 2.2, room / rows, 12.0)
    pitch = min(pitch, 0.9 * strip.w * step_of(one.scene).whole / columns * 10)
    cells = bytes([NOW]) + bytes([HERE]) * (count - 1) + bytes(columns * rows - count)
    looks = shades(palette, palette.token)
    x = strip.x + end - columns * pitch
    return [
        Field(
            x, strip.bottom + 6, columns, rows, pitch, pitch, 0.8 * pitch, cells, looks, pitch,
            of="left.tokens", key=f"{key}/words",
        )
    ]  # fmt: skip


def _desk(stage: StageView, made: Plan, i: int, one: Walked, p: Parameters, key: str) -> list[Mark]:
    """The page of one of the users, bright for an instant when a word comes."""
    palette, page = stage.kit.palette, _page(made, i)
    passed, words = words_in(one, p)
    fresh = words > 0 and passed - words * step_of(one.scene).whole < LIT and passed < p.window
    edge = palette.ink if fresh else palette.edge
    return [
        Box(*page, palette.panel, 8, edge, 3 if fresh else 2, of="left.tokens", key=f"{key}/page")
    ]


def _page(made: Plan, i: int) -> Area:
    return made.desks[i].rows(0.56, 0.44)[0]


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Words, before the lens."""
    view = stage.machine("left")
    if view is None or stage.scene.model is None:
        return ()
    kit, lens = stage.kit, stage.lens
    made = plan(world, kit, alone=p.machines == "both")
    axes, seen, label = axes_of(stage, made, p), walked(stage), kit.layout.sizes.label
    plot = lens.area(made.plot)
    left = kit.layout.safe[0]
    top = kit.layout.slug[1] + 1.9 * label
    lines = [tag(stage.scene, view, (left, top))]
    lines += _points(stage, axes, p)
    lines += _axis_words(stage, axes, plot, label)
    if made.rows:
        for i, one in enumerate(seen[-ROWS:]):
            lines += _row_words(stage, made, i, one, p)
        lines += _legend(stage, made, len(seen[-ROWS:]) - 1)
        ruler = lens.area(made.ruler)
        for share, how in ((0.0, "start"), (1.0, "end")):
            text = duration(share * p.window) if share else "0"
            at = (ruler.x + share * ruler.w, ruler.y + 1.2 * label)
            lines.append(words_at(kit, at, text, f"users/time:{share:g}", anchor=how, ref=SCALE))
    marks: list[Mark] = []
    for line in placed(lines, room_for(kit, stage.window), []):
        marks += line.marks(kit)
    return tuple(marks)


def _axis_words(stage: StageView, axes: Axes, plot: Area, label: float) -> list[Words]:
    kit, found = stage.kit, []
    unit = kit.word("users_unit")
    each, every = kit.word("users_each", unit=unit), kit.word("users_all", unit=unit)
    ink = kit.palette.ink
    found.append(
        words_at(
            kit, (plot.right, plot.bottom + 2.9 * label), each, "users/x", 1.0, ink, anchor="end"
        )
    )
    found.append(
        words_at(kit, (plot.x - 1.2 * label, plot.y - 0.7 * label), every, "users/y", 1.0, ink)
    )
    for i, value in enumerate(axes.x.ticks(4)):
        x = stage.lens.point(axes.x.at(value), 0)[0]
        at = (x, plot.bottom + 1.3 * label)
        found.append(words_at(kit, at, f"{value:g}", f"users/x/{i}", anchor="middle", ref=SCALE))
    for i, value in enumerate(axes.y.ticks(4)):
        y = stage.lens.point(0, axes.y.at(value))[1]
        at = (plot.x - 0.5 * label, y + 0.35 * label)
        found.append(words_at(kit, at, f"{value:,.0f}", f"users/y/{i}", anchor="end", ref=SCALE))
    return found


def _points(stage: StageView, axes: Axes, p: Parameters) -> list[Words]:
    """What the points say, at the axes; with two machines, each its name."""
    kit, palette, scene = stage.kit, stage.kit.palette, stage.scene
    label, found = kit.layout.sizes.label, []
    for side in sides_of(p):
        x, y = stage.lens.point(*axes.point(*point(scene, side, scene.batch)))
        plot = stage.lens.area(axes.area)
        each, every = (resolve(stage, f"{side}.{name}") for name in ("speed", "speed_total"))
        size = 1.25 * label
        if p.machines == "left":
            texts = (f"{each.value:,.0f}", f"{every.value:,.0f}")
            places_at = ((x, plot.bottom + 1.5 * label), (plot.x - 0.5 * label, y + 0.4 * label))
            for text, at, one, how in zip(
                texts, places_at, (each, every), ("middle", "end"), strict=True
            ):
                part = ((text, size, palette.token_text, 700),)
                found.append(
                    Words(
                        *at, part, how, f"users/{side}/{one.ref}", True, f"{side}.users", (one.ref,)
                    )
                )
            continue
        rig = scene.left if side == "left" else scene.right
        if rig is None:
            continue
        lines = (
            ((name_of(rig), label * 1.1, palette.ink, 700),),
            (
                (kit.written(each), label * 1.1, palette.token_text, 700),
                (" " + kit.word("trip_each"), label, palette.muted, 400),
            ),
        )
        right, down = x > plot.cx, 1.2 if y < plot.cy else -1.8
        for i, parts in enumerate(lines):
            at = (x + (-34 if right else 34), y + (i + down) * 1.3 * label)
            refs = (f"{side}.count",) if i == 0 else (each.ref,)
            how = "end" if right else "start"
            found.append(
                Words(*at, parts, how, f"users/{side}/name:{i}", True, f"{side}.users", refs)
            )
    return found


def _ref(one: Walked, ref: str) -> str:
    """A reference holds for how the knobs stand now."""
    return ref if one.current else PAST


def _row_words(stage: StageView, made: Plan, i: int, one: Walked, p: Parameters) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    strip, page = stage.lens.area(_strip(made, i)), stage.lens.area(_page(made, i))
    key = f"users/row:{one.users:g}"
    _, words = words_in(one, p)
    found = [
        Words(
            strip.x - 0.6 * label, strip.cy - 0.7 * label,
            ((f"{one.users:,.0f}", 1.4 * label, palette.ink, 700),), "end", f"{key}/users",
            refs=(SCALE,),
        ),
        words_at(
            kit, (strip.x - 0.6 * label, strip.cy + 0.8 * label),
            kit.word("users_user" if one.users == 1 else "users_users"), f"{key}/name",
            anchor="end",
        ),
    ]  # fmt: skip
    if words:
        whole = step_of(one.scene).whole
        text = duration(whole)
        found.append(
            words_at(
                kit, (strip.x - 0.6 * label, strip.cy + 2.25 * label), text, f"{key}/trip", 1.0,
                palette.ink, 600, "end", ref=_ref(one, "left.step"),
            )
        )  # fmt: skip
    number = (
        (f"{words}", 1.5 * label, palette.token_text, 700),
        (" " + kit.word("users_word" if words == 1 else "users_words"), label, palette.muted, 400),
    )
    found.append(
        Words(
            page.x,
            page.bottom + 1.5 * label,
            number,
            key=f"{key}/count",
            of="left.tokens",
            refs=(COUNT,),
        )
    )
    total = kit.word("users_in_all", count=f"{words * round(one.users):,}")
    if page.bottom + 3.2 * label < stage.lens.area(made.rows[i]).bottom + 0.5 * label:
        found.append(
            words_at(kit, (page.x, page.bottom + 3.0 * label), total, f"{key}/all", 1.0, ref=COUNT)
        )
    if p.text is not None:
        pieces = said(p.text, kit.look.lang).split("|")[:words]
        found += _said(kit, pieces, page, key)
    return found


def _said(kit: Kit, pieces: list[str], page: Area, key: str) -> list[Words]:
    """The words on a page, in lines."""
    label = kit.layout.sizes.label
    size = 1.0 if kit.layout.form == "tall" else 0.95
    lines: list[str] = [""]
    for piece in pieces:
        probe = words_at(kit, (0, 0), (lines[-1] + piece).strip(), "", size)
        if probe.wide > page.w - label and lines[-1]:
            lines.append("")
        lines[-1] += piece
    room = max(1, floor((page.h - 0.2 * label) / (1.3 * label)))
    lines = lines[-room:]
    return [
        words_at(
            kit, (page.x + 0.5 * label, page.y + (1.2 + 1.3 * i) * label), line.strip(),
            f"{key}/said:{i}", size, kit.palette.ink, of="left.tokens",
        )
        for i, line in enumerate(lines)
    ]  # fmt: skip


def _legend(stage: StageView, made: Plan, i: int) -> list[Words]:
    """The parts of a trip, named once, over the row that is newest."""
    kit, palette = stage.kit, stage.kit.palette
    strip = stage.lens.area(_strip(made, i))
    named = (
        ("weights", palette.weight_text),
        ("starts", palette.muted),
        ("notes", palette.token_text),
        ("sums", palette.link_text),
    )
    parts = tuple(
        (("· " if k else "") + kit.word(f"users_{name}") + " ", kit.layout.sizes.label, ink, 600)
        for k, (name, ink) in enumerate(named)
    )
    return [Words(strip.x, strip.y - 0.5 * kit.layout.sizes.label, parts, key="users/legend")]


__all__ = ["Parameters", "draw", "over", "panel", "places"]
