"""viz describe: a scene in words, for who cannot see it, and as a transcript."""

from __future__ import annotations

import argparse
import json
import shutil
import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from viz.cli.common import add_scene, add_turns, language, opened

if TYPE_CHECKING:
    from viz.picture.scene_in_words import Story

NARROW: Final = 60
WIDE: Final = 100


def configure(parser: argparse.ArgumentParser) -> None:
    add_scene(parser, programs=True)
    parser.add_argument("--lang", type=language, default="en", metavar="LANG", help="en or zh")
    parser.add_argument("--notes", action="store_true", help="with the notes for the speaker")
    add_turns(parser)
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args: argparse.Namespace) -> int:
    from viz.cli.opened_show import program_of
    from viz.picture.scene_in_words import story_of

    program = program_of(args.scene)
    scenes = [str(entry.path) for entry in program.entries] if program else [args.scene]
    shows = [opened(scene, args, lang=args.lang) for scene in scenes]
    stories = [story_of(show.timeline, args.lang, notes=args.notes) for show in shows]
    if args.json:
        told = [asdict(story) for story in stories]
        print(json.dumps(told if program else told[0], ensure_ascii=False, indent=2))
        return 0
    width = min(max(shutil.get_terminal_size((88, 40)).columns, NARROW), WIDE)
    texts = ["\n".join(_lines(story, args.lang, width)) for story in stories]
    print("\n\n\n".join(texts))
    return 0


def _lines(story: Story, lang: str, width: int) -> Iterator[str]:
    from viz.stage.i18n import words

    told, says = words(lang)["told"], words(lang)["says"]
    joiner = "；" if lang == "zh" else "; "
    yield story.title
    if story.asks:
        yield story.asks
    yield ""
    yield told["start"]
    for line in story.start:
        yield from _wrapped(line, width)
    if story.shown:
        yield from _wrapped(told["shown"].format(words=joiner.join(story.shown)), width)
    for step in story.steps:
        yield ""
        yield step.title
        for line in step.lines:
            yield from _wrapped(line, width)
        if step.shown:
            yield from _wrapped(told["new"].format(words=joiner.join(step.shown)), width)
    if story.numbers:
        yield ""
        yield told["numbers"]
        for number in story.numbers:
            kind = says.get(number.says, number.says)
            source = f": {number.source}" if number.source else ""
            yield from _wrapped(f"{number.name}: {number.text} ({kind}{source})", width)


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ") or [""]
