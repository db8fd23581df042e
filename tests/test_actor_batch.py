"""One trip for many users: what is counted, what each setting comes to, and what a kilowatt writes."""

from math import ceil

import pytest
from stagecraft import show as show_of

from viz.actors import kilowatt_heaps
from viz.actors.shared_trip import one_weight
from viz.actors.users_walk.walked import point, step_of, way
from viz.picture.camera_at import places_of
from viz.picture.casting import on_stage
from viz.scene.turn import turned
from viz.stage.amounts import DONE, HERE, NOW
from viz.stage.look import Look
from viz.stage.marks import Disc, Field, Label
from viz.stage.style import kit_of

ONE, TRIP, ASK, FEEDS, WORDS, WEIGHT, ALONE, SIX, THREE, WAFERS, QUEUE, KILOWATT = range(2, 14)


def show(**look):
    return show_of("batch", **look)


def by_key(frame):
    return {mark.key: mark for mark in frame.all if mark.key}


def inside(opened, beat, share):
    span = opened.timeline.beats[beat - 1]
    return span.start + (span.end - span.start) * share


def texts(frame):
    return {mark.text for mark in frame.all if isinstance(mark, Label)}


def test_every_layer_is_a_square_that_gets_dimmer_once_it_is_used():
    opened = show()
    seen = []
    for share in (0.3, 0.6, 0.9):
        cells = by_key(opened.frame(inside(opened, TRIP, share)))["trip/layers"].cells
        assert len(cells) == 80
        seen.append(cells.count(DONE))
        assert cells.count(NOW) <= 1
        assert cells.count(DONE) + cells.count(NOW) + cells.count(HERE) == 80
    assert seen == sorted(seen)
    assert seen[0] < seen[-1]


def test_as_many_users_stand_there_as_are_asked_for_and_get_their_words_at_one_instant():
    opened = show()
    before = opened.frame(inside(opened, WORDS, 0.3))
    after = opened.frame(inside(opened, WORDS, 0.97))
    for frame, there in ((before, 0), (after, 32)):
        cores = [m for m in frame.world if isinstance(m, Field) and m.key.startswith("trip/core:")]
        assert sum(m.cells.count(0) for m in cores) == 32
        seats = [m for m in frame.world if isinstance(m, Disc) and m.key.startswith("trip/word:")]
        assert len(seats) == 32
        token = kit_of(Look()).palette.token
        assert sum(m.fill == token for m in seats) == there
    assert "glass" in texts(after)
    assert "glass" not in texts(before)


@pytest.mark.parametrize("users", [1, 7, 33, 330, 1024])
@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920), (1080, 1080)])
def test_users_are_counted_in_every_form(users, size):
    opened = show(width=size[0], height=size[1]).turn(0.0, users=str(users))
    frame = opened.frame(2.0)
    cores = [m for m in frame.world if isinstance(m, Field) and m.key.startswith("trip/core:")]
    assert sum(m.cells.count(0) for m in cores) == users


def test_a_weight_of_two_bytes_comes_while_295_multiplications_could_be_done():
    scene = show().scene
    # 989 TFLOP/s / 3.35 TB/s = 295 FLOP a byte; two bytes, and two operations a multiply-add
    assert one_weight.places_of(scene) == 295
    assert one_weight.places_of(turned(scene, {"bits": "8 bit"})) in (148, 295)
    opened = show()
    places = by_key(opened.frame(inside(opened, WEIGHT, 0.6)))["weight/places"]
    assert (places.cells.count(1), places.cells.count(0)) == (32, 295 - 32)


def test_words_in_a_tenth_of_a_second_are_the_time_over_that_of_a_step():
    opened = show()
    for beat, users in ((ALONE, 1), (SIX, 32), (THREE, 330)):
        t = inside(opened, beat, 0.98)
        frame = opened.frame(t)
        run = opened.timeline.setting(t).left
        words = int(0.1 / run.step.seconds)
        marks = by_key(frame)
        heaps = [m for key, m in marks.items() if key.startswith(f"users/row:{users}/")]
        heaps = [m for m in heaps if m.key.endswith("/words")]
        assert len(heaps) == words
        for heap in heaps:
            assert len(heap.cells) - heap.cells.count(0) == users
        assert marks[f"users/row:{users}/count:0"].text == str(words)


def test_the_parts_of_a_trip_are_the_step():
    scene = show().scene
    for users in (1.0, 32.0, 330.0):
        now = turned(scene, {"users": users})
        each, every = point(now, "left", users)
        assert step_of(now).whole == pytest.approx(1 / each)
        assert every == pytest.approx(users * each)


def test_nothing_of_the_line_is_drawn_before_the_point_was_there():
    opened = show()
    plot = {}
    for beat in (ALONE, SIX, THREE):
        marks = by_key(opened.frame(inside(opened, beat, 0.98)))
        line, at = marks["users/left/line"].points, marks["users/left/point"]
        assert line[-1] == pytest.approx((at.x, at.y))
        assert max(x for x, _ in line) == pytest.approx(line[0][0])
        plot[beat] = at.x
    assert plot[ALONE] > plot[SIX] > plot[THREE]


def test_nobody_is_slower_on_the_wafers_up_to_the_corner_of_their_line():
    scene = show().scene
    line = way(scene, "right", 1.0, 256.0)
    alone, corner = line[0][0], max(line, key=lambda at: (round(at[1]), at[0]))
    assert all(each == pytest.approx(alone) for each, every in line if every < corner[1] * 0.999)
    # 80 layers and 12 wafers in flight: some eighty users
    assert 80 <= corner[1] / corner[0] <= 92


def test_a_heap_has_as_many_circles_as_a_kilowatt_writes_in_a_second():
    opened = show()
    t = inside(opened, KILOWATT, 0.97)
    frame = opened.frame(t)
    marks, setting = by_key(frame), opened.timeline.setting(t)
    # boards of 700 W, systems of 23 kW, as their vendors say
    for side, kilowatts, run in (("left", 5.6, setting.left), ("right", 276.0, setting.right)):
        assert kilowatt_heaps.kilowatts(opened.scene, side) == pytest.approx(kilowatts)
        expected = int(256 * run.step.speed / kilowatts) if side == "left" else None
        count = marks[f"{side}/heap"].cells.count(HERE)
        assert expected is None or count == expected
        assert marks[f"{side}/count:0"].text == f"{count:,}"
        squares = marks[f"{side}/kilowatts"].cells
        assert len(squares) - squares.count(0) == ceil(kilowatts)
    assert marks["left/heap"].pitch_x == marks["right/heap"].pitch_x


def test_a_picture_is_the_same_whatever_was_drawn_before():
    opened = show()
    t = inside(opened, FEEDS, 0.5)
    first = opened.frame(t)
    opened.frame(inside(opened, KILOWATT, 0.5))
    assert opened.frame(t) == first


def test_what_a_beat_may_look_at_is_there_in_every_form():
    scene = show().scene
    for size in ((1920, 1080), (1440, 1080), (1080, 1080), (1080, 1920)):
        kit = kit_of(Look(*size))
        assert {"left.trip", "left.weight"} <= set(places_of(on_stage(scene, 0), scene, kit))
        last = places_of(on_stage(scene, KILOWATT - 1), scene, kit)
        assert {"left.heap", "right.heap"} <= set(last)
