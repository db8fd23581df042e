"""viz claims: every number of the two articles, who says it, and our check, computed anew."""

from __future__ import annotations

import argparse
import json
import shutil
import textwrap
from collections import Counter
from typing import TYPE_CHECKING

from viz.errors import EXIT_OURS

if TYPE_CHECKING:
    from viz.catalog.claims import Claim
    from viz.physics.checks import Outcome


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("claim", nargs="?", metavar="ID", help="a name or a number of the board")
    parser.add_argument("--lang", default="en", help="en or zh")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args: argparse.Namespace) -> int:
    from viz.catalog.claims import load_claims
    from viz.catalog.load_catalog import load_catalog
    from viz.catalog.names import find
    from viz.physics.checks import run_check

    claims = load_claims()
    chosen = list(claims.values())
    if args.claim is not None:
        by_number = {str(claim.number): claim.name for claim in chosen}
        chosen = [find(claims, by_number.get(args.claim, args.claim), "claim")]
    catalog = load_catalog()
    board = [
        (claim, [run_check(claim, check, claims, catalog) for check in claim.checks])
        for claim in chosen
    ]
    if args.json:
        found = [_plain(claim, outcomes) for claim, outcomes in board]
        print(json.dumps(found if args.claim is None else found[0], ensure_ascii=False, indent=2))
    else:
        print("\n".join(_lines(board, args.lang, whole=args.claim is not None)))
    holds = all(outcome.holds for _, outcomes in board for outcome in outcomes)
    return 0 if holds else EXIT_OURS


def _plain(claim: Claim, outcomes: list[Outcome]) -> dict[str, object]:
    return {
        "id": claim.name,
        "number": claim.number,
        "claim": claim.about,
        "value": claim.text,
        "si_value": claim.amount,
        "says": claim.says,
        "source": claim.source,
        "date": claim.date,
        "verdict": claim.verdict,
        "note": claim.note.get("en", ""),
        "checks": [
            {
                "compute": one.check.compute,
                "words": one.check.words,
                "gives": one.check.gives,
                "value": one.value,
                "text": one.text,
                "holds": one.holds,
            }
            for one in outcomes
        ],
    }


def _lines(board: list[tuple[Claim, list[Outcome]]], lang: str, *, whole: bool) -> list[str]:
    width = min(shutil.get_terminal_size((110, 40)).columns, 140)
    lines: list[str] = []
    for claim, outcomes in board:
        about = claim.about.get(lang) or claim.about["en"]
        lines.append(f"{claim.number:>3}  {claim.verdict:<14} {about}  ({claim.name})")
        for one in outcomes:
            mark = "" if one.holds else f"  DOES NOT HOLD: {one.check.gives} was printed"
            formula = f" = {one.check.compute}" if whole else ""
            lines.append(f"{'':<20}{one.text}: {one.check.words}{formula}{mark}")
        note = claim.note.get(lang) or claim.note.get("en", "")
        if note:
            lines += textwrap.wrap(note, width, initial_indent=" " * 20, subsequent_indent=" " * 20)
        if whole:
            lines.append(f"{'':<20}{claim.says}: {claim.source}, {claim.date}")
    if not whole:
        counts = Counter(claim.verdict for claim, _ in board)
        total = ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())
        checks = sum(len(outcomes) for _, outcomes in board)
        lines += ["", f"{len(board)} claims: {total}; {checks} checks computed anew"]
    return lines
