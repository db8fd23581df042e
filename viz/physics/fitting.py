"""The constants of the stacks, from published rows. Needs scipy (the extra `fit`).

Least squares of the logarithms, with a loss that a few wrong rows cannot pull (soft L1 at 5 %).
Which constants a stack has is decided by which terms its rows can tell apart; README.md says why.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import numpy as np

from viz.catalog.types import Chip, Experts, Model, Sourced, Stack
from viz.extras import missing
from viz.physics.serving import end_to_end_speed, prefill_seconds
from viz.physics.step import step_seconds
from viz.physics.types import Load, Rig
from viz.physics.validation import Case

DIGITS: Final = 3  # of a constant; more would pretend
NOTHING: Final = 1e-7  # seconds: less than this is no time at all
SPLITS: Final = 12
LEAST_BAND: Final = 1.1  # a few rows that agree do not promise more
WAFER_BAND: Final = 1.6  # three rows decide no band; every published wafer row is within this
NARROWEST: Final = 0.05  # the size of an error (in logarithms) at which the loss grows slower
# stack: the family of rows, and the free constants. eta_c is assumed: no row decides it.
FREE: Final = (
    (
        "low-latency-nvidia",
        "nv-lowlat",
        ("eta", "tau", "sigma", "wire", "narrow", "head", "each", "apart"),
    ),
    ("vllm-2024", "nv-vllm", ("eta", "tau", "sigma", "wire", "host", "each")),
    ("llama-cpp-cuda", "lcpp-cuda", ("eta", "tau", "core", "hop")),
    ("llama-cpp-cuda-2025", "lcpp-cuda2", ("eta", "tau")),
    ("llama-cpp-metal", "lcpp-metal", ("eta", "tau", "unpack")),
    ("wafer", "wafer-2024", ("tau",)),  # see layer_time
)
# constant: where to begin, lowest, highest
_BOUNDS: Final = {
    "eta": (0.75, 0.2, 1.0),
    "tau": (5e-5, 0.0, 1e-3),
    "sigma": (3e-5, 0.0, 1e-3),
    "wire": (0.1, 0.01, 1.0),
    "narrow": (0.9, 0.3, 1.0),
    "head": (50e9, 1e9, 1e13),
    "apart": (0.5, 0.0, 1.0),
    "host": (1e-3, 0.0, 0.1),
    "each": (5e-5, 0.0, 0.01),
    "core": (10e9, 1e9, 1e12),
    "hop": (1e-4, 0.0, 0.01),
    "unpack": (0.065, 0.01, 1.0),
}


@dataclass(frozen=True, slots=True)
class Quality:
    """Median and 90th percentile of the errors, as fractions, on rows that were not fitted."""

    median: float
    p90: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """A stack's constants (SI), and how well they tell rows that were kept from the fit."""

    stack: str
    rows: int
    constants: tuple[tuple[str, float], ...]
    within: Quality  # of the fitted rows themselves
    unseen_half: Quality  # of random halves
    unseen_device: Quality  # each device left out in turn
    unseen_model: Quality  # each model left out in turn
    band: float  # 9 of 10 rows of the random halves lie within this factor


def fit_stacks(cases: Sequence[Case], names: Sequence[str] = ()) -> list[Fitted]:
    """Fits every stack that has rows among `cases`. Raises VizError without scipy."""
    found = []
    for stack, family, free in FREE:
        rows = [case for case in cases if case.row.family == family]
        if rows and (not names or stack in names):
            found.append(_fit_stack(stack, free, rows))
    return found


