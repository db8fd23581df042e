"""What a machine does at a moment of the hardware clock. Any moment, any order, the same cost.

A machine is a list of runs. A knob that is turned starts a new run from that moment on: the
counters keep what they have, only the rate changes.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from math import floor
from typing import Literal

from viz.physics.types import PartName, Rig, StepTime
from viz.timeline.clocks import HwSeconds

NOW = 1e-9  # of a prompt's time: it ends now
DoingPart = Literal["reading", "overhead", "layer", "hop"]


@dataclass(frozen=True, slots=True)
class Doing:
    """What a machine does: `progress` counts tokens with their fraction, `layer` and `chip`
    count from 1, `part_fraction` and `step_fraction` run from 0 to 1, bytes are those of weights
    (and KV cache) carried from HBM since the start."""

    tokens_done: int
    progress: float
    chip: int
    layer: int
    part: DoingPart
    part_fraction: float
    step_fraction: float
    bytes_moved: float


@dataclass(frozen=True, eq=False)
class Run:
    """From `start` on, steps of one length. `steps_before` and the rest is what had been done.

    Where a prompt is read first, that takes `prompt` seconds, of which `left` are still to come at
    `start`; steps begin after them.
    """

    start: HwSeconds
    rig: Rig
    step: StepTime
    steps_before: float = 0.0
    tokens_before: float = 0.0
    bytes_before: float = 0.0
    prompt: float = 0.0
    left: float = 0.0

    @cached_property
    def bytes_per_step(self) -> float:
        """Bytes that cross the bus in one step; none where weights stay."""
        if self.rig.chip.kind == "wafer":
            return 0.0
        return sum(part.bytes for part in self.step.parts if part.name == "reading")

    @cached_property
    def busy_share(self) -> float:
        """Share of a step in which weights are read or used (the rest is per-layer overhead)."""
        busy = self.part("reading") + self.part("computing")
        return busy / self.step.seconds

    @cached_property
    def layer_bounds(self) -> tuple[float, ...]:
        """Layers done when the token enters wafer i; whole layers wherever there are enough."""
        count, layers = self.rig.count, self.step.layers
        if count <= layers:
            return tuple(float(round(i * layers / count)) for i in range(count + 1))
        return tuple(i * layers / count for i in range(count + 1))

    @cached_property
    def hop_seconds(self) -> float:
        """Time from one wafer to the next."""
        gaps = self.rig.count - 1
        return self.part("links") / gaps if gaps else 0.0

    @cached_property
    def layer_seconds(self) -> float:
        """Time of one layer."""
        return (self.step.seconds - self.part("links")) / self.step.layers

    @cached_property
    def wafer_starts(self) -> tuple[float, ...]:
        """Seconds after the start of a token at which it enters wafer i; the end comes last."""
        return tuple(
            bound * self.layer_seconds + min(i, self.rig.count - 1) * self.hop_seconds
            for i, bound in enumerate(self.layer_bounds)
        )

    def part(self, name: PartName) -> float:
        """Seconds that a part adds to the step."""
        return sum(part.seconds for part in self.step.parts if part.name == name)

    def steps(self, hw: HwSeconds) -> float:
        """Steps done at `hw`, with their fraction."""
        since = hw - self.start - self.left
        if self.left > 0.0:
            since = max(0.0, since)
        return self.steps_before + since / self.step.seconds

    def reached(self, steps: float) -> HwSeconds:
        """When so many steps are done."""
        return HwSeconds(self.start + self.left + (steps - self.steps_before) * self.step.seconds)

    def read(self, hw: HwSeconds) -> float:
        """The share of the prompt's time that is over at `hw`; 1 where there is no prompt."""
        left = self.start + self.left - hw
        left = left if left > NOW * self.prompt else 0.0
        return 1.0 - left / self.prompt if self.prompt > 0.0 else 1.0

    def tokens(self, hw: HwSeconds) -> float:
        """Tokens done at `hw`, with their fraction."""
        return self.tokens_before + (self.steps(hw) - self.steps_before) * self.step.accepted

    def moved(self, steps: float) -> float:
        """Bytes carried when `steps` are done: each layer is read first, then waited for."""
        return self.bytes_before + self.bytes_per_step * (
            self._read(steps) - self._read(self.steps_before)
        )

    def _read(self, steps: float) -> float:
        layers = self.step.layers
        position = steps * layers
        whole = floor(position)
        share = self.busy_share
        return (whole + (min((position - whole) / share, 1.0) if share else 0.0)) / layers


