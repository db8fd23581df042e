"""From what pydantic complains about to faults with places, and on with what is sound.

A file's faults are told all at once. So the parts that are wrong are taken out, and the rest is
checked further: a wrong beat must not hide a wrong knob.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from viz.errors import Fault, Place, VizError, nearest
from viz.reading.nodes import Mapping, Node, Scalar, Sequence, place_at
from viz.scene.form import (
    AskForm,
    BeatForm,
    KnobForm,
    LookForm,
    MachineForm,
    SceneForm,
    ValueForm,
)
from viz.scene.vocabulary import new_name

Step = str | int
Path = tuple[Step, ...]

_FORMS: Final = {
    "title": 'title: "..."',
    "scenes": "scenes: and below it '- scene: ...'",
    "scene": "scene: memory_wall",
    "beats": "beats: and below it '- say: ...'",
    "for": "for: 4 s",
    "machine": "machine: 8 x h100",
    "turns": "turns: right.count",
    "question": 'question: "..."',
    "choices": "choices: [one, two]",
    "answer": "answer: and one of the choices",
}
_MOST_ROUNDS: Final = 8
_Form = TypeVar("_Form", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Kin:
    """A kind of file: what a person calls each part of it, and the form of each part."""

    name_of: Callable[[Path], str]
    form_of: Callable[[Path], type[BaseModel] | None]


def shape(node: Node) -> Any:
    """Dicts and lists whose leaves are still Scalars, each with its text and place."""
    if isinstance(node, Mapping):
        return {key.text: shape(value) for key, value in node.entries}
    if isinstance(node, Sequence):
        return [shape(item) for item in node.items]
    return node


def read_form(root: Node) -> tuple[SceneForm | None, list[Fault], set[str]]:
    """The form, every fault of it, and which top-level keys have one.

    With faults, the form is what is left of it, if that still makes a scene.
    """
    data = shape(root)
    kin = Kin(name_of, form_of)
    faults: list[Fault] = []
    broken: set[str] = set()
    for _ in range(_MOST_ROUNDS):
        try:
            return SceneForm.model_validate(data), faults, broken
        except ValidationError as error:
            details = error.errors(include_url=False, include_input=False)
        if not faults:
            faults = _without_echoes([_fault(root, detail, kin) for detail in details])
            broken = {str(detail["loc"][0]) for detail in details if detail["loc"]}
        for detail in details:
            data = _without(data, detail["loc"], root.place)
        if data is None:
            break
    return None, faults, broken


def read_whole(form: type[_Form], root: Node, kin: Kin) -> _Form:
    """A form that is all or nothing, such as a program's. Raises VizError with every fault."""
    try:
        return form.model_validate(shape(root))
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
    raise VizError(_without_echoes([_fault(root, detail, kin) for detail in details]))


def _without(data: Any, path: Path, place: Place) -> Any:
    """The same without what is wrong at `path`; beats keep their count, so that places hold."""
    if not isinstance(data, dict) or not path:
        return None
    stub = {"for": Scalar("1 s", "1 s", place)}
    first, rest = str(path[0]), path[1:]
    if first == "title":
        return {**data, "title": Scalar("-", "-", place)}
    part = data.get(first)
    if first == "beats":
        if not isinstance(part, list) or not rest or not isinstance(rest[0], int):
            return {**data, "beats": [stub]}
        beats = list(part)
        beat = beats[rest[0]] if rest[0] < len(beats) else stub
        key = str(rest[1]) if len(rest) > 1 else "for"
        kept = {k: v for k, v in beat.items() if k != key} if isinstance(beat, dict) else {}
        beats[rest[0]] = {**kept, **stub} if key == "for" else kept
        return {**data, "beats": beats}
    if first in ("knobs", "values") and isinstance(part, dict) and rest:
        return {**data, first: {k: v for k, v in part.items() if k != rest[0]}}
    return {key: value for key, value in data.items() if key != first}


