"""Which films one command makes: one, one in each language, or all scenes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from viz.file_kinds import is_folder
from viz.saving import told

ALL: Final = "all"


def each_film(args: argparse.Namespace) -> Iterator[argparse.Namespace]:
    """The arguments of each film, with its scene, language and file.

    One film is called as `-o` says, or after its scene. Several lie in the folder `-o`, or this
    one, and are called SCENE.LANG; those of one scene in several languages are called as `-o`
    says, with the language before the ending; where that has no ending, it is a folder.
    """
    from viz.scene.find import scene_names

    if args.scene != ALL and len(args.langs) == 1:
        yield _one(args, args.scene, args.langs[0], args.output)
        return
    ending = usual_ending_of(args)
    for scene in scene_names() if args.scene == ALL else (args.scene,):
        for lang in args.langs:
            yield _one(args, scene, lang, _named(args, scene, lang, ending))


def usual_ending_of(args: argparse.Namespace) -> str:
    """The ending of a film that has no name yet."""
    from viz.film.formats import format_for, named, usual_ending

    if args.format:
        return usual_ending(named(args.format))
    return usual_ending(format_for(Path("film.webm"), alpha=True)) if args.transparent else ".mp4"


def _named(args: argparse.Namespace, scene: str | None, lang: str, ending: str) -> Path:
    output: Path | None = args.output
    if args.scene != ALL and output is not None and output.suffix and not is_folder(output):
        return output.with_name(f"{output.stem}.{lang}{output.suffix or ending}")
    folder = output or Path()
    with told(folder):
        folder.mkdir(parents=True, exist_ok=True)
    name = Path(scene).stem if scene else "film"
    return folder / f"{name}.{lang}{ending}"


def _one(
    args: argparse.Namespace, scene: str | None, lang: str, output: Path | None
) -> argparse.Namespace:
    one = argparse.Namespace(**vars(args))
    one.scene, one.lang, one.output = scene, lang, output
    return one
