"""The form of a scene file, key by key. Also where the JSON Schema for editors comes from."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from viz.reading.nodes import Scalar
from viz.scene import field_types as leaves
from viz.scene.field_types import wrong
from viz.scene.vocabulary import LOOK_SCHEMA

MOST_BEATS: Final = 200
MOST_KNOBS: Final = 12
MOST_VALUES: Final = 60


class Form(BaseModel):
    """Every form refuses keys that it does not know, and turns nothing into something else."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class MachineForm(Form):
    machine: leaves.Typed = Field(description="how many of which chip: 8 x h100")
    stack: leaves.Name | None = Field(None, description="the software: 'viz list stacks'")
    told: leaves.Told = Field(
        "model", alias="as", description="measured: as the best published row has it"
    )
    row: leaves.Name | None = Field(None, description="the published row that it is shown as")


def _machine(value: Any) -> Any:
    return {"machine": value} if isinstance(value, Scalar) else value


Machine = Annotated[
    MachineForm,
    BeforeValidator(_machine),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "examples": ["8 x h100", "4 x wse-3"]},
                {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["machine"],
                    "properties": {
                        "machine": {"type": "string", "examples": ["8 x h100"]},
                        "stack": {"type": "string", "examples": ["vllm-2024"]},
                        "as": {"enum": ["model", "measured"]},
                        "row": {"type": "string", "description": "of 'viz validate --rows'"},
                    },
                },
            ]
        }
    ),
]


_AMOUNT: Final[dict[str, Any]] = {"anyOf": [{"type": ["string", "number"]}, {"type": "object"}]}
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
# The catalog reads and checks an imagined chip, as it does its own.
ImaginedChip = Annotated[Any, WithJsonSchema(_CHIP)]


class ValueForm(Form):
    value: leaves.Typed | None = Field(
        None, description="10 s, claim:NAME, chip:h100.area, left.speed, or = arithmetic of these"
    )
    says: leaves.SaysWord | None = Field(None, description="who says so; else it is assumed")
    source: leaves.Typed | None = Field(None, description="where it is said")
    word: leaves.Typed | None = Field(None, description="instead of a value: one of the words")
    of: list[leaves.Typed] | None = Field(
        None, min_length=2, max_length=12, description="the words that a knob may choose from"
    )


def _named(value: Any) -> Any:
    return {"value": value} if isinstance(value, Scalar) else value


Value = Annotated[
    ValueForm,
    BeforeValidator(_named),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": ["string", "number"], "examples": ["10 s", "claim:simple-baseline"]},
                {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {
                        "value": {"type": ["string", "number"]},
                        "says": {"enum": list(leaves.SAYS)},
                        "source": {"type": "string"},
                        "word": {"type": "string"},
                        "of": {"type": "array", "items": {"type": "string"}, "minItems": 2},
                    },
                },
            ]
        }
    ),
]


class KnobForm(Form):
    turns: leaves.Typed = Field(description="what it turns: right.count, h100.memory.bandwidth")
    low: leaves.Typed | None = Field(None, alias="from", description="the lowest value")
    high: leaves.Typed | None = Field(None, alias="to", description="the highest value")
    choices: list[leaves.Typed] | None = Field(
        None, min_length=2, max_length=12, description="the values, instead of from and to"
    )
    title: leaves.KnobTitle | None = Field(None, description="its name on screen")
    log: leaves.YesNo = Field(False, description="true: each step multiplies")
    whole: leaves.YesNo = Field(False, description="true: whole numbers only")


class AskForm(Form):
    question: leaves.QuestionText = Field(description="what will happen? asked before it does")
    choices: list[leaves.Choice] = Field(min_length=2, max_length=4, description="2 to 4 answers")
    answer: leaves.AnswerText = Field(
        description="the right one, as written under choices; or a value of the model, left.speed"
    )
    pause: leaves.Seconds | None = Field(
        None, description="how long the choices stand before the answer; else 60 % of the beat"
    )
    may_show: dict[str, leaves.Typed] = Field(
        default_factory=dict,
        max_length=12,
        description="what may be seen before though it tells the answer: the text, and why",
    )


