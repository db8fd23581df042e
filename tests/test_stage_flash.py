"""Nothing flashes more than three times a second, and what is too fast to draw is not faked."""

import itertools
from collections import defaultdict
from functools import cache

import pytest
from rigs import gpus, timeline, wafers
from stagecraft import FRAME, SCENES, look_of, show

from viz.lint.strobes import strobing
from viz.picture.frame import frame_at
from viz.stage.marks import Arc, Box, Disc, Dots, Field, Frame, Glow, Line, Shade, Trail
from viz.stage.view import chance, fade, held
from viz.timeline.clocks import ScreenSeconds

MOST = 3
# Hardware seconds per screen second: where single layers can be followed, to where nothing can.
PACES = (2e-6, 50e-6, 0.5e-3, 1e-3, 2e-3, 5e-3, 10e-3, 30e-3, 0.1, 1.0)


def lit(frame):
    """What lights up and goes out again: cores at work, the wafer and the layer at work."""
    places = {}
    for mark in frame.marks:
        quantity = mark.of.partition(".")[2]
        if quantity in ("computing", "chip", "layer") and isinstance(mark, Box | Dots):
            places[quantity, round(mark.x, 1), round(mark.y, 1)] = mark.alpha
    return places


def flashes(frames):
    """For each place: the moments at which it lights up after having been dark."""
    before, found = None, defaultdict(list)
    for t, now in frames:
        if before is not None:
            for place in now.keys() - before.keys():
                if now[place] > 0.1:
                    found[place].append(t)
        before = now
    return found


def most_in_a_second(moments):
    return max((sum(t <= u < t + 1.0 for u in moments) for t in moments), default=0)


def frames_of(line, start, seconds, size=(1920, 1080)):
    look = look_of(size)
    for i in range(round(seconds / FRAME)):
        t = start + i * FRAME
        yield t, lit(frame_at(line, ScreenSeconds(t), look))


@cache
def at_pace(pace):
    """What was lit in two seconds of the hand-made scene at a pace."""
    return tuple(frames_of(timeline((3.0, pace)), 0.3, 2.0))


@pytest.mark.parametrize("pace", PACES)
def test_no_place_lights_up_more_than_three_times_a_second_at_any_pace(pace):
    found = flashes(at_pace(pace))
    often = {place: most_in_a_second(moments) for place, moments in found.items()}
    assert {place: n for place, n in often.items() if n > MOST} == {}


@pytest.mark.parametrize("count", [1, 12, 80])
@pytest.mark.parametrize("pace", [0.2e-3, 1e-3, 5e-3])
def test_no_number_of_wafers_flashes(pace, count):
    line = timeline((3.0, pace), right=wafers(count))
    often = {k: most_in_a_second(v) for k, v in flashes(frames_of(line, 0.3, 1.5)).items()}
    assert {place: n for place, n in often.items() if n > MOST} == {}


@pytest.mark.parametrize("pace", PACES)
def test_cores_change_places_at_most_three_times_a_second(pace):
    """They are drawn at positions that mean nothing: the change itself must not flicker."""
    last, moments = None, []
    for t, places in at_pace(pace):
        cores = {place for place in places if place[0] == "computing"}
        if last is not None and cores != last:
            moments.append(t)
        last = cores
    assert most_in_a_second(moments) <= MOST


@pytest.mark.parametrize("name", SCENES)
def test_no_beat_of_a_scene_flashes(name):
    opened = show(name)
    for span in opened.timeline.beats:
        if span.beat.pace == 0:
            continue
        length = min(span.end - span.start - 0.1, 1.2)
        frames = frames_of(opened.timeline, span.start, length)
        often = {k: most_in_a_second(v) for k, v in flashes(frames).items()}
        assert {place: n for place, n in often.items() if n > MOST} == {}


@pytest.mark.parametrize("pace", [0.5, 10.0])
def test_a_token_too_fast_to_draw_is_a_steady_stream(pace):
    """At half a second of hardware time a second a wafer token takes 3 ms on screen, a fifth of
    a frame: dots would seem to turn back, like the spokes of a wheel in a film."""
    line = timeline((4.0, pace))
    frames = [frame_at(line, ScreenSeconds(1.0 + i * FRAME), look_of((1920, 1080)))
              for i in range(8)]  # fmt: skip
    moving = (Disc, Glow, Trail, Line, Dots, Arc)
    drawn = [
        tuple(m for m in f.marks if isinstance(m, moving) and m.of == "right.token" and m.alpha > 0)
        for f in frames
    ]
    assert drawn[0], "a stream is there"
    assert all(marks == drawn[0] for marks in drawn)


