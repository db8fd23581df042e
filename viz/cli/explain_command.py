"""viz explain: each number of a scene as formula, inputs, sources and basis."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from viz.cli.common import add_scene, screen_time


def configure(parser: argparse.ArgumentParser) -> None:
    add_scene(parser)
    parser.add_argument(
        "what",
        nargs="?",
        default="",
        metavar="WHAT",
        help="left.token, right.links, left, ...; all if it is left out",
    )
    parser.add_argument(
        "--at", type=screen_time, default=screen_time("0"), metavar="T", help="screen time; 0"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from viz.show import open_show

    told = open_show(args.scene).explain(args.what, float(args.at))
    if args.json:
        items = [{"what": name} | asdict(item) for name, item in told.items]
        print(json.dumps(items, ensure_ascii=False, indent=2))
    else:
        print(told)
    return 0
