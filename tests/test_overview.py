"""The overview of a talk: finding a step by number, by word, by arrows; what its stills show."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache

import pytest
from test_lesson_parts import asked_for

from viz.cli.reload import open_source
from viz.desk import overview
from viz.desk.playhead import Playhead
from viz.desk.steps import deck_of
from viz.desk.talk import Talk, act
from viz.live import speaker_grid
from viz.live.speaker_view import areas
from viz.live.thumbnails import look_of
from viz.paint.surface import Painter
from viz.picture.playlist import Reel
from viz.stage.look import Look
from viz.stage.marks import Box, Label
from viz.stage.text_metrics import width


@cache
def lesson() -> Reel:
    return open_source(asked_for("lesson")).reel


def opened(typed: str = "") -> Talk:
    talk = act(Talk(Playhead(deck_of(lesson()))), "go_to", 0.0)
    for sign in typed:
        talk = overview.typed(talk, lesson(), sign)
    return talk


def test_a_number_chooses_its_step_and_a_word_the_steps_that_have_it() -> None:
    deck = deck_of(lesson())
    assert opened("3.4").chosen == deck.called("3.4")
    assert opened().chosen == 0
    laps = opened("Lap")
    steps = overview.found(lesson(), laps)
    assert steps
    assert all("lap" in overview.words(lesson(), laps, s).casefold() for s in steps)
    assert laps.chosen == steps[0]
    assert overview.found(lesson(), opened("no such word")) == ()
    zh = replace(opened(), lang="zh")
    assert overview.found(lesson(), overview.typed(zh, lesson(), "赛")) != ()


def test_enter_goes_to_what_is_chosen_and_to_nothing_where_nothing_is_found() -> None:
    there = act(opened("lap"), "enter", 0.0)
    assert (there.step, there.digits) == (overview.found(lesson(), opened("lap"))[0], None)
    assert lesson().timelines[there.now.scene].scene.name == "agent_loop"
    nowhere = act(opened("99.9"), "enter", 0.0)
    assert (nowhere.step, nowhere.told[0]) == (0, "no_step")
    deck = deck_of(lesson())
    first = next(i for i, step in enumerate(deck.steps) if len(step.holds) > 1)
    asks = act(
        opened(deck.numbered(first)), "enter", 0.0
    )  # a question is not answered by going to it
    assert asks.head.asking


def test_arrows_go_through_all_steps_and_from_scene_to_scene() -> None:
    talk, deck = opened(), deck_of(lesson())
    for _ in range(len(deck.steps) + 3):
        talk = overview.moved(talk, lesson(), "right")
    assert talk.chosen == len(deck.steps) - 1
    for _ in range(30):
        talk = overview.moved(talk, lesson(), "up")
    assert deck.steps[talk.chosen or 0].scene == 0
    down = overview.moved(talk, lesson(), "down")
    assert deck.steps[down.chosen or 0].scene == 1
    back = overview.erased(overview.erased(opened("3"), lesson()), lesson())
    assert (back.digits, back.chosen) == (None, None)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800), (1024, 768), (800, 1280)])
def test_the_chosen_step_is_on_the_page_and_nothing_lies_on_anything(size: tuple[int, int]) -> None:
    look = Look(*size)
    for name in ("1.1", "3.2", "7.1", "14.1"):
        talk = opened(name)
        page = speaker_grid.page(lesson(), talk, look)
        assert talk.chosen in [tile.step for tile in page.tiles]
        marks = speaker_grid.marks(lesson(), talk, look)
        clocks = areas(look).clocks
        wide, high = look.stage
        lines = [m for m in marks if isinstance(m, Label)]
        for line in lines:
            assert line.x >= 0
            assert line.x + width(line.text, line.size, line.weight) <= wide
            assert clocks[1] + clocks[3] < line.y <= high
        for i, one in enumerate(lines):
            for other in lines[i + 1 :]:
                if abs(one.y - other.y) < 10:
                    ends = [m.x + width(m.text, m.size, m.weight) for m in (one, other)]
                    assert ends[0] <= other.x or ends[1] <= one.x, (one.text, other.text)
        for tile in page.tiles:
            x, y, w, h = tile.area
            middle = (x + w / 2, y + h / 2)
            assert speaker_grid.pressed(lesson(), talk, look, *middle) == tile.step
        assert any(isinstance(m, Box) and m.edge_w == 5.0 for m in marks)


def test_a_questions_tile_shows_it_unanswered_and_the_stills_are_soon_there() -> None:
    talk, look = opened(), Look(1920, 1080)
    asks = [s for s in range(len(talk.deck.steps)) if len(talk.deck.steps[s].holds) > 1]
    assert len(asks) >= 14
    for step in asks:
        frame = lesson().frame(speaker_grid.still(talk, step))
        there = talk.deck.steps[step]
        choices = lesson().timelines[there.scene].scene.beats[there.beat].ask
        assert choices is not None
        assert not any("the answer" in m.text for m in frame.marks if isinstance(m, Label))
    began = time.process_time()
    for step in range(len(talk.deck.steps)):
        size = (208, 117)
        shown = lesson().seen_in(look_of(look, size)).frame(speaker_grid.still(talk, step))
        Painter(*size).paint(shown)
    each = (time.process_time() - began) / len(talk.deck.steps)
    assert 120 * each < 12  # 3 s where nothing else uses the processor
