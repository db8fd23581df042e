"""viz script: what a narrator says, beat by beat, with how long there is for it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from viz.cli.common import add_scene, add_turns, languages, open_reel_or_scene
from viz.errors import Fault, VizError, nearest
from viz.stage.picture_sizes import SIZES

if TYPE_CHECKING:
    from viz.picture.playlist import Reel
    from viz.show import Show


def configure(parser: argparse.ArgumentParser) -> None:
    add_scene(parser, programs=True)
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="FILE.md, .csv or .docx; default Markdown on the screen",
    )
    parser.add_argument(
        "--format",
        type=_forms,
        default=(),
        metavar="LIST",
        help="md, csv, docx, with commas: a file of each, called as -o or the scene",
    )
    parser.add_argument("--lang", type=languages, default=("en",), metavar="LANG")
    add_turns(parser)
    parser.add_argument("--overwrite", action="store_true", help="replace files that exist")
    parser.set_defaults(size=None, usual_size=SIZES["1080p"], theme="dark")


def run(args: argparse.Namespace) -> int:
    from viz.film.script_table import FORMS
    from viz.film.still import save_bytes

    forms = args.format
    if args.output is not None and not forms:
        forms = _forms(args.output.suffix.removeprefix(".") or "no ending")
    langs = args.lang
    for lang in langs:
        args.lang = lang
        show = open_reel_or_scene(args)
        if not forms:
            print(_written(show, lang, "md").decode())
            continue
        base = args.output or Path(show.name)
        if base.suffix.removeprefix(".").casefold() in FORMS:
            base = base.with_suffix("")
        tail = f".{lang}" if len(langs) > 1 else ""
        for form in forms:
            path = base.with_name(f"{base.name}{tail}.{form}")
            print(save_bytes(_written(show, lang, form), path, overwrite=args.overwrite))
    return 0


def _written(show: Show | Reel, lang: str, form: str) -> bytes:
    from viz.cli.film_form import all_told, title_of
    from viz.film.script_table import as_csv, as_docx, as_markdown, rows_of
    from viz.stage.i18n import said

    write = {"md": as_markdown, "csv": as_csv, "docx": as_docx}[form]
    return write(rows_of(all_told(show), lang), said(title_of(show), lang), show.seconds)


def _forms(text: str) -> tuple[str, ...]:
    from viz.film.script_table import FORMS

    words = tuple(dict.fromkeys(one.strip().casefold() for one in text.split(",") if one.strip()))
    faults = [
        Fault(f"a script is no '{word[:40]}'", None, nearest(word, FORMS), ", ".join(FORMS))
        for word in words
        if word not in FORMS
    ]
    if faults or not words:
        raise VizError(faults or [Fault("no form is named", write=", ".join(FORMS))])
    return words
