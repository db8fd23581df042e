"""A sweep as a table, as CSV, or as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from viz.units import write

if TYPE_CHECKING:
    from viz.catalog.types import Model
    from viz.cli.sweep_plot import Series
    from viz.physics.sweep import Sweep
    from viz.physics.types import Basis, Load, Rig

MOST_SHOWN: Final = 40  # lines of a table for a person
AT_ONCE: Final = 4096  # rows that are written at once
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


def as_csv(found: Sweep) -> Iterator[str]:
    """The sweep as a CSV file, SI units, a piece at a time: a million points are 120 MB."""
    table = columns(found)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table)
    for rows in _blocks(table):
        writer.writerows(rows)
        yield out.getvalue()
        out.seek(0)
        out.truncate()


def as_json(found: Sweep) -> Iterator[str]:
    """The sweep as JSON, one object a point, a piece at a time."""
    table = columns(found)
    names = [json.dumps(name) for name in table]
    yield f'{{\n  "sweep": {json.dumps(found.name)},\n  "points": [\n'
    before = ""
    for rows in _blocks(table):
        points = []
        for row in rows:
            cells = (
                f"      {name}: {json.dumps(value)}" for name, value in zip(names, row, strict=True)
            )
            points.append("    {\n" + ",\n".join(cells) + "\n    }")
        yield before + ",\n".join(points)
        before = ",\n"
    yield "\n  ]\n}\n"


def _blocks(table: dict[str, Any]) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of a table of arrays, some thousands at a time."""
    length = len(next(iter(table.values())))
    for first in range(0, length, AT_ONCE):
        parts = (column[first : first + AT_ONCE].tolist() for column in table.values())
        yield list(zip(*parts, strict=True))


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
    every = max(1, -(-len(found.values) // MOST_SHOWN))
    table = {name: column[::every].tolist() for name, column in columns(found).items()}
    for shown in zip(*table.values(), strict=True):
        row = dict(zip(table, shown, strict=True))
        cells = [f"{row[found.name]:,.10g}"]
        for name in COLUMNS[:-1]:
            rate = "tokens/second" if name.startswith("tokens") else "seconds"
            cells.append(write(float(str(row[name])), rate))
        line = "".join(f"{cell:>14}" for cell in cells)
        told.append(line + ("" if row["fits"] else "  does not fit"))
    if every > 1:
        told.append(f"every {every}th of {len(found.values):,} points; --csv has them all")
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
