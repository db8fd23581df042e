"""A sweep as a table, as CSV, or as JSON."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, Final

from viz.units import write

if TYPE_CHECKING:
    from viz.catalog.types import Model
    from viz.cli.sweep_plot import Series
    from viz.physics.sweep import Sweep
    from viz.physics.types import Basis, Load, Rig

MOST_SHOWN: Final = 40  # lines of a table for a person
MOST_DRAWN: Final = 240  # points of a picture
COLUMNS: Final = (
    "step_seconds",
    "tokens_per_second_per_user",
    "tokens_per_second_total",
    "reading_seconds",
    "computing_seconds",
    "links_seconds",
    "overhead_seconds",
    "fits",
)


def columns(found: Sweep) -> dict[str, Any]:
    """Name -> array, in SI units."""
    times, nothing = found.step, 0.0 * found.values
    return {
        found.name: found.values,
        "step_seconds": times.seconds + nothing,
        "tokens_per_second_per_user": found.speed + nothing,
        "tokens_per_second_total": found.total + nothing,
        "reading_seconds": times.reading + nothing,
        "computing_seconds": times.computing + nothing,
        "links_seconds": times.links + nothing,
        "overhead_seconds": times.overhead + nothing,
        "fits": found.fits,
    }


def as_csv(found: Sweep) -> str:
    """The sweep as a CSV file, SI units."""
    table = columns(found)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table)
    writer.writerows(zip(*(column.tolist() for column in table.values()), strict=True))
    return out.getvalue()


def as_rows(found: Sweep) -> list[dict[str, object]]:
    """The sweep for JSON: one object a point."""
    table = {name: column.tolist() for name, column in columns(found).items()}
    return [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]


def as_lines(found: Sweep) -> list[str]:
    """The sweep for a person. Points beyond what fits on a screen are left out, and counted."""
    heads = (
        found.name,
        "step",
        "per user",
        "in total",
        "reading",
        "computing",
        "links",
        "overhead",
    )
    told = ["".join(f"{head:>14}" for head in heads)]
    rows = as_rows(found)
    every = max(1, -(-len(rows) // MOST_SHOWN))
    for row in rows[::every]:
        cells = [f"{row[found.name]:,.10g}"]
        for name in COLUMNS[:-1]:
            rate = "tokens/second" if name.startswith("tokens") else "seconds"
            cells.append(write(float(str(row[name])), rate))
        line = "".join(f"{cell:>14}" for cell in cells)
        told.append(line + ("" if row["fits"] else "  does not fit"))
    if every > 1:
        told.append(f"every {every}th of {len(rows):,} points; --csv has them all")
    return told


def as_series(found: Sweep, rig: Rig, model: Model, load: Load, basis: Basis) -> Series:
    """The sweep for a picture; of many points, some."""
    from viz.cli.sweep_plot import Series
    from viz.physics import equations as eq
    from viz.physics.step import together

    every = max(1, -(-len(found.values) // MOST_DRAWN))
    table = {name: column[::every].tolist() for name, column in columns(found).items()}
    nothing = 0.0 * found.values
    flop = 2 * model.active.value + nothing  # a token
    batch = found.values if found.name in {"batch", "streams"} else load.batch
    # In a pipeline each token reads its own way; on chips that batch, all share what is read.
    read = found.step.read_bytes / (1.0 if rig.chip.kind == "wafer" else batch)
    served = flop * batch / found.step.seconds  # a second, of all users
    chips = rig.count if rig.chip.kind == "wafer" else together(rig)
    what = f"{rig.count} x {rig.chip.title}, {model.title}"
    if found.name in {"wafers", "chips"}:
        what = f"{rig.chip.title}, {model.title}"
    told = "as published" if basis == "published" else "at the limit"
    if basis == "published":
        told += f", within x{rig.stack.band.value:g}"
        told += "" if rig.stack.validated else ", not validated"
    note = f"{load.bits:g} bit, context {load.context:g}; {rig.stack.title}; {told}"
    return Series(
        title=f"{what}: {found.name} from {found.values[0]:,.6g} to {found.values[-1]:,.6g}",
        note=note,
        name=found.name,
        values=table[found.name],
        speed=table["tokens_per_second_per_user"],
        total=table["tokens_per_second_total"],
        parts=[
            (name, table[f"{name}_seconds"])
            for name in ("reading", "computing", "links", "overhead")
        ],
        flop_per_byte=((flop / read) + nothing)[::every].tolist(),
        flop_per_second=(served + nothing)[::every].tolist(),
        roof=(
            chips * rig.chip.bandwidth.value,
            chips * float(eq.flops_at(rig.chip, load.bits)),
        ),
    )
