"""`viz site`: every show as pages that play in any browser, from a folder or from one file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.assets_path import data_folder
from viz.errors import EXIT_OUTPUT, Fault, VizError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viz.desk.shelf import Item
    from viz.web.site import Entry

MARK: Final = "site.txt"  # the list of what a site of ours has in it; only such a folder is renewed
SANDBOX: Final = "sandbox"
POSTER: Final = (456, 342)  # px


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", metavar="OUT", nargs="?", type=Path, help="a folder, new or a site")
    parser.add_argument(
        "--scenes",
        metavar="NAMES",
        default="",
        help="scenes, programs or files, with commas between them; default all",
    )
    parser.add_argument(
        "--single",
        metavar="FILE.html",
        type=Path,
        help="one show as one file that needs no other; the file is called as the scene, "
        "or --scenes names it",
    )
    parser.add_argument(
        "--serve",
        action="store_true",
        help="open it in the browser, from this machine alone, until Ctrl-C",
    )
    parser.add_argument("--no-browser", action="store_true", help="with --serve: only say where")


def run(args: argparse.Namespace) -> int:
    """Write the site, or show it. Exit code 5 where OUT is something else."""
    if args.single is not None:
        return _single(args)
    if args.out is None and not args.serve:
        raise VizError(Fault("where to?", write="viz site OUT, or viz site --serve"))
    if args.out is not None:
        _demand_ours(args.out)
    entries = _entries(_names(args.scenes))
    if args.out is not None:
        from viz.web.site import files

        _write(args.out, files(entries, _font(entries), _say))
        print(f"{args.out / 'index.html'} is written: open it, or put the folder on any server")
    if args.serve:
        return _serve(args, entries)
    return 0


def _single(args: argparse.Namespace) -> int:
    from viz.file_kinds import EMPTY
    from viz.saving import write_bytes
    from viz.web.site import single

    if args.out is not None or args.serve:
        raise VizError(Fault("--single is a file alone", write=f"viz site --single {args.single}"))
    names = _names(args.scenes or args.single.stem)
    if len(names) != 1:
        raise VizError(Fault("--single holds one show", write=f"--scenes {names[0]}"))
    (entry,) = _entries(names, posters=False)
    write_bytes(args.single, single(entry, _font((entry,))), ("an HTML page", EMPTY))
    print(f"{args.single} is written: it opens without a network")
    return 0


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))


def _entries(names: tuple[str, ...], *, posters: bool = True) -> tuple[Entry, ...]:
    """The shows in the order of the shelf. Raises VizError with all faults of all."""
    from viz.cli.on_the_shelf import shows
    from viz.web.packed import Packed
    from viz.web.site import Entry

    found: list[Entry] = []
    own = str(data_folder("assets") / f"{SANDBOX}.yaml")
    asked = tuple(own if name == SANDBOX else name for name in names)
    for item, reel in (*shows(asked), *(() if names else shows((own,)))):
        scenes = tuple(timeline.scene for timeline in reel.timelines)
        name = reel.name if reel.name not in {one.name for one in found} else f"{reel.name}_2"
        show = Packed(
            name, reel.title, scenes, reel.chapters, reel.cards, reel.follows, reel.matches
        )
        pictures = _posters(item) if posters else {}
        kind = {"program": item.kind == "program", "sandbox": item.name == own}
        found.append(Entry(show, item.title, item.about, pictures, **kind))
    return tuple(found)


def _posters(item: Item) -> dict[str, bytes]:
    """The pictures of a show on the shelf, by language and theme."""
    from viz.cli.on_the_shelf import still
    from viz.film.still import png
    from viz.paint.surface import Painter
    from viz.stage.i18n import languages
    from viz.stage.look import HIDEABLE, Look
    from viz.web.site import RECORDED

    found: dict[str, bytes] = {}
    for lang in languages():
        for theme in RECORDED:
            frame = still(item, Look(*POSTER, theme=theme, lang=lang, hidden=HIDEABLE))
            found[f"{lang}.{theme}"] = png(Painter(*POSTER).paint(frame))
    return found


def _font(entries: tuple[Entry, ...]) -> bytes:
    from viz.paint.surface.font import font_path
    from viz.web.font_subset import subset
    from viz.web.site import letters

    return subset(font_path(), letters(entries))


def _say(text: str) -> None:
    if sys.stderr.isatty():
        print(text, file=sys.stderr)


def _demand_ours(out: Path) -> None:
    """A folder that is empty, or holds a site that was made here."""
    if not out.exists():
        return
    if not out.is_dir():
        raise VizError(Fault(f"{out} is no folder", write="a folder's name"), EXIT_OUTPUT)
    if any(out.iterdir()) and not (out / MARK).is_file():
        what = f"{out} holds files that are no site of viz"
        raise VizError(Fault(what, write="an empty folder, or a new name"), EXIT_OUTPUT)


def _write(out: Path, files: Mapping[str, bytes]) -> None:
    """The files, and then no others of an older site; pages come after what they ask for."""
    from viz.saving import write_bytes

    mark = out / MARK
    older = mark.read_text(encoding="utf-8").split("\n") if mark.is_file() else []
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise VizError(Fault(f"{out}: {error.strerror}"), EXIT_OUTPUT) from None
    listed = "\n".join(sorted(files)) + "\n"
    both = "\n".join(sorted({*files, *filter(None, older)})) + "\n"
    write_bytes(mark, both.encode(), None, lasting=False)
    for name in sorted(files, key=lambda name: (name.endswith(".html"), name == "index.html")):
        write_bytes(out / name, files[name], None, lasting=False)
    for name in older:
        if name and name not in files and "/" not in name and "\\" not in name:
            (out / name).unlink(missing_ok=True)
    write_bytes(mark, listed.encode(), None, lasting=False)


def _serve(args: argparse.Namespace, entries: tuple[Entry, ...]) -> int:
    from viz.web.server import serve
    from viz.web.site import asked

    return serve(asked(entries, _font(entries)), browser=not args.no_browser)
