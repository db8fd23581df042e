"""What a knob can turn: dotted paths into a scene, each with its dimension and valid range.

Plain Python: the timeline and the notebook turn knobs too. A number that was turned is
`assumed`, and keeps the published value beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar, cast

from viz import units
from viz.catalog.types import Chip, Other, Sourced, Stack
from viz.physics.capacity import fit
from viz.physics.equations import flops_at
from viz.physics.types import Basis, Rig
from viz.scene.knob_values import of_values
from viz.scene.types import KnobValue, Scene

_SIDES: Final = ("left", "right")
# Constants of a stack: dimension, lowest, highest.
_CONSTANTS: Final = (
    ("eta", "number", 1e-4, 1.0),
    ("eta_c", "number", 1e-4, 1.0),
    ("tau", "seconds", 0.0, 1.0),
    ("start", "seconds", 0.0, 1.0),
    ("kernel", "seconds", 0.0, 1.0),
    ("meet", "seconds", 0.0, 1.0),
    ("net_meet", "seconds", 0.0, 1.0),
    ("wire", "number", 1e-4, 1.0),
    ("host", "seconds", 0.0, 1.0),
    ("each", "seconds", 0.0, 1.0),
    ("hop", "seconds", 0.0, 1.0),
    ("accepted", "number", 1.0, 100.0),
)
_BITS: Final = re.compile(r"([0-9]{1,2}(?:\.[0-9]{1,2})?)\s*(?:bits?)?")


@dataclass(frozen=True, slots=True)
class Turnable:
    """One path. `dimension` is that of viz.units, "bits", or "" where the values are words.

    `low` and `high` are what the physics can take; a knob's own range lies within.
    """

    path: str
    dimension: str
    read: Callable[[Scene], KnobValue]
    put: Callable[[Scene, Any], Scene]
    low: float = 0.0
    high: float = 0.0
    whole: bool = False
    words: tuple[str, ...] = ()
    also: tuple[tuple[str, str], ...] = ()  # what else may be written for a word


def turnables(scene: Scene) -> dict[str, Turnable]:
    """Every path of a scene that a knob can turn."""
    found = [*_loads(scene), *of_values(scene, Turnable)]
    for side in _SIDES:
        rig = _rig(scene, side)
        if rig is not None:
            found += _of_rig(scene, side, rig)
    for name in dict.fromkeys(r.chip.name for s in _SIDES if (r := _rig(scene, s))):
        found += _of_chip(scene, name)
    return {turnable.path: turnable for turnable in found}


def value_from(turnable: Turnable, written: KnobValue) -> KnobValue:
    """SI value (or word) for a path, within its range. A text has its unit. Raises UnitError."""
    if not turnable.dimension:
        word = str(written).strip()
        word = dict(turnable.also).get(word, word)
        if word not in turnable.words:
            raise units.UnitError(
                f"'{word[:40]}' is no value of {turnable.path}", f"one of {_list(turnable.words)}"
            )
        return word
    value = amount_of(turnable, written)
    kind = "number" if turnable.dimension == "bits" else turnable.dimension
    value = units.within(value, kind, turnable.low, turnable.high)
    if turnable.whole and value != round(value):
        if isinstance(written, str):
            raise units.UnitError(f"'{written}' is not whole", f"{value:.0f}")
        value = float(round(value))  # a slider stands between two
    return value


def amount_of(turnable: Turnable, written: KnobValue) -> float:
    """SI value for a path that has a dimension, in its range or not. Raises UnitError."""
    if not isinstance(written, str):
        return float(written)
    if turnable.dimension == "bits":
        return bits_of(written)
    if turnable.path == "context" and "tok" in written:
        return units.parse(written, "tokens")
    return units.parse(written, turnable.dimension)


def text_of(turnable: Turnable, value: KnobValue) -> str:
    """A value as a person would write it for this path."""
    if isinstance(value, str):
        return value
    if turnable.dimension == "bits":
        return f"{value:g} bit"
    return units.write(value, turnable.dimension)


def bits_of(text: str) -> float:
    """Bits of a weight: "16 bit", "16" or "4.5 bit". Raises UnitError."""
    stripped = text.strip()
    match = _BITS.fullmatch(stripped)
    if not match:
        raise units.UnitError(f"'{stripped[:40]}' is no number of bits", "16 bit")
    return units.within(float(match[1]), "number", 1, 64)


_Frozen = TypeVar("_Frozen", Scene, Chip, Stack)


def _changed(whole: _Frozen, changes: dict[str, Any]) -> _Frozen:
    return replace(whole, **changes)


def _list(words: tuple[str, ...]) -> str:
    return ", ".join(words) or "(there is none)"


def _rig(scene: Scene, side: str) -> Rig | None:
    return scene.left if side == "left" else scene.right


def _with_rig(scene: Scene, side: str, rig: Rig) -> Scene:
    return replace(scene, left=rig) if side == "left" else replace(scene, right=rig)


def _loads(scene: Scene) -> list[Turnable]:
    def number(path: str) -> Callable[[Scene, float], Scene]:
        return lambda s, value: _changed(s, {path: value})

    found = [
        Turnable("batch", "number", lambda s: s.batch, number("batch"), 1, 1e6, whole=True),
        Turnable("context", "number", lambda s: s.context, number("context"), 1, 1e8, whole=True),
        Turnable(
            "bits",
            "bits",
            lambda s: s.bits,
            lambda s, value: replace(s, bits=value, precision=None),
            1,
            64,
        ),
        Turnable("kv_bits", "bits", lambda s: s.kv_bits, number("kv_bits"), 1, 64),
        Turnable(
            "format",
            "",
            lambda s: s.precision.name if s.precision else "bits",
            lambda s, value: replace(s, precision=s.catalog.precisions.get(value)),
            words=("bits", *scene.catalog.precisions),
        ),
        Turnable(
            "basis",
            "",
            lambda s: s.basis,
            lambda s, value: replace(s, basis=cast("Basis", value)),
            words=("published", "limit"),
        ),
    ]
    if scene.model is not None:
        found.append(
            Turnable(
                "model",
                "",
                lambda s: s.model.name if s.model else "",
                lambda s, value: replace(s, model=s.catalog.models[value]),
                words=tuple(scene.catalog.models),
            )
        )
        found.append(
            Turnable(
                "fitting",
                "",
                lambda s: s.model.name if s.model else "",
                _fitting,
                words=tuple(scene.catalog.models),
            )
        )
    return found


def _fitting(scene: Scene, name: str) -> Scene:
    """Another model, on as many more chips as hold it: cards that do not fit in one box come by
    the box."""
    scene = replace(scene, model=scene.catalog.models[name])
    for side in _SIDES:
        rig = _rig(scene, side)
        if rig is None or scene.model is None:
            continue
        needed = fit(rig, scene.model, scene.load).chips_needed
        domain = round(rig.chip.domain.value) if rig.chip.domain else 1
        if needed > domain > 1:
            needed = -(-needed // domain) * domain
        if needed > rig.count:
            scene = _with_rig(scene, side, replace(rig, count=needed))
    return scene


def _of_rig(scene: Scene, side: str, rig: Rig) -> list[Turnable]:
    def now(s: Scene) -> Rig:
        return cast("Rig", _rig(s, side))

    def count(s: Scene, value: float) -> Scene:
        return _with_rig(s, side, replace(now(s), count=round(value)))

    def stack(s: Scene, value: str) -> Scene:
        return _with_rig(s, side, replace(now(s), stack=s.catalog.stacks[value]))

    def in_turn(s: Scene, value: float) -> Scene:
        return _with_rig(s, side, replace(now(s), pipeline=round(value)))

    def chip(s: Scene, value: str) -> Scene:
        """Another chip, with the stack that is its own; boxes and cuts are again its own too."""
        other = s.catalog.chips[value]
        own = Rig(other, now(s).count, s.catalog.stacks[other.stack])
        return _with_rig(s, side, own)

    stacks = scene.catalog.stacks
    fitting = tuple(name for name in stacks if stacks[name].kind == rig.chip.kind)
    found = [
        Turnable(
            f"{side}.count", "number", lambda s: float(now(s).count), count, 1, 1e5, whole=True
        ),
        Turnable(
            f"{side}.pipeline",
            "number",
            lambda s: float(now(s).pipeline or 1),
            in_turn,
            1,
            1e3,
            whole=True,
        ),
        Turnable(
            f"{side}.chip",
            "",
            lambda s: now(s).chip.name,
            chip,
            words=tuple(scene.catalog.chips),
        ),
        Turnable(f"{side}.stack", "", lambda s: now(s).stack.name, stack, words=fitting),
    ]
    for name, dimension, low, high in _CONSTANTS:
        if getattr(rig.stack, name) is not None:
            found.append(_constant(side, name, dimension, low, high))
    return found


def _constant(side: str, name: str, dimension: str, low: float, high: float) -> Turnable:
    def read(s: Scene) -> float:
        number: Sourced | None = getattr(cast("Rig", _rig(s, side)).stack, name)
        return number.value if number else 0.0

    def put(s: Scene, value: float) -> Scene:
        rig = cast("Rig", _rig(s, side))
        base: Stack = _known(s.catalog.stacks, rig.stack.name, rig.stack)
        number = _turned(getattr(base, name), value)
        return _with_rig(s, side, replace(rig, stack=_changed(rig.stack, {name: number})))

    return Turnable(f"{side}.{name}", dimension, read, put, low, high)


def _of_chip(scene: Scene, name: str) -> list[Turnable]:
    def first(s: Scene) -> Chip:
        return next(r.chip for side in _SIDES if (r := _rig(s, side)) and r.chip.name == name)

    def numbers(field: str) -> Callable[[Scene, float], Scene]:
        def put(s: Scene, value: float) -> Scene:
            base: Chip = _known(s.catalog.chips, name, first(s))
            return _with_chip(s, name, {field: _turned(getattr(base, field), value)})

        return put

    def flops(s: Scene, value: float) -> Scene:
        base: Chip = _known(s.catalog.chips, name, first(s))
        factor = value / flops_at(base, s.bits)
        all_bits = tuple((bits, _turned(n, n.value * factor)) for bits, n in base.flops)
        return _with_chip(s, name, {"flops": all_bits})

    bandwidth, capacity = f"{name}.memory.bandwidth", f"{name}.memory.capacity"
    rate = "bytes/second"
    found = [
        Turnable(
            bandwidth, rate, lambda s: first(s).bandwidth.value, numbers("bandwidth"), 1e6, 1e21
        ),
        Turnable(
            capacity, "bytes", lambda s: first(s).capacity.value, numbers("capacity"), 1e6, 1e18
        ),
        Turnable(
            f"{name}.flops",
            "flop/second",
            lambda s: flops_at(first(s), s.bits),
            flops,
            1e6,
            1e24,
        ),
    ]
    if first(scene).cores is not None:

        def cores(s: Scene, value: float) -> Scene:
            """More cores of the same kind: arithmetic grows with them, memory does not."""
            base: Chip = _known(s.catalog.chips, name, first(s))
            each = value / base.cores.value if base.cores else 1.0
            flops = tuple((bits, _turned(n, n.value * each)) for bits, n in base.flops)
            count = _turned(cast("Sourced", base.cores), value)
            return _with_chip(s, name, {"cores": count, "flops": flops})

        found.append(
            Turnable(
                f"{name}.cores",
                "number",
                lambda s: cast("Sourced", first(s).cores).value,
                cores,
                1,
                1e7,
                whole=True,
            )
        )
    if first(scene).link is not None:

        def link(s: Scene) -> float:
            number = first(s).link
            return number.value if number else 0.0

        found.append(Turnable(f"{name}.link", rate, link, numbers("link"), 1e3, 1e21))
    return found


def _with_chip(scene: Scene, name: str, changes: dict[str, Any]) -> Scene:
    for side in _SIDES:
        rig = _rig(scene, side)
        if rig is not None and rig.chip.name == name:
            scene = _with_rig(scene, side, replace(rig, chip=_changed(rig.chip, changes)))
    return scene


def _known(shelf: Mapping[str, Any], name: str, otherwise: Any) -> Any:
    """The published entry; a turned scene's catalog still holds it."""
    return shelf.get(name, otherwise)


def _turned(number: Sourced, value: float) -> Sourced:
    if value == number.value:
        return number
    published = Other(number.value, number.says, number.source, number.date)
    return replace(
        number,
        value=value,
        says="assumed",
        source="a knob of the scene",
        date="",
        note="turned; the published value stands beside it",
        others=(published, *number.others),
    )
