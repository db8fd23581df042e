"""A talk in words while it goes on: every step, knob and hand, and no answer before its time."""

from __future__ import annotations

import io
from functools import cache

import pytest
from test_lesson_parts import asked_for

from viz.cli.reload import open_source
from viz.desk import interaction as hands
from viz.desk import playhead as ph
from viz.desk.playhead import Playhead
from viz.desk.steps import deck_of
from viz.desk.talk import Talk
from viz.desk.telling import Telling, see, told
from viz.picture.playlist import Reel
from viz.scene.answers import answer_in
from viz.stage.i18n import said
from viz.stage.look import Look


@cache
def lesson() -> Reel:
    return open_source(asked_for("lesson")).reel


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_step_is_told_and_a_question_without_its_answer(lang: str) -> None:
    deck = deck_of(lesson())
    for number, step in enumerate(deck.steps):
        timeline = lesson().timelines[step.scene]
        beat = timeline.scene.beats[step.beat]
        talk = Talk(ph.opened(Playhead(deck), number), lang=lang)
        lines = told(talk, lesson(), hands.lent(talk, lesson()))
        text = "\n".join(lines)
        assert lines[0].startswith(f"[{deck.numbered(number)}]")
        assert said(beat.ask.question if beat.ask else beat.say, lang) in text
        if beat.ask is None:
            continue
        right = answer_in(timeline.setting(timeline.beats[step.beat].start).scene, beat.ask).index
        choice = said(beat.ask.choices[right], lang)
        assert len(lines) == 2 + len(beat.ask.choices)  # nothing but the question
        after = Talk(ph.still(Playhead(deck), number), lang=lang)
        last = told(after, lesson(), hands.lent(after, lesson()))[-1]
        assert choice in last
        assert last not in text


def test_what_changes_in_a_step_is_told_alone_and_only_once() -> None:
    deck = deck_of(lesson())
    scene = next(i for i, one in enumerate(lesson().timelines) if one.scene.name == "race")
    out = io.StringIO()
    telling, show = Telling(out), lesson()
    talk = Talk(ph.opened(Playhead(deck), deck.find(scene, 1)))
    see(telling, talk, show)
    first = out.getvalue()
    see(telling, talk, show)
    assert out.getvalue() == first
    for action in ("digit_1", "digit_3"):
        talk, show, _ = hands.done(talk, show, action, 0.0, Look())  # type: ignore[arg-type]
        see(telling, talk, show)
    assert out.getvalue() == first + "1 hand counted\n\n2 hands counted\n\n"
    talk, show, _ = hands.done(talk, show, "next_step", 0.0, Look())
    see(telling, Talk(ph.still(talk.head, talk.step)), show)
    assert "5 seconds: 1" in out.getvalue()
    talk = Talk(ph.still(talk.head, deck.find(scene, 2)))
    talk, show, _ = hands.done(talk, show, "knobs", 0.0, Look())
    see(telling, talk, show)
    talk, show, _ = hands.done(talk, show, "more", 0.0, Look())
    see(telling, talk, show)
    assert "Turned:" in out.getvalue().split("\n\n")[-2]
    out.close()
    see(telling, Talk(ph.still(talk.head, 0)), show)  # a reader that is gone ends no talk
