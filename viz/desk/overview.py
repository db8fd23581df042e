"""Finding a step of a show: by its number, by a word of it, or with arrows among all of them. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from viz.desk.talk import DIGITS, Talk
from viz.picture.playlist import Reel
from viz.stage.i18n import said

LETTERS = 24  # longest word that is looked for
Move = Literal["left", "right", "up", "down"]


def words(reel: Reel, talk: Talk, step: int) -> str:
    """What a step says or asks, in the talk's language."""
    there = talk.deck.steps[step]
    beat = reel.timelines[there.scene].scene.beats[there.beat]
    return said(beat.ask.question if beat.ask else beat.say, talk.lang)


def found(reel: Reel, talk: Talk) -> tuple[int, ...]:
    """The steps that what was typed means: all where nothing was, those with a word of it where it
    is no number."""
    typed = (talk.digits or "").strip().casefold()
    steps = range(len(talk.deck.steps))
    if not typed or _number(typed):
        return tuple(steps)
    return tuple(step for step in steps if typed in _told(reel, talk, step).casefold())


def _told(reel: Reel, talk: Talk, step: int) -> str:
    scene = reel.timelines[talk.deck.steps[step].scene].scene
    return f"{said(scene.title, talk.lang)} {scene.name} {words(reel, talk, step)}"


def _number(typed: str) -> bool:
    return set(typed) <= set("0123456789.")


def typed(talk: Talk, reel: Reel, sign: str) -> Talk:
    """One more sign of a number or a word; the first step that it means is chosen."""
    before = talk.digits or ""
    longest = DIGITS if _number(before + sign) else LETTERS
    if len(before) >= longest or not sign.isprintable():
        return talk
    return _chosen(replace(talk, digits=before + sign, told=("", "")), reel)


def erased(talk: Talk, reel: Reel) -> Talk:
    """One sign less; where there is none any more, the finding is over."""
    if not talk.digits:
        return replace(talk, digits=None, chosen=None)
    return _chosen(replace(talk, digits=talk.digits[:-1], told=("", "")), reel)


def _chosen(talk: Talk, reel: Reel) -> Talk:
    text = talk.digits or ""
    if _number(text) and text:
        step = talk.deck.called(text.removesuffix("."))
        return talk if step is None else replace(talk, chosen=step)
    steps = found(reel, talk)
    return replace(talk, chosen=steps[0] if steps and text else talk.chosen)


def moved(talk: Talk, reel: Reel, move: Move) -> Talk:
    """An arrow: the step beside the chosen one; up and down, in the scene before and after."""
    steps = found(reel, talk)
    if not steps:
        return talk
    now = talk.chosen if talk.chosen in steps else steps[0]
    if now is None:
        return talk
    if move in ("left", "right"):
        at = steps.index(now) + (1 if move == "right" else -1)
        return replace(talk, chosen=steps[min(max(at, 0), len(steps) - 1)])
    scene = talk.deck.steps[now].scene
    others = sorted({talk.deck.steps[step].scene for step in steps})
    at = others.index(scene) + (1 if move == "down" else -1)
    if not 0 <= at < len(others):
        return talk
    column = now - talk.deck.find(scene, 0)
    row = [step for step in steps if talk.deck.steps[step].scene == others[at]]
    return replace(talk, chosen=row[min(column, len(row) - 1)])
