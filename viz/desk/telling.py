"""A talk in words, while it goes on: for whoever does not see the stage.

At each step, each turned knob and each count of hands, what is on stage is written as lines of text.
A question is told without its answer until the answer is shown.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TextIO

from viz.desk.interaction import Desk, lent
from viz.desk.talk import Talk
from viz.picture.furniture.question import answered
from viz.picture.furniture.what_if import differing
from viz.picture.playlist import Reel
from viz.picture.scene_in_words import screen_at, shown_at
from viz.scene.answers import answer_in
from viz.scene.types import Question
from viz.stage.i18n import filled, said, word_of, words
from viz.stage.knob_words import wordings
from viz.stage.look import Look
from viz.stage.style import kit_of
from viz.units import UnitError


@dataclass
class Telling:
    """Where the words go, and what was told last."""

    to: TextIO
    last: object = None


def see(telling: Telling, talk: Talk, reel: Reel) -> None:
    """Tell what has changed since the last time; a reader that is gone is told nothing more."""
    desk = lent(talk, reel)
    key = (talk.step, talk.lang, desk and _answered(desk), desk and desk.timeline)
    if key == telling.last:
        return
    before, telling.last = telling.last, key
    lines = told(talk, reel, desk)
    if isinstance(before, tuple) and before[:3] == key[:3] and desk is not None:
        lines = _changes(desk, talk.lang)  # in the same step: the knob, or the hands
    with suppress(OSError, ValueError):
        telling.to.write("\n".join(lines) + "\n\n")
        telling.to.flush()


def told(talk: Talk, reel: Reel, desk: Desk | None) -> tuple[str, ...]:
    """What is on stage, in words."""
    lang = talk.lang
    scene = reel.timelines[talk.now.scene].scene
    lines = [f"[{talk.deck.numbered(talk.step)}] {said(scene.title, lang)}"]
    if desk is None:
        return (*lines, said(reel.chapters[talk.now.scene], lang))
    span = desk.timeline.span(desk.at)
    if say := said(span.beat.say, lang):
        lines.append(say)
    if asked := span.beat.ask:
        lines.append(said(asked.question, lang))
        lines += [f"{i}. {said(choice, lang)}" for i, choice in enumerate(asked.choices, 1)]
        if _answered(desk):
            lines.append(_answer(desk, asked, lang))
    shown = shown_at(screen_at(desk.timeline, desk.at, Look(lang=lang)))
    if shown and asked is None:
        lines.append(_word(lang, "shown").format(words=", ".join(shown)))
    return (*lines, *_changes(desk, lang))


def _changes(desk: Desk, lang: str) -> tuple[str, ...]:
    """What was turned, and how many hands were counted; for what, only with the answer."""
    lines: list[str] = []
    if changes := differing(desk.timeline, desk.at):
        text = wordings(kit_of(Look(lang=lang)), changes)[0]
        lines.append(_word(lang, "turned").format(turns=text))
    asked, vote = desk.question, desk.vote
    if asked is not None and vote is not None and vote.total:
        lines.append(filled(str(words(lang)["tally_counted"]), count=vote.total))
        if _answered(desk):
            pairs = zip(asked.choices, vote.counts, strict=False)
            lines.append(", ".join(f"{said(one, lang)}: {count}" for one, count in pairs))
    return tuple(lines)


def _answered(desk: Desk) -> bool:
    return answered(desk.timeline.span(desk.at), desk.at)


def _answer(desk: Desk, asked: Question, lang: str) -> str:
    try:
        index = answer_in(desk.scene, asked).index
    except UnitError:
        index = asked.answer
    return _word(lang, "answer").format(answer=said(asked.choices[index], lang))


def _word(lang: str, name: str) -> str:
    return word_of(lang, "told", name)
