"""A voice for a film: `--voice --times --loudness`, and the text to be read, `--script`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.errors import Fault, VizError
from viz.timeline.times import clock

if TYPE_CHECKING:
    from viz.film.job import FilmJob
    from viz.film.voice import Voice
    from viz.picture.playlist import Reel
    from viz.picture.replay import Replay
    from viz.scene.voice_timing import Moment
    from viz.show import Show
    from viz.timeline.compile import Timeline

SOUNDS: Final = (".wav", ".flac", ".mp3", ".ogg", ".opus", ".m4a")
TIMES: Final = (".yaml",)
WRITE: Final = "--voice FILE.wav (or .flac, .mp3, .ogg)"


def add_voice(parser: argparse.ArgumentParser) -> None:
    """`--voice FILE --times FILE --loudness LUFS --script`."""
    parser.add_argument(
        "--voice",
        type=Path,
        metavar="FILE",
        help="a recorded voice (.wav, .flac, .mp3, .ogg): pauses are stretched to it; of several "
        "scenes or languages a folder with SCENE.LANG.wav, or a name with {scene} and {lang}",
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
        help="of the voice: -14 (the web), -16 (podcasts) or -23 (EBU R 128); default -14",
    )
    parser.add_argument(
        "--script", action="store_true", help="print the text to be read with its times; no film"
    )


def spoken(
    show: Show | Reel | Replay, args: argparse.Namespace
) -> tuple[Show | Reel | Replay, Voice | None]:
    """The show in the time of the voice, and the voice. Raises VizError."""
    from viz.picture.playlist import Reel
    from viz.picture.replay import Replay

    if args.voice is None:
        if args.times is not None:
            raise VizError(Fault("--times are those of a voice", write="--voice FILE as well"))
        return show, None
    if isinstance(show, Replay):
        return show, _over(args)
    if isinstance(show, Reel):
        return _spoken_reel(show, args)
    from viz.scene.voice_timing import voiced

    voice, times = _recorded(show.name, args)
    return replace(show, scene=voiced(show.scene, times, voice.seconds)), voice


def _over(args: argparse.Namespace) -> Voice:
    """The sound of a recorded run, as it is: the run has its own times."""
    from viz.film.voice import read_voice

    if args.times is not None:
        what = "a recorded run has its own times, and cannot follow those of a voice"
        raise VizError(Fault(what, write="--voice FILE without --times"))
    return read_voice(args.voice)


def _spoken_reel(reel: Reel, args: argparse.Namespace) -> tuple[Reel, Voice]:
    """A program in which each scene has a voice of its own; none speaks while a card stands."""
    from viz.film.voice import joined
    from viz.scene.voice_timing import voiced
    from viz.timeline.compile import compile_scene

    parts: list[tuple[float, Voice]] = []
    timelines = []
    faults: list[Fault] = []
    at = 0.0
    for timeline in reel.timelines:
        try:
            voice, times = _recorded(timeline.scene.name, args)
            scene = voiced(timeline.scene, times, voice.seconds)
        except VizError as error:
            faults += error.faults
            continue
        timelines.append(compile_scene(scene, timeline.take))
        parts.append((at + reel.cards, voice))
        at += reel.cards + timelines[-1].seconds
    if faults:
        raise VizError(faults)
    return replace(reel, timelines=tuple(timelines)), joined(parts, at)


def _recorded(scene: str, args: argparse.Namespace) -> tuple[Voice, dict[str, Moment]]:
    from viz.film.voice import read_times, read_voice

    file = recording(args.voice, scene, args.lang)
    voice = read_voice(file)
    times = recording(args.times, scene, args.lang, TIMES) if args.times else _beside(file)
    return voice, read_times(times) if times else {}


def recording(given: Path, scene: str, lang: str, endings: tuple[str, ...] = SOUNDS) -> Path:
    """The file of a scene in a language: `given`, or in that folder SCENE.LANG, or what stands
    there with {scene} and {lang} put in. Raises VizError."""
    text = str(given)
    if "{" in text:
        return Path(text.replace("{scene}", scene).replace("{lang}", lang))
    if not given.is_dir():
        return given
    for name in (f"{scene}.{lang}", f"{scene}_{lang}"):
        for ending in endings:
            if (file := given / (name + ending)).is_file():
                return file
    what = f"there is no recording of {scene} in '{lang}' in {given}"
    what = what if endings is SOUNDS else f"there are no times of {scene} in '{lang}' in {given}"
    raise VizError(Fault(what, write=str(given / f"{scene}.{lang}{endings[0]}")))


def demand_voices(args: argparse.Namespace, films: Sequence[argparse.Namespace]) -> None:
    """Every film of a command, and every scene of a program, has its recording: told before the
    first of many is made. Raises VizError with all that are missing."""
    from viz.cli.opened_show import program_of
    from viz.scene.find import looks_like_path

    if args.voice is None or args.take is not None:
        return
    wanted: dict[tuple[str, str], None] = {}
    program = False
    for one in films:
        found = program_of(one.scene)
        program = program or found is not None
        scenes = [entry.scene for entry in found.entries] if found else [one.scene]
        names = [Path(name).stem if looks_like_path(name) else name for name in scenes]
        wanted |= {(name, one.lang): None for name in names}
    one_file = "{" not in str(args.voice) and not args.voice.is_dir()
    if one_file and (len(wanted) > 1 or program):
        what = "one recording cannot speak to several scenes, or in several languages"
        write = "--voice FOLDER with files like race.en.wav, or --voice 'FOLDER/{scene}.{lang}.wav'"
        raise VizError(Fault(what, write=write))
    faults: list[Fault] = []
    for scene, lang in wanted:
        try:
            file = recording(args.voice, scene, lang)
        except VizError as error:
            faults += error.faults
            continue
        if not file.is_file():
            faults.append(Fault(f"there is no recording {file}", write=WRITE))
    if faults:
        raise VizError(faults)


def sounded(job: FilmJob, voice: Voice | None, args: argparse.Namespace) -> FilmJob:
    """The film with its voice, as loud as asked for."""
    if voice is None:
        return job
    from viz.film.voice import sound_for

    return replace(job, sound=sound_for(job, voice, args.loudness))


def script(show: Show | Reel | Replay, lang: str) -> str:
    """The text to be read: when, the mark or the number of the beat, how long there is, what."""
    from viz.cli.film_form import title_of
    from viz.picture.playlist import Reel
    from viz.picture.replay import Replay
    from viz.stage.i18n import said

    if isinstance(show, Replay):
        what = "a recorded run has been spoken to already"
        raise VizError(Fault(what, write="--script with a SCENE or a program, or --transcript"))
    lines = [said(title_of(show), lang)]
    if isinstance(show, Reel):
        for start, timeline, title in zip(show.starts, show.timelines, show.chapters, strict=True):
            lines += ["", f"{clock(start):>8}  {said(title, lang)}"]
            lines += _beats(timeline, lang, start + show.cards)
    else:
        lines += _beats(show.timeline, lang, 0.0)
    lines.append(f"{clock(show.seconds):>8}  end")
    return "\n".join(lines)


def _beats(timeline: Timeline, lang: str, start: float) -> Iterator[str]:
    from viz.stage.i18n import said

    for span in timeline.beats:
        beat = span.beat
        texts = [said(beat.narration, lang)]
        if beat.ask is not None:
            texts.append(said(beat.ask.question, lang))
        text = " ".join(filter(None, texts)) or "-"
        name = beat.mark or str(span.index + 1)
        yield f"{clock(start + span.start):>8}  {name:<12}  {beat.seconds:4.1f} s  {text}"


def _beside(voice: Path) -> Path | None:
    file = voice.with_suffix(".yaml")
    return file if file.is_file() else None


def _loudness(text: str) -> float:
    from viz.film.loudness import TARGETS

    write = "--loudness -14 (the web), -16 (podcasts) or -23 (EBU R 128)"
    try:
        target = float(text.casefold().removesuffix("lufs"))
    except ValueError:
        raise VizError(Fault(f"'{text[:40]}' is no loudness", write=write)) from None
    if target not in TARGETS:
        raise VizError(Fault(f"{text[:40]} is no loudness for a voice", write=write))
    return target
