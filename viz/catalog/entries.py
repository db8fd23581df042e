"""What a chip, a model and a stack are made of in YAML, and how each is built."""

from __future__ import annotations

from collections.abc import Mapping as Shelf
from dataclasses import replace
from typing import Any, Final, cast

from viz.catalog.fields import (
    AREA,
    BYTES,
    CLOCK,
    COUNT,
    FACTOR,
    FLOPS,
    OPERATIONS,
    RATE,
    SHARE,
    TIME,
    WATTS,
    Kind,
    Reader,
)
from viz.catalog.types import Chip, Experts, Model, Precision, Sourced, Stack
from viz.errors import nearest
from viz.reading.nodes import Mapping, Node

_KINDS: Final = ("gpu", "wafer")
_JOINS: Final = ("tensor", "pipeline")
_MEMORY: Final = (("capacity", BYTES), ("bandwidth", RATE), ("parts", COUNT))
_BITS: Final = ("16 bit", "8 bit", "4 bit")
_CHIP: Final = (
    ("link", RATE),
    ("cores", COUNT),
    ("area", AREA),
    ("transistors", COUNT),
    ("sram", BYTES),
    ("power", WATTS),
    ("clock", CLOCK),
    ("domain", COUNT),
    ("net", RATE),
)
_MODEL: Final = (
    ("parameters", COUNT),
    ("active", COUNT),
    ("layers", COUNT),
    ("hidden", COUNT),
    ("vocabulary", COUNT),
    ("kv_heads", COUNT),
    ("head_size", COUNT),
    ("kv_latent", COUNT),
    ("wafers", COUNT),
    ("heads", COUNT),
    ("value_latent", COUNT),
    ("query_latent", COUNT),
    ("key_size", COUNT),
    ("value_size", COUNT),
    ("window", COUNT),
    ("windowed", COUNT),
)
_FLAGS: Final = ("tied", "query_norm", "sandwich", "biases")
_EXPERTS: Final = (("count", COUNT), ("used", COUNT), ("parameters", COUNT))
_EXPERTS_TOO: Final = (("dense_layers", COUNT), ("shared", COUNT), ("width", COUNT))
_CLASSES: Final = ("attention", "experts", "dense", "table", "small")
_STACK: Final = (
    ("eta", SHARE),
    ("eta_c", SHARE),
    ("tau", TIME),
    ("accepted", FACTOR),
    ("band", FACTOR),
    ("thin", SHARE),
    ("kernel", TIME),
    ("meet", TIME),
    ("net_meet", TIME),
    ("wire", SHARE),
    ("hop", TIME),
    ("start", TIME),
    ("host", TIME),
    ("each", TIME),
    ("narrow", SHARE),
    ("unpack", OPERATIONS),
    ("core", RATE),
    ("draft", SHARE),
)


def chip_from_node(name: str, node: Node, chips: Shelf[str, Chip], assumed: str = "") -> Chip:
    """A chip of assets/, or of a scene: then `assumed` says which, and bare quantities may stand.

    `like: h100` takes everything that is not written from that chip. Raises VizError.
    """
    reader = Reader(assumed)
    keys = ("title", "kind", "joins", "stack", "like", "memory", "flops", "core_name", "also")
    known = (*keys, "link_name", "reduces", *(key for key, _ in _CHIP))
    if not reader.mapping(node, f"chip '{name}'", known):
        reader.done()
        raise AssertionError(name)
    found: dict[str, Any] = {"name": name, **_numbers(reader, node, _CHIP)}
    for key in ("title", "stack", "core_name", "link_name"):
        found[key] = reader.words(node.get(key), key)
    found["kind"] = reader.choice(node.get("kind"), "kind", _KINDS)
    found["joins"] = reader.choice(node.get("joins"), "joins", _JOINS)
    found["also"] = reader.names(node.get("also"), "also")
    found["reduces"] = reader.flag(node.get("reduces"), "reduces", default=False)
    _memory(reader, node.get("memory"), found)
    found["flops"] = _flops(reader, node.get("flops"))
    found = {key: value for key, value in found.items() if value or key == "name"}
    like = reader.words(node.get("like"), "like")
    if like:
        base = _base(reader, node, like, chips)
        reader.done()
        if base is None:
            raise AssertionError(like)
        return replace(base, **{"title": name, **found}, like=like)
    _demand(
        reader,
        node,
        found,
        ("title", "kind", "joins", "memory_kind", "capacity", "bandwidth", "flops", "stack"),
        {
            "memory_kind": "memory.kind",
            "capacity": "memory.capacity",
            "bandwidth": "memory.bandwidth",
        },
    )
    reader.done()
    return Chip(**{"link": None, **found})


