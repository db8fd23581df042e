"""viz captions: what is said, as a file of captions, without filming."""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.cli.common import add_scene, add_turns, languages, open_reel_or_scene, picture_size
from viz.errors import Fault, VizError, nearest

if TYPE_CHECKING:
    from viz.film.tracks import Track

ENDINGS: Final = (".srt", ".vtt", ".ass")
_RATE: Final = Fraction(60)  # captions stand two of its pictures apart


def configure(parser: argparse.ArgumentParser) -> None:
    add_scene(parser, programs=True)
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="FILE.srt, .vtt or .ass; default SCENE.srt",
    )
    parser.add_argument(
        "--lang",
        type=languages,
        default=("en",),
        metavar="LANG",
        help="en or zh, or en,zh for both",
    )
    parser.add_argument(
        "--bilingual", action="store_true", help="both languages in one file, one above the other"
    )
    parser.add_argument(
        "--style", default="outline", metavar="STYLE", help="of .ass: outline, plate or large"
    )
    parser.add_argument(
        "--size", type=picture_size, default=None, metavar="SIZE", help="of the film, for .ass"
    )
    parser.add_argument(
        "--narrated", action="store_true", help="what a narrator says, and not what is on screen"
    )
    add_turns(parser)
    parser.add_argument("--overwrite", action="store_true", help="replace files that exist")
    parser.set_defaults(usual_size=picture_size("1080p"), theme="dark")


def run(args: argparse.Namespace) -> int:
    from viz.film.still import save_bytes

    path: Path | None = args.output
    ending = path.suffix.casefold() if path else ".srt"
    _demand(args, path, ending)
    langs = args.lang
    args.lang = langs[0]
    for lang in [langs] if args.bilingual else [(one,) for one in langs]:
        track, name = _track(args, lang)
        base = path or Path(f"{name}{ending}")
        if len(langs) > 1 and not args.bilingual:
            base = base.with_name(f"{base.stem}.{lang[0]}{ending}")
        text = _written(track, ending, args)
        print(save_bytes(text.encode("utf-8"), base, overwrite=args.overwrite))
    return 0


def _demand(args: argparse.Namespace, path: Path | None, ending: str) -> None:
    """Raises VizError for what captions cannot be."""
    if ending not in ENDINGS:
        what = f"captions are no '{ending}'" if ending else f"{path} has no ending"
        raise VizError(Fault(what, meant=nearest(ending, ENDINGS), write=", ".join(ENDINGS)))
    from viz.film.captions import STYLES

    if args.style not in STYLES:
        what = f"captions have no style '{args.style[:40]}'"
        raise VizError(Fault(what, meant=nearest(args.style, STYLES), write=", ".join(STYLES)))
    if args.bilingual and len(args.lang) != 2:
        raise VizError(Fault("two languages are wanted", write="--lang en,zh --bilingual"))


def _track(args: argparse.Namespace, langs: tuple[str, ...]) -> tuple[Track, str]:
    from viz.cli.film_form import all_told
    from viz.film.captions import bilingual, captions, too_quick
    from viz.film.script import narrated

    show = open_reel_or_scene(args)
    told = all_told(show)
    told = narrated(told) if args.narrated else told
    seconds = Fraction(show.seconds).limit_denominator(1_000_000)
    if len(langs) > 1:
        return bilingual(told, (langs[0], langs[1]), seconds, _RATE), show.name
    track = captions(told, langs[0], seconds, _RATE)
    for cue in too_quick(track):
        print(
            f"the {langs[0]} caption at {float(cue.start):.1f} s is too long for its "
            f"{float(cue.end - cue.start):.1f} s: {cue.lines[0]}",
            file=sys.stderr,
        )
    return track, show.name


def _written(track: Track, ending: str, args: argparse.Namespace) -> str:
    from viz.film.captions import ass, srt, vtt

    if ending == ".ass":
        return ass(track, args.size, args.style)
    return srt(track) if ending == ".srt" else vtt(track)
