"""An agent's lap as a ring: read, think, act, then a tool; the token goes round at constant speed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.actors.loop import lap_numbers
from viz.actors.loop.agent_lap import STATIONS, Lap
from viz.actors.loop.lap_ring import Ring, between, chevron, finish, hatched, solid, station_icon
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.scene.types import Scene
from viz.stage.badge import Badge
from viz.stage.i18n import said
from viz.stage.icons import token
from viz.stage.marks import COUNT, Anchor, Arc, Area, Label, Marks, Trail
from viz.stage.number_text import plain_seconds
from viz.stage.panel import ground
from viz.stage.parameters import parameter
from viz.stage.quantity import reckoned, resolved
from viz.stage.style import Focus, Kit, Part, dimmed
from viz.stage.task_clock import coarse, running
from viz.stage.text_metrics import width
from viz.stage.theme import mix
from viz.stage.view import FRAME, StageView

STREAM = 0.35  # screen seconds: a lap that is quicker is drawn as a steady stream


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """One agent: how fast its model writes, how much a lap takes, how long its tool."""

    title: Text = parameter("text", "who runs the laps")
    speed: Ref = parameter("ref", "tokens a second of the model", "claim:simple-baseline")
    tokens: Ref = parameter("ref", "tokens that one lap writes", "1500 tok")
    tool: Ref = parameter("ref", "how long the tool takes, each lap", "10 s")
    laps: Ref = parameter("ref", "laps of the task", "10")
    first: Ref = parameter("ref", "wait for the first token, each lap", "0 s")
    side: str = parameter("word", "what a beat's look: calls it", "left", choices=("left", "right"))


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """Numbers at left, the ring at right, and the token on it."""
    lap, kit = lap_of(stage, p), stage.kit
    place = lap_numbers.plan(area, kit)
    ring = place.ring
    now = _now(stage, p, lap)
    level = stage.focus.level(f"{p.side}.loop")
    return (
        *lap_numbers.numbers(kit, stage.focus, place, lap, p.side),
        *_stations(kit, stage.focus, ring, lap, p.side, now.station),
        *dimmed(_count(kit, ring, now.texts, p.side), level, kit.palette),
        *dimmed(_token(kit, ring, lap, now, p.side), level, kit.palette),
    )


def badge(stage: StageView, _: Area, p: Parameters) -> Badge:
    """The clock of the task, which starts anew with a turned knob; the lens is the scene's."""
    lap = lap_of(stage, p)
    now = min(running(stage, _refs(p)), lap.seconds * lap.laps)
    return Badge(stage.kit.word("loop_clock"), f"{now:.1f} s", lens=True, of="hw")


def lap_of(stage: StageView, p: Parameters) -> Lap:
    """The lap as the knobs stand."""
    return _lap(stage.scene, stage.kit.look.lang, p)


@lru_cache(maxsize=64)
def _lap(scene: Scene, lang: str, p: Parameters) -> Lap:
    speed, tokens, tool, laps, first = (resolved(scene, ref) for ref in _refs(p))
    return Lap(
        title=said(p.title, lang),
        speed=speed.value,
        tokens=tokens.value,
        tool=tool.value,
        laps=max(1, round(laps.value)),
        first=first.value,
        speed_says=speed.says,
        tokens_says=tokens.says,
        tool_says=tool.says,
        refs=(speed.ref, tokens.ref, tool.ref, laps.ref, first.ref),
    )


def _refs(p: Parameters) -> tuple[Ref, ...]:
    return (p.speed, p.tokens, p.tool, p.laps, p.first)


@dataclass(frozen=True, slots=True)
class Now:
    """Where the agent is: laps done, share of this lap, what is written of it."""

    done: int
    share: float
    station: str
    texts: tuple[tuple[Part, ...], tuple[Part, ...]]  # which lap, and how much of it
    stream: bool
    over: bool


def _now(stage: StageView, p: Parameters, lap: Lap) -> Now:
    kit, task = stage.kit, running(stage, _refs(p))
    laps = task / lap.seconds
    over = laps >= lap.laps
    done = lap.laps if over else int(laps)
    share = 0.0 if over else laps - done
    on_screen = lap.seconds / stage.pace if stage.pace > 0 else 1e9
    stream = on_screen < STREAM and not over
    turn = lap.stations()[0][1] + share
    station = next((name for name, start, end in lap.stations() if start <= turn < end), "")
    if over:
        whole = reckoned("{} * {}", lap.refs[3], lap.seconds_ref)
        second = kit.parts("loop_done", time=(plain_seconds(lap.seconds * lap.laps), whole))
    elif stream:
        rate = (f"{1 / lap.seconds:.2g}", reckoned("1 / {}", lap.seconds_ref))
        second = kit.parts("loop_rate", count=rate)
    else:
        so_far = coarse(share * lap.seconds, max(stage.pace, FRAME))
        every = (plain_seconds(lap.seconds), lap.seconds_ref)
        second = kit.parts("loop_of", now=(f"{so_far:.0f}", COUNT), all=every)
    laps_of = (str(lap.laps), lap.refs[3])
    first = kit.parts("loop_laps", now=(str(min(done + 1, lap.laps)), COUNT), all=laps_of)
    return Now(done, share, "" if stream or over else station, (first, second), stream, over)


