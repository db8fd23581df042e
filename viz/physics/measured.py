"""A step as it was published: a row by its name, and what of its length the model explains.

When a measured step is longer than the model's, the model's parts keep their length and one more
part, `unexplained`, has the rest: no part is stretched to fit. When it is shorter, the fitted
constants were too slow for that machine, and their parts would be stretched the other way: then
only what memory bandwidth and arithmetic alone ask for is told in parts (the basis "limit"), and
the rest of the measured step is not explained. Where even that is longer than what was measured,
nothing is told in parts: it cannot be plain decoding.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from math import log2
from pathlib import Path
from typing import Final

from viz.assets_path import data_folder
from viz.catalog.load_catalog import load_catalog
from viz.catalog.names import find
from viz.catalog.types import Model
from viz.errors import Fault, VizError
from viz.physics.benchmarks import SUFFIXES, Conditions, is_benchmark, read_benchmark
from viz.physics.decode import decode_step
from viz.physics.published import Row, read_rows
from viz.physics.types import Load, Part, Rig, StepTime
from viz.physics.validation import Case, cases

ALIKE: Final = 1.0  # doublings of context within which a row speaks for a load


def published_cases() -> dict[str, Case]:
    """Every published row by its name, with its machine, model and load."""
    return _cases()


@functools.cache
def _cases() -> dict[str, Case]:
    rows, _ = read_rows(data_folder("assets") / "published.csv")
    found, _ = cases(rows, load_catalog())
    return {case.row.id: case for case in found}


def best_row(rig: Rig, model: Model, load: Load) -> Row | None:
    """The published row that speaks for a machine, a model and a load; None where there is none.

    The same chips and as many, the same model and bits of a weight, batch and speculation, a
    context within a doubling (or not said); of several the nearest context, then the fastest.
    """
    fitting = [case for case in published_cases().values() if _fits(case, rig, model, load)]
    if not fitting:
        return None
    return min(fitting, key=lambda case: (round(_apart(case, load)), -case.row.measured)).row


def _fits(case: Case, rig: Rig, model: Model, load: Load) -> bool:
    """Whether a row was measured on this machine, with this model and load."""
    return (
        case.measure == "decode"
        and case.rig.chip.name == rig.chip.name
        and case.rig.count == rig.count
        and model.name in (case.row.model, _name(case))
        and case.row.batch == load.batch
        and abs(case.load.bits - _bits(load)) < 0.5
        and not case.load.draft
        and _apart(case, load) <= ALIKE
    )


def speaks_for(row: str, rig: Rig, model: Model, load: Load) -> bool:
    """Whether a row that a scene names ("" for the best) is of this machine, model and load. A file
    of somebody's own benchmark speaks for the machine that the scene has."""
    if rig.chip.like:
        return False  # nobody measured an imagined chip
    if not row:
        return best_row(rig, model, load) is not None
    if row.endswith((".csv", *SUFFIXES)):
        return True
    case = published_cases().get(row)
    return case is not None and _fits(case, rig, model, load)


def measured_step(
    rig: Rig, model: Model, load: Load, row: str = "", folder: Path | None = None
) -> StepTime:
    """The step of a published row, by its name or the best for this machine and load; or of a
    benchmark's file, found from `folder`.

    Raises VizError where there is none, or where the row tells whole answers and no step.
    """
    case = _wanted(rig, model, load, row, folder or Path())
    load = replace(load, batch=case.row.batch, accepted=1.0, draft=0.0)
    told = decode_step(rig, model, load)
    seconds = 1 / case.row.measured
    if told.seconds > seconds:
        told = decode_step(rig, model, load, "limit")
    parts = told.parts
    left = seconds - sum(part.seconds for part in parts)
    words = "measured, and not explained by the model"
    if left < 0:
        parts, left = (), seconds
        words = "quicker than its own memory allows: this cannot be plain decoding"
    rest = Part("unexplained", left, words, 0.0, left)
    return replace(
        told,
        parts=(*parts, rest),
        basis="published",
        seconds=seconds,
        band=1.0,
        speed=case.row.measured,
        kept=1.0,
        accepted=1.0,
        measured=case.row.id,
    )


def _wanted(rig: Rig, model: Model, load: Load, row: str, folder: Path) -> Case:
    if row.endswith((".csv", *SUFFIXES)):
        return _of_file(rig, model, folder / row)
    if row:
        case = find(published_cases(), row, "published row")
        if case.measure != "decode":
            what = f"the row '{row}' tells whole answers, and no single step"
            raise VizError(Fault(what, write="a row of decoding"))
        return case
    best = best_row(rig, model, load)
    if best is None:
        what = (
            f"nobody published {model.title} on {rig.count} x {rig.chip.title} at"
            f" {_bits(load):g} bit and batch {load.batch:g}"
        )
        raise VizError(Fault(what, write="the model's own step, or a row by its name"))
    return published_cases()[best.id]


def _of_file(rig: Rig, model: Model, path: Path) -> Case:
    """The first decoding of a file that a tool wrote, on this machine."""
    catalog = load_catalog().with_chips({rig.chip.name: rig.chip})
    if is_benchmark(path):
        rows, faults = read_benchmark(path, catalog, Conditions(rig, model.name))
    else:
        rows, faults = read_rows(path)
    found, unknown = cases(rows, catalog)
    if not found:
        raise VizError([*faults, *unknown][:5])
    return next((case for case in found if case.row.measure == "decode"), found[0])


def _name(case: Case) -> str:
    """What the catalog calls the model of a row."""
    catalog = load_catalog()
    for name in catalog.models:
        if case.row.model == name or case.row.model in catalog.models[name].also:
            return name
    return ""


def _bits(load: Load) -> float:
    return load.precision.dense if load.precision else load.bits


def _apart(case: Case, load: Load) -> float:
    if case.row.get("context") is None:
        return 0.0
    return abs(log2(case.load.context / load.context))
