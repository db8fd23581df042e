"""An agent's laps: rings whose outline is time, read, think, act and a tool; then bars, lap by lap."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import pi
from typing import Final

from viz.actors.agent_laps import lap_bars, lap_ring
from viz.actors.agent_laps.agent_laps_places import (
    Agent,
    Ring,
    agent,
    lanes,
    places,
    ring,
    row_of,
    stacked,
)
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.area import Area
from viz.stage.badge import Badge
from viz.stage.i18n import said
from viz.stage.marks import COUNT, Mark, Marks
from viz.stage.number_text import plain_seconds, speed
from viz.stage.parameters import parameter
from viz.stage.quantity import reckoned, resolve
from viz.stage.style import Kit
from viz.stage.task_clock import running
from viz.stage.view import StageView
from viz.stage.words_line import Words, fastened, words_at

KEYS: Final = ("slow", "fast", "limit")
BARS: Final = ("bars", "limit")
DONE: Final = 1e9  # seconds after which every task is over


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """Two agents whose models write at two speeds and whose tools take as long."""

    slow: Ref = parameter("ref", "tokens a second of the first agent's model")
    fast: Ref = parameter("ref", "tokens a second of the other's")
    tokens: Ref = parameter("ref", "tokens that one lap writes")
    tool: Ref = parameter("ref", "how long the tool takes, each lap")
    laps: Ref = parameter("ref", "laps of the task")
    picture: str = parameter(
        "word",
        "one lap with what it writes, one ring, two; laps as bars, one who writes in no time beside"
        " two who are done",
        "rings",
        choices=("page", "ring", "rings", "bars", "limit"),
    )
    before: tuple[Ref, ...] = parameter("refs", "speeds that the other had before, as ghosts", ())
    names: tuple[Text, ...] = parameter("texts", "who both are", ())
    result: bool = parameter("yes", "how many times sooner a lap is done, in a large number", False)


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: rings and bars stand in the world."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Rings or bars, in units of the world."""
    kit, every = stage.kit, _agents(stage, p)
    gone = _gone(stage, p)
    if p.picture in BARS:
        groups = [
            lap_bars.draw(kit, lane, one, seconds, stage.pace, key)
            for lane, one, seconds, key in zip(
                lanes(world, kit, every), every, gone, KEYS, strict=False
            )
        ]
        return tuple(mark for group in groups for mark in group)
    marks: list[Mark] = []
    ghosts = _ghosts(stage, p, every[1])
    if p.result and stacked(kit):
        del ghosts[1:]  # the large number has their place
    for i, (speed_ref, one) in enumerate(ghosts):
        was = ring(world, kit, every[0], one, 1)
        marks += lap_ring.ghost(kit, was, one, f"ghost:{speed_ref}", first=i == 0)
    for one, place, seconds, key in _rings(stage, world, p):
        if p.picture == "page":
            marks += lap_ring.page(kit, place, one, seconds, key)
        marks += lap_ring.draw(kit, place, one, seconds, key)
    return tuple(marks)


def badge(stage: StageView, _: Area, p: Parameters) -> Badge:
    """The clock of the laps, which begins anew with them and with a turned knob."""
    every, gone = _agents(stage, p), _gone(stage, p)
    now = gone[-1]
    if p.picture in BARS:
        now = min(now, every[-1 if len(gone) == len(KEYS) else 0].task)
    return Badge(stage.kit.word("hardware_clock"), f"{now:.1f} s", lens=True, of="hw")


def _agents(stage: StageView, p: Parameters) -> tuple[Agent, Agent, Agent]:
    scene = stage.scene
    return agent(scene, p, p.slow), agent(scene, p, p.fast), agent(scene, p, None)


def _gone(stage: StageView, p: Parameters) -> tuple[float, ...]:
    """Seconds since each of those on stage began, as the picture came or a knob was turned."""
    came = stage.hw - stage.since
    since = min(came, running(stage, (p.slow, p.fast, p.tokens, p.tool, p.laps)))
    if p.picture == "limit":
        before = DONE if since == came else since
        return before, before, since
    return (since,) if p.picture in ("page", "ring") else (since, since)


