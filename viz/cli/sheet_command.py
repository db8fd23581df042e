"""viz sheet: every beat of a scene in both languages and two forms, as labelled pictures."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.cli.common import THEMES, add_turns, clock, opened, theme
from viz.cli.undrawn import warn_of_undrawn
from viz.errors import EXIT_OUTPUT, Fault, VizError
from viz.saving import demand_writable, over_own, readable, told

if TYPE_CHECKING:
    from viz.film.sheets import Cell
    from viz.timeline.compile import Span

ANOTHER: Final = "--overwrite to replace it, or another -o DIR"
# Name, picture of a contact sheet, columns, picture in the overview.
FORMS: Final = (("16x9", (640, 360), 3, (512, 288)), ("9x16", (360, 640), 5, (162, 288)))


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scenes", nargs="*", metavar="SCENE", help="names or files; default every scene"
    )
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("sheets"), metavar="DIR", help="default sheets"
    )
    parser.add_argument("--theme", type=theme, default=THEMES[0], metavar="THEME")
    add_turns(parser)
    parser.add_argument("--overwrite", action="store_true", help="replace sheets that exist")


def run(args: argparse.Namespace) -> int:
    from viz.film.stopping import stoppable

    names = args.scenes or _every_scene()
    folder: Path = args.output
    with told(folder):
        if folder.exists() and not folder.is_dir():
            raise VizError(Fault(f"{folder} is no folder", write="another -o DIR"), EXIT_OUTPUT)
    faults: list[Fault] = []
    code = 0
    with stoppable():
        for name in names:
            try:
                for path in _sheets(name, folder, args):
                    print(path)
            except VizError as error:  # the other scenes are still worth looking at
                faults += error.faults
                code = code or error.code
    if faults:
        print(VizError(faults), file=sys.stderr)
    return code


def _every_scene() -> list[str]:
    from viz.assets_path import data_folder

    return sorted(path.stem for path in data_folder("scenes").glob("*.yaml"))


def _sheets(name: str, folder: Path, args: argparse.Namespace) -> list[Path]:
    """The contact sheets of one scene, and its overview: one row a beat, one column a sheet."""
    from viz.film.sheets import in_grid, in_rows
    from viz.film.still import png_of, save_bytes
    from viz.stage.i18n import languages

    written: list[Path] = []
    overview: list[list[Cell]] = []
    colours, overwrite = args.theme, args.overwrite
    scene = Path(name).stem
    warn_of_undrawn((opened(name, args).scene,))
    forms = [f"{lang}_{form[0]}" for form in FORMS for lang in languages()]
    _demand_free(folder, [f"{scene}_{form}.png" for form in (*forms, "overview")], args)
    for form, size, columns, small in FORMS:
        for lang in languages():
            title = f"{readable(scene)} · {lang} · {form.replace('x', ':')} · {colours}"
            path = folder / f"{scene}_{lang}_{form}.png"
            sheet = in_grid(title, _cells(name, size, lang, args), columns, colours)
            _make(folder)
            written.append(save_bytes(png_of(sheet), path, overwrite=overwrite))
            overview.append(_cells(name, small, lang, args))
    path = folder / f"{scene}_overview.png"
    rows = [list(row) for row in zip(*overview, strict=True)]
    sheet = in_rows(f"{readable(scene)} · {colours}", rows, colours)
    written.append(save_bytes(png_of(sheet), path, overwrite=overwrite))
    return written


def _demand_free(folder: Path, names: list[str], args: argparse.Namespace) -> None:
    """Before a scene is painted, which takes seconds: its sheets may be written."""
    if folder.is_dir():
        for name in names:
            path = folder / name
            demand_writable(path, over_own(path, overwrite=args.overwrite), instead=ANOTHER)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"the folder {folder} cannot be made: {error.strerror}"
        raise VizError(Fault(what), EXIT_OUTPUT) from error


def _cells(name: str, size: tuple[int, int], lang: str, args: argparse.Namespace) -> list[Cell]:
    """The end of every beat, painted at one size."""
    from viz.film.sheets import Cell, thumbnail
    from viz.paint.surface import Painter

    show = opened(name, args, width=size[0], height=size[1], theme=args.theme, lang=lang)
    painter = Painter(*size)
    return [
        Cell(
            _caption(span, lang),
            thumbnail(show.frame(_end(span)), painter),
        )
        for span in show.timeline.beats
    ]


def _end(span: Span) -> float:
    """The last frame of a beat at 60 per second: at its very end the next one begins."""
    return max((span.start + span.end) / 2, span.end - 1 / 60)


def _caption(span: Span, lang: str) -> str:
    from viz.stage.i18n import said

    beat = span.beat
    text = said(beat.say, lang) or (said(beat.ask.question, lang) if beat.ask else "")
    return f"{span.index + 1}  {clock(round(span.end, 2))}  {text}"
