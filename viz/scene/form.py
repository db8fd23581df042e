"""The form of a scene file, key by key. Also where the JSON Schema for editors comes from."""

# ruff: noqa: RUF009 - `key` makes a field, as dataclasses.field does

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from viz.errors import Fault
from viz.reading.nodes import Mapping, Node, Scalar
from viz.scene import leaves
from viz.scene.forms import (
    FormOf,
    Leaf,
    ListOf,
    MapOf,
    Path,
    Reading,
    Wrong,
    key,
    names_of,
    schema_of,
)
from viz.scene.vocabulary import SYNONYMS

MOST_BEATS: Final = 200
MOST_KNOBS: Final = 12


@dataclass(frozen=True, slots=True)
class MachineForm:
    machine: str = key(
        leaves.typed("8 x h100", "4 x wse-3"),
        "how many of which chip: 8 x h100",
        "",
        required="machine: 8 x h100",
    )
    stack: str | None = key(leaves.NAME, "the software: 'viz list stacks'")


_AMOUNT: Final[dict[str, Any]] = {"type": ["string", "number", "object"]}
# The catalog reads and checks an imagined chip, as it does its own.
_CHIP: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["like"],
    "properties": {
        "like": {"type": "string", "description": "the chip it is made from: 'viz list chips'"},
        "title": {"type": "string", "description": "its name on screen"},
        "memory": {
            "type": "object",
            "properties": {
                "bandwidth": {**_AMOUNT, "description": "bytes a second: 33.5 TB/s"},
                "capacity": {**_AMOUNT, "description": "bytes: 80 GB"},
            },
        },
        "flops": {
            "type": "object",
            "description": "dense operations a second, by bits of a weight",
            "properties": {f"{bits} bit": _AMOUNT for bits in (16, 8, 4)},
        },
        "link": {**_AMOUNT, "description": "bytes a second to the next chip: 450 GB/s"},
        "cores": {**_AMOUNT, "description": "how many cores are drawn"},
        "area": {**_AMOUNT, "description": "814 mm2"},
        "power": {**_AMOUNT, "description": "700 W"},
    },
}


@dataclass(frozen=True, slots=True)
class KnobForm:
    turns: str = key(
        leaves.typed("right.count", "h100.memory.bandwidth"),
        "what it turns: right.count, h100.memory.bandwidth, batch, bits, left.stack ...",
        "",
        required="turns: right.count",
    )
    low: str | None = key(leaves.typed("4", "1 TB/s"), "the lowest value", name="from")
    high: str | None = key(leaves.typed("100", "33.5 TB/s"), "the highest value", name="to")
    choices: tuple[str, ...] | None = key(
        ListOf(leaves.typed(), 2, 12), "the values, instead of from and to"
    )
    title: dict[str, str] | None = key(leaves.text("knob"), "its name on screen")
    log: bool = key(leaves.YES_NO, "true: each step multiplies", default=False)


@dataclass(frozen=True, slots=True)
class AskForm:
    question: dict[str, str] = key(
        leaves.text("question"),
        "what will happen? asked before it does",
        required='question: "..."',
    )
    choices: tuple[dict[str, str], ...] = key(
        ListOf(leaves.text("choices"), 2, 4), "2 to 4 answers", (), required="choices: [one, two]"
    )
    answer: dict[str, str] = key(
        leaves.text("choices"),
        "the right one, as written under choices",
        required="answer: and one of the choices",
    )


@dataclass(frozen=True, slots=True)
class BeatForm:
    say: dict[str, str] | None = key(leaves.text("say"), "the caption: two lines of 42 letters")
    seconds: float = key(
        leaves.SECONDS,
        "how long on screen: 4 s or 1:02.5",
        1.0,
        name="for",
        required="for: 4 s",
    )
    pace: float = key(
        leaves.PACE,
        "hardware time a second on screen: 1 ms per second; without it, a pause",
        0.0,
    )
    ask: AskForm | None = key(FormOf(AskForm), "a prediction, before the show goes on")
    look: str = key(leaves.LOOK, "what is highlighted", "")
    set: dict[str, str] | None = key(
        MapOf(leaves.typed("20 TB/s", "8"), leaves.KEY), "knobs that turn as the beat begins"
    )
    notes: dict[str, str] | None = key(leaves.text("notes"), "for the speaker alone")


@dataclass(frozen=True, slots=True)
class ActorForm:
    name: str
    parameters: Node | None