def _ghosts(stage: StageView, p: Parameters, now: Agent) -> list[tuple[str, Agent]]:
    """What was slower than now."""
    found = [(ref.text, agent(stage.scene, p, ref)) for ref in p.before]
    return [(text, one) for text, one in found if one.lap > 1.001 * now.lap]


def _rings(stage: StageView, world: Area, p: Parameters) -> list[tuple[Agent, Ring, float, str]]:
    """The rings on stage. Where there is one place, the other's has the first's."""
    every, gone = _agents(stage, p), _gone(stage, p)
    found = [
        (
            every[i],
            ring(world, stage.kit, every[0], every[i], i if len(gone) > 1 else None),
            seconds,
            KEYS[i],
        )
        for i, seconds in enumerate(gone[:2])
    ]
    return found[-1:] if stacked(stage.kit) else found


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Words before the lens, which keep their size."""
    lines = _of_bars(stage, world, p) if p.picture in BARS else _of_rings(stage, world, p)
    return fastened(stage.kit, lines)


def _of_rings(stage: StageView, world: Area, p: Parameters) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    lines: list[Words] = []
    every = _agents(stage, p)
    for one, place, _, key in _rings(stage, world, p):
        second = key == "fast"
        x, y = stage.lens.point(place.x, place.y)
        inner = (place.r - place.band / 2) * stage.lens.scale
        ghosts = second and _ghosts(stage, p, one)
        largest = ring(world, kit, every[0], every[0], 1) if ghosts else place
        top = stage.lens.area(largest.area).y - 0.8 * label
        lines.append(_tag(stage, p, second, x, top, "middle", f"{key}/name"))
        if p.picture == "page":
            lines += _stations(stage, place, one)
            continue
        size = min(2.9, 0.62 * inner / label)
        at, text = (x, y + 0.36 * size * label), plain_seconds(one.lap)
        of, ref = f"{key}.lap", one.refs[1]
        lines.append(
            words_at(kit, at, text, f"{key}/lap", size, palette.ink, 700, "middle", of=of, ref=ref)
        )
        if inner > 4.5 * label:
            at, text = (x, at[1] + 1.6 * label), kit.word("agent_laps_lap")
            lines.append(words_at(kit, at, text, f"{key}/one", anchor="middle"))
        lines += _times(stage, place, one, key)
    if p.picture == "rings":
        lines += _ratios(stage, world, p)
    return lines


def _tag(
    stage: StageView, p: Parameters, second: bool, x: float, y: float, anchor: str, key: str
) -> Words:
    """How fast a model writes, and who says so."""
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    number = resolve(stage, p.fast if second else p.slow)
    text = f"{speed(number.value)} {kit.word('speed_unit')}"
    line = words_at(kit, (x, y), text, key, 1.25, palette.token_text, 700, anchor, ref=number.ref)
    if len(p.names) > second and (name := said(p.names[second], kit.look.lang)):
        line = replace(line, parts=(*line.parts, ("  " + name, label, palette.muted, 400)))
    return line


def _stations(stage: StageView, place: Ring, one: Agent) -> list[Words]:
    """What is done along the arcs."""
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    begin, write = lap_ring.start_of(one), one.write / one.lap
    lines: list[Words] = []
    for i, name in enumerate(lap_ring.STATIONS):
        turn = begin + write * (i + 0.5) / len(lap_ring.STATIONS)
        x, y = stage.lens.point(*lap_ring.at(place, turn))
        at, text, key = (x, y + 0.4 * label), kit.word(f"agent_laps_{name}"), f"slow/{name}"
        ink = palette.token_text
        lines.append(words_at(kit, at, text, key, 1.1, ink, 600, "middle", plate=True))
    if one.tool > 0:
        x, y = stage.lens.point(place.x, lap_ring.tool_box_of(place).y)
        at, text = (x, y - 0.6 * label), kit.word("agent_laps_tool")
        lines.append(words_at(kit, at, text, "slow/call", 1.1, weight=600, anchor="middle"))
    return lines


def _times(stage: StageView, place: Ring, one: Agent, key: str) -> list[Words]:
    """The two parts of a lap, each on its arc."""
    kit, palette, scale = stage.kit, stage.kit.palette, stage.lens.scale
    size = kit.layout.sizes.label * 1.25
    lines: list[Words] = []
    of = f"{key}.lap"
    arc = one.write / one.lap * 2 * pi * place.r * scale
    if arc > 3.2 * size and place.band * scale > 1.2 * size:
        x, y = stage.lens.point(*lap_ring.at(place, 0.0))
        at, text, ink = (x, y + 0.36 * size), plain_seconds(one.write), palette.token_text
        name = f"{key}/write/s"
        lines.append(
            words_at(
                kit, at, text, name, 1.25, ink, 700, "middle", of=of, ref=one.refs[0], plate=True
            )
        )
    if one.tool > 0:
        half = min(0.34, 0.62 * one.tool / one.lap / 2)
        x, y = stage.lens.point(*lap_ring.at(place, 0.5 - half))
        clear = 0.5 * lap_ring.tool_box_of(place).w * scale + 1.6 * size
        at = (max(x, stage.lens.point(place.x, 0)[0] + clear), y + 0.36 * size)
        text, name, ink = plain_seconds(one.tool), f"{key}/tool/s", palette.ink
        lines.append(
            words_at(
                kit, at, text, name, 1.25, ink, 700, "middle", of=of, ref=one.refs[3], plate=True
            )
        )
    return lines


def _ratios(stage: StageView, world: Area, p: Parameters) -> list[Words]:
    """How many times as fast: at each ghost, at the ring, and what that does to the lap."""
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    slow, fast, _ = _agents(stage, p)
    shown = [(ref, agent(stage.scene, p, ref)) for ref in p.before]
    shown = [one for one in shown if one[1].lap > 1.001 * fast.lap]
    if not shown:
        return []
    if p.result and stacked(kit):
        del shown[1:]
    lines = _result(stage, world, p, slow, fast) if p.result else []
    for i, (rate, one) in enumerate((*shown, (p.fast, fast))):
        now = i == len(shown)
        place = ring(world, kit, slow, one, 1)
        ratio = resolve(stage, reckoned("{} / {}", rate, p.slow))
        size = 1.25 if now else 1.05
        x, y = stage.lens.point(place.x, place.area.y)
        y -= 0.45 * size * label
        if i == 0:  # on the broad band
            y = stage.lens.point(place.x, place.y - place.r)[1] + 0.36 * size * label
        ink, weight = (palette.ink, 700) if now else (palette.muted, 400)
        text, key = f"{ratio.value:.3g}×", f"times:{i}"
        of, ref = "times", ratio.ref
        lines.append(words_at(kit, (x, y), text, key, size, ink, weight, "middle", of=of, ref=ref))
    return lines


def _result(stage: StageView, world: Area, p: Parameters, slow: Agent, fast: Agent) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    first = ring(world, kit, slow, slow, 1).area
    whole = resolve(stage, reckoned("{} / {}", slow.refs[1], fast.refs[1]))
    raw = resolve(stage, reckoned("{} / {}", p.fast, p.slow))
    number = f"{whole.value:.2g}×" if whole.value < 100 else f"{whole.value:.0f}×"
    (x, y), anchor, big = stage.lens.point(world.right, world.cy), "end", 4.2
    if stacked(kit):
        (x, y), anchor, big = stage.lens.point(first.cx, first.y + 0.34 * first.h), "middle", 3.8
    lap, less = kit.word("agent_laps_whole"), kit.word("agent_laps_not", raw=f"{raw.value:.3g}")
    of, ref = "times", whole.ref
    return [
        words_at(kit, (x, y), number, "result", big, palette.ink, 700, anchor, of=of, ref=ref),
        words_at(kit, (x, y + 2.3 * label), lap, "result/of", 1.1, palette.ink, 400, anchor),
        words_at(
            kit,
            (x, y + 3.8 * label),
            less,
            "result/not",
            1.1,
            anchor=anchor,
            of="times",
            ref=raw.ref,
        ),
    ]


def _of_bars(stage: StageView, world: Area, p: Parameters) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    every, gone = _agents(stage, p), _gone(stage, p)
    lines: list[Words] = []
    for i, (lane, seconds) in enumerate(zip(lanes(world, kit, every), gone, strict=False)):
        lines += _head(stage, p, stage.lens.area(lane.head), every, i, seconds)
        one, key = every[i], KEYS[i]
        row = stage.lens.area(row_of(lane, one, 0))
        if seconds < (1 + lap_bars.FALL) * one.lap or row.h < label or i > 0:
            continue  # the first bar of the first says what the two parts are, once it lies
        for name, text, ink, start, long, ref in (
            ("write", plain_seconds(one.write), palette.token_text, 0.0, one.write, one.refs[0]),
            ("tool", plain_seconds(one.tool), palette.ink, one.write, one.tool, one.refs[3]),
        ):
            at = (row.x + (start + long / 2) / one.lap * row.w, row.cy + 0.36 * label)
            line = words_at(
                kit, at, text, f"{key}/row/{name}", 1.0, ink, 600, "middle", ref=ref, plate=True
            )
            if line.wide + 2 * label < long / one.lap * row.w:
                lines.append(line)
    return lines


def _head(
    stage: StageView,
    p: Parameters,
    head: Area,
    every: tuple[Agent, Agent, Agent],
    i: int,
    seconds: float,
) -> list[Words]:
    """Above an agent's bars: how fast it writes, how long it has run, and how many times sooner."""
    kit, palette = stage.kit, stage.kit.palette
    label, one, key = kit.layout.sizes.label, every[i], KEYS[i]
    high = stacked(kit)
    big = 1.5 if high else 2.4
    x = max(head.x, kit.layout.safe[0])
    y = head.y + label * 1.1 if high else head.bottom - 1.3 * big * label
    if i < 2:
        tag = _tag(stage, p, i == 1, x, y, "start", f"{key}/name")
        lines = [tag if tag.wide < 0.96 * head.w else replace(tag, parts=tag.parts[:1])]
    else:
        text, ink = kit.word("agent_laps_no_time"), palette.token_text
        lines = [words_at(kit, (x, y), text, f"{key}/name", 1.25, ink, 700)]
    if one.lap <= 0:  # its bars have no width: the words stand above those of the one before
        at = (kit.layout.safe[0] + kit.layout.safe[2], y - (0.0 if high else 2 * label))
        text = kit.word("agent_laps_no_limit")
        return [words_at(kit, at, text, f"{key}/time", 1.25, palette.ink, 700, "end")]
    done = seconds >= one.task
    ratio = resolve(stage, reckoned("{} / {}", every[0].refs[1], one.refs[1]))
    time, times = f"{min(seconds, one.task):.0f} s", f"{ratio.value:.2g}×"
    of, ref, ink = f"{key}.laid", one.refs[2] if done else COUNT, palette.ink
    compared = i > 0 and done
    if high:
        end = min(head.right, kit.layout.safe[0] + kit.layout.safe[2])
        if compared:
            more = words_at(
                kit, (end, y), times, f"{key}/times", 1.8, ink, 700, "end", of=of, ref=ratio.ref
            )
            lines.append(more)
            end -= more.wide + label
        at = (end, y)
        return [
            *lines,
            words_at(kit, at, time, f"{key}/time", big, ink, 700, "end", of=of, ref=ref),
        ]
    y += big * 1.15 * label
    lines.append(words_at(kit, (x, y), time, f"{key}/time", big, ink, 700, of=of, ref=ref))
    if compared:
        at = (x, y + 1.25 * big * label)
        lines.append(
            words_at(kit, at, times, f"{key}/times", 1.2 * big, ink, 700, of=of, ref=ratio.ref)
        )
    elif not done:
        lap = min(one.laps, int(seconds / one.lap + 1e-9) + 1)
        text = kit.word("agent_laps_count", now=lap, all=one.laps)
        lines.append(words_at(kit, (x, y + 1.5 * label), text, f"{key}/count", of=of, ref=COUNT))
    return lines


__all__ = ["Parameters", "badge", "draw", "over", "panel", "places"]
