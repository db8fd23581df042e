"""viz validate: predictions against published speeds, with the error that the project publishes."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.errors import EXIT_USAGE, Fault, VizError

if TYPE_CHECKING:
    from viz.physics.validation import Score, Scored

MOST_TOLD: Final = 40  # faults, and rows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="published speeds as CSV (our own), or what llama-bench, vLLM or SGLang wrote",
    )
    parser.add_argument("--on", metavar="MACHINE", help='of a benchmark: "8 x h100"')
    parser.add_argument("--model", help="of a benchmark: 'viz list models'")
    parser.add_argument("--rows", action="store_true", help="every row, not only the families")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args: argparse.Namespace) -> int:
    from viz.assets_path import data_folder
    from viz.catalog.load_catalog import load_catalog
    from viz.physics.benchmarks import Conditions, is_benchmark, read_benchmark
    from viz.physics.published import read_rows
    from viz.physics.rig import parse_rig
    from viz.physics.validation import cases, families, score_row

    file = Path(args.file or data_folder("assets") / "published.csv")
    catalog = load_catalog()
    if args.file and is_benchmark(file):
        machine = parse_rig(args.on, catalog) if args.on else None
        rows, faults = read_benchmark(file, catalog, Conditions(machine, args.model or ""))
    else:
        rows, faults = read_rows(file)
    found, unknown = cases(rows, catalog)
    faults += unknown
    scored = [score_row(case) for case in found]
    scores = families(scored)
    if args.json:
        print(json.dumps(plain(scored, scores, faults), ensure_ascii=False, indent=2))
    elif scored:
        print("\n".join(table(scores)))
        shown = scored if args.rows else [one for one in scored if one.flags]
        print("\n".join(["", *_rows(shown, flagged=not args.rows)]))
    if not faults:
        return 0
    told = [str(fault) for fault in faults[:MOST_TOLD]]
    if len(faults) > MOST_TOLD:
        told.append(f"and {len(faults) - MOST_TOLD:,} more")
    told.append(f"{len(scored):,} rows are scored, {len(faults):,} faults are not")
    print("\n".join(told), file=sys.stderr)
    if not scored:
        raise VizError(Fault(f"{file}: there is no row that can be scored"), EXIT_USAGE)
    return EXIT_USAGE


def table(scores: dict[str, Score]) -> list[str]:
    """The error of each family; those that are not claimed say so."""
    head = f"{'family':<13} {'rows':>5} {'median':>8} {'p90':>8} {'worst':>8} {'x1.6':>6} {'x2':>6}"
    head += f" {'band':>6}"
    lines = [head, "-" * len(head)]
    for name, one in scores.items():
        lines.append(
            f"{name:<13} {one.rows:>5} {one.median_error:>8.1%} {one.p90_error:>8.1%}"
            f" {one.worst_error:>8.1%} {one.within_1_6x:>6.0%} {one.within_2x:>6.0%} {one.covered:>6.0%}"
            + ("" if one.validated else "  not validated, not claimed")
        )
    return [*lines, "", "band: rows within the 80 % band of their stack"]


def _rows(scored: list[Scored], *, flagged: bool) -> list[str]:
    title = f"{len(scored)} rows with a remark (--rows shows all)" if flagged else "rows"
    lines = [title]
    shown = scored if not flagged else _told_once(scored)
    for one in shown:
        row = one.case.row
        lines.append(
            f"  {row.place.line:>5}  {row.model:<17} {one.case.rig.count:>4} x {row.hardware:<15}"
            f" batch {row.batch:<4g} {row.measured:>8.1f} tok/s, predicted {one.predicted:>8.1f}"
            f" ({one.error:+.0%})" + (f"  {'; '.join(one.flags)}" if one.flags else "")
        )
    return lines


def _told_once(scored: list[Scored]) -> list[Scored]:
    """Rows above their roofline, and the first of each other remark in a family."""
    from viz.physics.validation import ROOFLINE

    seen: set[tuple[str, tuple[str, ...]]] = set()
    shown = []
    for one in scored:
        key = (one.case.row.family, one.flags)
        above = any(flag.startswith(ROOFLINE) for flag in one.flags)
        if above or key not in seen:
            shown.append(one)
        seen.add(key)
    return shown


def plain(scored: list[Scored], scores: dict[str, Score], faults: list[Fault]) -> dict[str, object]:
    """The same for programs; errors are fractions."""
    from viz.physics.validation import score as pooled

    return {
        "families": {name: asdict(one) for name, one in scores.items()},
        "pooled": asdict(pooled(scored)) if scored else None,
        "rows": [
            {
                "line": one.case.row.place.line,
                "family": one.case.row.family,
                "model": one.case.row.model,
                "hardware": one.case.row.hardware,
                "n_devices": one.case.rig.count,
                "batch": one.case.row.batch,
                "context": one.case.load.context,
                "stack": one.case.rig.stack.name,
                "id": one.case.row.id,
                "measure": one.case.measure,
                "band": one.case.rig.stack.band.value,
                "covered": one.covered,
                "measured": one.case.row.measured,
                "predicted": one.predicted,
                "error": one.error,
                "flag": "; ".join(one.flags),
            }
            for one in scored
        ],
        "faults": [str(fault) for fault in faults[:MOST_TOLD]],
    }