def _actor(value: Any) -> Any:
    if isinstance(value, Scalar):
        return {value.text: {}}
    if isinstance(value, dict) and len(value) == 1:
        return {
            name: {} if isinstance(parameters, Scalar) and parameters.value is None else parameters
            for name, parameters in value.items()
        }
    raise wrong("one actor is wanted here", "a name, or name: {parameter: value}")


Actor = Annotated[
    dict[str, dict[str, Any]],
    BeforeValidator(_actor),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "object", "maxProperties": 1}]}),
]


class LookForm(Form):
    parts: list[leaves.Look] = Field(
        min_length=1, max_length=12, description="what is looked at; all: the whole stage"
    )
    margin: leaves.Margin | None = Field(
        None,
        description="room around it, as a share of its own size: 0.1; below 0 the camera is closer",
    )


def _look(value: Any) -> Any:
    if isinstance(value, Scalar):
        return {"parts": [value]}
    return {"parts": value} if isinstance(value, list) else value


Look = Annotated[
    LookForm,
    BeforeValidator(_look),
    WithJsonSchema(
        {
            "anyOf": [
                LOOK_SCHEMA,
                {"type": "array", "minItems": 1, "maxItems": 12, "items": LOOK_SCHEMA},
                {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["parts"],
                    "properties": {
                        "parts": {"type": "array", "items": {"type": "string"}, "minItems": 1},
                        "margin": {"type": ["string", "number"], "examples": [0.1]},
                    },
                },
            ]
        }
    ),
]


class BeatForm(Form):
    say: leaves.Say | None = Field(None, description="the caption: two lines of 42 letters")
    tell: leaves.Tell | None = Field(
        None, description="what a narrator says meanwhile, in full sentences, with the why"
    )
    seconds: leaves.Seconds = Field(alias="for", description="how long on screen: 4 s or 1:02.5")
    pace: leaves.Pace | None = Field(
        None, description="hardware time a second on screen: 1 ms per second; without it, a pause"
    )
    until: leaves.Event | None = Field(
        None,
        description="instead of a pace, what happens as the beat ends: right.link:2, left.word",
    )
    ask: AskForm | None = Field(None, description="a prediction, before the show goes on")
    look: Look | None = Field(
        None, description="what it is about: left.memory, a list of parts, or all"
    )
    show: list[Actor] = Field(
        default_factory=list, max_length=50, description="actors that enter as the beat begins"
    )
    hide: list[leaves.Typed] = Field(
        default_factory=list, max_length=50, description="actors that leave as the beat begins"
    )
    set: dict[leaves.Key, leaves.Typed] = Field(
        default_factory=dict, description="knobs that are turned as the beat begins"
    )
    mark: leaves.Mark | None = Field(
        None, description="a name for its start, which a file of times for a voice may hold"
    )
    notes: leaves.Notes | None = Field(None, description="for the speaker alone")


