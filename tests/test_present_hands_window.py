"""Knobs and hands in a talk on a real X server: by keys, by mouse in either window, and after a crash."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from canvas import array
from screen import Pixels, Screen, screen, wait_for
from test_present_window import HIGH, WIDE, Talk, same, soon, talk

from viz.cli.reload import turned
from viz.live.speaker_view import areas, caps
from viz.live.thumbnails import look_of
from viz.paint.surface import Painter
from viz.picture.furniture import knobs
from viz.picture.replay import Replay
from viz.scene.load_scene import load_scene
from viz.stage.look import Look
from viz.stage.style import kit_of
from viz.timeline.take import Sight
from viz.timeline.take_file import from_text

PROGRAM = "title: A talk\nscenes:\n  - {scene: weights_stay}\n"
FOCUSED = Sight(knobs=True, focus="knob:cards")
QUESTION = 5  # the beat that asks


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    with screen(tmp_path_factory.mktemp("screen"), f"{2 * WIDE}x{HIGH}") as there:
        there.do("mousemove", 2 * WIDE - 1, HIGH - 1)
        yield there


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "talk.yaml"
    file.write_text(PROGRAM, encoding="utf-8")
    return file


def kept(there: Talk, has: Callable[[Any], object]) -> Any:
    """The state, once it says something."""

    def read() -> object:
        return there.state.exists() and has(json.loads(there.state.read_text(encoding="utf-8")))

    wait_for("the state", read)
    return json.loads(there.state.read_text(encoding="utf-8"))


def picture(there: Talk, told: Any, sight: Sight) -> Pixels:
    """What the audience must see where a state says that the talk is."""
    votes = tuple((name, beat, tuple(counts), *rest) for name, beat, counts, *rest in told["votes"])
    turns = tuple((name, at, knob, value) for name, at, knob, value in told["turns"])
    reel = turned(there.reel, turns, votes)
    step = there.deck.steps[there.deck.find(0, told["beat"])]
    return array(Painter(WIDE, HIGH).paint(reel.frame(step.moment(told["inside"]), sight)))


def at_a_still(there: Talk, beat: int) -> None:
    there.screen.key("g", str(beat + 1), "Return")
    kept(there, lambda told: told["beat"] == beat)


def test_a_knob_turned_by_keys_is_seen_in_the_hall_and_still_turned_after_kill_9(
    display: Screen, program: Path
) -> None:
    take = program.with_name("take.yaml")
    with talk(display, program, "--take", str(take)) as there:
        at_a_still(there, 1)
        there.screen.key("k", "Left")  # of the knob that comes first, GPUs
        told = kept(there, lambda told: told["turns"])
        assert told["turns"][0][2:] == ["cards", 7.0]
        seen = picture(there, told, FOCUSED)
        soon("the turn in the hall", same(there.hall, seen))
        wait_for("the take", lambda: take.exists() and "turns:" in take.read_text("utf-8"))
        there.process.kill()
    # What was seen is what a film of the take shows.
    name, found = from_text(take.read_text(encoding="utf-8"), str(take))
    replay = Replay(load_scene(name), found, Look(WIDE, HIGH))
    assert (array(Painter(WIDE, HIGH).paint(replay.frame(found.seconds))) == seen).all()
    with talk(display, program, "--resume") as there:
        soon("the turn again", same(there.hall, picture(there, told, Sight(knobs=True))))


def test_a_mouse_turns_a_knob_in_the_hall_and_on_the_speakers_small_picture(
    display: Screen, program: Path
) -> None:
    with talk(display, program) as there:
        at_a_still(there, 1)
        own = Look(WIDE, HIGH)
        x, y, w, h = next(area for action, area, *_ in caps("en", own) if action == "knobs")
        middle = round((x + w / 2) * own.scale), round((y + h / 2) * own.scale)
        there.screen.do("mousemove", *middle, "click", 1)  # the key that is drawn, with its word
        told = kept(there, lambda told: told["knobs"])
        soon("the column", same(there.hall, picture(there, told, FOCUSED)))
        look = Look(WIDE, HIGH, aside=True)
        scene = there.reel.timelines[0].scene
        track = next(
            block.track
            for block in knobs.blocks(kit_of(look), scene)
            if block.knob.name == "bandwidth"
        )
        assert track is not None
        x, y = (track.start + 0.8 * (track.end - track.start)) * look.scale, track.y * look.scale
        there.screen.do("mousemove", round(WIDE + x), round(y), "click", 1)
        told = kept(there, lambda told: told["turns"])
        in_hall = told["turns"][0][3]
        assert 1e13 < in_hall < 2.5e13  # 1 to 33.5 TB/s in equal ratios: 0.8 of the way is 16.6
        held = Sight(knobs=True, focus="knob:bandwidth")
        soon("that turn in the hall", same(there.hall, picture(there, told, held)))
        # The same place on the small picture, which the speaker's window has.
        own = look_of(replace(look, aside=False), (WIDE, HIGH))
        left, top, wide, high = (side * own.scale for side in areas(own).now)
        share = min(wide / WIDE, high / HIGH)
        left += (wide - WIDE * share) / 2
        top += (high - HIGH * share) / 2
        half = track.start + 0.5 * (track.end - track.start)
        there.screen.do(
            *("mousemove", round(left + half * look.scale * share), round(top + y * share)),
            *("click", 1),
        )
        told = kept(there, lambda told: told["turns"][0][3] < 1e13)
        assert 4e12 < told["turns"][0][3] < 8e12  # half the way is 5.8
        soon("the other turn", same(there.hall, picture(there, told, held)))


def test_hands_are_counted_while_the_stage_waits_and_the_answer_stands_beside_them(
    display: Screen, program: Path
) -> None:
    with talk(display, program) as there:
        at_a_still(there, QUESTION - 1)
        there.screen.key("Next", "Next")  # the question comes, and stands
        pause, end = there.deck.steps[there.deck.find(0, QUESTION)].holds
        kept(there, lambda told: abs(told["inside"] - pause) < 1e-3)
        there.screen.key("1", "2", "2")
        told = kept(there, lambda told: told["votes"] and told["votes"][-1][2] == [1, 2, 0])
        assert abs(told["inside"] - pause) < 1e-3
        soon("the count", same(there.hall, picture(there, told, Sight())))
        there.screen.key("Next", "Next")
        told = kept(there, lambda told: told["inside"] == end)
        soon("the answer", same(there.hall, picture(there, told, Sight())))


def test_a_point_is_at_the_same_place_of_the_stage_from_either_window_and_gone_at_the_next_step(
    display: Screen, program: Path
) -> None:
    with talk(display, program) as there:
        at_a_still(there, 1)
        told = kept(there, lambda told: told["beat"] == 1)
        plain = picture(there, told, Sight())
        soon("the still", same(there.hall, plain))
        own = look_of(Look(WIDE, HIGH), (WIDE, HIGH))
        left, top, wide, high = (side * own.scale for side in areas(own).now)
        there.screen.key("c")
        for share in ((0.3, 0.4), (0.72, 0.61)):
            on_small = (left + share[0] * wide, top + share[1] * high)
            in_hall = (WIDE + share[0] * WIDE, share[1] * HIGH)
            for spot in (on_small, in_hall):
                there.screen.do("mousemove", round(spot[0]) - 9, round(spot[1]))
                there.screen.do("mousemove", round(spot[0]), round(spot[1]))

                def centred(share: tuple[float, float] = share) -> bool:
                    ys, xs = (there.hall() != plain).any(axis=2).nonzero()
                    if not len(xs):
                        return False
                    middle = (xs.min() + xs.max()) / 2, (ys.min() + ys.max()) / 2
                    off = abs(middle[0] - share[0] * WIDE), abs(middle[1] - share[1] * HIGH)
                    return max(off) <= 2.0

                soon("the ring in the hall", centred)
        there.screen.do("mousemove", 2 * WIDE - 1, HIGH - 1)
        there.screen.key("Next", "Next", "Prior")
        soon("the still without it", same(there.hall, plain))
