"""What a picture has of its parts: `--hide LIST`, and `--layers LIST`, a film for each."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from viz.errors import Fault, VizError, nearest
from viz.stage.look import HIDEABLE, LAYERS

if TYPE_CHECKING:
    from viz.film.job import FilmJob
    from viz.film.source import Source
    from viz.picture.playlist import Reel
    from viz.picture.replay import Replay
    from viz.show import Show


def add_layers(parser: argparse.ArgumentParser) -> None:
    """`--hide` and `--layers`."""
    parser.add_argument(
        "--hide",
        type=_hidden,
        default=(),
        metavar="LIST",
        help="leave out title, clock, progress, sources, captions, with commas; where captions "
        "are hidden the stage takes their place",
    )
    parser.add_argument(
        "--layers",
        type=_layers,
        default=(),
        metavar="LIST",
        help="a transparent film for each of machines, labels, captions, furniture, with commas; "
        "laid over each other in this order they are the film",
    )


def demand_layers(args: argparse.Namespace) -> None:
    """Raises VizError for what layers cannot be."""
    if args.layers and (args.loop or args.corner or args.transparent):
        what = "layers are transparent films of the whole picture"
        raise VizError(Fault(what, write="--layers without --transparent, --corner or --loop"))
    args.transparent = bool(args.layers) or args.transparent


def hidden(show: Show | Reel | Replay, args: argparse.Namespace) -> Show | Reel | Replay:
    """The show without what is hidden."""
    gone = [*args.hide, *(() if "burned" in args.captions else ("captions",))]
    kept = tuple(word for word in HIDEABLE if word in gone)
    return replace(show, look=replace(show.look, hidden=kept)) if kept else show


def layered(
    show: Show | Reel | Replay, job: FilmJob, layer: str
) -> tuple[Show | Reel | Replay, FilmJob]:
    """The show and the job of one layer."""
    path = job.path.with_name(f"{job.path.stem}.{layer}{job.path.suffix}")
    shown = replace(show, look=replace(show.look, layer=layer))
    return shown, replace(job, path=path, alpha=True, bare=True)


def write_sources(
    job: FilmJob, source: Source, show: Show | Reel | Replay, args: argparse.Namespace
) -> tuple[Path, ...]:
    """The sources beside a film whose pictures do not name them."""
    from viz.film.sidecar_scene import told_scene
    from viz.film.still import save_bytes
    from viz.stage.i18n import said

    if "sources" not in args.hide:
        return ()
    lines: list[str] = []
    for one in source.scenes:
        lines += [said(one.scene().title, show.look.lang)]
        lines += [f"  {told}" for told in told_scene(one)["sources"]]
    path = job.path.with_name(f"{job.path.stem}.sources.txt")
    text = "\n".join([*lines, ""])
    return (save_bytes(text.encode(), path, overwrite=job.overwrite),)


def _hidden(text: str) -> tuple[str, ...]:
    return _chosen(text, HIDEABLE, "nothing to hide called")


def _layers(text: str) -> tuple[str, ...]:
    found = _chosen(text, LAYERS, "no layer")
    return tuple(layer for layer in LAYERS if layer in found)


def _chosen(text: str, known: tuple[str, ...], what: str) -> tuple[str, ...]:
    words = [word.strip().casefold() for word in text.split(",") if word.strip()]
    faults = [
        Fault(f"there is {what} '{word[:40]}'", None, nearest(word, known), ", ".join(known))
        for word in words
        if word not in known
    ]
    if faults or not words:
        raise VizError(faults or [Fault("nothing is named", write=", ".join(known))])
    return tuple(dict.fromkeys(words))
