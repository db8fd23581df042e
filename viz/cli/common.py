"""Arguments that several commands share, read in one way everywhere.

A wrong value raises `VizError` (exit 2) with the right form, not argparse's usage block.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from viz.cli.undrawn import warn_of_undrawn
from viz.errors import Fault, VizError, nearest
from viz.film.rate import frame_rate
from viz.stage.picture_sizes import SIZES, picture_size
from viz.timeline.times import clock, screen_time

if TYPE_CHECKING:
    from viz.picture.playlist import Reel
    from viz.scene.types import Scene
    from viz.show import Show

__all__ = [
    "FLAGSHIP",
    "SIZES",
    "add_look",
    "add_scene",
    "add_turns",
    "clock",
    "frame_rate",
    "knob_turn",
    "language",
    "languages",
    "open_reel_or_scene",
    "open_scene",
    "opened",
    "picture_size",
    "screen_time",
    "theme",
]

FLAGSHIP: Final = "weights_stay"
THEMES: Final = ("dark", "light", "contrast")


def knob_turn(text: str) -> tuple[str, str]:
    """`bandwidth=20 TB/s` as a name and a value; the knob reads the value with its own unit."""
    name, equals, value = text.partition("=")
    if not (equals and name.strip() and value.strip()):
        what = f"'{_short(text)}' turns no knob"
        raise VizError(Fault(what, write="KNOB=VALUE, like 'bandwidth=20 TB/s'"))
    return name.strip(), value.strip()


def theme(text: str) -> str:
    """`dark`, `light` or `contrast`."""
    word = text.strip().casefold()
    if word not in THEMES:
        what = f"there is no theme '{_short(text)}'"
        raise VizError(Fault(what, meant=nearest(word, THEMES), write="dark, light or contrast"))
    return word


def language(text: str) -> str:
    """A language that has interface words: the files of assets/words."""
    from viz.stage.i18n import languages

    word = text.strip().casefold()
    known = languages()
    if word not in known:
        what = f"there are no words in the language '{_short(text)}'"
        raise VizError(Fault(what, meant=nearest(word, known), write=" or ".join(known)))
    return word


def languages(text: str) -> tuple[str, ...]:
    """Languages with commas between them, each once: `en,zh`."""
    found = tuple(dict.fromkeys(language(word) for word in text.split(",") if word.strip()))
    return found or (language(text),)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def add_scene(
    parser: argparse.ArgumentParser,
    default: str | None = None,
    *,
    programs: bool = False,
    takes: bool = False,
) -> None:
    """The scene, or where `programs` a program: required, or with a default.

    `takes`: it may be left out, and is then None, for a take names its scene.
    """
    about = "a scene's name ('viz list scenes') or a file"
    about += ", or a program's ('viz list programs')" if programs else ""
    if takes:
        about += f"; default {default}, or with --take the take's own" if default else ""
        parser.add_argument("scene", metavar="SCENE", nargs="?", default=None, help=about)
    elif default is None:
        parser.add_argument("scene", metavar="SCENE", help=about)
    else:
        about += f"; default {default}"
        parser.add_argument("scene", metavar="SCENE", nargs="?", default=default, help=about)


def add_look(
    parser: argparse.ArgumentParser, size: str | None = "1080p", *, several: bool = False
) -> None:
    """`--size --lang --theme --set --no-questions`. `size` is the default, None leaves it out.

    `several`: more than one language may be given, and `args.langs` has them.

    `args.size` is None until a scene is opened, for a program may have a size of its own.
    """
    if size is not None:
        parser.add_argument(
            "--size",
            type=picture_size,
            default=None,
            help=f"{', '.join(SIZES)} or WxH; default {size}",
        )
        parser.set_defaults(usual_size=picture_size(size))
    if several:
        about = "en or zh, or en,zh for a film in each"
        parser.add_argument(
            "--lang", dest="langs", type=languages, default=("en",), metavar="LANG", help=about
        )
        parser.set_defaults(lang="en")
    else:
        parser.add_argument("--lang", type=language, default="en", metavar="LANG", help="en or zh")
    parser.add_argument(
        "--theme",
        type=theme,
        default="dark",
        metavar="THEME",
        help="dark, light, or contrast for a weak projector",
    )
    add_turns(parser)


def add_turns(parser: argparse.ArgumentParser) -> None:
    """`--set KNOB=VALUE` and `--no-questions`: what is changed before the show starts."""
    parser.add_argument(
        "--set",
        type=knob_turn,
        action="append",
        default=[],
        metavar="KNOB=VALUE",
        help="turn a knob of the scene before it starts; may be given several times",
    )
    parser.add_argument(
        "--no-questions", action="store_true", help="leave out the beats that ask for a guess"
    )


def open_scene(args: argparse.Namespace) -> Show:
    """The show that the arguments ask for, its knobs turned. Settles `args.size`."""
    args.size = args.size or args.usual_size
    width, height = args.size
    show = opened(args.scene, args, width=width, height=height, theme=args.theme, lang=args.lang)
    warn_of_undrawn((show.scene,))
    return show


def open_reel_or_scene(args: argparse.Namespace) -> Reel | Show:
    """The program or the scene that the arguments ask for. Settles `args.size`."""
    from viz.cli.opened_show import open_reel, program_of

    program = program_of(args.scene)
    if program is None:
        return open_scene(args)
    args.size = args.size or (picture_size(program.size) if program.size else args.usual_size)
    return open_reel(program, args)


def opened(name: str, args: argparse.Namespace, **look: Any) -> Show:
    """A show in a look, with what `add_turns` has asked for."""
    from viz.scene.shorten import without_questions
    from viz.show import open_show

    show = open_show(name, **look)
    if args.no_questions:
        show = replace(show, scene=without_questions(show.scene))
    tell_kept((show.scene,), args)
    return show.turn(**dict(args.set)) if args.set else show


def tell_kept(scenes: tuple[Scene, ...], args: argparse.Namespace) -> None:
    """Say on stderr which values of `--set` a knob does not take as they are."""
    from viz.scene.knob_targets import amount_of, text_of, turnables
    from viz.scene.turn import kept

    told: list[str] = []
    for scene in scenes:
        for name, written in args.set:
            knob = next((knob for knob in scene.knobs if knob.name == name), None)
            near, clamped = kept(scene, name, written)
            if knob is None or isinstance(near, str):
                continue
            turnable = turnables(scene)[knob.turns]
            if clamped:
                why = "its limit"
            elif near != amount_of(turnable, written):
                why = "the nearest value that it takes"
            else:
                continue
            told.append(f"{name}={written} is kept at {why}, {text_of(turnable, near)}")
    before: tuple[str, ...] = getattr(args, "kept_told", ())  # a sheet opens a scene many times
    args.kept_told = (*before, *told)
    for one in dict.fromkeys(told):
        if one not in before:
            print(one, file=sys.stderr)