def test_weights_too_fast_to_draw_are_a_steady_stream():
    """At 0.1 s a second 8 steps pass, 1.1 TB: a square of 40 MB crosses its lane in a blink."""
    line = timeline((4.0, 0.1), left=gpus())
    frames = [frame_at(line, ScreenSeconds(1.0 + i * FRAME), look_of((1920, 1080)))
              for i in range(8)]  # fmt: skip
    drawn = [
        tuple(m for m in f.marks
              if isinstance(m, Box | Dots) and m.of == "left.bytes_moved" and m.alpha > 0)
        for f in frames
    ]  # fmt: skip
    assert drawn[0]
    assert all(marks == drawn[0] for marks in drawn)


def sliding(pitches, mark):
    """Frames in which a row moves by so many pitches from one picture of the film to the next."""

    def frame(t):
        x = 100 + 20 * pitches * t * 30 % 20  # it looks the same after a pitch
        marks = {
            "dots": (Dots(x, 50, 9, 1, 20, 20, 12, "#FF8800", of="a"),),
            "field": (Field(x, 50, 9, 1, 20, 20, 12, bytes(9), (Shade("#FF8800"),), of="a"),),
            "boxes": tuple(Box(x + 20 * i, 50, 12, 12, "#FF8800", of="a") for i in range(9)),
            "discs": tuple(Disc(50, x + 20 * i, 6, "#FF8800", of="a") for i in range(9)),
            "one": (Disc(x, 50, 6, "#FF8800", of="a"),),
        }[mark]
        return Frame(1920, 1080, "#000000", (), marks)

    return frame


@pytest.mark.parametrize("mark", ["dots", "field", "boxes", "discs"])
@pytest.mark.parametrize(("pitches", "seen"), [(0.0, 0), (0.45, 0), (0.55, 1), (1.0, 1), (7.0, 1)])
def test_a_row_that_moves_more_than_half_its_pitch_between_two_pictures_is_found(
    pitches, seen, mark
):
    """At 1.0 it looks as if it stood: each picture of the film is like the one before."""
    found = strobing(sliding(pitches, mark), 0.4)
    assert len(found) == seen
    if seen:
        assert found[0].pitches == pytest.approx(pitches, rel=0.02)


def test_a_single_thing_may_move_as_fast_as_it_likes():
    assert strobing(sliding(7.0, "one"), 0.4) == ()


@pytest.mark.parametrize("name", SCENES)
def test_what_is_repeated_does_not_strobe_at_30_frames_a_second(name):
    found = set()
    for size in ((1920, 1080), (1080, 1920)):
        opened = show(name, *size)
        for span in opened.timeline.beats:
            for share in (0.15, 0.5, 0.85) if span.beat.pace else ():
                found |= set(strobing(opened.frame, span.start + share * (span.end - span.start)))
    assert found == set()


@pytest.mark.parametrize("per_second", [0.1, 1, 2.4, 2.6, 7, 60, 1234, 1e9])
def test_what_is_held_changes_at_most_two_and_a_half_times_a_second(per_second):
    seconds = 20
    seen = [held(per_second * i / 240, per_second) for i in range(240 * seconds)]
    changes = sum(a != b for a, b in itertools.pairwise(seen))
    assert changes <= 2.5 * seconds + 1
    if per_second >= 1.3:
        assert changes >= 1.2 * seconds, "and is not frozen either"


def test_what_looks_random_depends_on_its_arguments_alone_and_is_spread_evenly():
    values = [chance(7, "core", i) for i in range(2000)]
    assert values == [chance(7, "core", i) for i in range(2000)]
    assert all(0 <= value < 1 for value in values)
    for tenth in range(10):
        share = sum(tenth / 10 <= value < (tenth + 1) / 10 for value in values)
        assert 140 <= share <= 260  # 200 expected, 13 is one standard deviation
    assert chance(8, "core", 1) != chance(7, "core", 1) != chance(7, "bus", 1)


def test_a_fade_is_straight_between_its_ends():
    assert [fade(x, 2, 4) for x in (1, 2, 2.5, 3, 4, 5)] == [0, 0, 0.25, 0.5, 1, 1]