def _actor(node: Node) -> ActorForm:
    write = "a name, or name: {parameter: value}"
    if isinstance(node, Scalar) and isinstance(node.value, str):
        return ActorForm(node.text, None)
    if isinstance(node, Mapping) and len(node.entries) == 1:
        ((name, parameters),) = node.entries
        if isinstance(parameters, Scalar) and parameters.value is None:
            return ActorForm(name.text, None)
        if isinstance(parameters, Mapping):
            return ActorForm(name.text, parameters)
        raise Wrong(
            "the parameters of an actor are keys with values", write, place=parameters.place
        )
    raise Wrong("one actor is wanted here", write)


_ACTOR: Final = Leaf(_actor, {"type": ["string", "object"], "maxProperties": 1})


@dataclass(frozen=True, slots=True)
class SceneForm:
    """A scene: two machines that run one model, told in beats."""

    title: dict[str, str] | None = key(
        leaves.text("title"), "the title on screen", required='title: "..."'
    )
    asks: dict[str, str] | None = key(leaves.text("asks"), "the question that the scene answers")
    model: str | None = key(leaves.NAME, "the language model: 'viz list models'")
    left: MachineForm | None = key(FormOf(MachineForm, "machine"), "the left machine: 8 x h100")
    right: MachineForm | None = key(FormOf(MachineForm, "machine"), "the right machine: 4 x wse-3")
    batch: int = key(leaves.whole(1, 1_000_000), "users served at the same time", 1)
    context: int = key(leaves.whole(1, 100_000_000), "tokens of context of each user", 1024)
    bits: float = key(leaves.BITS, "bits of a weight: 16 bit", 16.0)
    basis: str = key(
        leaves.BASIS,
        "published: as measured; limit: bandwidth and arithmetic alone",
        "published",
    )
    seed: int = key(leaves.whole(0, 2**31 - 1), "for what looks random", 0)
    chips: dict[str, Node] | None = key(MapOf(leaves.kept(_CHIP), leaves.KEY), "imagined chips")
    knobs: dict[str, KnobForm] | None = key(
        MapOf(FormOf(KnobForm), leaves.KEY, MOST_KNOBS), "what the viewer may turn"
    )
    show: tuple[ActorForm, ...] = key(ListOf(_ACTOR), "other pictures than the two machines", ())
    notes: dict[str, str] | None = key(leaves.text("notes"), "for the speaker alone")
    beats: tuple[BeatForm | None, ...] = key(
        ListOf(FormOf(BeatForm, flat=True), 1, MOST_BEATS),
        "the steps of the show, in order",
        (),
        required="beats: and below it '- say: ...'",
    )


def read_form(root: Node) -> tuple[SceneForm | None, list[Fault], set[str]]:
    """The form as far as it can be read, every fault of it, and which top-level keys have one."""
    reading = Reading(name_of, _elsewhere, SYNONYMS)
    form: SceneForm | None = reading.form(SceneForm, root, ())
    faults = [fault for _, fault in reading.faults]
    return form, faults, {str(path[0]) for path, _ in reading.faults if path}


def _elsewhere(form: type, word: str) -> str:
    """Where a key belongs that stands in the wrong form."""
    if form is SceneForm and word in names_of(BeatForm):
        return f"'{word}' in a beat, below 'beats:'"
    if form is BeatForm and word in names_of(SceneForm) and word not in names_of(BeatForm):
        return f"'{word}' outside the beats"
    return ""


def name_of(path: Path) -> str:
    """What a person calls a part of a scene file: "beat 2", "knob 'wafers', from"."""
    match path:
        case ():
            return "a scene"
        case ("beats", int(number), *rest):
            return ", ".join([f"beat {number + 1}", *_spoken(rest)])
        case ("show", int(number), *rest):
            return ", ".join([f"entry {number + 1} of show", *_spoken(rest)])
        case (("knobs" | "chips") as part, name, *rest):
            return ", ".join([f"{part[:-1]} '{name}'", *_spoken(rest)])
        case (first, *rest):
            return ", ".join([str(first), *_spoken(rest)])
    raise AssertionError(path)


def _spoken(steps: list[str | int]) -> list[str]:
    return [f"entry {step + 1}" if isinstance(step, int) else step for step in steps]


def json_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a scene file, for editors."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Scene",
        "description": "A scene of weights-stay-tokens-flow: two machines, told in beats.",
        **schema_of(FormOf(SceneForm)),
    }
