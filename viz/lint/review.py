"""What a sound scene does not do well: read from the scene, and from the marks of its frames.

Each finding is a sentence, the right form, and the path in the file that it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, log10
from typing import Final

from viz.catalog.types import Text
from viz.lint.readable import readable
from viz.lint.spoilers import spoilers, unused
from viz.picture.casting import cast
from viz.picture.frame import frame_at
from viz.picture.furniture.question import pause_of
from viz.scene.arithmetic import Ref
from viz.scene.types import Beat, Scene
from viz.scene.vocabulary import CAPTION_LINE, WIDE, width_of
from viz.stage.look import Look, Theme
from viz.stage.marks import Label
from viz.stage.quantity import resolved
from viz.stage.walk import seen
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline
from viz.units import UnitError

Path = tuple[str | int, ...]

LONGEST_MOTION: Final = 20.0  # seconds of motion in one beat
SPEEDS: Final = (("en", 20.0), ("zh", 9.0))  # characters a second that people can read
SHORTEST: Final = 5 / 6  # seconds that any caption needs
SIZES: Final = ((1920, 1080), (1080, 1920))
THEMES: Final[tuple[Theme, ...]] = ("dark", "light")
TELLING: Final = (150 / 60, 250 / 60)  # words, or Chinese characters, that are said in a second
NEAR: Final = 0.006  # of a number: what rounding in a caption may hide, or a unit of its last digit
_NUMBER: Final = re.compile(r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?[万亿]?")
_HANZI: Final = {"万": 1e4, "亿": 1e8}
SHOWN: Final = ("say", "tell", "title", "asks")  # texts in which a number wants a source
_HAN: Final = re.compile("[\u3400-\u9fff]")
_WORD: Final = re.compile(r"[^\W_]+(?:['’.,-][^\W_]+)*")
_OF_WORD: Final = re.compile(r"[A-Za-z][A-Za-z-]*[0-9]+[A-Za-z0-9.-]*|20[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that could be better, and where in the file it comes from."""

    what: str
    path: Path
    write: str = ""


def review(timeline: Timeline) -> tuple[Finding, ...]:
    """Everything that words, times and marks tell; flashes need pixels (viz.lint.flashes)."""
    scene = timeline.scene
    found = [
        *_languages(scene),
        *_captions(scene),
        *_long_beats(scene),
        *_on_stage(timeline),
        *_spoiled(timeline),
        *_numbers(timeline),
    ]
    return tuple(dict.fromkeys(found))


def texts_of(scene: Scene) -> Iterator[tuple[Path, Text]]:
    """Every text of a scene that is shown or said, with its path in the file."""
    yield ("title",), scene.title
    yield ("asks",), scene.asks
    for knob in scene.knobs:
        yield ("knobs", knob.name, "title"), knob.title
    for i, beat in enumerate(scene.beats):
        yield ("beats", i, "say"), beat.say
        yield ("beats", i, "tell"), beat.tell
        yield ("beats", i, "notes"), beat.notes
        if beat.ask is not None:
            yield ("beats", i, "ask", "question"), beat.ask.question
    for i, call in enumerate(scene.show):
        for name, value in call.parameters:
            if isinstance(value, dict) and set(value) & set(scene.languages):
                yield ("show", i, call.actor, name), value


def _languages(scene: Scene) -> Iterator[Finding]:
    """Texts that lack a language which others of the scene have."""
    for path, text in texts_of(scene):
        missing = [lang for lang in scene.languages if text and lang not in text]
        if missing and len(set(text.values())) < len(scene.languages):
            listed = ", ".join(missing)
            plain = next(iter(text.values())).isascii() and not _wordy(text)
            if not plain:
                yield Finding(f"it is missing in: {listed}", path, f'{missing[0]}: "..."')


def _wordy(text: Text) -> bool:
    """Whether a text has words to translate; "20 s" and "H100" have none."""
    return any(re.search(r"[A-Za-z]{4,}", words) for words in text.values())


def _captions(scene: Scene) -> Iterator[Finding]:
    """Captions that do not fit one line, or are gone before they can be read."""
    for i, beat in enumerate(scene.beats):
        for lang, text in beat.say.items():
            length = width_of(text)
            if length > CAPTION_LINE and lang in scene.languages:
                most = f"at most {CAPTION_LINE} letters, or {CAPTION_LINE / WIDE:.0f} Chinese ones"
                yield Finding(f"the caption in {lang} needs two lines", ("beats", i, "say"), most)
            needed = reading_seconds(text, lang)
            if needed > beat.seconds + 1e-9:
                what = f"the caption in {lang} takes {needed:.1f} s to read, and has"
                write = f"for: {ceil(needed * 2) / 2:g} s"
                yield Finding(f"{what} {beat.seconds:.1f} s", ("beats", i, "say"), write)
        for lang, text in beat.tell.items():
            needed = telling_seconds(text)
            if needed > beat.seconds + 1e-9:
                what = f"the narration in {lang} takes {needed:.1f} s to say, and the beat has"
                write = f"fewer words, or for: {ceil(needed * 2) / 2:g} s"
                yield Finding(f"{what} {beat.seconds:.1f} s", ("beats", i, "tell"), write)
        yield from _question_time(i, beat)


def _question_time(i: int, beat: Beat) -> Iterator[Finding]:
    if beat.ask is None:
        return
    for lang in beat.ask.question:
        texts = [text.get(lang, "") for text in (beat.ask.question, *beat.ask.choices)]
        needed = sum(len(text) for text in texts) / dict(SPEEDS).get(lang, 20.0)
        pause = pause_of(beat)
        if needed > pause:
            what = f"question and choices in {lang} take {needed:.1f} s to read, and have"
            write = f"pause: {ceil(needed):g} s"
            yield Finding(f"{what} {pause:.1f} s before the answer", ("beats", i, "ask"), write)


