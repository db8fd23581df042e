"""What one word costs, as scenes/one_word.yaml shows it: counts by hand, from the published shape."""

from __future__ import annotations

from dataclasses import replace

import pytest
from stagecraft import all_marks

import viz
from viz.actors.forward_pass.pass_chat import value, weight
from viz.actors.forward_pass.pass_grid import row_values, rows_done, sums
from viz.actors.forward_pass.pass_moment import Moment
from viz.actors.forward_pass.pass_places import apart, counts_of, disc_cells, set_lines
from viz.actors.forward_pass.pass_wall import states
from viz.errors import VizError
from viz.picture.camera_at import demand_sound
from viz.scene.types import LookAt
from viz.stage.amounts import DONE, HERE, NEVER, NOW
from viz.stage.area import Area
from viz.stage.marks import Disc, Field, Label

SIZES = ((1920, 1080), (1440, 1080), (1080, 1080), (1080, 1920))


@pytest.fixture(scope="module")
def shown():
    return viz.open("one_word")


def starts(shown):
    return [float(span.start) for span in shown.timeline.beats]


def end_of(shown, beat):
    return float(shown.timeline.beats[beat - 1].end) - 1e-3


def field(frame, key):
    return next(m for m in all_marks(frame) if isinstance(m, Field) and m.key == key)


def words(frame):
    return " ".join(m.text.strip() for m in all_marks(frame) if isinstance(m, Label))


def test_a_layer_of_llama_70b_has_856_million_weights(shown):
    # 8,192 wide, 1,024 for keys and for values, 28,672 inside: 2 x 8192^2 + 2 x 8192 x 1024
    # + 3 x 8192 x 28672 and two norms of 8,192.
    by_hand = 2 * 8192**2 + 2 * 8192 * 1024 + 3 * 8192 * 28672 + 2 * 8192
    counts = counts_of(shown.scene)
    assert counts.layer == pytest.approx(by_hand, rel=1e-3)
    assert counts.vector == 16_384


def test_all_values_of_the_vector_are_drawn_and_none_besides(shown):
    frame = shown.frame(end_of(shown, 2))
    dots = field(frame, "vector/values")
    assert (
        sum(dots.shades[cell].alpha > 0 and bool(dots.shades[cell].fill) for cell in dots.cells)
        == 8192
    )


