"""How far a race has come: what both machines have written of the same answer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final

from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.scene.types import Scene
from viz.stage.i18n import said
from viz.stage.machine_text import Prose, prose
from viz.stage.parameters import parameter
from viz.stage.quantity import reckoned, resolved
from viz.stage.task_clock import running
from viz.stage.view import StageView

SOON: Final = 1e-6  # seconds: who is so near to the end is there
MOST: Final = 24  # pages that are drawn


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """Who writes, how fast, and what."""

    names: tuple[Text, ...] = parameter("texts", "a name for each of the slow speeds")
    speeds: tuple[Ref, ...] = parameter("refs", "tokens a second that the fast one is held against")
    against: Ref = parameter("ref", "the one of them that races now")
    fast: Ref = parameter("ref", "tokens a second of the fast machine")
    fast_name: Text = parameter("text", "its name")
    prompt: Text = parameter("text", "what both are asked")
    text: str = parameter("word", "what both write: a text of assets/texts", "honey")
    tokens: Ref = parameter("ref", "tokens of the answer", "1000 tok")
    first: Ref = parameter("ref", "wait before each answer, for both", "0 s")


@dataclass(frozen=True, slots=True)
class Lane:
    """One machine: tokens a second, tokens of an answer, and seconds before its first token."""

    name: str
    speed: float
    says: str
    tokens: float
    wait: float
    ref: str = ""
    tokens_ref: str = ""
    wait_ref: str = ""

    @property
    def seconds(self) -> float:
        """How long an answer takes, its wait included."""
        return self.wait + self.tokens / self.speed

    @property
    def seconds_ref(self) -> str:
        """The reference of `seconds`."""
        if self.wait <= 0:
            return reckoned("{} / {}", self.tokens_ref, self.ref)
        return reckoned("{} + {} / {}", self.wait_ref, self.tokens_ref, self.ref)

    def written(self, now: float) -> float:
        """Tokens of its first answer after so many seconds."""
        return min(self.tokens, max(0.0, (now - self.wait) * self.speed))


@dataclass(frozen=True, slots=True)
class Heat:
    """Both machines at a moment of the race; it ends when the slow one has its answer.

    `past` are the ratios of earlier heats of the same answer. `begun`: the clock has run.
    """

    slow: Lane
    fast: Lane
    now: float
    longest: float  # seconds of the slowest of all that the fast one is held against
    past: tuple[float, ...]
    text: Prose
    prompt: str

    @property
    def done(self) -> bool:
        """Whether the slow machine has written its answer."""
        return self.now >= self.slow.seconds - SOON

    @property
    def waits(self) -> bool:
        """Whether both wait before an answer."""
        return self.slow.wait > 0 or self.fast.wait > 0

    @property
    def answers(self) -> float:
        """Answers of the fast machine so far, with the part of the one under way."""
        return self.now / self.fast.seconds

    @property
    def ratio(self) -> float:
        """Answers of the fast machine while the slow one writes one."""
        return self.slow.seconds / self.fast.seconds

    @property
    def ratio_ref(self) -> str:
        """The reference of `ratio`."""
        return reckoned("{} / {}", self.slow.seconds_ref, self.fast.seconds_ref)

    @property
    def most(self) -> int:
        """Places for pages: as many as the slowest machine gives the fast one time for."""
        return min(MOST, max(1, ceil(self.longest / self.fast.seconds - 1e-6)))


def refs_of(p: Parameters) -> tuple[Ref, ...]:
    """What starts the race anew when it changes."""
    return (p.against, p.fast, p.tokens, p.first)


def heat_of(stage: StageView, p: Parameters) -> Heat:
    """The race as far as the clock of the hardware has come since a knob was turned."""
    slow, fast, longest = _lanes(stage.scene, stage.kit.look.lang, p)
    now = min(running(stage, refs_of(p)), slow.seconds)
    past: list[float] = []
    for _, scene in stage.history[:-1]:
        other, rival, _ = _lanes(scene, stage.kit.look.lang, p)
        ratio = other.seconds / rival.seconds
        alike = (rival.speed, other.tokens, other.wait) == (fast.speed, slow.tokens, slow.wait)
        if alike and other.speed != slow.speed and ratio not in past:
            past.append(ratio)
    lang = stage.kit.look.lang
    return Heat(slow, fast, now, longest, tuple(past), prose(p.text, lang), said(p.prompt, lang))


@lru_cache(maxsize=64)
def _lanes(scene: Scene, lang: str, p: Parameters) -> tuple[Lane, Lane, float]:
    tokens = max(1.0, resolved(scene, p.tokens).value)
    wait = max(0.0, resolved(scene, p.first).value)
    against, quick = resolved(scene, p.against), resolved(scene, p.fast)
    speeds = [max(1e-6, resolved(scene, ref).value) for ref in p.speeds]
    nearest = min(range(len(speeds)), key=lambda i: abs(speeds[i] - against.value))
    name = said(p.names[nearest], lang) if nearest < len(p.names) else ""
    rest = (tokens, wait)
    refs = (p.tokens.text, p.first.text)
    slow = Lane(name, max(1e-6, against.value), against.says, *rest, against.ref, *refs)
    fast = Lane(
        said(p.fast_name, lang), max(1e-6, quick.value), quick.says, *rest, quick.ref, *refs
    )
    return slow, fast, wait + tokens / min(*speeds, slow.speed)
