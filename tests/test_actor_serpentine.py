"""Wafers to and fro: what is poured adds up, a token pays for each crossing, users fill and queue."""

from itertools import pairwise

import pytest
from actorcraft import beat_at, end_of, scene_of, texts
from stagecraft import SIZES, THEMES, show, text_of

from viz.actors.serpentine import serpentine_pour as pour
from viz.actors.serpentine import serpentine_run as run
from viz.actors.serpentine import serpentine_users as pipe
from viz.actors.serpentine.serpentine_places import row_of, serpentine
from viz.errors import VizError
from viz.physics.pipeline import Pipeline
from viz.picture.camera_at import world_area
from viz.picture.casting import on_stage
from viz.stage import user_shapes as shapes
from viz.stage.area import Area
from viz.stage.marks import Box, Dots, Field, Label
from viz.stage.style import kit_of
from viz.stage.theme import palette

WORLD = Area(96.0, 104.0, 1728.0, 792.0)
POUR = """
values: {size: 100 GB}
knobs:
  size: {turns: values.size, from: 1 GB, to: 10 TB}
show:
  - serpentine: {stage: pour, content: value:size, capacity: 40 GB, rate: 10 GB/s}
"""
PIPE = """
model: llama-3.1-70b
right: 80 x wse-3
batch: %s
show:
  - serpentine: {stage: users}
"""


def keyed(frame, key):
    return [mark for mark in frame.all if mark.key == key]


def lying(frame):
    """Squares at rest in each wafer, in their order."""
    cells = [m for m in frame.all if isinstance(m, Field) and m.key.startswith("wafer:")]
    return [m.cells.count(2) for m in sorted(cells, key=lambda m: int(m.key.split(":")[1][:-6]))]


def hopper(frame):
    return sum(m.cells.count(2) for m in keyed(frame, "hopper/cells"))


def in_air(frame):
    return len([m for m in frame.all if m.key.startswith("square:")])


def row_in(opened, number):
    kit = kit_of(opened.look)
    role = on_stage(opened.scene, number - 1)[0]
    return row_of(opened.timeline.settings[-1].scene, world_area(kit), role.parameters, kit)


@pytest.mark.parametrize("size", SIZES)
def test_hopper_air_and_wafers_always_add_up(size):
    """141.2 GB in squares of 0.44 GB are 321."""
    opened = show("too_big", *size)
    for t in (0.5, 3.0, 6.1, 8.4, 9.9):
        frame = opened.frame(t)
        assert hopper(frame) + in_air(frame) + sum(lying(frame)) == 321
    assert lying(opened.frame(end_of(opened, 2))) == [100, 100, 100, 21]
    assert hopper(opened.frame(end_of(opened, 2))) == 0


def test_what_leaves_the_hopper_is_what_the_link_carries():
    """150 GB a second, 32 ms in a second of the show: 4.8 GB."""
    opened = show("too_big")
    for t in (2.0, 5.0, 9.0):
        frame = opened.frame(t)
        assert in_air(frame) + sum(lying(frame)) == int(4.8 * t / 0.44)


@pytest.mark.parametrize(
    ("parameters", "size", "wafers"),
    [
        ("2 trillion", "1 B", 46),
        ("4 trillion", "1 B", 91),
        ("4 trillion", "2 B", 182),
        ("70 billion", "2 B", 4),
    ],
)
def test_wafers_that_hold_a_model(parameters, size, wafers):
    opened = show("too_big").turn(0.5, parameters=parameters, bytes=size)
    assert len(lying(opened.frame(6.0))) == wafers


def test_what_is_poured_stays_when_a_knob_is_turned(tmp_path):
    opened = scene_of(tmp_path, POUR, pace="2 s")
    more, less = opened.turn(5.0, size="1 TB"), opened.turn(9.0, size="60 GB")
    assert sum(lying(opened.frame(4.9))) <= sum(lying(more.frame(5.5)))
    assert any("120 GB" in text for text in texts(more.frame(6.0)))
    assert sum(lying(less.frame(9.8))) == 150


def test_the_count_of_wafers_is_the_count_of_those_that_hold_something():
    opened = show("too_big")
    frame = opened.frame(beat_at(opened, 4))
    filled = sum(1 for count in lying(frame) if count)
    assert text_of(frame, "wafers.count") == [f"{filled} wafers"]
    assert text_of(opened.frame(end_of(opened, 4)), "wafers.count") == ["91 wafers"]


