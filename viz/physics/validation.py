"""Prediction against published speeds: each row, each family, and what cannot be plain decoding."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from viz.catalog.types import Catalog, Chip, Model, Sourced, Stack
from viz.errors import Fault, nearest
from viz.physics.capacity import fit
from viz.physics.published import Row
from viz.physics.serving import end_to_end_speed, prefill_seconds
from viz.physics.step import step_seconds
from viz.physics.types import Load, Rig

ASSUMED_BITS: Final = 16.0  # where a row does not say
ASSUMED_CONTEXT: Final = 1024.0
ROOFLINE: Final = "above its own memory roofline"
PLAIN: Final = f"{ROOFLINE}: this cannot be plain decoding"
ALIKE: Final = f"{ROOFLINE}: its streams must have chosen the same experts"
NOT_VALIDATED: Final = "not validated"
_ACCEPT: Final = re.compile(r"accept\w* ([0-9]+(?:\.[0-9]+)?)")
_DRAFT: Final = re.compile(r"(?:MTP|draft len(?:gth)? ?)([0-9]+)")
T = TypeVar("T", bound=Chip | Model | Stack)


@dataclass(frozen=True, slots=True)
class Case:
    """A row, and the machine, model and load that it was measured on."""

    row: Row
    rig: Rig
    model: Model
    load: Load


@dataclass(frozen=True, slots=True)
class Scored:
    """A row with its prediction. `error` is predicted / measured - 1."""

    case: Case
    predicted: float
    error: float
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """A family: how far predictions lie from measurements, as fractions of the measured."""

    rows: int
    median_error: float
    p90_error: float
    worst_error: float
    within_1_6x: float
    within_2x: float
    validated: bool


def cases(rows: Sequence[Row], catalog: Catalog) -> tuple[list[Case], list[Fault]]:
    """The machines and models of the rows, and a fault for each that the catalog cannot name."""
    chips, models = _by_name(catalog.chips), _by_name(catalog.models)
    stacks = _by_name(catalog.stacks)
    found: list[Case] = []
    faults: list[Fault] = []
    for row in rows:
        chip = chips.get(row.hardware)
        if chip is None:
            meant = nearest(row.hardware, chips)
            faults.append(Fault(f"there is no device '{row.hardware[:40]}'", row.place, meant))
            continue
        model = _model(row, models.get(row.model))
        if model is None:
            what = f"the shape of '{row.model[:40]}' is not given, and the catalog does not know it"
            faults.append(Fault(what, row.place, write="params_total_B, layers, hidden"))
            continue
        stack = stacks.get(row.family, catalog.stacks[chip.stack])
        if stack.kind != chip.kind:
            stack = catalog.stacks[chip.stack]
        found.append(_case(row, chip, model, stack))
    return found, faults


def predict(case: Case) -> float:
    """Tokens per second for one user, measured as the row was."""
    rig, model, load, row = case.rig, case.model, case.load, case.row
    if row.measure == "end-to-end":
        prompt, tokens = row.get("input_len") or 0.0, row.get("output_len") or 1.0
        middle = replace(load, context=prompt + tokens / 2)
        first = prefill_seconds(rig, model, prompt, load)
        return end_to_end_speed(first, step_seconds(rig, model, middle), tokens)
    kept = load.accepted or rig.stack.accepted.value
    return kept / (step_seconds(rig, model, load) * (1 + 0.08 * load.draft))


def score_row(case: Case) -> Scored:
    """The prediction, its error, and what must be said about the row."""
    predicted = predict(case)
    flags = []
    together = 1.0 / step_seconds(case.rig, case.model, case.load, "limit")
    if case.row.measured > together:
        several = case.model.experts is not None and case.load.batch > 1
        flags.append(ALIKE if several else PLAIN)
    if not case.rig.stack.validated or not case.model.parameters.verified:
        flags.append(NOT_VALIDATED)
    if case.row.get("n_devices") is None:
        flags.append(f"the source does not say how many chips; {case.rig.count} would hold it")
    if case.row.get("bytes_per_weight") is None:
        flags.append("the source does not say the precision; 16 bit assumed")
    return Scored(case, predicted, predicted / case.row.measured - 1, tuple(flags))


def families(scored: Sequence[Scored]) -> dict[str, Score]:
    """The score of each family, in the order of the file."""
    names = list(dict.fromkeys(one.case.row.family for one in scored))
    return {name: score([one for one in scored if one.case.row.family == name]) for name in names}


def score(scored: Sequence[Scored]) -> Score:
    """Median, 90th percentile and worst error, and the shares within factors of 1.6 and 2."""
    errors = sorted(abs(one.error) for one in scored)
    factors = [math.exp(abs(math.log(one.error + 1))) for one in scored]
    return Score(
        len(errors),
        quantile(errors, 0.5),
        quantile(errors, 0.9),
        errors[-1],
        sum(factor <= 1.6 for factor in factors) / len(factors),
        sum(factor <= 2 for factor in factors) / len(factors),
        not any(NOT_VALIDATED in one.flags for one in scored),
    )


def quantile(ordered: Sequence[float], share: float) -> float:
    """The quantile of sorted values, between neighbours in proportion."""
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def _by_name(shelf: Mapping[str, T]) -> dict[str, T]:
    found: dict[str, T] = {}
    for name in shelf:
        entry = shelf[name]
        found |= dict.fromkeys((*entry.also, name), entry)
    return found


def _case(row: Row, chip: Chip, model: Model, stack: Stack) -> Case:
    joins = "tensor" if "TP" in row.parallelism.upper() or chip.kind == "wafer" else "pipeline"
    if chip.kind == "gpu":
        chip = replace(chip, joins="tensor" if joins == "tensor" else "pipeline")
    bits = 8 * (row.get("bytes_per_weight") or ASSUMED_BITS / 8)
    context = row.get("context") or ASSUMED_CONTEXT
    apart = stack.apart.value if stack.apart else 1.0
    accept, draft = _ACCEPT.search(row.speculation), _DRAFT.search(row.speculation)
    load = Load(
        batch=row.batch,
        context=context,
        bits=bits,
        accepted=float(accept[1]) if accept else 0.0,
        draft=float(draft[1]) if accept and draft else 0.0,
        apart=apart,
    )
    count = row.get("n_devices")
    if count is None:
        guess = model.wafers.value if model.wafers and chip.kind == "wafer" else None
        count = guess or fit(Rig(chip, 1, stack), model, load).chips_needed
    return Case(row, Rig(chip, int(count), stack), model, load)


def _model(row: Row, known: Model | None) -> Model | None:
    """The model that the row describes, with what only the catalog knows (experts, latents)."""
    shape = {name: row.get(name) for name in ("params_total_B", "layers", "hidden")}
    if any(value is None for value in shape.values()):
        return known

    def said(name: str, scale: float = 1.0) -> Sourced | None:
        value = row.get(name)
        if value is None:
            return None
        return Sourced(value * scale, "", "vendor", row.source or row.place.file, "")

    nothing = Sourced(0.0, "", "assumed", "not given", "")
    total = said("params_total_B", 1e9) or nothing
    if known is not None and known.experts is not None:
        total = known.parameters  # counted: what is not routed is a small difference of it
    return Model(
        name=row.model,
        title=row.model,
        parameters=total,
        active=said("params_active_B", 1e9) or total,
        layers=said("layers") or nothing,
        hidden=said("hidden") or nothing,
        vocabulary=said("vocab") or nothing,
        tied=bool(row.get("tied_embed")),
        kv_heads=said("kv_heads") or (known.kv_heads if known else None),
        head_size=said("head_dim") or (known.head_size if known else None),
        kv_latent=known.kv_latent if known and row.get("kv_heads") is None else None,
        experts=known.experts if known else None,
    )
