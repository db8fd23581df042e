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
from viz.picture.casting import cast
from viz.picture.frame import frame_at
from viz.picture.furniture.question import pause_of
from viz.scene.arithmetic import Ref
from viz.scene.types import Beat, Scene
from viz.scene.vocabulary import CAPTION_LINE, WIDE, width_of
from viz.stage.layout import layout
from viz.stage.look import Look, Theme
from viz.stage.marks import Box, Disc, Frame, Hatch, Ink, Label
from viz.stage.quantity import resolved
from viz.stage.text_metrics import middle
from viz.stage.theme import contrast
from viz.stage.walk import Openings, inside, light, seen
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline
from viz.units import UnitError

Path = tuple[str | int, ...]
Seen = tuple[tuple[Ink, Openings], ...]

LONGEST_MOTION: Final = 20.0  # seconds of motion in one beat
SPEEDS: Final = (("en", 20.0), ("zh", 9.0))  # characters a second that people can read
SHORTEST: Final = 5 / 6  # seconds that any caption needs
TEXT_CONTRAST: Final = 4.5  # WCAG 2.2, 1.4.3
LARGE_CONTRAST: Final = 3.0
LARGE: Final = (32.0, 26.0)  # size from which text is large, and where it is bold, of 1080
SIZES: Final = ((1920, 1080), (1080, 1920))
NEAR: Final = 0.006  # of a number: what rounding in a caption may hide, or a unit of its last digit
_NUMBER: Final = re.compile(r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?[万亿]?")
_HANZI: Final = {"万": 1e4, "亿": 1e8}
_OF_WORD: Final = re.compile(r"[A-Za-z][A-Za-z-]*[0-9]+[A-Za-z0-9.-]*|20[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that could be better, and where in the file it comes from."""

    what: str
    path: Path
    write: str = ""


def review(timeline: Timeline) -> tuple[Finding, ...]:
    """Everything that words, times and marks tell; flashes need pixels (viz.film.flash)."""
    scene = timeline.scene
    found = [
        *_languages(scene),
        *_captions(scene),
        *_long_beats(scene),
        *_on_stage(timeline),
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


def _long_beats(scene: Scene) -> Iterator[Finding]:
    for i, beat in enumerate(scene.beats):
        if beat.pace > 0 and beat.seconds > LONGEST_MOTION:
            what = f"it moves for {beat.seconds:g} s without a stop"
            yield Finding(what, ("beats", i, "for"), f"two beats of at most {LONGEST_MOTION:g} s")


def _on_stage(timeline: Timeline) -> Iterator[Finding]:
    """Texts that are too small or too weak, in both languages, forms and themes."""
    for span in timeline.beats:
        where: Path = ("beats", span.index)
        times = ((span.start + span.end) / 2, max(span.start, span.end - 1 / 60))
        looks = [
            Look(*size, theme, lang)
            for size in SIZES
            for theme in _themes()
            for lang in timeline.scene.languages
        ]
        for look in looks:
            for t in times if look.theme == "dark" else times[1:]:
                frame = frame_at(timeline, ScreenSeconds(t), look)
                yield from _marks(frame, look, where)


def _themes() -> tuple[Theme, ...]:
    return ("dark", "light")


def _marks(frame: Frame, look: Look, where: Path) -> Iterator[Finding]:
    marks = tuple(seen(frame))
    least = layout(look).sizes.least
    form = "upright" if look.form == "tall" else "at 1080p"
    for i, (mark, openings) in enumerate(marks):
        if not isinstance(mark, Label) or not mark.text.strip() or light(mark, openings) < 1:
            continue
        if not inside(openings, *middle(mark)):
            continue
        if mark.size < least - 1e-6:
            what = f"'{mark.text}' is {mark.size:.0f} high {form}, below {least:g} ({look.lang})"
            yield Finding(what, where, "fewer words, or fewer things in one place")
        found = contrast(mark.fill, _under(marks, i, mark, frame.ground))
        large = mark.size >= LARGE[0] or (mark.weight >= 600 and mark.size >= LARGE[1])
        wanted = LARGE_CONTRAST if large else TEXT_CONTRAST
        if found < wanted and not _hidden(marks, i, mark):
            what = f"'{mark.text}' has a contrast of {found:.2f}:1 in the {look.theme} theme"
            yield Finding(what, where, f"at least {wanted:g}:1")


def _under(marks: Seen, i: int, label: Label, ground: str) -> str:
    """The colour that a label stands on: of the last opaque mark before it that holds it."""
    x, y = middle(label)
    for mark, openings in reversed(marks[:i]):
        if openings and not (inside(openings, x, y) and light(mark, openings) >= 1):
            continue
        if isinstance(mark, Disc):
            if mark.alpha >= 1 and mark.fill and (mark.x - x) ** 2 + (mark.y - y) ** 2 < mark.r**2:
                return mark.fill
        elif isinstance(mark, Box | Hatch) and mark.fill and mark.alpha >= 1 and _holds(mark, x, y):
            return mark.fill
    return ground


def _hidden(marks: Seen, i: int, label: Label) -> bool:
    x, y = middle(label)
    return any(
        isinstance(mark, Box)
        and mark.fill
        and light(mark, openings) >= 1
        and _holds(mark, x, y)
        and inside(openings, x, y)
        for mark, openings in marks[i + 1 :]
    )


def _holds(mark: Box | Hatch, x: float, y: float) -> bool:
    return mark.x <= x <= mark.x + mark.w and mark.y <= y <= mark.y + mark.h


def _numbers(timeline: Timeline) -> Iterator[Finding]:
    """Numbers in captions that nothing on stage shows, so that nobody can tell who says them."""
    scene = timeline.scene
    known = _known(timeline)
    shown = [(path, text) for path, text in texts_of(scene) if path[-1] in ("say", "title", "asks")]
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
                if isinstance(mark, Label) and not _is_caption(timeline, mark.text):
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
