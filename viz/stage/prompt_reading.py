"""How far a machine has come that first reads a prompt and then writes words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import floor
from typing import Final

from viz.physics.predict import prefill
from viz.physics.step import PromptTimes
from viz.physics.types import StepTime
from viz.scene.types import Scene, Side
from viz.stage.view import StageView

SOON: Final = 1e-4  # of a word: it ends now


@dataclass(frozen=True, slots=True)
class Progress:
    """`read` is the share of the prompt's time that is over, `words` are those written since, with
    the fraction of the one under way."""

    read: float
    words: float
    prompt: PromptTimes
    step: StepTime

    @property
    def done(self) -> int:
        """Words that are written."""
        return floor(self.words + SOON)

    @property
    def word(self) -> float:
        """How far the word under way is, from 0 to 1."""
        return max(0.0, self.words - self.done)

    @property
    def busy(self) -> float:
        """Of the prompt's time the share in which cores compute; starts and meetings are the rest."""
        return self.prompt.busy / self.prompt.seconds

    @property
    def reading(self) -> float:
        """Of a word's time the share in which weights are read."""
        return sum(p.seconds for p in self.step.parts if p.name == "reading") / self.step.seconds


def progress(stage: StageView, side: Side = "left") -> Progress | None:
    """How far a side has come; None where the scene has no such machine or no model."""
    view = stage.machine(side)
    prompt = _prompt(stage.scene, side)
    if view is None or prompt is None:
        return None
    return Progress(view.run.read(stage.hw), view.steps, prompt, view.run.step)


@lru_cache(maxsize=256)
def _prompt(scene: Scene, side: Side) -> PromptTimes | None:
    rig = scene.left if side == "left" else scene.right
    if rig is None or scene.model is None:
        return None
    return prefill(rig, scene.model, scene.load, scene.basis)
