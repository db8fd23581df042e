"""`viz schema`: the JSON Schema of scenes, for editors that complete and check YAML."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from viz.file_kinds import EMPTY, SCHEMA
from viz.saving import is_standard_output, write_text


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="a file; default is to print it"
    )


def run(args: argparse.Namespace) -> int:
    """Print the schema, or write it into FILE; an older schema there is replaced."""
    text = schema_text()
    if args.output is None:
        print(text, end="")
        return 0
    write_text(args.output, text, (SCHEMA, EMPTY))
    if not is_standard_output(args.output):
        print(f"{args.output} is written")
    return 0


def schema_text() -> str:
    """The schema as it is shipped in assets/scene.schema.json."""
    from viz.scene.form import json_schema

    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"
