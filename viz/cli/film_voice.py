"""A voice for a film: `--voice --times --loudness`, and the text to be read, `--script`."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from viz.errors import Fault, VizError
from viz.timeline.times import clock

if TYPE_CHECKING:
    from viz.film.job import FilmJob
    from viz.film.voice import Voice
    from viz.show import Show
    from viz.stage.reel import Reel
    from viz.stage.replay import Replay


def add_voice(parser: argparse.ArgumentParser) -> None:
    """`--voice FILE --times FILE --loudness LUFS --script`."""
    parser.add_argument(
        "--voice",
        type=Path,
        metavar="FILE",
        help="a recorded voice (.wav, .flac, .mp3, .ogg): pauses are stretched to it",
    )
    parser.add_argument(
        "--times",
        type=Path,
        metavar="FILE",
        help="when each mark is spoken, 'mark: seconds' a line; default VOICE.yaml if it is there",
    )
    parser.add_argument(
        "--loudness",
        type=_loudness,
        default=-14.0,
        metavar="LUFS",
        help="of the voice: -14 (the web) or -23 (EBU R 128); default -14",
    )
    parser.add_argument(
        "--script", action="store_true", help="print the text to be read with its times; no film"
    )


def spoken(
    show: Show | Reel | Replay, args: argparse.Namespace
) -> tuple[Show | Reel | Replay, Voice | None]:
    """The show in the time of the voice, and the voice. Raises VizError."""
    from viz.show import Show

    if args.voice is None:
        if args.times is not None:
            raise VizError(Fault("--times are those of a voice", write="--voice FILE as well"))
        return show, None
    if not isinstance(show, Show) or len(getattr(args, "langs", ())) > 1:
        what = "a voice speaks to one scene in one language"
        raise VizError(Fault(what, write="--voice with one SCENE and one --lang"))
    from viz.film.voice import read_times, read_voice
    from viz.scene.waits import voiced

    voice = read_voice(args.voice)
    file = args.times or _beside(args.voice)
    times = read_times(file) if file else {}
    return replace(show, scene=voiced(show.scene, times, voice.seconds)), voice


def sounded(job: FilmJob, voice: Voice | None, args: argparse.Namespace) -> FilmJob:
    """The film with its voice, as loud as asked for."""
    if voice is None:
        return job
    from viz.film.voice import sound_for

    return replace(job, sound=sound_for(job, voice, args.loudness))


def script(show: Show | Reel | Replay, lang: str) -> str:
    """The text to be read: when, the mark or the number of the beat, how long there is, what."""
    from viz.show import Show
    from viz.stage.words import said

    if not isinstance(show, Show):
        raise VizError(Fault("a script is that of one scene", write="--script with a SCENE"))
    lines = [said(show.scene.title, lang)]
    for span in show.timeline.beats:
        beat = span.beat
        texts = [said(beat.say, lang)]
        if beat.ask is not None:
            texts.append(said(beat.ask.question, lang))
        text = " ".join(filter(None, texts)) or "-"
        name = beat.mark or str(span.index + 1)
        lines.append(f"{clock(span.start):>8}  {name:<12}  {beat.seconds:4.1f} s  {text}")
    lines.append(f"{clock(show.timeline.seconds):>8}  end")
    return "\n".join(lines)


def _beside(voice: Path) -> Path | None:
    file = voice.with_suffix(".yaml")
    return file if file.is_file() else None


def _loudness(text: str) -> float:
    from viz.film.loudness import TARGETS

    write = "--loudness -14 (the web) or -23 (EBU R 128)"
    try:
        target = float(text.casefold().removesuffix("lufs"))
    except ValueError:
        raise VizError(Fault(f"'{text[:40]}' is no loudness", write=write)) from None
    if target not in TARGETS:
        raise VizError(Fault(f"{text[:40]} is no loudness for a voice", write=write))
    return target
