"""A narrator's takes, one a beat: what is to be said in each, and a show that waits for them.

Pauses last as long as their take; what moves keeps its pace and its length, and stands still at
its end until the sentence is over.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.errors import EXIT_OUTPUT, Fault, VizError, nearest
from viz.film.voice import Voice, joined, read_voice
from viz.saving import write_text
from viz.scene.voice_timing import waiting_for
from viz.stage.i18n import said

if TYPE_CHECKING:
    from viz.scene.types import Beat, Scene

BREATH: Final = 0.3  # seconds after a take, before the next beat begins
GUIDES: Final = ("espeak",)
_ESPEAK: Final = ("espeak-ng", "espeak")
_SPEAKERS: Final = {"en": "en-gb", "zh": "cmn"}
_WORDS: Final = 150  # a minute
MARK: Final = "{mark}"


@dataclass(frozen=True, slots=True)
class Line:
    """What is said in a beat: its number from 0, what its take is called, the words."""

    index: int
    name: str
    text: str


def name_of(beat: Beat, index: int) -> str:
    """What a beat is called in files and on the command line: its mark, or `beat3`."""
    return beat.mark or f"beat{index + 1}"


def spoken_text(beat: Beat, lang: str) -> str:
    """What a narrator says in a beat, "" where nothing is said. A question is read with its
    choices, unless the beat has sentences of its own for that."""
    parts = [said(beat.narration, lang)]
    if beat.ask is not None and not beat.tell:
        parts.append(said(beat.ask.question, lang))
        parts += (f"{said(choice, lang)}?" for choice in beat.ask.choices)
    return " ".join(part for part in parts if part)


def lines_of(scene: Scene, lang: str) -> tuple[Line, ...]:
    """Every line of a scene that is to be spoken."""
    return tuple(
        Line(index, name_of(beat, index), text)
        for index, beat in enumerate(scene.beats)
        if (text := spoken_text(beat, lang))
    )


def take_path(given: Path, scene: str, mark: str, lang: str) -> Path:
    """The file of one take: {scene}, {mark} and {lang} are put in."""
    text = str(given).replace("{scene}", scene).replace(MARK, mark)
    return Path(text.replace("{lang}", lang))


def take_faults(scene: Scene, given: Path, lang: str, *, guide: str = "") -> list[Fault]:
    """Every take that is missing, unless a guide speaks it; and every one whose beat is gone."""
    lines = lines_of(scene, lang)
    faults = [
        Fault(
            f"there is no take {path} ({line.name}: '{_short(line.text)}')",
            write="record it, or --guide espeak for now",
        )
        for line in lines
        if not (path := take_path(given, scene.name, line.name, lang)).is_file() and not guide
    ]
    names = [line.name for line in lines]
    for path, mark in _found(given, scene.name, lang):
        if mark not in names:
            what = f"{path} is a take of no beat of {scene.name}"
            write = "another name, or another folder for it: " + ", ".join(names)
            faults.append(Fault(what, None, nearest(mark, names), write))
    return faults


def _found(given: Path, scene: str, lang: str) -> list[tuple[Path, str]]:
    """The takes that lie there, each with the mark in its name."""
    pattern = take_path(given, scene, MARK, lang)
    if MARK not in pattern.name or not pattern.parent.is_dir():
        return []
    before, _, after = pattern.name.partition(MARK)
    form = re.compile(re.escape(before) + r"(.+?)" + re.escape(after))
    return [
        (path, match[1])
        for path in sorted(pattern.parent.iterdir())
        if (match := form.fullmatch(path.name)) and "." not in match[1]
    ]


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def narrated_show(
    scene: Scene, given: Path | None, lang: str, *, guide: str = ""
) -> tuple[Scene, Voice]:
    """The scene in the time of its takes, and all of them as one voice. `guide` speaks what was
    not recorded. Raises VizError with every take that is missing or cannot be read."""
    faults = take_faults(scene, given, lang, guide=guide) if given else []
    takes: dict[int, Voice] = {}
    guided: list[str] = []
    for line in lines_of(scene, lang):
        path = take_path(given, scene.name, line.name, lang) if given else None
        try:
            if path is not None and path.is_file():
                takes[line.index] = read_voice(path)
            elif guide:
                takes[line.index] = spoken_by_guide(line.text, lang)
                guided.append(line.name)
        except VizError as error:
            faults += error.faults
    if faults:
        raise VizError(faults)
    longest = {index: take.seconds + BREATH for index, take in takes.items()}
    timed, starts = waiting_for(scene, longest)
    seconds = sum(beat.seconds for beat in timed.beats)
    voice = joined([(starts[index], take) for index, take in takes.items()], seconds)
    return timed, replace(voice, guide=tuple(guided))


def spoken_by_guide(text: str, lang: str) -> Voice:
    """A text spoken by eSpeak NG, for the time until somebody records it. Raises VizError."""
    program = next(filter(None, map(shutil.which, _ESPEAK)), None)
    if program is None:
        what = "there is no program espeak-ng to speak what is not recorded"
        raise VizError(Fault(what, write="apt install espeak-ng, or the takes"), EXIT_OUTPUT)
    with tempfile.TemporaryDirectory() as folder:
        words, sound = Path(folder) / "line.txt", Path(folder) / "line.wav"
        write_text(words, text)
        run = subprocess.run(
            [program, "-v", _SPEAKERS.get(lang, lang), "-s", str(_WORDS), "-b", "1",
             "-w", str(sound), "-f", str(words)],
            capture_output=True, check=False,
        )  # fmt: skip
        if run.returncode or not sound.is_file():
            told = run.stderr.decode("utf-8", "replace").strip().splitlines()
            what = f"{Path(program).name} cannot speak '{lang}'"
            raise VizError(Fault(f"{what}: {told[-1]}" if told else what), EXIT_OUTPUT)
        return read_voice(sound)
