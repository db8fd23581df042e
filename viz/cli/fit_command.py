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
    from viz.physics.validation import Case

SECONDS = frozenset({"tau", "start", "kernel", "meet", "net_meet", "host", "each", "hop"})
RATES = frozenset({"core"})


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE.csv", help="published speeds (our own)")
    parser.add_argument("--stack", help="only this one")
    parser.add_argument("--ablate", action="store_true", help="the errors without each constant")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args: argparse.Namespace) -> int:
    from viz.assets_path import data_folder
    from viz.catalog.load_catalog import load_catalog
    from viz.physics.fitting import FREE, fit_stacks
    from viz.physics.published import read_rows
    from viz.physics.validation import cases

    known = [free.stack for free in FREE]
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
    fitted = [] if args.ablate else fit_stacks(found, (args.stack,) if args.stack else ())
    if args.ablate:
        print("\n".join(_ablations(found, args.stack)))
    elif args.json:
        print(json.dumps([_plain(one) for one in fitted], indent=2))
    else:
        print("\n".join(_lines(fitted)))
    return 0


def _plain(one: Fitted) -> dict[str, object]:
    found = asdict(one)
    found["constants"] = {
        name: {"value": value, "give": give} for name, value, give in one.constants
    }
    return found


def _lines(fitted: list[Fitted]) -> list[str]:
    lines = ["errors are median / 90th percentile; unseen rows were left out of the fit", ""]
    for one in fitted:
        lines.append(f"{one.stack}, {one.rows} rows, band x{one.band:g}")
        words = [
            f"{name} {_shown(name, value)} ± {give / value if value else 0:.0%}"
            for name, value, give in one.constants
        ]
        lines.append("  " + ", ".join(words))
        for name, quality in (
            ("fitted rows", one.within),
            ("unseen half", one.unseen_half),
            ("unseen group", one.unseen_group),
        ):
            lines.append(f"  {name:<14} {_quality(quality)}")
        if one.twin:
            lines.append(f"  {one.twin}: {one.slower:.1%} of its speed")
        lines.append("")
    return lines[:-1]


def _ablations(found: list[Case], only: str | None) -> list[str]:
    """What each free constant is worth: the errors of groups left out, without it."""
    from viz.physics.fitting import FREE, fit_stacks, without

    lines = ["errors on groups left out of the fit, median / 90th percentile", ""]
    for free in FREE:
        if (only and free.stack != only) or len(free.names) < 2:
            continue
        whole = fit_stacks(found, (free.stack,))
        if not whole or math.isnan(whole[0].unseen_group.median):
            continue
        lines.append(f"{free.stack:<28} {_quality(whole[0].unseen_group)}")
        lines += [
            f"  without {name:<18} {_quality(without(free, name, found))}" for name in free.names
        ]
    return lines


def _quality(quality: Quality) -> str:
    if math.isnan(quality.median):
        return "too few rows"
    return f"{quality.median:6.1%} / {quality.p90:6.1%}"


def _shown(name: str, value: float) -> str:
    if name in SECONDS:
        return write(value, "seconds")
    return write(value, "bytes/second") if name in RATES else f"{value:.3g}"
