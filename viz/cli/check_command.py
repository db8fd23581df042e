"""`viz check FILE...`: every fault of scene files, at once, with place and right form."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from viz.errors import EXIT_USAGE, Fault, VizError


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a scene file, or a scene's name")
    parser.add_argument("--json", action="store_true", help="for programs: one object on stdout")


def run(args: argparse.Namespace) -> int:
    """0 if every file is sound, else 2. Faults of all files are told."""
    results = [(file, _faults(file)) for file in args.files]
    if args.json:
        told = {
            "ok": not any(faults for _, faults in results),
            "files": [{"file": file, "ok": not faults} for file, faults in results],
            "faults": [_as_json(file, fault) for file, faults in results for fault in faults],
        }
        print(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        for file, faults in results:
            for fault in faults:
                print(fault, file=sys.stderr)
            if not faults:
                print(f"{file}: good")
    return EXIT_USAGE if any(faults for _, faults in results) else 0


def _faults(file: str) -> list[Fault]:
    from viz.scene.find import scene_path
    from viz.scene.load import check_file

    try:
        path: Path = scene_path(file)
    except VizError as error:
        return list(error.faults)
    return check_file(path) or [*_of_actors(path), *_without_glyph(path)]


def _of_actors(path: Path) -> list[Fault]:
    """What the actors of a sound scene cannot do: parameters that they do not have, and the like."""
    from viz.scene.load import load_scene
    from viz.stage.cast import cast

    try:
        cast(load_scene(str(path)))
    except VizError as error:
        return list(error.faults)
    return []


def _without_glyph(path: Path) -> list[Fault]:
    """Characters of a sound scene that the font cannot draw: empty boxes on the screen."""
    from viz.reading.nodes import scalars
    from viz.reading.yaml12 import read

    words = [word for word in scalars(read(path)) if not word.text.isascii()]
    if not words:
        return []
    from viz.paint.surface.font import missing

    return [
        Fault(f"the font has no '{letter}' (U+{ord(letter):04X})", word.place, write="other words")
        for word in words
        for letter in missing(word.text)
    ]


def _as_json(file: str, fault: Fault) -> dict[str, Any]:
    place = fault.place
    return {
        "file": place.file if place else file,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "what": fault.what,
        "meant": list(fault.meant),
        "write": fault.write,
    }
