"""viz fit: the constants of the stacks from published rows, and their error on unseen rows."""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import asdict
from typing import TYPE_CHECKING

from viz.errors import Fault, VizError, nearest
from viz.units import write

if TYPE_CHECKING:
    from viz.physics.fitting import Fitted, Quality

SECONDS = frozenset({"tau", "sigma", "host", "each", "hop"})
RATES = frozenset({"core", "head"})


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE.csv", help="published speeds (our own)")
    parser.add_argument("--stack", help="only this one")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args: argparse.Namespace) -> int:
    from viz.assets_path import data_folder
    from viz.catalog.load_catalog import load_catalog
    from viz.physics.fitting import FREE, fit_stacks
    from viz.physics.published import read_rows
    from viz.physics.validation import cases

    known = [stack for stack, _, _ in FREE]
    if args.stack and args.stack not in known:
        raise VizError(
            Fault(
                f"'{args.stack}' is no stack that is fitted",
                None,
                nearest(args.stack, known),
                "one of " + ", ".join(known),
            )
        )
    rows, faults = read_rows(args.file or data_folder("assets") / "published.csv")
    found, unknown = cases(rows, load_catalog())
    faults += unknown
    if faults:
        raise VizError(faults[:40])
    fitted = fit_stacks(found, (args.stack,) if args.stack else ())
    if args.json:
        print(json.dumps([_plain(one) for one in fitted], indent=2))
    else:
        print("\n".join(_lines(fitted)))
    return 0


def _plain(one: Fitted) -> dict[str, object]:
    found = asdict(one)
    found["constants"] = dict(one.constants)
    return found


def _lines(fitted: list[Fitted]) -> list[str]:
    lines = ["errors are median / 90th percentile; unseen rows were left out of the fit", ""]
    for one in fitted:
        lines.append(f"{one.stack}, {one.rows} rows, band x{one.band:g}")
        words = [f"{name} {_shown(name, value)}" for name, value in one.constants]
        lines.append("  " + ", ".join(words))
        for name, quality in (
            ("fitted rows", one.within),
            ("unseen half", one.unseen_half),
            ("unseen device", one.unseen_device),
            ("unseen model", one.unseen_model),
        ):
            lines.append(f"  {name:<14} {_quality(quality)}")
        lines.append("")
    return lines[:-1]


def _quality(quality: Quality) -> str:
    if math.isnan(quality.median):
        return "too few rows"
    return f"{quality.median:6.1%} / {quality.p90:6.1%}"


def _shown(name: str, value: float) -> str:
    if name in SECONDS:
        return write(value, "seconds")
    return write(value, "bytes/second") if name in RATES else f"{value:.3g}"