@pytest.mark.parametrize("count", [4096, 5120, 8192])
def test_the_dots_of_a_vector_fill_a_circle(count):
    side, cells = disc_cells(count)
    middle = (side - 1) / 2
    far = max((i % side - middle) ** 2 + (i // side - middle) ** 2 for i in cells)
    assert len(set(cells)) == count
    assert 3.14159 * far == pytest.approx(count, rel=0.05)


def test_the_sum_is_that_of_the_products_on_stage():
    chosen = row_values(8192, 3)
    products = [round(value(v) * weight(i), 2) for i, v in enumerate(chosen)]
    assert sums(8192, 0) == 0
    assert sums(8192, 3) == pytest.approx(sum(products))


def test_a_row_is_done_when_as_many_weights_were_used_as_it_is_wide(shown):
    counts = counts_of(shown.scene)
    now = Moment(True, 0.0, 0.0, 3.5 * 8192, 6, "")
    assert rows_done(now, counts) == 3.5
    assert rows_done(replace(now, layer=2.0, inside=0.0), counts) == 8192


def test_the_wall_is_141_gb_of_which_two_are_not_read(shown):
    # 70.55 billion x 2 bytes are 1,411 squares of 100 MB; the list of 128,256 words x 8,192 x 2
    # bytes is 2.1 GB: 21 of them stay dark.
    cells = field(shown.frame(end_of(shown, 7)), "wall/weights").cells
    counted = {state: cells.count(bytes([state])) for state in (DONE, HERE, NOW, NEVER)}
    assert sum(counted.values()) == 1411
    assert counted[NEVER] == 21


def test_the_counter_and_the_squares_of_the_wall_agree(shown):
    for wait in (2.0, 4.0):
        frame = shown.frame(starts(shown)[6] + wait)
        cells = field(frame, "wall/weights").cells
        told = next(m for m in all_marks(frame) if m.key == "wall/left/False:0")
        weights = float(told.text.removesuffix(" billion")) * 1e9
        done = cells.count(bytes([DONE])) * 1e8 / 2  # at 2 bytes, 100 MB are 50 million weights
        at_work = cells.count(bytes([NOW])) * 1e8 / 2
        assert done - 1e8 <= weights <= done + at_work + 1e8


def test_after_a_word_every_weight_is_there_again(shown):
    step = shown.timeline.settings[0].left.step.seconds
    begins, ends = starts(shown)[6], end_of(shown, 7)
    late = field(shown.frame(ends - 0.1), "wall/weights").cells
    fresh = field(shown.frame(ends + 0.8), "wall/weights").cells
    assert shown.timeline.lens.hw(ends) == pytest.approx(2 * step, rel=1e-3)
    assert late.count(bytes([HERE])) < 100
    assert fresh.count(bytes([HERE])) > 1000
    assert words(shown.frame(begins - 0.1)).count("red") == 0
    assert "red light" in words(shown.frame(ends + 0.1))


def test_without_its_question_the_scene_is_40_seconds_long(shown):
    asked = sum(beat.seconds for beat in shown.scene.beats if beat.ask)
    assert float(shown.timeline.seconds) - asked == 40


def test_leaves_before_the_token_and_after_it_lie_apart():
    assert apart(-5.0) == -1.0
    assert apart(5.0) == 1.0
    assert apart(0.0) == 0.0
    steps = [apart(i / 10) for i in range(-30, 31)]
    assert steps == sorted(steps)


def test_nothing_of_the_machine_is_on_stage_before_it_is_spoken_of(shown):
    for t in (1.0, starts(shown)[1] + 0.6, end_of(shown, 2)):
        keys = {m.key.partition("/")[0] for m in all_marks(shown.frame(t))}
        assert not keys & {"book", "wall", "grid"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_beat_shows_its_own_thing_in_every_form(shown, size, lang):
    looked = shown.looking(width=size[0], height=size[1], lang=lang)
    for beat, key in (
        (2, "vector/values"),
        (3, "grid/weights"),
        (4, "grid/weights"),
        (7, "wall/weights"),
    ):
        frame = looked.frame(end_of(looked, beat))
        mark = field(frame, key)
        assert mark.alpha == 1.0
        assert mark.columns * mark.pitch_x > 0.4 * min(frame.width, frame.height)
    assert any(
        m.key == "book/token"
        for m in all_marks(looked.frame(end_of(looked, 5)))
        if isinstance(m, Disc)
    )


def test_a_frame_is_the_same_whatever_was_drawn_before(shown):
    once = shown.frame(26.0)
    shown.frame(4.0)
    shown.frame(44.0)
    assert viz.open("one_word").frame(26.0) == once == shown.frame(26.0)


def test_a_text_keeps_to_its_room():
    line = set_lines(("One", " two", " three"), 3, Area(0, 0, 400, 200), 300.0)
    assert all(0 <= t.x <= 400 and 0 <= t.y <= 200 for t in line.tokens)
    assert line.size * 1.72 <= 200


def test_a_part_that_is_not_there_is_told_with_the_nearest(shown):
    beat = replace(shown.scene.beats[0], look=LookAt(("chat.tokn",)))
    scene = replace(shown.scene, beats=(beat, *shown.scene.beats[1:]))
    with pytest.raises(VizError, match=r"chat\.token"):
        demand_sound(scene)


def test_the_states_of_the_wall_follow_the_share_that_was_read(shown):
    counts = counts_of(shown.scene)

    class Seven:
        columns, rows = 83, 17

    half, front = states(counts, Seven, Moment(True, 0.5, 40.0, 0.0, 6, ""))
    # 21 + half of 1,390 squares are 716: 42 columns of 17 are full, the 43rd is at work.
    assert front == pytest.approx(716 / 17)
    assert half.count(bytes([DONE])) == 42 * 17 - 21
    assert half.count(bytes([NOW])) == 17