@lru_cache(maxsize=128)
def _stations(kit: Kit, focus: Focus, ring: Ring, lap: Lap, side: str, now: str) -> Marks:
    palette, of = kit.palette, f"{side}.lap"
    stations = lap.stations()
    marks: list[Marks] = [
        (Arc(ring.x, ring.y, ring.r, ring.band, 0.0, 1.0, palette.waiting_ground),)
    ]
    marks += [
        hatched(ring, start, end, palette, of)
        for name, start, end in stations
        if name not in STATIONS
    ]
    written = [(start, end) for name, start, end in stations if name in STATIONS]
    # Not at full strength: the token on it is the brighter one.
    blue = mix(palette.token, palette.panel, 0.72)
    marks.append(solid(ring, written[0][0], written[-1][1], blue, of))
    marks += [between(ring, start, palette, of) for start, _ in written]
    for name, start, end in stations:
        long = (end - start) / ring.turns(1.0)
        if long > ring.band * 0.75 and name != "wait":
            marks.append(station_icon(ring, (start + end) / 2, name, palette))
        if long > ring.band * 3 and name in STATIONS:
            marks.append(chevron(ring, end - ring.turns(ring.band * 0.45), palette))
        elif long > ring.band * 6:
            marks += [chevron(ring, start + (end - start) * part, palette) for part in (0.25, 0.75)]
    marks.append(finish(ring, lap.stations()[0][1], palette))
    marks.append(_names(kit, ring, lap, now))
    level = focus.level(f"{side}.loop")
    return tuple(mark for group in marks for mark in dimmed(group, level, palette))


def _names(kit: Kit, ring: Ring, lap: Lap, now: str) -> Marks:
    """The stations' names around the ring; in a row above it where their arcs are short."""
    size, palette = kit.layout.sizes.label, kit.palette
    short = lap.generation / lap.seconds < 0.4
    marks: list[Label] = []
    for name, start, end in lap.stations():
        if name == "wait":
            continue
        word = kit.word(f"loop_{name}")
        x, y, anchor = (
            _in_a_row(kit, ring, name)
            if short and name in STATIONS
            else _beside(ring, ((start + end) / 2) % 1.0, size, width(word, size, 700))
        )
        ink = palette.ink if name == now else palette.muted
        weight = 700 if name == now else 400
        marks.append(kit.label(word, x, y, size, ink, weight=weight, anchor=anchor))
    return tuple(marks)


def _beside(ring: Ring, turn: float, size: float, wide: float) -> tuple[float, float, Anchor]:
    """Where a name stands that is outside the ring at `turn`: x, baseline, anchor. Where it would
    reach too far, it slides up or down along the ring."""
    r = ring.outer + size * 0.55
    x, y = ring.at(turn, r)
    if abs(x - ring.x) < ring.outer * 0.3:
        above = y < ring.y
        y = ring.y - ring.outer - size * 0.5 if above else ring.y + ring.outer + size * 1.15
        return ring.x, y, "middle"
    reach = ring.half - wide
    if abs(x - ring.x) > reach:
        away = (max(0.0, r * r - reach * reach)) ** 0.5
        y = ring.y + (away if y > ring.y + 1 else -away)
        x = ring.x + (reach if x > ring.x else -reach)
    return x, y + size * 0.34, "start" if x > ring.x else "end"


def _in_a_row(kit: Kit, ring: Ring, name: str) -> tuple[float, float, Anchor]:
    """Where a name stands above the ring: the middle one over its top, the others lower."""
    size = kit.layout.sizes.label
    top = ring.y - ring.outer - size * 0.5
    away = width(kit.word(f"loop_{STATIONS[1]}"), size, 700) / 2 + size * 0.7
    if name == STATIONS[1]:
        return ring.x, top, "middle"
    drop = ring.outer - (max(0.0, ring.outer**2 - away**2)) ** 0.5
    y = top + min(drop, size * 0.8)
    return (ring.x - away, y, "end") if name == STATIONS[0] else (ring.x + away, y, "start")


@lru_cache(maxsize=64)
def _count(
    kit: Kit, ring: Ring, texts: tuple[tuple[Part, ...], tuple[Part, ...]], side: str
) -> Marks:
    """In the ring: which lap, and how much of it has passed."""
    sizes, palette = kit.layout.sizes, kit.palette
    room = 2 * ring.inner - 16
    first, second = texts
    of = f"{side}.lap"
    big = sizes.numeral
    if ring.inner < 3.4 * sizes.label:  # a small ring holds one line
        return kit.row(
            first,
            ring.x,
            ring.y + sizes.label * 0.36,
            sizes.label,
            palette.ink,
            weight=700,
            anchor="middle",
            room=room,
            of=of,
        )
    marks = [
        *kit.row(
            first,
            ring.x,
            ring.y + big * 0.36,
            big,
            palette.ink,
            weight=700,
            anchor="middle",
            room=room,
            of=of,
        ),
        *kit.row(
            second,
            ring.x,
            ring.y + big * 0.36 + sizes.small * 1.5,
            sizes.small,
            anchor="middle",
            room=room * 0.86,
            of=of,
        ),
    ]
    if ring.inner > 3.2 * sizes.label:
        top = ring.y - big * 0.8
        marks.append(kit.label(kit.word("loop_lap"), ring.x, top, sizes.label, anchor="middle"))
    return tuple(marks)


def _token(kit: Kit, ring: Ring, lap: Lap, now: Now, side: str) -> Marks:
    """The token and its tail; past drawing, a steady ring of light."""
    palette, of = kit.palette, f"{side}.lap"
    start = lap.stations()[0][1]
    if now.stream:
        return (Arc(ring.x, ring.y, ring.outer + 8, 5, 0.0, 1.0, palette.token, 0.9, of),)
    head = start + now.share
    tail = min(now.share, 0.09)
    radius = ring.band * 0.4
    points = tuple(ring.at(head - tail * i / 10) for i in range(11))
    trail = (Trail(points, radius * 1.3, palette.token, 0.7, of),) if tail > 0.01 else ()
    return (*trail, *token(*ring.at(head), radius, palette, of))
