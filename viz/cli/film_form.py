"""What a film is to be: its format, ground, room for a face, loop; captions and what lies beside."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.cli.common import languages
from viz.errors import Fault, VizError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viz.film.job import FilmJob
    from viz.film.request import Wanted
    from viz.film.script import Said
    from viz.picture.playlist import Reel
    from viz.picture.replay import Replay
    from viz.show import Show

CAPTIONS: Final = ("srt", "vtt", "burned", "track")
CHAPTERS: Final = ("file", "ffmetadata", "text", "none")


def add_form(parser: argparse.ArgumentParser) -> None:
    """`--format --transparent --corner --safe-area --loop` and `--captions` to `--transcript`."""
    parser.add_argument(
        "--format", default="", metavar="NAME", help="overrides the ending: 'viz list formats'"
    )
    parser.add_argument(
        "--for",
        dest="preset",
        default="",
        metavar="PRESET",
        help="size, rate and format as a site or program takes them: 'viz list presets'",
    )
    parser.add_argument(
        "--transparent",
        action="store_true",
        help="no ground, with straight alpha: .webm, .mov, ...",
    )
    parser.add_argument(
        "--corner",
        type=_corner,
        metavar="CORNER",
        help="keep a quarter free for a face: bottom-right, bottom-left, top-right, top-left",
    )
    parser.add_argument(
        "--safe-area", action="store_true", help="keep free what players of tall films cover"
    )
    parser.add_argument(
        "--loop", action="store_true", help="the end dissolves into the start, to play on and on"
    )
    parser.add_argument(
        "--captions",
        type=_captions,
        default=("burned",),
        metavar="LIST",
        help="srt, vtt, burned, track or none, with commas; default burned (in the picture)",
    )
    parser.add_argument(
        "--caption-lang",
        type=languages,
        default=(),
        metavar="LIST",
        help="languages of captions that are not in the picture; default the film's",
    )
    parser.add_argument(
        "--chapters",
        type=_chapters,
        default=("file",),
        metavar="LIST",
        help="file, ffmetadata, text (for an upload's description) or none; default file",
    )
    parser.add_argument("--transcript", action="store_true", help="write what is said as a text")


def settled(args: argparse.Namespace) -> None:
    """Take from the preset what is not said otherwise. Raises VizError."""
    from viz.film.presets import preset

    if not args.preset:
        return
    chosen = preset(args.preset)
    path = args.output
    named = path is not None and path.suffix and not path.is_dir()
    if named and not args.format and path.suffix.casefold() != chosen.ending:
        what = f"a film for {args.preset} is no {path.suffix}"
        raise VizError(Fault(what, write=f"-o {path.with_suffix(chosen.ending)}, or no --for"))
    args.size = args.size or chosen.size
    args.fps = args.fps or chosen.fps
    if not args.transparent and not args.layers:
        args.format = args.format or chosen.format


def wanted_of(args: argparse.Namespace) -> Wanted:
    """How the film is to be."""
    from viz.film.request import Wanted

    return Wanted(
        format=args.format,
        alpha=args.transparent,
        corner=args.corner or "",
        safe=args.safe_area,
        loop=args.loop,
        overwrite=args.overwrite,
    )


def dressed(job: FilmJob, show: Show | Reel | Replay, args: argparse.Namespace) -> FilmJob:
    """The job with its title, its chapters, and its captions as tracks."""
    from viz.film.captions import captions
    from viz.film.formats import holds_captions
    from viz.film.script import chapters
    from viz.stage.i18n import said

    if "track" in args.captions and not holds_captions(job):
        what = f"{job.path.name} can hold no captions as a track"
        raise VizError(Fault(what, write="--captions srt,vtt, which lie beside it, or -o FILE.mp4"))
    told, lang = _told(job, show), show.look.lang
    found = chapters(told, lang) if "none" not in args.chapters else ()
    langs = (args.caption_lang or (lang,)) if "track" in args.captions else ()
    return replace(
        job,
        title=said(title_of(show), lang),
        chapters=found if len(found) > 1 else (),
        tracks=tuple(captions(_heard(job, told), one, job.seconds, job.fps) for one in langs),
    )


def demand_beside(job: FilmJob, show: Show | Reel | Replay, args: argparse.Namespace) -> None:
    """What will lie beside the film may be written there: told before the film is made."""
    from viz.saving import OVERWRITE, demand_writable, over_own

    langs = args.caption_lang or (show.look.lang,)
    endings = [
        f"{lang}.{form}" for lang in langs for form in ("srt", "vtt") if form in args.captions
    ]
    endings += [f"{lang}.txt" for lang in langs if args.transcript]
    endings += ["ffmetadata"] if "ffmetadata" in args.chapters else []
    endings += ["chapters.txt"] if "text" in args.chapters else []
    for ending in endings:
        path = _beside(job.path, ending)
        demand_writable(path, over_own(path, overwrite=job.overwrite), instead=OVERWRITE)


def write_beside(
    job: FilmJob, show: Show | Reel | Replay, args: argparse.Namespace
) -> tuple[Path, ...]:
    """Write captions, chapters and transcript beside the film; gives back their paths."""
    from viz.film.captions import captions, srt, too_quick, vtt
    from viz.film.script import chapters, ffmetadata, transcript, upload_text
    from viz.film.still import save_bytes
    from viz.stage.i18n import said

    told, lang = _told(job, show), show.look.lang
    files: list[tuple[str, str]] = []
    for one in args.caption_lang or (lang,):
        track = captions(_heard(job, told), one, job.seconds, job.fps)
        forms = {"srt": srt, "vtt": vtt}
        files += ((f"{one}.{name}", forms[name](track)) for name in forms if name in args.captions)
        quick = too_quick(track) if {"srt", "vtt", "track"} & set(args.captions) else ()
        for cue in quick:
            print(
                f"the {one} caption at {float(cue.start):.1f} s is too long for its "
                f"{float(cue.end - cue.start):.1f} s: {cue.lines[0]}",
                file=sys.stderr,
            )
        if args.transcript:
            files.append((f"{one}.txt", transcript(told, said(title_of(show), one), one)))
    found = chapters(told, lang)
    if "ffmetadata" in args.chapters:
        files.append(("ffmetadata", ffmetadata(found, said(title_of(show), lang))))
    if "text" in args.chapters:
        text = upload_text(found)
        files += [("chapters.txt", text)] if text else []
        if not text:
            count = "1 chapter" if len(found) == 1 else f"{len(found)} chapters"
            what = f"{job.path.name} has {count} of 10 s or more"
            print(f"{what}: upload sites want 3, so no text of them is written", file=sys.stderr)
    return tuple(
        save_bytes(text.encode(), _beside(job.path, ending), overwrite=job.overwrite)
        for ending, text in files
    )


def _beside(path: Path, ending: str) -> Path:
    """The name of a file beside a film; a film that has its language in its name has it once."""
    lang = ending.partition(".")[0]
    return path.with_name(f"{path.stem.removesuffix(f'.{lang}')}.{ending}")


def _told(job: FilmJob, show: Show | Reel | Replay) -> Sequence[Said]:
    """What is said in the part that is filmed."""
    from viz.film.script import within

    return within(all_told(show), job.start, job.seconds)


def _heard(job: FilmJob, told: Sequence[Said]) -> Sequence[Said]:
    """What the captions of a film say: the narrator's words where it has a voice."""
    from viz.film.script import narrated

    return told if job.sound is None else narrated(told)


