"""From a scene and the turns of one performance to a timeline: what happens when."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

from viz.physics.capacity import fit
from viz.physics.pipeline import pipeline_of
from viz.physics.predict import prefill
from viz.physics.types import Load, Rig
from viz.scene.answers import knobs_behind
from viz.scene.turn import kept, turned
from viz.scene.types import Beat, KnobValue, Scene, Side
from viz.timeline.clocks import HwSeconds, Lens, ScreenSeconds, lens_of
from viz.timeline.events import next_event
from viz.timeline.machine import Machine, Run, continued, machine_of
from viz.timeline.streams import Streams
from viz.timeline.take import Take, Turn, Vote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from viz.physics.types import StepTime

SIDES: Final[tuple[Side, Side]] = ("left", "right")
SOON: Final = 1e-6  # screen seconds
SETTLES: Final = 0.7  # screen seconds: a glide, and the longest change of what is on stage
__all__ = ["Setting", "Span", "Take", "Timeline", "Turn", "Vote", "compile_scene", "load_of"]


@dataclass(frozen=True, slots=True)
class Span:
    """A beat and when it is on screen."""

    index: int
    start: ScreenSeconds
    end: ScreenSeconds
    beat: Beat


@dataclass(frozen=True, slots=True)
class Setting:
    """From `since` on, the scene with its knobs as they then stand, and the machines' runs.

    `clamped` names the knobs that were asked for more, or less, than their range has. `misfits`
    are machines that do not hold what they are asked to: side, bytes needed, bytes held.
    """

    since: ScreenSeconds
    scene: Scene
    values: tuple[tuple[str, KnobValue], ...]
    left: Run | None
    right: Run | None
    clamped: tuple[str, ...] = ()
    misfits: tuple[tuple[Side, float, float], ...] = ()

    def run(self, side: Side) -> Run | None:
        """The run of one side."""
        return self.left if side == "left" else self.right


@dataclass(frozen=True, eq=False)
class Timeline:
    """What happens when: the lens, the beats, the settings, the machines; and the take so far."""

    scene: Scene
    lens: Lens
    beats: tuple[Span, ...]
    settings: tuple[Setting, ...]
    left: Machine | None
    right: Machine | None
    take: Take = Take()  # noqa: RUF009 - frozen

    @property
    def seconds(self) -> ScreenSeconds:
        """How long the show is on screen."""
        return self.lens.screen_seconds

    def span(self, t: ScreenSeconds) -> Span:
        """The beat on screen at t; the first before the show, the last after it."""
        index = bisect_right(self.beats, t, key=lambda span: span.start) - 1
        return self.beats[max(0, index)]

    def pace(self, span: Span) -> float:
        """Hardware seconds a second of the screen in a beat, once the stage has settled."""
        return span.beat.pace or self.lens.pace(ScreenSeconds(span.end - SOON))

    def setting(self, t: ScreenSeconds) -> Setting:
        """The knobs as they stand at t."""
        index = bisect_right(self.settings, t, key=lambda setting: setting.since) - 1
        return self.settings[max(0, index)]

    def locked(self, t: ScreenSeconds) -> tuple[str, ...]:
        """The knobs that cannot be turned at t: those behind the answer of the question on stage."""
        asked = self.span(t).beat.ask
        return knobs_behind(self.scene, asked) if asked else ()

    def machine(self, side: Side) -> Machine | None:
        """The machine of one side."""
        return self.left if side == "left" else self.right

    def streams(self, side: Side) -> Streams | None:
        """The users' streams in one side's wafers; None where it has no wafers."""
        return self._left_streams if side == "left" else self._right_streams

    @cached_property
    def _left_streams(self) -> Streams | None:
        return _streams(self, "left")

    @cached_property
    def _right_streams(self) -> Streams | None:
        return _streams(self, "right")


def compile_scene(scene: Scene, take: Take | None = None) -> Timeline:
    """The timeline of a scene, with the beats' own `set:` and the turns of a take.

    Raises VizError where a turn names a knob that the scene does not have.
    """
    lens = lens_of(tuple(_stretches(scene)))
    beats = _spans(scene)
    settings = _settings(scene, lens, _asked(scene, beats, _turns(beats, take or Take())))
    return Timeline(
        scene=scene,
        lens=lens,
        beats=beats,
        settings=settings,
        left=_machine(run for s in settings if (run := s.left)),
        right=_machine(run for s in settings if (run := s.right)),
        take=take or Take(),
    )


def settles(scene: Scene, index: int) -> float:
    """How long the hardware clock stands as a beat begins, in screen seconds: while the camera
    glides, or while what stands on stage changes. At most half of the beat; 0 where nothing does.
    """
    if not scene.framed or index == 0:
        return 0.0
    beat, before = scene.beats[index], scene.beats[index - 1]
    asks = bool(beat.ask) != bool(before.ask)  # a card takes a part of the stage
    cast = beat.show or beat.hide
    changes = beat.look != before.look or beat.set or cast or asks or index == 1
    return min(SETTLES, beat.seconds / 2) if changes else 0.0


def _stretches(scene: Scene) -> Iterator[tuple[float, float]]:
    """Screen seconds and pace, in order, of a scene without a take."""
    hw = HwSeconds(0.0)
    values: dict[str, KnobValue] = {}
    runs: dict[Side, Run | None] = {side: _run(scene, side, hw, None) for side in SIDES}
    for index, beat in enumerate(scene.beats):
        if beat.set:
            values |= dict(beat.set)
            now = _turned(scene, tuple(values.items()))
            runs = {side: _run(now, side, hw, runs[side]) for side in SIDES}
        stands = settles(scene, index)
        pace, moves = beat.pace, beat.seconds - stands
        if beat.until:
            side, _, event = beat.until.partition(".")
            run = runs["left" if side == "left" else "right"]
            pace = (next_event(run, hw, event) - hw) / moves if run else 0.0
        if pace <= 0:
            yield beat.seconds, 0.0
            continue
        if stands > 0:
            yield stands, 0.0
        yield moves, pace
        hw = HwSeconds(hw + moves * pace)


def _streams(timeline: Timeline, side: Side) -> Streams | None:
    found = []
    for setting in timeline.settings:
        scene, run = setting.scene, setting.run(side)
        if run is None or scene.model is None or run.rig.chip.kind != "wafer":
            return None
        pipe = pipeline_of(run.rig, scene.model, load_of(scene), scene.basis)
        found.append((timeline.lens.hw(setting.since), pipe, round(scene.batch)))
    return Streams(tuple(found), timeline.scene.seed)


def load_of(scene: Scene) -> Load:
    """What a scene asks of its machines."""
    return scene.load


def _spans(scene: Scene) -> tuple[Span, ...]:
    spans, start = [], 0.0
    for index, beat in enumerate(scene.beats):
        end = start + beat.seconds
        spans.append(Span(index, ScreenSeconds(start), ScreenSeconds(end), beat))
        start = end
    return tuple(spans)


def _turns(beats: tuple[Span, ...], take: Take) -> list[Turn]:
    turns = [Turn(span.start, knob, value) for span in beats for knob, value in span.beat.set]
    return sorted([*turns, *take.turns], key=lambda turn: turn.at)


def _asked(scene: Scene, beats: tuple[Span, ...], turns: list[Turn]) -> list[Turn]:
    """The turns, with the knobs behind an answer as the scene has them while it is asked for: a
    card never tells other numbers than its question. Afterwards they stand as they were turned."""
    for span in beats:
        for name in knobs_behind(scene, span.beat.ask) if span.beat.ask else ():
            mine = [turn for turn in turns if turn.knob == name and turn.at < span.end]
            own = _own(scene, beats[: span.index + 1], name)
            if all(turn.value == own for turn in mine):
                continue
            turns = [turn for turn in turns if turn not in mine or turn.at < span.start]
            back = [Turn(span.end, name, mine[-1].value)] if span is not beats[-1] else []
            turns = sorted([*back, *turns, Turn(span.start, name, own)], key=lambda turn: turn.at)
    return turns


def _own(scene: Scene, beats: tuple[Span, ...], name: str) -> KnobValue:
    """The value that the scene itself gives a knob, after these beats."""
    told = [value for span in beats for knob, value in span.beat.set if knob == name]
    published = next(knob.published for knob in scene.knobs if knob.name == name)
    return told[-1] if told else published


def _settings(scene: Scene, lens: Lens, turns: list[Turn]) -> tuple[Setting, ...]:
    settings = [_setting(scene, lens, ScreenSeconds(0.0), {}, None)]
    values: dict[str, KnobValue] = {}
    clamped: tuple[str, ...] = ()
    for turn in turns:
        value, beyond = kept(scene, turn.knob, turn.value)
        values = values | {turn.knob: value}
        clamped = tuple(name for name in clamped if name != turn.knob)
        clamped += (turn.knob,) if beyond else ()
        setting = _setting(scene, lens, turn.at, values, settings[-1])
        settings.append(replace(setting, clamped=clamped))
    return tuple(settings)


def _setting(
    scene: Scene,
    lens: Lens,
    since: ScreenSeconds,
    values: dict[str, KnobValue],
    before: Setting | None,
) -> Setting:
    now = _turned(scene, tuple(values.items())) if values else scene
    start = lens.hw(since)
    return Setting(
        since=since,
        scene=now,
        values=tuple(values.items()),
        left=_run(now, "left", start, before.left if before else None),
        right=_run(now, "right", start, before.right if before else None),
        misfits=_misfits(now),
    )


@lru_cache(maxsize=1024)  # a knob is drawn along: each of its values is a scene of its own
def _turned(scene: Scene, values: tuple[tuple[str, KnobValue], ...]) -> Scene:
    return turned(scene, dict(values))


@lru_cache(maxsize=1024)
def _misfits(scene: Scene) -> tuple[tuple[Side, float, float], ...]:
    found: list[tuple[Side, float, float]] = []
    sides: tuple[tuple[Side, Rig | None], ...] = (("left", scene.left), ("right", scene.right))
    for side, rig in sides:
        if rig is not None and scene.model is not None:
            fitting = fit(rig, scene.model, load_of(scene))
            if not fitting.fits:
                found.append((side, fitting.needed_bytes, fitting.held_bytes))
    return tuple(found)


def _run(scene: Scene, side: Side, start: HwSeconds, before: Run | None) -> Run | None:
    rig, step = scene.left if side == "left" else scene.right, _step(scene, side)
    return continued(before, start, rig, step, _prompt(scene, side)) if rig and step else None


@lru_cache(maxsize=2048)
def _step(scene: Scene, side: Side) -> StepTime | None:
    return scene.step(side)


@lru_cache(maxsize=2048)
def _prompt(scene: Scene, side: Side) -> float:
    """How long a side reads its prompt before it writes, in seconds."""
    rig = scene.left if side == "left" else scene.right
    if not scene.prefill or rig is None or scene.model is None:
        return 0.0
    return prefill(rig, scene.model, scene.load, scene.basis).seconds


def _machine(runs: Iterable[Run]) -> Machine | None:
    found = tuple(runs)
    return machine_of(found) if found else None
