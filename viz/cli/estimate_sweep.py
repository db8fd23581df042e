"""A sweep as a table, as CSV, or as JSON."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, Final

from viz.units import write

if TYPE_CHECKING:
    from viz.physics.sweep import Sweep

MOST_SHOWN: Final = 40  # lines of a table for a person
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
