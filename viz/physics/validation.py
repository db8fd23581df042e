"""Prediction against published speeds: each row, each family, and what cannot be plain decoding."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from viz.catalog.types import Catalog, Chip, Model, Precision, Sourced, Stack
from viz.errors import Fault, nearest
from viz.physics.capacity import fit
from viz.physics.predict import Measure, predict
from viz.physics.published import Row
from viz.physics.shape import held_bytes, shape_of
from viz.physics.types import Load, Rig

ASSUMED_BITS: Final = 16.0  # where a row does not say
ASSUMED_CONTEXT: Final = 1024.0
ROOFLINE: Final = "above its own memory roofline"
PLAIN: Final = f"{ROOFLINE}: this cannot be plain decoding"
ALIKE: Final = f"{ROOFLINE}: its streams must have chosen the same experts"
NOT_VALIDATED: Final = "not validated"
WARM_UP: Final = "about a second of warm-up is in it: its twin of 1,024 tokens is far quicker"
MODERN: Final = 2025  # from this year on, serving software is another stack
ARGONNE_ALIKE: Final = "LLM-Inference-Bench"
_BY_YEAR: Final = (
    "tensorrt-llm-2024",
    "vllm-2024",
    "vllm-2024-amd",
    "serving-2026",
    "serving-2026-amd",
)
_OWN: Final = ("sn40l", "groq-lpu", "trainium2", "tpu-v5e", "tpu-v6e")
_NARROW: Final = re.compile(r"int8|int4|awq|gptq|weight.only|Q[2-8]_", re.IGNORECASE)
_MEAN: Final = re.compile(r"(?<!median )(?:TPOT|ITL)")
_MEDIAN_TPOT: Final = re.compile(r"median TPOT")
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
    measure: Measure = "decode"

    @property
    def group(self) -> str:
        """What is left out together when a fit is tried: one model on one device."""
        return f"{self.row.model} on {self.row.hardware}"


@dataclass(frozen=True, slots=True)
class Scored:
    """A row with its prediction. `error` is predicted / measured - 1."""

    case: Case
    predicted: float
    error: float
    flags: tuple[str, ...]

    @property
    def covered(self) -> bool:
        """Whether the measurement lies within the band around the prediction."""
        band = self.case.rig.stack.band.value
        return 1 / band <= 1 + self.error <= band


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
    covered: float  # within the 80 % band of the stack


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
        stack = stack_of(row, chip, stacks)
        found.append(_case(row, chip, model, stack, catalog))
    return found, faults


def stack_of(row: Row, chip: Chip, stacks: Mapping[str, Stack]) -> Stack:
    """The software that measured a row: by its family, and by the year that its source tells."""
    if "gpt-fast" in row.source:
        return stacks["gpt-fast"]
    if row.family == "lcpp-metal" and row.year >= MODERN:
        return stacks["llama-cpp-metal-2026"]
    amd = chip.title.startswith("AMD")
    serving = row.family not in stacks or stacks[row.family].name in _BY_YEAR
    if serving and chip.kind == "gpu" and chip.name not in _OWN:
        year = row.year or (2024 if row.family in stacks else 2025)
        if year >= MODERN:
            return stacks["serving-2026-amd" if amd else "serving-2026"]
        if amd:
            return stacks["vllm-2024-amd"]
    stack = stacks.get(row.family, stacks[chip.stack])
    return stack if stack.kind == chip.kind else stacks[chip.stack]


def predicted(case: Case) -> float:
    """Tokens per second for one user, measured as the row was."""
    return predict(case.rig, case.model, case.load).rate(case.measure)


def score_row(case: Case) -> Scored:
    """The prediction, its error, and what must be said about the row."""
    speed = predicted(case)
    flags = []
    together = predict(case.rig, case.model, case.load, "limit").decode
    if case.row.measured > together:
        several = case.model.experts is not None and case.load.batch > 1
        flags.append(ALIKE if several else PLAIN)
    if not case.rig.stack.validated or not case.model.parameters.verified:
        flags.append(NOT_VALIDATED)
    if case.row.get("n_devices") is None:
        flags.append(f"the source does not say how many chips; {case.rig.count} would hold it")
    if contaminated(case):
        flags.append(WARM_UP)
    if case.row.get("bytes_per_weight") is None:
        flags.append("the source does not say the precision; 16 bit assumed")
    return Scored(case, speed, speed / case.row.measured - 1, tuple(flags))


def contaminated(case: Case) -> bool:
    """Whether a run's first request, about a second long, is most of what was measured."""
    short = (case.row.get("input_len") or 1e9) <= 128 and case.row.batch == 1
    return short and case.rig.stack.name == "vllm-2024-amd" and ARGONNE_ALIKE in case.row.source


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
        sum(one.covered for one in scored) / len(factors),
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