def all_told(show: Show | Reel | Replay) -> tuple[Said, ...]:
    """What is said in the whole of a show, a program or a recorded run, and when."""
    from viz.film.script import told_by, told_by_reel, told_by_replay
    from viz.picture.playlist import Reel
    from viz.picture.replay import Replay

    if isinstance(show, Replay):
        return told_by_replay(show)
    return told_by_reel(show) if isinstance(show, Reel) else told_by(show.timeline)


def title_of(show: Show | Reel | Replay) -> dict[str, str]:
    """The title in each language."""
    from viz.picture.playlist import Reel

    return dict(show.title if isinstance(show, Reel) else show.scene.title)


def _corner(text: str) -> str:
    from viz.film.framing import corner

    return corner(text)


def _captions(text: str) -> tuple[str, ...]:
    return _listed(text, (*CAPTIONS, "none"), "caption")


def _chapters(text: str) -> tuple[str, ...]:
    return _listed(text, CHAPTERS, "chapter")


def _listed(text: str, known: tuple[str, ...], what: str) -> tuple[str, ...]:
    words = [word.strip().casefold() for word in text.split(",") if word.strip()]
    faults = [
        Fault(f"there is no {what} format '{word[:40]}'", None, nearest(word, known))
        for word in words
        if word not in known
    ]
    if faults or not words:
        faults = faults or [Fault(f"no {what} format is named")]
        raise VizError([replace(faults[0], write=", ".join(known)), *faults[1:]])
    return tuple(words)
