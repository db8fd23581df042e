"""What an actor may know. A data actor sees the machine and the hardware clock, and no screen
time: nothing that carries data can be eased, staged or sped up. Furniture sees the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Final

from viz.physics.types import StepTime
from viz.scene.types import Knob, KnobValue, Scene, Side
from viz.stage.area import Area
from viz.stage.camera import View
from viz.stage.style import Focus, Kit
from viz.timeline.clocks import HwSeconds, ScreenSeconds
from viz.timeline.compile import Timeline
from viz.timeline.machine import Doing, Run
from viz.timeline.streams import Streams

FRAME: Final = 1 / 30  # screen seconds; what is too fast to draw is judged at the 30 of a film


@dataclass(frozen=True, slots=True)
class Fixed:
    """What of one machine stays from frame to frame: drawn once, and kept.

    `first` is the run at the start of the show, from which scales of drawing are taken, so that
    they never jump. `turned` are the knobs that are away from their published value.
    """

    side: Side
    run: Run
    first: Run
    kit: Kit
    focus: Focus
    turned: tuple[tuple[Knob, KnobValue], ...]

    @property
    def step(self) -> StepTime:
        """The step under way, in parts."""
        return self.run.step

    def level(self, part: str) -> float:
        """The brightness of a part of this machine, such as "bus"."""
        return self.focus.level(f"{self.side}.{part}")


@dataclass(frozen=True, slots=True)
class MachineView:
    """One machine at a moment of the hardware clock.

    `pace` is hardware seconds per screen second: how fast the clock runs, as a camera's shutter
    knows it, so that what is too fast to draw becomes a steady stream.
    """

    fixed: Fixed
    hw: HwSeconds
    pace: float
    doing: Doing
    seed: int
    streams: Streams | None = None  # of all users, where the machine is of wafers

    @property
    def side(self) -> Side:
        """Left or right."""
        return self.fixed.side

    @property
    def run(self) -> Run:
        """The run under way."""
        return self.fixed.run

    @property
    def kit(self) -> Kit:
        """Colours, sizes, words."""
        return self.fixed.kit

    @property
    def steps(self) -> float:
        """Steps done, with their fraction."""
        return self.run.steps(self.hw)

    @property
    def step_screen_seconds(self) -> float:
        """How long one step lasts on screen; very long in a pause."""
        return self.run.step.seconds / self.pace if self.pace > 0 else 1e9

    def level(self, part: str) -> float:
        """The brightness of a part of this machine, such as "bus"."""
        return self.fixed.level(part)


@dataclass(frozen=True, slots=True)
class StageView:
    """What a data actor may know: the hardware clock, its pace, both machines, and the scene with
    its knobs as they stand. It has no screen time.

    `history` are the scenes since the start, oldest first, each with the moment of the hardware
    clock from which its knobs stood so; the last of them is `scene`. `since` is the hardware clock
    as the actor that is asked came onto the stage.
    """

    hw: HwSeconds
    pace: float
    scene: Scene
    machines: tuple[MachineView, ...]
    kit: Kit
    focus: Focus
    history: tuple[tuple[HwSeconds, Scene], ...] = ()
    lens: View = View()  # noqa: RUF009 - frozen; how the world appears on stage
    window: Area = Area(0.0, 0.0, 0.0, 0.0)  # noqa: RUF009 - what of the stage the world has
    since: HwSeconds = HwSeconds(0.0)  # noqa: RUF009

    def machine(self, side: Side) -> MachineView | None:
        """The machine of one side, if the scene has it."""
        return next((machine for machine in self.machines if machine.side == side), None)

    @property
    def seen(self) -> Area:
        """The part of the world that is on stage: what lies outside of it need not be drawn."""
        return self.lens.behind((0.0, 0.0, self.kit.layout.width, self.kit.layout.height))

    @property
    def longest(self) -> float:
        """The longest step on stage, in seconds: a scale that bars may share."""
        return max((machine.run.step.seconds for machine in self.machines), default=1.0)


@dataclass(frozen=True, slots=True)
class ScreenView:
    """The show at a moment of the screen clock: for captions, badges and the like."""

    timeline: Timeline
    t: ScreenSeconds
    hw: HwSeconds
    kit: Kit
    focus: Focus


def fade(value: float, start: float, end: float) -> float:
    """0 before `start`, 1 after `end`, straight between."""
    return min(1.0, max(0.0, (value - start) / (end - start)))


def chance(seed: int, actor: str, index: int) -> float:
    """A number from 0 to 1 that looks random and depends on nothing but its arguments."""
    value = 2166136261 ^ seed
    for code in f"{actor}:{index}".encode():
        value = (value ^ code) * 16777619 & 0xFFFFFFFF
    value ^= value >> 15
    value = value * 2246822519 & 0xFFFFFFFF
    value ^= value >> 13
    return (value * 3266489917 & 0xFFFFFFFF) / 2**32


def held(position: float, per_second: float, most: float = 2.5) -> int:
    """`position` rounded down so coarsely that it changes at most `most` times a second.

    Coarseness is a power of two, so that it does not wander when the pace changes a little.
    """
    stride = 1
    while per_second / stride > most:
        stride *= 2
    return floor(position / stride)