def model_from_node(name: str, node: Node, assumed: str = "") -> Model:
    """A model of assets/. Raises VizError with every fault."""
    reader = Reader(assumed)
    known = ("title", "experts", "also", "own_format", *_FLAGS, *(key for key, _ in _MODEL))
    if not reader.mapping(node, f"model '{name}'", known):
        reader.done()
        raise AssertionError(name)
    found: dict[str, Any] = {"name": name, **_numbers(reader, node, _MODEL)}
    found["title"] = reader.words(node.get("title"), "title")
    found["also"] = reader.names(node.get("also"), "also")
    found["own_format"] = reader.words(node.get("own_format"), "own_format")
    found |= {flag: reader.flag(node.get(flag), flag, default=False) for flag in _FLAGS}
    routed = node.get("experts")
    every = (*_EXPERTS, *_EXPERTS_TOO)
    if routed is not None and reader.mapping(routed, "experts", [key for key, _ in every]):
        numbers = _numbers(reader, routed, every)
        if all(key in numbers for key, _ in _EXPERTS):
            count, used, size = (numbers[key] for key, _ in _EXPERTS)
            if used.value > count.value:
                reader.fault("more experts are used than there are", routed.place)
            too = {key: int(numbers[key].value) for key, _ in _EXPERTS_TOO if key in numbers}
            found["experts"] = Experts(int(count.value), int(used.value), size.value, **too)
        else:
            reader.fault("experts needs count, used and parameters", routed.place)
    needed = ("title", "parameters", "active", "layers", "hidden", "vocabulary")
    _demand(reader, node, found, needed)
    if "kv_latent" not in found and not {"kv_heads", "head_size"} <= found.keys():
        reader.fault("how large is the KV cache?", node.place, write="kv_heads and head_size")
    reader.done()
    model = Model(**found)
    if model.experts is not None:
        routed_all = model.experts.count * model.experts.parameters
        table = 0.0 if model.tied else model.vocabulary.value * model.hidden.value
        if routed_all + table >= model.parameters.value:
            what = f"the experts of '{name}' have more parameters than the whole model"
            reader.fault(what, node.place, write="parameters as counted from the shape")
            reader.done()
    return model


def stack_from_node(name: str, node: Node, assumed: str = "") -> Stack:
    """A stack of assets/. Raises VizError with every fault."""
    reader = Reader(assumed)
    known = ("title", "kind", "validated", "compiled", "also", *(key for key, _ in _STACK))
    if not reader.mapping(node, f"stack '{name}'", known):
        reader.done()
        raise AssertionError(name)
    found: dict[str, Any] = {"name": name, **_numbers(reader, node, _STACK)}
    found["title"] = reader.words(node.get("title"), "title")
    found["kind"] = reader.choice(node.get("kind"), "kind", _KINDS)
    found["also"] = reader.names(node.get("also"), "also")
    found["compiled"] = reader.flag(node.get("compiled"), "compiled", default=False)
    found["validated"] = reader.flag(node.get("validated"), "validated", default=True)
    _demand(reader, node, found, ("title", "kind", "eta_c", "accepted", "band"))
    for needed in ("tau",) if found.get("kind") == "wafer" else ("eta", "kernel"):
        if needed not in found:
            reader.fault(f"stack '{name}' lacks {needed}", node.place)
    reader.done()
    return Stack(**{"eta": None, "tau": None, **found})


def precision_from_node(name: str, node: Node) -> Precision:
    """A format of weights of assets/. Raises VizError with every fault."""
    reader = Reader()
    keys = ("title", "bits", "arithmetic", "source", *_CLASSES)
    if not reader.mapping(node, f"precision '{name}'", keys):
        reader.done()
        raise AssertionError(name)
    width = Kind("number", "", 0.5, 64)
    common = _bits(reader, node.get("bits"), "bits", width)
    each = {key: _bits(reader, node.get(key), key, width) or common for key in _CLASSES}
    arithmetic = _bits(reader, node.get("arithmetic"), "arithmetic", width)
    for key, found in (*each.items(), ("arithmetic", arithmetic)):
        if found is None:
            reader.fault(f"precision '{name}' lacks {key}", node.place)
    title = reader.words(node.get("title"), "title")
    source = reader.words(node.get("source"), "source")
    reader.done()
    widths = {key: float(value or 16) for key, value in each.items()}
    return Precision(name, title or name, **widths, arithmetic=int(arithmetic or 16), source=source)


def _bits(reader: Reader, node: Node | None, what: str, width: Kind) -> float | None:
    return None if node is None else reader.number(node, what, width)


def _numbers(
    reader: Reader, node: Mapping, kinds: tuple[tuple[str, Kind], ...]
) -> dict[str, Sourced]:
    found = {}
    for key, kind in kinds:
        entry = node.get(key)
        if entry is not None and (number := reader.sourced(entry, key, kind)) is not None:
            found[key] = number
    return found


def _memory(reader: Reader, node: Node | None, found: dict[str, Any]) -> None:
    if node is None or not reader.mapping(node, "memory", ["kind", *(key for key, _ in _MEMORY)]):
        return
    numbers = _numbers(reader, node, _MEMORY)
    found["memory_kind"] = reader.words(node.get("kind"), "memory.kind")
    found["capacity"] = numbers.get("capacity")
    found["bandwidth"] = numbers.get("bandwidth")
    found["memory_parts"] = numbers.get("parts")


def _flops(reader: Reader, node: Node | None) -> tuple[tuple[int, Sourced], ...]:
    if node is None or not reader.mapping(node, "flops", _BITS):
        return ()
    numbers = _numbers(reader, node, tuple((bits, FLOPS) for bits in _BITS))
    return tuple((int(bits.split()[0]), number) for bits, number in numbers.items())


def _base(reader: Reader, node: Mapping, like: str, chips: Shelf[str, Chip]) -> Chip | None:
    if like in chips:
        return chips[like]
    place = cast("Node", node.get("like")).place
    reader.fault(f"there is no chip '{like}'", place, nearest(like, chips))
    return None


def _demand(
    reader: Reader,
    node: Mapping,
    found: dict[str, Any],
    needed: tuple[str, ...],
    called: dict[str, str] | None = None,
) -> None:
    """A fault for each needed key that is nowhere in the file (not for one that is wrong)."""
    for key in needed:
        name = (called or {}).get(key, key)
        first, _, second = name.partition(".")
        entry = node.get(first)
        written = entry is not None and (
            not second or (isinstance(entry, Mapping) and entry.get(second) is not None)
        )
        if not found.get(key) and not written:
            reader.fault(f"'{found['name']}' lacks {name}", node.place)
