"""The constants of the stacks, from published rows. Needs scipy (the extra `fit`).

Least squares of the logarithms, with a loss that a few wrong rows cannot pull (soft L1 at 5 %).
Which constants of a stack are free is decided by which terms its rows can tell apart; the others
are assumed, or taken over from a stack that decides them, and say so in assets/stacks/.

Each group of rows, one model on one device, is left out in turn. Its errors make the band: the
factor within which 8 of 10 rows of groups that were not fitted lie (a conformal quantile). How
far a constant moves as groups go (the jackknife) is its standard error.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final, TypeVar

import numpy as np

from viz.catalog.types import Precision, Sourced, Stack
from viz.extras import missing
from viz.physics.predict import predicted, tokens_kept
from viz.physics.shape import Shape, shape_of
from viz.physics.step import Machine, machine_of
from viz.physics.types import Load
from viz.physics.validation import Case

DIGITS: Final = 3  # of a constant; more would pretend
NOTHING: Final = 1e-7  # seconds: less than this is no time at all
SPLITS: Final = 6
LEAST_BAND: Final = 1.1  # a few rows that agree do not promise more
COVER: Final = 0.8  # of unseen rows, within the band
FEW: Final = 5  # rows: fewer decide no band by themselves
NARROWEST: Final = 0.05  # the size of an error (in logarithms) at which the loss grows slower
UNDISCLOSED: Final = ("EAGLE", "relaxed")  # speculation whose acceptance is not comparable
WEAK: Final = (
    "AWQ"  # one group, 2 times off: kernels of that format on mixtures; scored, not fitted
)


@dataclass(frozen=True, slots=True)
class Free:
    """A fit: the stack, its free constants, and a slower twin that shares them by one factor."""

    stack: str
    names: tuple[str, ...]
    twin: str = ""


FREE: Final = (
    Free("tensorrt-llm-2024", ("eta", "eta_c", "kernel", "meet", "wire", "each")),
    Free("gpt-fast", ("kernel", "wire", "narrow")),
    Free("vllm-2024", ("eta", "eta_c", "kernel", "meet", "wire", "host", "each")),
    Free("vllm-2024-amd", ("thin", "kernel", "meet", "host")),
    Free("serving-2026", ("kernel", "net_meet"), "serving-2026-amd"),
    Free("llama-cpp-cuda", ("eta", "kernel", "core", "hop")),
    Free("llama-cpp-cuda-2025", ("kernel",)),
    Free("llama-cpp-metal", ("kernel", "unpack")),
    Free("llama-cpp-metal-2026", ("kernel",)),
    Free("wafer", ("tau",)),
    Free("wafer-production", ("start", "tau")),
)
# constant: where to begin, lowest, highest
_BOUNDS: Final = {
    "eta": (0.86, 0.3, 1.0),
    "eta_c": (0.3, 0.02, 1.0),
    "thin": (0.1, 0.005, 1.0),
    "kernel": (4e-6, 1e-7, 1e-4),
    "meet": (1e-5, 1e-7, 2e-4),
    "net_meet": (1e-4, 1e-6, 1e-3),
    "wire": (0.1, 0.003, 1.0),
    "narrow": (0.85, 0.2, 1.0),
    "host": (1e-3, 1e-6, 0.05),
    "each": (2e-5, 1e-7, 1e-2),
    "core": (1.1e10, 1e9, 1e12),
    "hop": (5e-5, 1e-7, 1e-2),
    "unpack": (25.0, 1.0, 500.0),
    "tau": (1e-5, 1e-7, 1e-3),
    "start": (1e-4, 1e-7, 1e-2),
    "slower": (0.65, 0.2, 1.5),
}
T = TypeVar("T", Machine, Shape, Load, Precision)


@dataclass(frozen=True, slots=True)
class Quality:
    """Median and 90th percentile of the errors, as fractions, and rows within the band."""

    median: float
    p90: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """A stack's constants (SI) with their standard errors, and how well they tell rows that were
    kept from the fit. `slower` is the twin's speed as a share."""

    stack: str
    rows: int
    constants: tuple[tuple[str, float, float], ...]
    within: Quality  # of the fitted rows themselves
    unseen_half: Quality  # of random halves
    unseen_group: Quality  # each model on a device left out in turn
    band: float  # 8 of 10 rows of groups that were left out lie within this factor
    twin: str = ""
    slower: float = 1.0


def fit_stacks(cases: Sequence[Case], names: Sequence[str] = ()) -> list[Fitted]:
    """Fits every stack that has rows among `cases`. Raises VizError without scipy."""
    found = []
    for free in FREE:
        rows = [case for case in cases if case.rig.stack.name in {free.stack, free.twin}]
        rows = [case for case in rows if not _left_aside(case)]
        if rows and (not names or free.stack in names):
            found.append(_fit_stack(free, rows))
    return found