def _fit_stack(name: str, free: Sequence[str], rows: Sequence[Case]) -> Fitted:
    constants = _fit(free, rows)
    draw = np.random.default_rng(1)
    halves = []
    for _ in range(SPLITS):
        order = draw.permutation(len(rows))
        half = {int(index) for index in order[: len(rows) // 2]}
        halves.append([index not in half for index in range(len(rows))])
    seen = _unseen(free, rows, halves)
    wafers = rows[0].rig.chip.kind == "wafer"
    factors = [max(1 + error, 1 / (1 + error)) for error in seen]
    return Fitted(
        name,
        len(rows),
        tuple(constants.items()),
        _quality(_errors(constants, rows)),
        _quality(seen),
        _quality(_unseen(free, rows, _each(rows, lambda case: case.row.hardware))),
        _quality(_unseen(free, rows, _each(rows, lambda case: case.row.model))),
        WAFER_BAND
        if wafers
        else max(LEAST_BAND, math.ceil(float(np.quantile(factors, 0.9)) * 100) / 100),
    )


def layer_time(rows: Sequence[Case]) -> float:
    """Seconds a layer on wafers: each row's own, and the geometric mean of them; two digits.

    Three rows of 2024 state no speculation, and range from 11 to 28 us: nothing finer is known.
    """
    logs = []
    for case in rows:
        idle = replace(case.rig, stack=_with(case.rig.stack, {"tau": 0.0}))
        rest = step_seconds(idle, case.model, case.load)
        token = case.rig.stack.accepted.value / case.row.measured
        logs.append(math.log((token - rest) / case.model.layers.value))
    return float(f"{math.exp(sum(logs) / len(logs)):.2g}")


def _each(rows: Sequence[Case], key: Callable[[Case], str]) -> list[list[bool]]:
    names = sorted({key(case) for case in rows})
    return [[key(case) == name for case in rows] for name in names]


def _unseen(
    free: Sequence[str], rows: Sequence[Case], left: Sequence[Sequence[bool]]
) -> list[float]:
    """Errors (predicted / measured - 1) of rows that were left out of the fit."""
    errors: list[float] = []
    for out in left:
        kept = [case for case, gone in zip(rows, out, strict=True) if not gone]
        tried = [case for case, gone in zip(rows, out, strict=True) if gone]
        if kept and tried:
            errors.extend(_errors(_fit(free, kept), tried))
    return errors


def _quality(errors: Sequence[float]) -> Quality:
    if not errors:
        return Quality(math.nan, math.nan)
    sizes = np.abs(errors)
    return Quality(float(np.median(sizes)), float(np.quantile(sizes, 0.9)))


def _fit(free: Sequence[str], rows: Sequence[Case]) -> dict[str, float]:
    try:
        from scipy.optimize import least_squares
    except ImportError:
        raise missing("fit", "fitting", "scipy") from None
    if all(case.rig.chip.kind == "wafer" for case in rows):
        return {"tau": layer_time(rows)}
    table = Table.of(rows)
    start = np.array([_BOUNDS[name][0] for name in free])

    def residuals(scaled: Any) -> Any:
        return np.log(table.speeds(dict(zip(free, scaled * start, strict=True))) / table.measured)

    low = np.array([_BOUNDS[name][1] for name in free]) / start - 1e-9
    high = np.array([_BOUNDS[name][2] for name in free]) / start + 1e-9
    found = least_squares(
        residuals, np.ones(len(start)), bounds=(low, high), loss="soft_l1", f_scale=NARROWEST
    )
    return {
        name: _rounded(name, float(np.clip(value, _BOUNDS[name][1], _BOUNDS[name][2])))
        for name, value in zip(free, found.x * start, strict=True)
    }


def _rounded(name: str, value: float) -> float:
    time = name in {"tau", "sigma", "host", "each", "hop"}
    return 0.0 if time and value < NOTHING else float(f"{value:.{DIGITS}g}")


def _errors(constants: dict[str, float], rows: Sequence[Case]) -> list[float]:
    table = Table.of(rows)
    return [float(error) for error in table.speeds(constants) / table.measured - 1]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one stack as columns: a machine, a model and a load whose numbers are arrays."""

    rig: Rig
    model: Model
    load: Load
    prompt: Any
    tokens: Any
    whole: Any  # where the row is end-to-end
    measured: Any

    @classmethod
    def of(cls, rows: Sequence[Case]) -> Table:
        chips = [case.rig.chip for case in rows]
        models = [case.model for case in rows]
        first = chips[0]
        chip = replace(
            first,
            joins="tensor" if any(chip.joins == "tensor" for chip in chips) else "pipeline",
            bandwidth=_column(chip.bandwidth.value for chip in chips),
            capacity=_column(chip.capacity.value for chip in chips),
            flops=_flops(chips),
            link=_column(chip.link.value if chip.link else np.inf for chip in chips),
            cores=_column(chip.cores.value if chip.cores else 1e15 for chip in chips),
        )
        columns: dict[str, Any] = {
            one.name: np.array([getattr(case.load, one.name) for case in rows], dtype=float)
            for one in fields(Load)
        }
        load = Load(**{**columns, "apart": 1.0})
        return cls(
            Rig(chip, np.array([case.rig.count for case in rows]), rows[0].rig.stack),  # type: ignore[arg-type]
            _models(models),
            load,
            np.array([case.row.get("input_len") or 0.0 for case in rows]),
            np.array([case.row.get("output_len") or 1.0 for case in rows]),
            np.array([case.row.measure == "end-to-end" for case in rows]),
            np.array([case.row.measured for case in rows]),
        )

    def speeds(self, constants: dict[str, float]) -> Any:
        """The predicted speeds with these constants in place of the stack's."""
        stack = _with(self.rig.stack, constants)
        rig = replace(self.rig, stack=stack)
        load = replace(self.load, apart=constants.get("apart", 1.0))
        plain = stack.accepted.value / step_seconds(rig, self.model, load)
        context: Any = np.where(self.whole, self.prompt + self.tokens / 2, 1.0)
        middle = replace(load, context=context)
        step = step_seconds(rig, self.model, middle)
        first = prefill_seconds(rig, self.model, self.prompt, load)
        return np.where(self.whole, end_to_end_speed(first, step, self.tokens), plain)


def _with(stack: Stack, constants: dict[str, float]) -> Stack:
    put = {name: Sourced(value, "", "fitted", "", "") for name, value in constants.items()}
    bare: dict[str, Any] = dict.fromkeys(
        ("wire", "narrow", "unpack", "core", "head", "host", "each", "apart")
    )
    return replace(stack, **{**bare, **put})


def _column(values: Any) -> Sourced:
    return Sourced(np.array(list(values), dtype=float), "", "derived", "", "")  # type: ignore[arg-type]


def _flops(chips: Sequence[Chip]) -> tuple[tuple[int, Sourced], ...]:
    def rate(chip: Chip, bits: int) -> float:
        listed = dict(chip.flops)
        return next(
            listed[width].value for width in (bits, 8, 16) if width in listed and width >= bits
        )

    return tuple((bits, _column(rate(chip, bits) for chip in chips)) for bits in (16, 8, 4))


def _models(models: Sequence[Model]) -> Model:
    from viz.physics.equations import kv_values

    return replace(
        models[0],
        parameters=_column(model.parameters.value for model in models),
        active=_column(model.active.value for model in models),
        layers=_column(model.layers.value for model in models),
        hidden=_column(model.hidden.value for model in models),
        vocabulary=_column(0 if model.tied else model.vocabulary.value for model in models),
        tied=False,
        head_size=_column(model.head_size.value if model.head_size else 0 for model in models),
        kv_latent=_column(kv_values(model) / model.layers.value for model in models),
        experts=Experts(
            np.array([model.experts.count if model.experts else 1 for model in models]),  # type: ignore[arg-type]
            np.array([model.experts.used if model.experts else 1 for model in models]),  # type: ignore[arg-type]
            np.array([model.experts.parameters if model.experts else 0.0 for model in models]),  # type: ignore[arg-type]
        ),
    )
