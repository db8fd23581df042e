"""The model against published speeds, for the machine that is being looked at."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from viz.assets_path import data_folder
from viz.catalog.load_catalog import load_catalog
from viz.catalog.types import Model
from viz.physics.published import read_rows
from viz.physics.types import Load, Rig
from viz.physics.validation import NOT_VALIDATED, Score, Scored, cases, score, score_row


@dataclass(frozen=True, slots=True)
class Against:
    """How a stack fares on published rows, and the rows most like the machine at hand.

    `score` is None where no row was measured with the stack.
    """

    stack: str
    score: Score | None
    nearest: tuple[Scored, ...]


def against_published(rig: Rig, model: Model, load: Load, most: int = 3) -> Against:
    """The score of the rig's stack, and the published rows nearest to this machine and load."""
    rows = [one for one in _scored(data_folder("assets")) if _same_stack(one, rig)]
    if not rows:
        return Against(rig.stack.name, None, ())
    near = sorted(rows, key=lambda one: _distance(one, rig, model, load))[:most]
    return Against(rig.stack.name, score(rows), tuple(near))


def in_words(against: Against) -> tuple[str, ...]:
    """The model against published speeds: the error of the stack, then the nearest rows."""
    score = against.score
    if score is None:
        return (f"not validated: no published row was measured with the stack {against.stack}",)
    errors = f"median error {score.median_error:.1%}, 9 of 10 within {score.p90_error:.1%}"
    claim = "" if score.validated else "not validated, not claimed: "
    head = f"{claim}{score.rows} published rows of this stack: {errors}; nearest:"
    return (head, *(describe(one) for one in against.nearest))


def describe(one: Scored) -> str:
    """A row in a line: what was measured, what is predicted, where it is from."""
    row = one.case.row
    return (
        f"{row.model} on {one.case.rig.count} x {row.hardware}, batch {row.batch:g},"
        f" context {one.case.load.context:,.0f}:"
        f" {row.measured:.4g} tok/s published, {one.predicted:.3g} predicted ({one.error:+.0%})"
    )


@functools.cache
def _scored(assets: Path) -> tuple[Scored, ...]:
    rows, _ = read_rows(assets / "published.csv")
    found, _ = cases(rows, load_catalog())
    return tuple(score_row(case) for case in found)


def _same_stack(one: Scored, rig: Rig) -> bool:
    """Rows of the stack; those of a guessed model say nothing about a stack that is validated."""
    guessed = NOT_VALIDATED in one.flags and rig.stack.validated
    return one.case.rig.stack.name == rig.stack.name and not guessed


def _distance(one: Scored, rig: Rig, model: Model, load: Load) -> float:
    """In doublings: of layers and parameters, of chips, of batch; another chip counts as two."""
    case = one.case
    other: Sequence[tuple[float, float]] = (
        (case.model.parameters.value, model.parameters.value),
        (case.model.layers.value, model.layers.value),
        (case.rig.count, rig.count),
        (case.load.batch, load.batch),
        (case.load.bits, load.bits),
    )
    apart = sum(abs(math.log2(max(a, 1e-9) / max(b, 1e-9))) for a, b in other)
    return apart + (2.0 if case.rig.chip.name != rig.chip.name else 0.0)
