"""What tells the answer of a question before it is given.

For each question of a scene every text is looked at that is seen or said before its answer: on the
stage, in captions, titles and narration, in titles of knobs, in every language. The question and
its choices do not count while they are asked, nor does what shows all choices alike. What a scene may
show all the same it states under `may_show:`, with its reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from viz.lint.readable import Words, seen_words
from viz.lint.tells import Choice, Number, choice_of
from viz.picture.casting import areas, on_stage
from viz.picture.frame import frame_at
from viz.picture.furniture.question import pause_of
from viz.picture.scene_in_words import phrases
from viz.scene.answers import answer_in
from viz.scene.entrances import on_stage as standing
from viz.scene.types import ActorCall, Question, Scene
from viz.stage.i18n import said
from viz.stage.look import Look
from viz.stage.style import kit_of
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Span, Timeline, compile_scene
from viz.units import UnitError

SIZES: Final = ((1920, 1080), (1080, 1920))
COMES: Final = 0.35  # seconds in which a card and a caption have come in
LAST: Final = 1 / 60
CLOCK: Final = "hw"  # a clock passes every number
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Spoiler:
    """A text that tells the answer of a beat's question too early, and where it comes from."""

    beat: int
    text: str
    lang: str
    choice: str
    path: Path


@dataclass(frozen=True, slots=True)
class _Told:
    """A text that is seen or said in a beat, its path in the file, and all texts beside it."""

    text: str
    path: Path
    beside: tuple[str, ...]


def spoilers(timeline: Timeline) -> tuple[Spoiler, ...]:
    """Every text that tells an answer before its time, each once for a question."""
    found: dict[tuple[int, str], Spoiler] = {}
    for span in timeline.beats:
        asked = span.beat.ask
        if asked is not None:
            for lang in timeline.scene.languages:
                for one in _of_question(timeline, span, asked, lang):
                    found.setdefault((one.beat, one.text), one)
    return tuple(found.values())


def unused(timeline: Timeline) -> tuple[tuple[int, str], ...]:
    """Exceptions under `may_show:` that nothing needs: the beat, and the text."""
    if not any(span.beat.ask and span.beat.ask.may_show for span in timeline.beats):
        return ()
    needed = spoilers(compile_scene(_without_exceptions(timeline.scene)))
    return tuple(
        (span.index, text)
        for span in timeline.beats
        for text, _ in (span.beat.ask.may_show if span.beat.ask else ())
        if not any(one.beat == span.index and _allows(text, one.text) for one in needed)
    )


def _without_exceptions(scene: Scene) -> Scene:
    beats = (replace(b, ask=replace(b.ask, may_show=()) if b.ask else None) for b in scene.beats)
    return replace(scene, beats=tuple(beats))


def _allows(exception: str, text: str) -> bool:
    return exception.casefold() in text.casefold()


def _of_question(timeline: Timeline, asking: Span, asked: Question, lang: str) -> Iterator[Spoiler]:
    choices, right = _choices(timeline, asking, asked, lang)
    for told in _before(timeline, asking, lang):
        if not choices[right].told_by(told.text):
            continue
        if all(any(one.told_by(text) for text in told.beside) for one in choices):
            continue  # all choices are shown alike
        if not any(_allows(exception, told.text) for exception, _ in asked.may_show):
            yield Spoiler(asking.index, told.text, lang, choices[right].text, told.path)


def _choices(
    timeline: Timeline, asking: Span, asked: Question, lang: str
) -> tuple[tuple[Choice, ...], int]:
    question, value, right = said(asked.question, lang), None, asked.answer
    if asked.value:
        at = ScreenSeconds(asking.start + pause_of(asking.beat))
        try:
            answer = answer_in(timeline.setting(at).scene, asked)
        except UnitError:
            answer = None
        if answer is not None:
            right = answer.index
            if answer.value is not None:
                value = Number(answer.value.value, answer.value.dimension or "number")
    texts = (said(choice, lang) for choice in asked.choices)
    made = (
        choice_of(text, question, value if i == right else None) for i, text in enumerate(texts)
    )
    return tuple(made), right


