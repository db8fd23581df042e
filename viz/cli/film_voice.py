"""A voice for a film: `--voice --times --loudness`, and the text to be read, `--script`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.errors import Fault, VizError
from viz.file_kinds import is_folder, is_plain
from viz.reading.user_file import demand_file

if TYPE_CHECKING:
    from viz.film.job import FilmJob
    from viz.film.voice import Voice
    from viz.picture.playlist import Reel
    from viz.picture.replay import Replay
    from viz.scene.types import Scene
    from viz.scene.voice_timing import Moment
    from viz.show import Show

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
        "scenes or languages a folder with SCENE.LANG.wav, or a name with {scene} and {lang}; "
        "with {mark} a take for each beat",
    )
    parser.add_argument(
        "--guide",
        choices=("espeak",),
        default="",
        help="let eSpeak NG speak what was not recorded; the sidecar tells which",
    )
    parser.add_argument(
        "--stems", action="store_true", help="write the voice as a file of its own beside the film"
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

    if args.voice is None and not args.guide:
        if args.times is not None:
            raise VizError(Fault("--times are those of a voice", write="--voice FILE as well"))
        return show, None
    if isinstance(show, Replay):
        if _by_takes(args):
            what = "a recorded run has its own times, and waits for no takes"
            raise VizError(Fault(what, write="--voice FILE with one recording of all of it"))
        return show, _over(args)
    if isinstance(show, Reel):
        return _spoken_reel(show, args)
    scene, voice = _spoken_scene(show.scene, args)
    return replace(show, scene=scene), voice


def _by_takes(args: argparse.Namespace) -> bool:
    """Whether each beat has a recording of its own."""
    return bool(args.guide) or (args.voice is not None and "{mark}" in str(args.voice))


def _spoken_scene(scene: Scene, args: argparse.Namespace) -> tuple[Scene, Voice]:
    """A scene in the time of its voice, and the voice."""
    from viz.film.narration import narrated_show
    from viz.scene.voice_timing import voiced

    if _by_takes(args):
        if args.voice is not None and "{mark}" not in str(args.voice):
            what = "a guide speaks for single beats, and this is one recording of all"
            raise VizError(Fault(what, write="--voice 'takes/{scene}/{mark}.{lang}.wav'"))
        if args.times is not None:
            raise VizError(Fault("takes have their own times", write="no --times"))
        return narrated_show(scene, args.voice, args.lang, guide=args.guide)
    voice, times = _recorded(scene.name, args)
    return voiced(scene, times, voice.seconds), voice


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
    from viz.timeline.compile import compile_scene

    parts: list[tuple[float, Voice]] = []
    timelines = []
    faults: list[Fault] = []
    at = 0.0
    for index, timeline in enumerate(reel.timelines):
        try:
            scene, voice = _spoken_scene(timeline.scene, args)
        except VizError as error:
            faults += error.faults
            continue
        timelines.append(compile_scene(scene, timeline.take))
        parts.append((at + reel.lead(index), voice))
        at += reel.lead(index) + timelines[-1].seconds
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
    if not is_folder(given):
        return given
    for name in (f"{scene}.{lang}", f"{scene}_{lang}"):
        for ending in endings:
            if is_plain(file := given / (name + ending)):
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
    if "{mark}" in str(args.voice):
        _demand_takes(args, films)
        return
    wanted: dict[tuple[str, str], None] = {}
    program = False
    for one in films:
        found = program_of(one.scene)
        program = program or found is not None
        scenes = [entry.scene for entry in found.entries] if found else [one.scene]
        names = [Path(name).stem if looks_like_path(name) else name for name in scenes]
        wanted |= {(name, one.lang): None for name in names}
    one_file = "{" not in str(args.voice) and not is_folder(args.voice)
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
        try:
            demand_file(file, "recording", WRITE)
        except VizError as error:
            faults += error.faults
    if faults:
        raise VizError(faults)


def _demand_takes(args: argparse.Namespace, films: Sequence[argparse.Namespace]) -> None:
    """Every beat that is to be spoken has its take, in every film. Raises VizError."""
    from viz.cli.opened_show import program_of
    from viz.film.narration import take_faults
    from viz.scene.load_scene import load_scene
    from viz.scene.program import scenes_of
    from viz.scene.shorten import without_questions

    faults: list[Fault] = []
    for one in films:
        found = program_of(one.scene)
        scenes = scenes_of(found) if found else (load_scene(one.scene),)
        for scene in scenes:
            shown = without_questions(scene) if args.no_questions else scene
            faults += take_faults(shown, args.voice, one.lang, guide=args.guide)
    if faults:
        raise VizError(list(dict.fromkeys(faults)))


def demand_stems(args: argparse.Namespace) -> None:
    """Raises VizError where there will be no voice to write as a file of its own."""
    if args.stems and args.voice is None and not args.guide:
        raise VizError(Fault("--stems are those of a voice", write="--voice FILE as well"))


def write_stems(job: FilmJob, voice: Voice | None, args: argparse.Namespace) -> tuple[Path, ...]:
    """The voice as a file of its own beside the film, as loud as in it and exactly as long."""
    from viz.film.still import save_bytes
    from viz.film.voice import stem

    if not args.stems or voice is None:
        return ()
    path = job.path.with_name(f"{job.path.stem}.voice.wav")
    return (save_bytes(stem(job, voice, args.loudness), path, overwrite=job.overwrite),)


def sounded(job: FilmJob, voice: Voice | None, args: argparse.Namespace) -> FilmJob:
    """The film with its voice, as loud as asked for."""
    if voice is None:
        return job
    from viz.film.voice import sound_for

    return replace(job, sound=sound_for(job, voice, args.loudness))


def script(show: Show | Reel | Replay, lang: str) -> str:
    """The text to be read: when, the mark or the number of the beat, how long there is, what; with
    the choices of questions, and notes."""
    from viz.cli.film_form import all_told, title_of
    from viz.film.script_table import as_text, rows_of
    from viz.picture.replay import Replay
    from viz.stage.i18n import said

    if isinstance(show, Replay):
        what = "a recorded run has been spoken to already"
        raise VizError(Fault(what, write="--script with a SCENE or a program, or --transcript"))
    return as_text(rows_of(all_told(show), lang), said(title_of(show), lang), show.seconds)


def _beside(voice: Path) -> Path | None:
    file = voice.with_suffix(".yaml")
    return file if is_plain(file) else None


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