def without(free: Free, name: str, cases: Sequence[Case]) -> Quality:
    """The errors on groups left out, of a fit that lacks one of its terms: an ablation."""
    rows = [case for case in cases if case.rig.stack.name in {free.stack, free.twin}]
    rows = [case for case in rows if not _left_aside(case)]
    nothing = {"eta": 1.0, "eta_c": 1.0, "thin": 1.0, "wire": 1.0, "narrow": 1.0, "core": 1e30}
    less = replace(free, names=tuple(other for other in free.names if other != name))
    table = Table.of(rows)
    put: dict[str, Any] = {name: nothing.get(name, 0.0)}
    fixed = replace(table, machine=replace(table.machine, **put))
    return _quality(_left_out(less, fixed)[0])


def _left_aside(case: Case) -> bool:
    speculates = any(word in case.row.speculation for word in UNDISCLOSED)
    return speculates or WEAK in case.row.note


def _fit_stack(free: Free, rows: Sequence[Case]) -> Fitted:
    table = Table.of(rows)
    if free.stack == "wafer":
        return _wafer(free, rows, table)
    found = _fit(free, table)
    unseen, moved = _left_out(free, table)
    draw = np.random.default_rng(1)
    halves: list[float] = []
    for _ in range(SPLITS):
        seen = np.zeros(len(rows), bool)
        seen[draw.permutation(len(rows))[: len(rows) // 2]] = True
        if seen.sum() > len(free.names):
            halves.extend(table.part(~seen).errors(free, _fit(free, table.part(seen))))
    constants = [(name, _rounded(found[name]), _spread(name, moved)) for name in free.names]
    return Fitted(
        free.stack,
        len(rows),
        tuple(constants),
        _quality(table.errors(free, found)),
        _quality(halves),
        _quality(unseen),
        band(unseen),
        free.twin,
        _rounded(found["slower"]) if free.twin else 1.0,
    )


def band(errors: Sequence[float]) -> float:
    """The factor within which 8 of 10 lie, for rows like those: the conformal quantile."""
    if not len(errors):
        return math.nan
    sizes = sorted(abs(math.log1p(error)) for error in errors)
    place = min(len(sizes), math.ceil((len(sizes) + 1) * COVER)) - 1
    return max(LEAST_BAND, math.ceil(math.exp(sizes[place]) * 100) / 100)


def _left_out(free: Free, table: Table) -> tuple[list[float], list[dict[str, float]]]:
    """Errors of each group by a fit without it, and the constants of those fits."""
    errors: list[float] = []
    moved = []
    for name in sorted(set(table.groups)):
        out = np.array([group == name for group in table.groups])
        if (~out).sum() < len(free.names):
            continue
        found = _fit(free, table.part(~out))
        moved.append(found)
        errors.extend(table.part(out).errors(free, found))
    return errors, moved


def _spread(name: str, moved: Sequence[dict[str, float]]) -> float:
    values = np.array([one[name] for one in moved])
    count = len(values)
    if count < 2:
        return 0.0
    return float(f"{math.sqrt((count - 1) / count * ((values - values.mean()) ** 2).sum()):.2g}")


def _quality(errors: Sequence[float]) -> Quality:
    if not len(errors):
        return Quality(math.nan, math.nan)
    sizes = np.abs(errors)
    return Quality(float(np.median(sizes)), float(np.quantile(sizes, 0.9)))


def _fit(free: Free, table: Table) -> dict[str, float]:
    try:
        from scipy.optimize import least_squares
    except ImportError:
        raise missing("fit", "fitting", "scipy") from None
    names = [*free.names, *(("slower",) if free.twin else ())]
    start = np.log([_BOUNDS[name][0] for name in names])
    low = np.log([_BOUNDS[name][1] for name in names])
    high = np.log([_BOUNDS[name][2] for name in names])

    def residuals(logs: Any) -> Any:
        return np.log(
            table.speeds(free, dict(zip(names, np.exp(logs), strict=True))) / table.measured
        )

    found = least_squares(residuals, start, bounds=(low, high), loss="soft_l1", f_scale=NARROWEST)
    return {name: float(value) for name, value in zip(names, np.exp(found.x), strict=True)}


def _rounded(value: float) -> float:
    return 0.0 if value < NOTHING * 1.01 else float(f"{value:.{DIGITS}g}")


def _wafer(free: Free, rows: Sequence[Case], table: Table) -> Fitted:
    """Three rows of 2024 state no speculation, and range from 11 to 28 us a layer: the geometric
    mean, and the 80 % band of a normal distribution of that spread and two degrees of freedom."""
    stated = [case for case in rows if case.row.family == "wafer-2024"]
    logs = []
    for case in stated:
        machine = replace(machine_of(case.rig, case.load, "published"), tau=0.0)
        times = predicted(machine, shape_of(case.model), case.load, 1.0).times
        rest = times.reading + times.links
        logs.append(math.log((1 / case.row.measured - rest) / case.model.layers.value))
    tau = float(f"{math.exp(float(np.mean(logs))):.2g}")
    spread = float(np.std(logs, ddof=1))
    student = 1.886  # of 80 %, two degrees of freedom
    wide = math.exp(student * spread * math.sqrt(1 + 1 / len(logs)))
    errors = table.errors(free, {"tau": tau})
    give = float(f"{tau * spread / math.sqrt(len(logs)):.2g}")
    nothing = Quality(math.nan, math.nan)
    return Fitted(
        "wafer", len(stated), (("tau", tau, give),), _quality(errors), nothing, nothing,
        math.ceil(wide * 10) / 10,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one stack as columns: a machine, a model and a load whose numbers are arrays."""

    machine: Machine
    shape: Shape
    load: Load
    kept: Any
    measured: Any
    how: Any
    twin: Any  # where the row is the slower twin's
    groups: tuple[str, ...]

    @classmethod
    def of(cls, rows: Sequence[Case]) -> Table:
        stacks = [case.rig.stack.name for case in rows]
        twins = {free.twin for free in FREE if free.twin}
        originals = {free.twin: free.stack for free in FREE if free.twin}
        own: dict[str, Stack] = {case.rig.stack.name: case.rig.stack for case in rows}
        machines = []
        for case in rows:
            base = own.get(originals.get(case.rig.stack.name, ""), case.rig.stack)
            machines.append(machine_of(replace(case.rig, stack=base), case.load, "published"))
        wafer = machines[0].wafer
        widths = [_widths(case) for case in rows]
        load = _columns(Load, [replace(case.load, precision=None) for case in rows])
        return cls(
            machine=replace(_columns(Machine, machines), wafer=wafer),
            shape=_columns(Shape, [shape_of(case.model) for case in rows]),
            load=replace(load, precision=_columns(Precision, widths)),
            kept=np.array([tokens_kept(case.rig, case.load) for case in rows]),
            measured=np.array([case.row.measured for case in rows]),
            how=np.array([case.measure for case in rows]),
            twin=np.array([stack in twins for stack in stacks]),
            groups=tuple(case.group for case in rows),
        )

    def part(self, wanted: Any) -> Table:
        """The rows where `wanted` is true."""
        load = replace(_some(self.load, wanted), precision=None)
        if self.load.precision is not None:
            load = replace(load, precision=_some(self.load.precision, wanted))
        return Table(
            replace(_some(self.machine, wanted), wafer=self.machine.wafer),
            _some(self.shape, wanted),
            load,
            self.kept[wanted],
            self.measured[wanted],
            self.how[wanted],
            self.twin[wanted],
            tuple(name for name, here in zip(self.groups, wanted, strict=True) if here),
        )

    def speeds(self, free: Free, constants: dict[str, float]) -> Any:
        """The predicted speeds with these constants in place of the stack's."""
        put: dict[str, Any] = {name: constants[name] for name in free.names}
        if "eta_c" in put and "thin" not in put:
            put["thin"] = put["eta_c"]
        found = predicted(replace(self.machine, **put), self.shape, self.load, self.kept)
        serving: Any = np.where(self.how == "serving", found.serving, found.end_to_end)
        return np.where(self.how == "decode", found.decode, serving) * np.where(
            self.twin, constants.get("slower", 1.0), 1.0
        )

    def errors(self, free: Free, constants: dict[str, float]) -> list[float]:
        """Predicted / measured - 1."""
        return [float(one) for one in self.speeds(free, constants) / self.measured - 1]


def slowed(stack: Stack, share: float) -> dict[str, float]:
    """The constants of a twin whose every part takes 1 / share as long (SI)."""
    found = {}
    for name in ("eta", "eta_c", "thin", "wire"):
        number: Sourced | None = getattr(stack, name)
        if number is not None:
            found[name] = number.value * share
    for name in ("kernel", "meet", "net_meet", "each", "host", "hop"):
        number = getattr(stack, name)
        if number is not None:
            found[name] = number.value / share
    return found


def _widths(case: Case) -> Precision:
    bits = case.load.bits
    plain = Precision("", "", bits, bits, bits, bits, bits, 16, "")
    return case.load.precision or plain


def _columns(kind: Callable[..., T], items: Sequence[T]) -> T:
    put: dict[str, Any] = {}
    for one in fields(items[0]):
        values = [getattr(item, one.name) for item in items]
        plain = isinstance(values[0], str) or values[0] is None
        put[one.name] = values[0] if plain else np.array(values, dtype=float)
    return kind(**put)


def _some(columns: T, wanted: Any) -> T:
    put: dict[str, Any] = {}
    for one in fields(columns):
        value = getattr(columns, one.name)
        put[one.name] = value[wanted] if isinstance(value, np.ndarray) else value
    return replace(columns, **put)