class SceneForm(Form):
    """A scene: two machines that run one model, told in beats."""

    title: leaves.Title = Field(description="the title on screen")
    asks: leaves.Asks | None = Field(None, description="the question that the scene answers")
    model: leaves.Name | None = Field(None, description="the language model: 'viz list models'")
    left: Machine | None = Field(None, description="the left machine: 8 x h100")
    right: Machine | None = Field(None, description="the right machine: 4 x wse-3")
    batch: leaves.Batch = Field(1, description="users served at the same time")
    context: leaves.Context = Field(1024, description="tokens of context of each user")
    bits: leaves.Bits = Field(16.0, description="bits of a weight: 16 bit")
    kv_bits: leaves.Bits = Field(16.0, description="bits of a value in the KV cache: 8 bit")
    format: leaves.Name | None = Field(
        None, description="how weights are written, instead of bits: 'viz list precisions'"
    )
    basis: leaves.BasisWord = Field(
        "published", description="published: as measured; limit: bandwidth and arithmetic alone"
    )
    prefill: leaves.YesNo = Field(
        False, description="machines first read a prompt as long as the context, and then write"
    )
    seed: leaves.Seed = Field(0, description="for what looks random")
    square: leaves.Bytes | None = Field(
        None, description="what one square of weights stands for, everywhere: 100 MB"
    )
    circle: leaves.Bytes | None = Field(
        None, description="what one circle of values stands for, everywhere: 10 kB"
    )
    chips: dict[leaves.Key, ImaginedChip] = Field(
        default_factory=dict, description="imagined chips"
    )
    values: dict[leaves.Key, Value] = Field(
        default_factory=dict, max_length=MOST_VALUES, description="quantities with a name"
    )
    knobs: dict[leaves.Key, KnobForm] = Field(
        default_factory=dict, max_length=MOST_KNOBS, description="what the viewer may turn"
    )
    show: list[Actor] = Field(
        default_factory=list, max_length=50, description="other pictures than the two machines"
    )
    notes: leaves.Notes | None = Field(None, description="for the speaker alone")
    beats: list[BeatForm] = Field(
        min_length=1, max_length=MOST_BEATS, description="the steps of the show, in order"
    )


class MatchForm(Form):
    part: leaves.Look = Field("all", description="of the last picture, as look: names it")
    becomes: leaves.Look = Field("all", description="what it is in the next scene's first picture")


def _match(value: Any) -> Any:
    if not isinstance(value, Scalar):
        return value
    if value.text != "match":
        raise wrong(f"a scene cannot go on with '{value.text[:40]}'", "match", ("match",))
    return {}


Match = Annotated[
    MatchForm,
    BeforeValidator(_match),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": ["match"]},
                {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {"part": LOOK_SCHEMA, "becomes": LOOK_SCHEMA},
                },
            ]
        }
    ),
]


class EntryForm(Form):
    scene: leaves.Typed = Field(description="a scene's name, or a file beside the program")
    chapter: leaves.Title | None = Field(None, description="its title; else the scene's own")
    seconds: leaves.Seconds | None = Field(None, alias="for", description="cut to this length")
    beats: list[leaves.Beats] = Field(default_factory=list, description="only these, from 1")
    then: Match | None = Field(
        None, description="match: its last picture becomes the first of the next scene"
    )


def _entry(value: Any) -> Any:
    return {"scene": value} if isinstance(value, Scalar) else value


class ProgramForm(Form):
    """Scenes in an order, each with the title of its chapter."""

    title: leaves.Title = Field(description="the title of the whole")
    cards: leaves.Seconds | None = Field(None, description="how long a chapter's card stands")
    size: leaves.Typed | None = Field(None, description="the picture it is made for: vertical")
    questions: leaves.YesNo = Field(True, description="false: beats that ask are left out")
    scenes: list[Annotated[EntryForm, BeforeValidator(_entry)]] = Field(
        min_length=1, max_length=60, description="the scenes in order"
    )


def json_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a scene file, for editors."""
    schema = _lean(SceneForm.model_json_schema(by_alias=True))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "Scene"}


def _lean(part: Any) -> Any:
    """Without what pydantic adds: null for a key that is left out, and a title for each key."""
    if isinstance(part, list):
        return [_lean(item) for item in part if item != {"type": "null"}]
    if not isinstance(part, dict):
        return part
    kept = {
        key: _lean(value)
        for key, value in part.items()
        if not (key == "title" and isinstance(value, str))
        and not (key == "default" and value in (None, {}, []))
    }
    choices = kept.get("anyOf")
    if isinstance(choices, list) and len(choices) == 1:
        del kept["anyOf"]
        kept = {**choices[0], **kept}
    return kept