def test_each_crossing_costs_and_slower_ones_cost_ten_times_as_much():
    """80 layers of 17 us and their reading, 90 crossings of 2.1 us: 1.56 ms; of 20.1 us, 3.18."""
    opened = show("too_big")
    seen = " ".join(texts(opened.frame(end_of(opened, 6))))
    assert "1.56 ms   642 tok/s" in seen
    assert "3.18 ms   315 tok/s" in seen
    before, after = (
        keyed(opened.frame(end_of(opened, 6)), f"track/{name}/work")[0].w
        for name in ("before", "track")
    )
    assert after / before == pytest.approx(3.18 / 1.56, rel=0.01)


def test_two_tracks_have_one_clock_and_one_scale():
    opened = show("too_big")
    span = opened.timeline.beats[5]
    frame = opened.frame(span.start + 2.5)
    heads = [keyed(frame, f"track/{name}/token")[0].x for name in ("before", "track")]
    assert heads[0] == pytest.approx(heads[1])


def test_a_wafer_is_green_exactly_while_the_token_is_in_it():
    opened = show("too_big")
    at_work = 0
    for i in range(40):
        frame = opened.frame(opened.timeline.beats[4].start + 1.0 + i * 0.1)
        token = keyed(frame, "token")[0]
        green = [
            m
            for m in frame.all
            if isinstance(m, Box) and m.of == "wafers" and m.edge == palette("dark").computing
        ]
        assert len(green) <= 1
        at_work += len(green)
        for one in green:
            assert one.x - 1 <= token.x <= one.x + one.w + 1
            assert one.y <= token.y <= one.y + one.h
    assert at_work > 25, "17 of 19 microseconds a token is in a wafer"


@pytest.mark.parametrize("stage", ["pour", "run", "users"])
@pytest.mark.parametrize("count", [1, 2, 5, 9, 30, 80, 91, 100, 182])
def test_wafers_of_any_number_stand_apart_inside_their_world(count, stage):
    for form, world in (("wide", WORLD), ("tall", Area(24.0, 344.0, 1032.0, 1016.0))):
        row = serpentine(count, world, form, stage)
        assert len(row.wafers) == count
        for i, one in enumerate(row.wafers):
            assert world.inset(-1).around(one) == world.inset(-1)
            assert not any(one.meets(other) for other in row.wafers[:i])


def test_a_token_enters_leaves_and_turns_where_its_wafers_are():
    """80 layers of 17 us on 80 wafers, 79 hops of 2 us: 1,518 us for one word."""
    by_hand = Pipeline(token=1518e-6, layer=17e-6, hop=2e-6, layers=80, wafers=80)
    row = serpentine(80, WORLD, "wide", "users")
    way = pipe.way_in(row, by_hand)
    assert way.total == pytest.approx(1518e-6)
    for i in (0, 1, 19, 40, 79):
        inside = i * 19e-6 + 8.5e-6
        assert way.at(inside).wafer == i
        assert row.wafers[i].holds(*way.at(inside).at(inside))
        assert way.at(i * 19e-6 + 18e-6).wafer == (-1 if i < 79 else 79)
    steps = [way.at(i * 1e-6).at(i * 1e-6) for i in range(1518)]
    gaps = [max(abs(bx - ax), abs(by - ay)) for (ax, ay), (bx, by) in pairwise(steps)]
    assert max(gaps) < row.size, "it never jumps"


def test_one_user_has_one_token_in_flight_and_thirty_have_thirty(tmp_path):
    for count in (1, 30):
        opened = scene_of(tmp_path, PIPE % count, pace="0.1 ms")
        for t in (0.0, 3.3, 9.9):
            tails = [m for m in opened.frame(t).all if m.key.endswith("/tail")]
            assert len(tails) == count


def test_those_who_work_those_who_wait_and_all_of_them_are_counted_as_they_are_drawn():
    opened = show("fill_the_pipe")
    streams = opened.timeline.streams("right")
    for beat in (4, 5, 6):
        t = end_of(opened, beat)
        crowd = streams.at(opened.timeline.lens.hw(t))
        frame = opened.frame(t)
        row = row_in(opened, beat)
        green = pipe.working(row, crowd)
        busy = text_of(frame, "wafers.busy")[0]
        assert f"{len(green)} of 80 wafers work" in busy
        tails = [m for m in frame.all if m.key.endswith("/tail")]
        assert len(tails) == len(crowd.flying)
        waits = text_of(frame, "queue")
        assert waits == ([f"{len(crowd.waiting)} wait"] if crowd.waiting else [])