@dataclass(frozen=True, slots=True)
class GpuGroup:
    """Chips whose weights travel: they read a layer, then wait for launches and links. Whether
    they split each layer or hand on, the same bytes cross the buses of the group."""

    runs: tuple[Run, ...]

    def at(self, hw: HwSeconds) -> Doing:
        """What the group does at `hw`."""
        run = run_at(self.runs, hw)
        steps = run.steps(hw)
        position = (steps - floor(steps)) * run.step.layers
        layer = min(floor(position), run.step.layers - 1)
        inside = position - layer
        reading = inside < run.busy_share
        share = run.busy_share if reading else 1.0 - run.busy_share
        tokens = run.tokens(hw)
        return Doing(
            tokens_done=floor(tokens),
            progress=tokens,
            chip=1,
            layer=layer + 1,
            part="reading" if reading else "overhead",
            part_fraction=(inside if reading else inside - run.busy_share) / share,
            step_fraction=steps - floor(steps),
            bytes_moved=run.moved(steps),
        )


@dataclass(frozen=True, slots=True)
class WaferPipeline:
    """Chips that hand a token on: through the layers of one wafer, then a hop to the next."""

    runs: tuple[Run, ...]

    def at(self, hw: HwSeconds) -> Doing:
        """What the pipeline does at `hw`."""
        run = run_at(self.runs, hw)
        steps = run.steps(hw)
        fraction = steps - floor(steps)
        seconds = fraction * run.step.seconds
        wafer = min(bisect_right(run.wafer_starts, seconds) - 1, run.rig.count - 1)
        inside = (seconds - run.wafer_starts[wafer]) / run.layer_seconds
        first, last = run.layer_bounds[wafer], run.layer_bounds[wafer + 1]
        tokens = run.tokens(hw)
        hopping = inside >= last - first and run.hop_seconds > 0 and wafer < run.rig.count - 1
        position = min(first + inside, last)
        layer = min(floor(position), run.step.layers - 1)
        if hopping:
            layer = max(0, -floor(-last) - 1)
            part_fraction = (inside - (last - first)) * run.layer_seconds / run.hop_seconds
        else:
            part_fraction = min(position - layer, 1.0)
        return Doing(
            tokens_done=floor(tokens),
            progress=tokens,
            chip=wafer + 1,
            layer=layer + 1,
            part="hop" if hopping else "layer",
            part_fraction=part_fraction,
            step_fraction=fraction,
            bytes_moved=0.0,
        )


Machine = GpuGroup | WaferPipeline


def run_at(runs: tuple[Run, ...], hw: HwSeconds) -> Run:
    """The run under way at `hw`; the last of those that start at the same moment."""
    return runs[max(0, bisect_right(runs, hw, key=lambda run: run.start) - 1)]


def continued(
    before: Run | None, start: HwSeconds, rig: Rig, step: StepTime, prompt: float = 0.0
) -> Run:
    """The next run: it starts with what the one before had done by then. Its prompt takes so many
    seconds in all."""
    if before is None:
        return Run(start, rig, step, prompt=prompt, left=prompt)
    steps = before.steps(start)
    left = (1.0 - before.read(start)) * prompt
    done = (steps, before.tokens(start), before.moved(steps))
    return Run(start, rig, step, *done, prompt, left)


def machine_of(runs: tuple[Run, ...]) -> Machine:
    """A machine of the kind of its chips: weights stay on wafers, and travel everywhere else."""
    return WaferPipeline(runs) if runs[0].rig.chip.kind == "wafer" else GpuGroup(runs)


__all__ = [
    "Doing",
    "GpuGroup",
    "Machine",
    "Run",
    "WaferPipeline",
    "continued",
    "machine_of",
    "run_at",
]
