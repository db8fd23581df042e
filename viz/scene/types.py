"""What a teacher asked for: plain data, as read from one YAML file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from viz.catalog.types import Catalog, Chip, Model, Precision, Text
from viz.errors import Place
from viz.physics.types import Basis, Load, Rig, StepTime

if TYPE_CHECKING:
    from viz.catalog.claims import Claim

KnobValue = float | str
Side = Literal["left", "right"]


@dataclass(frozen=True, slots=True, eq=False)
class Knob:
    """Something the viewer may turn. `turns` is a dotted path: "right.count", "h100.memory.bandwidth".

    A range knob has `low`, `high` in SI; `unit` is a dimension of viz.units, "bits", or "" where
    the values are words. A choice knob has `choices`, as written. `published` is the value that
    the scene has without the knob. `whole`: only whole numbers, as for chips and users.
    """

    name: str
    turns: str
    title: Text
    unit: str = ""
    low: float = 0.0
    high: float = 0.0
    published: KnobValue = 0.0
    choices: tuple[str, ...] = ()
    log: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A prediction: 2 to 4 choices, one of them the answer.

    Where `value` is a reference, the choice nearest to it is right, as the knobs then stand
    (viz.scene.answers); `answer` is the one with the knobs as published. `pause` is how long the
    choices stand before the answer, in seconds of the screen; 0 for the usual share of the beat.
    `may_show` are texts that may be on stage before though they tell the answer, each with why.
    """

    question: Text
    choices: tuple[Text, ...]
    answer: int
    value: str = ""
    pause: float = 0.0
    may_show: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class ActorCall:
    """One entry under `show:`: the actor's name and its parameters as read, with their places."""

    actor: str
    parameters: tuple[tuple[str, Any], ...]
    place: Place | None = None
    parameter_places: tuple[tuple[str, Place], ...] = ()

    @property
    def places(self) -> dict[str, Place]:
        """Where each parameter stands in the file."""
        return dict(self.parameter_places)

    def is_called(self, name: str) -> bool:
        """Whether `hide:` means it by a name: the actor's, or with its side: "left.machine"."""
        side = dict(self.parameters).get("side", "")
        return name in (self.actor, f"{side}.{self.actor}")


@dataclass(frozen=True, slots=True)
class LookAt:
    """The parts of the stage that a beat is about: "left.reading", ...; "all" is the whole stage.

    `margin` is the room left around them, as a share of their own size; None for the usual one.
    """

    parts: tuple[str, ...] = ()
    margin: float | None = None
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Beat:
    """One step of the show. `pace` is hardware seconds per screen second; 0 is a pause.

    `until` gives the pace instead, by the event at which the beat ends (viz.timeline.events).

    `say` is the caption, `tell` what a narrator says meanwhile, in the languages in which it is
    written. As the beat begins, the actors that `hide` names leave the stage and those of `show`
    come onto it. `mark` names its start, for the times of a voice.
    """

    seconds: float
    pace: float = 0.0
    until: str = ""
    say: Text = field(default_factory=dict)
    ask: Question | None = None
    look: LookAt = LookAt()
    set: tuple[tuple[str, KnobValue], ...] = ()
    notes: Text = field(default_factory=dict)
    mark: str = ""
    tell: Text = field(default_factory=dict)
    show: tuple[ActorCall, ...] = ()
    hide: tuple[str, ...] = ()

    @property
    def moves(self) -> bool:
        """Whether the hardware clock runs in it."""
        return self.pace > 0 or bool(self.until)

    @property
    def narration(self) -> Text:
        """What is said aloud: `tell` in the languages that it has, else `say`."""
        return {**self.say, **self.tell}


@dataclass(frozen=True, slots=True)
class Value:
    """A quantity that the scene names under `values:`, or a word.

    `written` is a quantity, a reference or '= arithmetic' (viz.scene.arithmetic). `says` and
    `source` are the scene's own words about it. `word` is one of `words`. `options` are what a
    knob with choices offers: shown text, reference. `turned` is (SI value, dimension) where a
    knob set it.
    """

    name: str
    written: str = ""
    says: str = ""
    source: str = ""
    word: str = ""
    words: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    turned: tuple[float, str] | None = None


def no_claims() -> Mapping[str, Claim]:
    """For a scene that was not read from a file."""
    return {}


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A scene file, checked. `catalog` already holds the scene's own chips.

    `claims` reads assets/claims.yaml when it is first called. `square` and `circle` are the bytes
    that one square and one circle stand for, everywhere in the scene; None where it does not say.
    A scene is equal only to itself, so that what is computed from it can be kept.
    """

    name: str
    file: str
    title: Text
    asks: Text
    model: Model | None
    left: Rig | None
    right: Rig | None
    beats: tuple[Beat, ...]
    knobs: tuple[Knob, ...]
    show: tuple[ActorCall, ...]
    catalog: Catalog
    seed: int = 0
    basis: Basis = "published"
    batch: float = 1
    context: float = 1024
    prefill: bool = False  # machines first read a prompt as long as the context, and then write
    bits: float = 16
    kv_bits: float = 16
    precision: Precision | None = None  # how weights are written, where `bits` says too little
    measured: tuple[tuple[Side, str], ...] = ()  # rows that sides are shown as; "" is the best
    languages: tuple[str, ...] = ("en",)
    notes: Text = field(default_factory=dict)
    values: tuple[Value, ...] = ()
    claims: Callable[[], Mapping[str, Claim]] = no_claims
    square: float | None = None
    circle: float | None = None
    framed: bool = False  # it has a world, which a camera goes through

    @property
    def load(self) -> Load:
        """What is asked of both machines."""
        return Load(
            batch=self.batch,
            context=self.context,
            bits=self.bits,
            kv_bits=self.kv_bits,
            precision=self.precision,
        )

    def step(self, side: Side) -> StepTime | None:
        """One step of a side: of the model, or as it was measured if the scene says so.

        A knob may turn a machine into one that nobody measured, or the basis to the limit: then it
        is the model's, and the step says so by its `measured`.
        """
        rig = self.left if side == "left" else self.right
        if rig is None or self.model is None:
            return None
        from viz.physics.decode import decode_step
        from viz.physics.measured import measured_step, speaks_for

        row = dict(self.measured).get(side)
        spoken = row is not None and speaks_for(row, rig, self.model, self.load)
        if row is None or self.basis == "limit" or not spoken:
            return decode_step(rig, self.model, self.load, self.basis)
        return measured_step(rig, self.model, self.load, row, Path(self.file).parent)


__all__ = [
    "ActorCall",
    "Beat",
    "Catalog",
    "Chip",
    "Knob",
    "KnobValue",
    "LookAt",
    "Question",
    "Scene",
    "Side",
    "Value",
]
