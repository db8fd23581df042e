"""What the speaker's own window says: where the talk is, the time, the notes. Pure.

`desk` collects it as plain words; viz.live.speaker_view draws it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from viz.catalog.types import Text
from viz.desk.desk_words import talk_word
from viz.desk.talk import Talk
from viz.desk.timer import Urgency, clock
from viz.picture.playlist import Reel
from viz.stage.i18n import filled, said

BOLD: Final = "**"


@dataclass(frozen=True, slots=True)
class Hall:
    """What the audience has: the display's number (0: a rectangle of the desktop), its pixels;
    `lone` where there is no other window; `good` is False while a picture fails."""

    number: int
    width: int
    height: int
    lone: bool = False
    good: bool = True


@dataclass(frozen=True, slots=True)
class Desk:
    """The words and shares of the speaker's window. `warn` marks what the audience does not
    see as usual; `done` is how much of the step has passed, 0 to 1."""

    title: str
    where: str
    wall: str
    elapsed: str
    remaining: str
    percent: str
    share: float
    urgency: Urgency
    step: int
    steps: int
    done: float
    step_text: str
    left: str
    status: str
    audience: str
    warn: bool
    coming: str
    notes: tuple[str, ...]
    notes_size: float
    scrolled: int
    lang: str


def desk(
    reel: Reel, talk: Talk, now: float, wall: str, hall: Hall, behind: float | None = None
) -> Desk:
    """Everything that the speaker's window tells; `wall` is the clock on the wall, written, `behind`
    how many seconds the talk is behind its plan, None where it has none."""
    lang, timer, step = talk.lang, talk.timer, talk.now
    scene = reel.timelines[step.scene].scene
    deck = talk.deck
    mine, first = deck.count(step.scene), deck.find(step.scene, 0)
    where = said(reel.title, lang)
    if len(reel.timelines) > 1:
        place = talk_word(lang, "scene").format(now=step.scene + 1, count=len(reel.timelines))
        where = f"{where}, {place}"
    else:
        where = said(scene.asks, lang)
    return Desk(
        title=said(scene.title, lang),
        where=where,
        wall=wall,
        elapsed=clock(timer.elapsed(now)),
        remaining=clock(timer.remaining(now)) if timer.total else "",
        percent=talk_word(lang, "percent").format(share=int(100 * timer.share(now))),
        share=timer.share(now),
        urgency=timer.urgency(now),
        step=talk.step,
        steps=len(deck.steps),
        done=talk.at / step.seconds if step.seconds else 1.0,
        step_text=talk_word(lang, "step").format(now=talk.step - first + 1, count=mine),
        left=_left(talk, now, behind),
        status=_status(talk, reel.follows),
        audience=_audience(talk, hall),
        warn=bool(talk.shade) or talk.frozen is not None or not hall.good,
        coming=coming(reel, talk),
        notes=notes(reel, talk),
        notes_size=talk.notes,
        scrolled=talk.scrolled,
        lang=lang,
    )


def coming(reel: Reel, talk: Talk) -> str:
    """What the next step says or asks; "" at the last."""
    if talk.step + 1 >= len(talk.deck.steps):
        return ""
    step = talk.deck.steps[talk.step + 1]
    timeline = reel.timelines[step.scene]
    beat = timeline.scene.beats[step.beat]
    if step.scene != talk.now.scene:
        return said(timeline.scene.title, talk.lang)
    if beat.ask:
        return said(beat.ask.question, talk.lang)
    return said(beat.say, talk.lang)


def notes(reel: Reel, talk: Talk) -> tuple[str, ...]:
    """The notes of the step, one paragraph an item; a beat without any has the scene's."""
    scene = reel.timelines[talk.now.scene].scene
    text = said(scene.beats[talk.now.beat].notes, talk.lang) or said(scene.notes, talk.lang)
    return tuple(" ".join(line.split()) for line in text.splitlines())


def _left(talk: Talk, now: float, behind: float | None) -> str:
    text = _steps_left(talk, now)
    if behind is None or not talk.timer.elapsed(now):
        return text
    word = "on_plan" if abs(behind) < 1 else "behind" if behind > 0 else "ahead"
    plan = talk_word(talk.lang, word).format(time=clock(abs(behind)))
    return f"{text} \N{MIDDLE DOT} {plan}"


def _steps_left(talk: Talk, now: float) -> str:
    count = len(talk.deck.steps) - 1 - talk.step
    if count == 0:
        return talk_word(talk.lang, "left_none")
    text = filled(talk_word(talk.lang, "left"), count=count)
    remaining = talk.timer.remaining(now)
    if talk.timer.total <= 0 or remaining <= 0:
        return text
    each = remaining / count
    seconds = f"{each:.0f} s" if each < 100 else clock(each)
    return talk_word(talk.lang, "each").format(left=text, seconds=seconds)


def typing(talk: Talk) -> str:
    """What whoever holds the show must be told at once: what waits for one more key, a step's
    number or the second press, or what the last key could not do; else ""."""
    lang, deck = talk.lang, talk.deck
    last = deck.numbered(len(deck.steps) - 1)
    word, about = talk.told
    if word:
        return talk_word(lang, word).format(about=about, last=last)
    if talk.digits is not None:
        return talk_word(lang, "go_to").format(digits=talk.digits or "_", last=last)
    if talk.offered and talk.waiting_at_start:
        return talk_word(lang, "offer").format(step=talk.offered)
    if talk.asked is not None:
        return talk_word(lang, "again_quit" if talk.asked[0] == "quit" else "again_reset")
    return ""


def _status(talk: Talk, follows: Text) -> str:
    lang = talk.lang
    if typed := typing(talk):
        return typed
    if talk.trouble:
        return talk.trouble
    if talk.timer.asked is not None:
        return talk_word(lang, "question_time")
    if talk.playing:
        left = talk.now.next_hold(talk.head.inside) - talk.at
        return talk_word(lang, "moves").format(seconds=f"{left:.0f} s")
    if talk.head.ended and follows:
        return talk_word(lang, "last_part").format(follows=said(follows, lang))
    if talk.finished:
        return talk_word(lang, "last" if talk.head.last else "holds")
    if talk.waiting_at_start:
        return talk_word(lang, "first")
    return talk_word(lang, "answer" if talk.head.asking else "halted")


def _audience(talk: Talk, hall: Hall) -> str:
    lang = talk.lang
    if hall.lone:
        return talk_word(lang, "lone")
    if not hall.good:
        return talk_word(lang, "lost")
    what = talk.shade or ("frozen" if talk.frozen is not None else "picture")
    name = "audience" if hall.number else "audience_here"
    return talk_word(lang, name).format(
        what=talk_word(lang, what), number=hall.number, width=hall.width, height=hall.height
    )