def _before(timeline: Timeline, asking: Span, lang: str) -> Iterator[_Told]:
    """All that is seen or said until the answer is shown."""
    scene, bare = timeline.scene, _unasked(timeline.scene)
    for path, text in _standing(scene):
        yield _Told(said(text, lang), path, (said(text, lang),))
    for span in timeline.beats[: asking.index + 1]:
        for key, text in (("say", span.beat.say), ("tell", span.beat.tell)):
            if words := text.get(lang, ""):
                yield _Told(words, ("beats", span.index, key), (words,))
        for size in SIZES:
            look = Look(*size, lang=lang)
            for t in _moments(span, asking):
                yield from _on_stage(timeline, span, t, look, bare if span is asking else None)


def _standing(scene: Scene) -> Iterator[tuple[Path, dict[str, str]]]:
    """What can be read at any time."""
    yield ("title",), scene.title
    yield ("asks",), scene.asks
    for knob in scene.knobs:
        yield ("knobs", knob.name, "title"), knob.title


def _moments(span: Span, asking: Span) -> tuple[float, ...]:
    if span is asking:
        return (span.start + COMES, span.start + pause_of(span.beat) - LAST)
    return ((span.start + span.end) / 2, max(float(span.start), span.end - LAST))


def _on_stage(
    timeline: Timeline, span: Span, t: float, look: Look, bare: Timeline | None
) -> Iterator[_Told]:
    """The phrases on stage at a moment; where `bare` is given, the same without questions, only
    those that are there in it too: not the card of what is asked."""
    words = seen_words(frame_at(timeline, ScreenSeconds(t), look))
    if bare is not None:
        kept = {_shown(one) for one in seen_words(frame_at(bare, ScreenSeconds(t), look))}
        words = tuple(one for one in words if _shown(one) in kept)
    own = _texts_of(timeline.scene, span, look.lang)
    words = tuple(
        one
        for one in words
        if one.label.of != CLOCK and not any(one.label.text in text for text in own)
    )
    found = phrases(one.label for one in words)
    for text, labels in found:
        first = next(one for one in words if one.label is labels[0])
        yield _Told(text, _owner(timeline, span, first, look), tuple(text for text, _ in found))


def _shown(words: Words) -> tuple[str, str]:
    """What words say and show, wherever they stand: a card may push them aside."""
    return words.label.text, words.label.of


def _unasked(scene: Scene) -> Timeline:
    """The same show without its questions."""
    beats = tuple(replace(beat, ask=None) for beat in scene.beats)
    return compile_scene(replace(scene, beats=beats))


def _texts_of(scene: Scene, span: Span, lang: str) -> tuple[str, ...]:
    """Texts that are looked at as they are written, whatever lines they are set in."""
    return tuple(said(text, lang) for text in (scene.title, scene.asks, span.beat.say) if text)


def _owner(timeline: Timeline, span: Span, words: Words, look: Look) -> Path:
    """The actor that drew words, as a path in the file; else the beat."""
    x, y = words.box[0] + words.box[2] / 2, words.box[1] + words.box[3] / 2
    scene = timeline.scene
    roles, calls = on_stage(scene, span.index), standing(scene, span.index)
    found = [call for role, call in zip(roles, calls, strict=True) if role.world][:1]
    flat = [(role, call) for role, call in zip(roles, calls, strict=True) if not role.world]
    places = areas(tuple(role for role, _ in flat), kit_of(look))
    for (left, top, w, h), (_, call) in zip(places, flat, strict=True):
        if left <= x <= left + w and top <= y <= top + h:
            found = [call]
    lists: list[tuple[Path, tuple[ActorCall, ...]]] = [(("show",), scene.show)]
    lists += [(("beats", i, "show"), beat.show) for i, beat in enumerate(scene.beats)]
    for path, entries in lists:
        for i, call in enumerate(entries):
            if call in found:
                return (*path, i)
    return ("beats", span.index)