def _case(row: Row, chip: Chip, model: Model, stack: Stack, catalog: Catalog) -> Case:
    split = "TP" in row.parallelism.upper() or chip.kind == "wafer"
    if chip.kind == "gpu":
        chip = replace(chip, joins="tensor" if split else "pipeline")
    bits = 8 * (row.get("bytes_per_weight") or ASSUMED_BITS / 8)
    context = row.get("context") or ASSUMED_CONTEXT
    accept, draft = _ACCEPT.search(row.speculation), _DRAFT.search(row.speculation)
    prompt, output = row.get("input_len") or 0.0, row.get("output_len") or 0.0
    measure = _measure(row)
    if measure == "serving":  # lengths vary: the context says their mean
        share = context / (prompt + output / 2)
        prompt, output = share * prompt, share * output
    if measure == "end-to-end":
        context = prompt + output / 2
    load = Load(
        batch=row.batch,
        context=context,
        bits=bits,
        accepted=float(accept[1]) if accept else 0.0,
        draft=float(draft[1]) if accept and draft else 0.0,
        alike=_alike(row, stack),
        prompt=prompt if measure != "decode" else 0.0,
        output=output if measure != "decode" else 0.0,
        precision=precision_of(row, chip, model, catalog.precisions),
    )
    count = row.get("n_devices")
    if count is None:
        guess = model.wafers.value if model.wafers and chip.kind == "wafer" else None
        count = guess or fit(Rig(chip, 1, stack), model, load).chips_needed
    return Case(row, Rig(chip, int(count), stack), model, load, measure)


def _measure(row: Row) -> Measure:
    """A mean time between tokens at several users has the others' prompts in it."""
    if row.measure == "end-to-end":
        return "end-to-end"
    several = row.batch > 1 and row.get("input_len") and row.get("output_len")
    note = row.note
    mean = _MEAN.search(note) or _MEDIAN_TPOT.search(note)
    return "serving" if several and mean and not row.family.startswith("lcpp") else "decode"


def _alike(row: Row, stack: Stack) -> float:
    """TensorRT-LLM's runs of LLM-Inference-Bench give every stream one prompt: all choose alike."""
    same = ARGONNE_ALIKE in row.source and stack.name == "tensorrt-llm-2024"
    return 1.0 if same else 0.0


def precision_of(
    row: Row, chip: Chip, model: Model, known: Mapping[str, Precision]
) -> Precision | None:
    """The format of a row, by its bytes and its note; None: all weights of one width, 16 bit
    products."""
    size = row.get("bytes_per_weight")
    if size is None or size >= 2:
        return None
    shape = shape_of(model)
    if shape.experts > 1 and size < 1:
        for name in ("mxfp4", "gguf-mxfp4", "nvfp4"):
            mean = held_bytes(shape, 16, known[name]) / shape.held
            if abs(mean / size - 1) < 0.01:
                return known[name]
    eight = dict(chip.flops).get(8) is not None
    if 0.98 <= size <= 1.05 and eight and not _NARROW.search(row.note):
        uniform = 8 * size
        return replace(
            known["fp8"], attention=uniform, experts=uniform, dense=uniform, table=uniform,
            small=uniform,
        )  # fmt: skip
    return None


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
    active = said("params_active_B", 1e9) or total
    if known is not None and (known.experts is not None or known.kv_latent is not None):
        # Counted: what is not routed is a small difference of it.
        return replace(known, name=row.model, title=row.model, active=active)
    base = known or Model(
        row.model, row.model, total, active, nothing, nothing, nothing, tied=False
    )
    return replace(
        base,
        name=row.model,
        title=row.model,
        parameters=total,
        active=active,
        layers=said("layers") or base.layers,
        hidden=said("hidden") or base.hidden,
        vocabulary=said("vocab") or base.vocabulary,
        tied=bool(row.get("tied_embed")) if row.get("tied_embed") is not None else base.tied,
        kv_heads=said("kv_heads") or base.kv_heads,
        head_size=said("head_dim") or base.head_size,
    )