def test_full_each_is_as_fast_as_alone_and_beyond_the_knee_slower():
    opened = show("fill_the_pipe")
    each = [text_of(opened.frame(end_of(opened, beat)), "wafers.each")[0] for beat in (3, 5, 6)]
    assert each[0] == each[1] == "652 tok/s each user"
    assert each[2] == "366 tok/s each user"
    together = [text_of(opened.frame(end_of(opened, beat)), "wafers.all")[0] for beat in (5, 6)]
    assert together[0].startswith("58,046 tok/s")
    assert together[1].startswith("58,538 tok/s")


def test_how_many_work_is_not_told_before_the_question():
    opened = show("fill_the_pipe")
    for beat in (1, 2):
        assert not text_of(opened.frame(beat_at(opened, beat)), "wafers.busy")


def test_weights_never_move_whatever_the_tokens_do():
    opened = show("fill_the_pipe")

    def grids(t):
        return [
            (m.key, m.x, m.y, m.columns, m.rows, m.size)
            for m in opened.frame(t).all
            if isinstance(m, Dots)
        ]

    first = grids(beat_at(opened, 3))
    assert len(first) == 80
    for beat in (4, 5, 6):
        assert grids(beat_at(opened, beat)) == first


def test_users_near_each_other_differ_by_more_than_hue():
    kinds = [shapes.KINDS[user % len(shapes.KINDS)] for user in range(8)]
    assert len(set(kinds)) == 8
    for theme in THEMES:
        colours = palette(theme)
        assert len({(user % 8, shapes.tint(user, colours)) for user in range(24)}) == 24


def test_too_fast_for_the_eye_it_is_a_steady_stream(tmp_path):
    frame = scene_of(tmp_path, PIPE % 30, pace="1 s").frame(5.0)
    assert not [m for m in frame.all if m.key.endswith("/tail")]
    assert keyed(frame, "users/stream")


@pytest.mark.parametrize("size", SIZES)
def test_two_hundred_users_over_a_hundred_wafers_are_on_stage_in_every_form(size):
    opened = show("fill_the_pipe", *size).turn(0.0, wafers="100", users="200")
    frame = opened.frame(3.0)
    assert len([m for m in frame.all if m.key.endswith("/tail")]) > 80
    words = [m for m in frame.all if isinstance(m, Label) and m.of == "queue"]
    assert any("wait" in m.text for m in words)


def test_users_of_gpus_are_refused_with_the_right_form(tmp_path):
    scene = "model: llama-3.1-70b\nleft: 8 x h100\nshow:\n  - serpentine: {side: left}\n"
    with pytest.raises(VizError, match="there are none at left") as caught:
        scene_of(tmp_path, scene)
    assert caught.value.faults[0].write == "left: 80 x wse-3"


def test_what_it_needs_to_pour_is_said(tmp_path):
    with pytest.raises(VizError, match="needs 'content' to pour"):
        scene_of(tmp_path, "show:\n  - serpentine: {stage: pour}\n")


def test_the_same_picture_whatever_was_drawn_before():
    opened = show("too_big")
    first = opened.frame(8.0)
    opened.frame(40.0)
    assert opened.frame(8.0) == first
    assert run.TAIL > 0
    assert pour.EACH == 100


def test_the_way_back_is_lit_as_the_ringed_word_is_done_and_not_before():
    """A pass is 1.53 ms; the clock of the first steps shows 1.37 ms as the question is asked."""
    opened = show("fill_the_pipe")
    assert not keyed(opened.frame(3.0), "user:0/back")
    span = opened.timeline.beats[2]
    lit = [bool(keyed(opened.frame(span.start + t), "user:0/back")) for t in (0.8, 1.7, 3.0)]
    assert lit == [False, True, False]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("size", SIZES)
def test_each_and_all_are_told_in_every_form_and_language(size, lang):
    opened = show("fill_the_pipe", *size, lang=lang)
    for beat in (5, 6):
        frame = opened.frame(end_of(opened, beat))
        told = [text_of(frame, f"wafers.{name}") for name in ("busy", "each", "all")]
        assert all(len(one) == 1 for one in told), told