def _fault(root: Node, detail: Any, kin: Kin) -> Fault:
    path: Path = tuple(step for step in detail["loc"] if step != "[key]")
    kind, about = str(detail["type"]), detail.get("ctx", {})
    if kind == "extra_forbidden":
        return _unknown_key(root, path, kin)
    if kind == "missing":
        key = str(path[-1])
        owner = kin.name_of(path[:-1])
        place = place_at(root, path[:-1])
        return Fault(f"{owner} has no '{key}'", place, write=_FORMS.get(key, ""))
    is_key = "[key]" in detail["loc"]
    place = place_at(root, path, key=is_key)
    name = kin.name_of(path)
    if kind == "viz":
        if about["at"]:
            place = place_at(root, (*path, about["at"]), key=True)
        return Fault(f"{name}: {about['what']}", place, tuple(about["meant"]), about["write"])
    if kind in {"too_short", "too_long"}:
        least, most = about.get("min_length"), about.get("max_length")
        limit = f"at least {least}" if kind == "too_short" else f"at most {most}"
        return Fault(f"{name} has {about['actual_length']}; {limit} is wanted", place)
    if kind in {"model_type", "dict_type", "model_attributes_type"}:
        write = _keys_of(kin.form_of(path))
        return Fault(f"{name} must be keys with values", place, write=write)
    if kind == "list_type" and path[-1] == "hide":
        return Fault(f"{name} must be a list", place, write="hide: [bars]")
    if kind == "list_type":
        return Fault(f"{name} must be a list", place, write="each entry with a '-' before it")
    return Fault(f"{name}: {detail['msg']}", place)


def _without_echoes(faults: list[Fault]) -> list[Fault]:
    """A key that is misspelt is not missing as well."""
    meant = {word for fault in faults for word in fault.meant}
    return [f for f in faults if not any(f.what.endswith(f" has no '{word}'") for word in meant)]


def _keys_of(form: type[BaseModel] | None) -> str:
    if form is None:
        return "key: value"
    return "keys like " + ", ".join(names_of(form)[:4])


def names_of(form: type[BaseModel]) -> list[str]:
    """The keys that a form has, as people write them."""
    return [field.alias or name for name, field in form.model_fields.items()]


def _unknown_key(root: Node, path: Path, kin: Kin) -> Fault:
    key, owner = str(path[-1]), path[:-1]
    place = place_at(root, path, key=True)
    form = kin.form_of(owner)
    what = f"{kin.name_of(owner)} has no key '{key}'"
    if form is None:
        return Fault(what, place)
    names = names_of(form)
    word = new_name("key", key.casefold()) or key
    if word in names:
        return Fault(what, place, (word,))
    if form is SceneForm and word in names_of(BeatForm):
        return Fault(what, place, write=f"'{word}' in a beat, below 'beats:'")
    if form is BeatForm and word in names_of(SceneForm):
        return Fault(what, place, write=f"'{word}' outside the beats")
    if meant := nearest(key, names):
        return Fault(what, place, meant)
    return Fault(what, place, write="one of " + ", ".join(names))


def form_of(path: Path) -> type[BaseModel] | None:
    """The form of a part of a scene file that has keys of its own."""
    match path:
        case ():
            return SceneForm
        case ("beats", int()):
            return BeatForm
        case ("beats", int(), "ask"):
            return AskForm
        case ("beats", int(), "look"):
            return LookForm
        case ("knobs", str()):
            return KnobForm
        case ("values", str()):
            return ValueForm
        case ("left" | "right",):
            return MachineForm
    return None


def name_of(path: Path) -> str:
    """What a person calls a part of a scene file: "beat 2", "knob 'wafers', from"."""
    match path:
        case ():
            return "a scene"
        case ("beats", number, "look", "parts", *rest):  # as most people write it
            return name_of(("beats", number, "look", *rest))
        case ("beats", int(number), *rest):
            return ", ".join([f"beat {number + 1}", *_spoken(rest)])
        case ("show", int(number), *rest):
            return ", ".join([f"entry {number + 1} of show", *_spoken(rest)])
        case (("knobs" | "chips" | "values") as part, name, *rest):
            return ", ".join([f"{part[:-1]} '{name}'", *_spoken(rest)])
        case (first, *rest):
            return ", ".join([str(first), *_spoken(rest)])
    raise AssertionError(path)


def _spoken(steps: list[Step]) -> list[str]:
    return [f"entry {step + 1}" if isinstance(step, int) else str(step) for step in steps]