def reading_seconds(text: str, lang: str) -> float:
    """How long people take to read a caption, at 20 letters or 9 Chinese ones a second."""
    return max(SHORTEST, len(text) / dict(SPEEDS).get(lang, 20.0)) if text else 0.0


def telling_seconds(text: str) -> float:
    """How long a narrator takes at an easy pace: 150 words or 250 Chinese characters a minute."""
    words, signs = TELLING
    spoken = _HAN.sub(" ", text)
    return len(_HAN.findall(text)) / signs + len(_WORD.findall(spoken)) / words


def _long_beats(scene: Scene) -> Iterator[Finding]:
    for i, beat in enumerate(scene.beats):
        if beat.moves and beat.seconds > LONGEST_MOTION:
            what = f"it moves for {beat.seconds:g} s without a stop"
            yield Finding(what, ("beats", i, "for"), f"two beats of at most {LONGEST_MOTION:g} s")


def _on_stage(timeline: Timeline) -> Iterator[Finding]:
    """Texts that cannot be read, in both languages, forms and themes."""
    for span in timeline.beats:
        where: Path = ("beats", span.index)
        times = ((span.start + span.end) / 2, max(span.start, span.end - 1 / 60))
        looks = [
            Look(*size, theme, lang)
            for size in SIZES
            for theme in THEMES
            for lang in timeline.scene.languages
        ]
        for look in looks:
            for t in times if look.theme == "dark" else times[1:]:
                frame = frame_at(timeline, ScreenSeconds(t), look)
                for one in readable(frame, look):
                    yield Finding(f"{one.what} {_in(look)}", where, one.write)


def _spoiled(timeline: Timeline) -> Iterator[Finding]:
    """Texts that tell an answer before it is given, and exceptions that are needed no more."""
    for one in spoilers(timeline):
        what = f"'{one.text}' tells the answer of beat {one.beat + 1} too early: '{one.choice}'"
        write = f"a later beat for it, or, under that 'ask:', may_show: {{\"{one.text}\": why}}"
        yield Finding(f"{what} ({one.lang})", one.path, write)
    for beat, text in unused(timeline):
        path: Path = ("beats", beat, "ask", "may_show", text)
        yield Finding("nothing tells the answer by this text", path, "without it")


def _in(look: Look) -> str:
    form = "upright" if look.form == "tall" else look.form
    return f"({form}, {look.theme}, {look.lang})"


def _numbers(timeline: Timeline) -> Iterator[Finding]:
    """Numbers in captions that nothing on stage shows, so that nobody can tell who says them."""
    scene = timeline.scene
    known = _known(timeline)
    shown = [(path, text) for path, text in texts_of(scene) if path[-1] in SHOWN]
    for path, text in shown:
        if path[0] == "knobs":
            continue
        for lang, words in text.items():
            for number, hidden in numbers_in(words):
                if not any(_same(number, one, hidden) for one in known):
                    what = f"the {lang} text says {number:g}, and nothing on stage shows it"
                    yield Finding(what, path, "a number of the stage, or a value: with its source")


def numbers_in(text: str) -> tuple[tuple[float, float], ...]:
    """Numbers that a reader would ask the source of, and what rounding may hide of each: not
    those of names, years, or up to 10."""
    plain = _OF_WORD.sub(" ", text)
    found = []
    for match in _NUMBER.finditer(plain):
        value = _value(match[0])
        if value > 10 or value != round(value):
            last = 10.0 ** -len(match[0].rstrip("万亿").partition(".")[2])
            last *= _HANZI.get(match[0][-1], 1.0)
            found.append((value, max(last, NEAR * value)))
    return tuple(found)


def _value(written: str) -> float:
    """3,600; 1.5; 4000亿."""
    return float(written.rstrip("万亿").replace(",", "")) * _HANZI.get(written[-1], 1.0)


def _known(timeline: Timeline) -> tuple[float, ...]:
    """Every number on stage at the ends of the beats, and all that the scene refers to."""
    found: set[float] = set()
    for span in timeline.beats:
        for t in ((span.start + span.end) / 2, max(span.start, span.end - 1 / 60)):
            frame = frame_at(timeline, ScreenSeconds(t), Look())
            for mark, _ in seen(frame):
                # What names its quantity is no caption, though a caption may say the same.
                if isinstance(mark, Label) and (mark.ref or not _is_caption(timeline, mark.text)):
                    for match in _NUMBER.finditer(mark.text):
                        found.add(_value(match[0]))
    for setting in timeline.settings:
        for ref in _refs(setting.scene):
            try:
                value = resolved(setting.scene, ref)
            except UnitError:
                continue
            found.add(value.value)
            found |= {_value(match[0]) for match in _NUMBER.finditer(value.text)}
    return tuple(found)


def _is_caption(timeline: Timeline, text: str) -> bool:
    scene = timeline.scene
    own = (scene.title, scene.asks, *(beat.say for beat in scene.beats))
    return any(text in words for one in own for words in one.values())


def _refs(scene: Scene) -> Iterator[Ref | str]:
    yield from (f"value:{value.name}" for value in scene.values if not value.word)
    for role in cast(scene):
        for name in role.parameters.__dataclass_fields__:
            value = getattr(role.parameters, name)
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, Ref):
                    yield one


def _same(number: float, known: float, hidden: float) -> bool:
    """Whether two numbers are one to a reader, whatever the prefix of their unit, or per cent."""
    if known == 0 or number == 0:
        return number == known
    thousands = 1000.0 ** round(log10(number / abs(known)) / 3)
    scales = (thousands, 100.0, 1.0)
    return any(abs(number - abs(known) * scale) <= hidden for scale in scales)
