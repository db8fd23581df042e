"""The memory wall: one chip from near, words with what was carried in for each, bars that grow."""

from __future__ import annotations

import pytest

from viz.actors.hall.hall_places import gpu_hall, square_of
from viz.actors.hall.turned_marks import turned
from viz.picture.frame import frame_at
from viz.scene.load_scene import load_scene
from viz.scene.turn import turned as with_knobs
from viz.stage.amounts import DONE, HERE, NEVER, NOW
from viz.stage.area import Area
from viz.stage.look import Look
from viz.stage.marks import Arc, Box, Field, Gradient, Label
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import compile_scene
from viz.timeline.take import Take, Turn

STARTS = 320 * 5.9e-6 + 14.6e-6  # ten kernels a layer, and the host: tensorrt-llm-2024.yaml
RATE = 3.35e12 * 0.88
CACHE = 134.2e6 / RATE  # 1,024 tokens of 131 kB
WEIGHTS = 15.01e9 / RATE
LOOKS = (Look(1920, 1080), Look(1080, 1920, lang="zh"))


@pytest.fixture(scope="module")
def timeline():
    return compile_scene(load_scene("memory_wall"))


def picture(timeline, t, look=LOOKS[0]):
    return frame_at(timeline, ScreenSeconds(t), look)


def keyed(frame, kind, start):
    return {m.key: m for m in frame.all if isinstance(m, kind) and m.key.startswith(start)}


def beat(timeline, number, share):
    """A moment of a beat, as a share of the time in which its clock runs."""
    span = timeline.beats[number - 1]
    return span.start + 0.7 + share * (span.end - span.start - 0.7)


@pytest.mark.parametrize("look", LOOKS)
def test_the_five_stacks_hold_the_600_squares_that_a_word_reads(timeline, look):
    """7.505 billion weights of 2 bytes are 15.01 GB, 600 squares of 25 MB."""
    stacks = keyed(picture(timeline, 2.0, look), Field, "left/gpu:1/stack")
    assert sum(len(one.cells) - one.cells.count(0) for one in stacks.values()) == 600
    assert len(stacks) == 5


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("share", [0.3, 0.5, 0.77, 0.99])
def test_squares_ring_and_counter_tell_one_share(timeline, look, share):
    frame = picture(timeline, beat(timeline, 2, share), look)
    total = STARTS + CACHE + WEIGHTS
    read = (share * total - STARTS - CACHE) / WEIGHTS
    stacks = keyed(frame, Field, "left/gpu:1/stack").values()
    done = sum(one.cells.count(DONE) + one.cells.count(NOW) for one in stacks)
    assert done / 600 == pytest.approx(read, abs=0.02)
    (ring,) = keyed(frame, Arc, "left/gpu:1/token/ring").values()
    assert ring.end == pytest.approx(read, abs=0.005)
    counter = next(m for m in frame.marks if isinstance(m, Label) and m.of == "left.carried")
    assert float(counter.text) == pytest.approx(15.01 * read, abs=0.1)


def test_while_the_host_calls_nothing_is_carried_and_no_core_works(timeline):
    frame = picture(timeline, beat(timeline, 2, 0.1))
    assert keyed(frame, Arc, "left/gpu:1/token/starts")
    assert not keyed(frame, Box, "left/gpu:1/busy")
    assert not [m for m in frame.world if "/squares" in m.key]
    after = picture(timeline, beat(timeline, 2, 0.6))
    assert not keyed(after, Arc, "left/gpu:1/token/starts")
    assert keyed(after, Box, "left/gpu:1/busy")


def test_each_written_word_has_a_full_block_and_the_next_as_much_as_has_come(timeline):
    blocks = keyed(picture(timeline, beat(timeline, 3, 0.75)), Field, "carried/word")
    assert list(blocks) == ["carried/word:0", "carried/word:1", "carried/word:2"]
    first, second, under_way = (one.cells for one in blocks.values())
    assert first.count(DONE) == second.count(DONE) == 600
    assert under_way.count(HERE) + under_way.count(NEVER) == 600
    read = (0.5 * (STARTS + CACHE + WEIGHTS) - STARTS - CACHE) / WEIGHTS
    assert under_way.count(HERE) == pytest.approx(600 * read, abs=6)


def test_bars_stand_on_one_scale_and_only_what_a_knob_turns_shrinks(timeline):
    frame = picture(timeline, timeline.seconds)
    width = {key: box.w for key, box in keyed(frame, Box, "what_if").items()}
    weights = [width[f"what_if/{i}/weights"] for i in range(4)]
    assert weights[1] == pytest.approx(weights[0])
    assert weights[2] == pytest.approx(weights[0] / 2, rel=0.01)
    assert weights[3] == pytest.approx(weights[0] / 2, rel=0.01)
    starts = [width[f"what_if/{i}/starts"] for i in range(4)]
    assert starts == pytest.approx([starts[0]] * 4)
    assert (starts[0] + 3) / weights[0] == pytest.approx(STARTS / WEIGHTS, rel=0.02)


def test_a_bar_grows_with_the_word_and_has_its_numbers_when_it_stops(timeline):
    """Two words pass in the beat: a quarter of it is half a word."""
    early = picture(timeline, beat(timeline, 6, 0.25))
    total = STARTS + CACHE + WEIGHTS / 2
    full = keyed(picture(timeline, timeline.seconds), Box, "what_if/2/weights")
    now = keyed(early, Box, "what_if/2/weights")
    long, grown = (next(iter(one.values())).w for one in (full, now))
    assert grown / long == pytest.approx((total / 2 - STARTS - CACHE) / (WEIGHTS / 2), abs=0.02)
    assert not keyed(early, Label, "what_if/2/time")
    late = keyed(picture(timeline, beat(timeline, 6, 0.6)), Label, "what_if/2/time")
    assert next(one.text for one in late.values()) == "4.47 ms"


def test_a_knob_that_is_turned_by_hand_has_a_bar_of_its_own(timeline):
    take = Take(turns=(Turn(ScreenSeconds(timeline.seconds - 1.0), "bandwidth", 8e12),))
    mine = compile_scene(timeline.scene, take)
    bars = keyed(picture(mine, mine.seconds), Box, "what_if")
    assert "what_if/-1/weights" in bars
    assert "what_if/3/weights" in bars


def test_doors_are_as_wide_as_their_rate_and_a_square_as_large_as_its_bits(timeline):
    scene, area = timeline.scene, Area(0, 0, 1700, 640)
    wide = with_knobs(scene, {"bandwidth": 6.7e12})
    thin = with_knobs(scene, {"bits": "8 bit"})
    one, other = (gpu_hall(s, s.left, area, 0.5).packages[0] for s in (scene, wide))
    assert other.buses[0].h == pytest.approx(2 * one.buses[0].h)
    assert square_of(scene) == 25e6
    assert square_of(thin) == 12.5e6


def test_twice_the_cores_are_264_in_the_place_of_132_and_twice_the_arithmetic(timeline):
    scene, area = timeline.scene, Area(0, 0, 1700, 640)
    more = with_knobs(scene, {"cores": "264"})
    one, other = (gpu_hall(s, s.left, area, 0.5).packages[0] for s in (scene, more))
    assert (one.cores, other.cores) == (132, 264)
    assert other.blocks == one.blocks
    assert other.core(263).bottom <= other.blocks[1].bottom
    assert more.left.chip.flops[0][1].value == pytest.approx(2 * scene.left.chip.flops[0][1].value)
    assert more.left.chip.flops[0][1].says == "assumed"


def test_marks_with_their_axes_exchanged_are_those_of_before_when_exchanged_twice():
    field = Field(3, 5, 3, 2, 10, 20, 8, bytes(range(6)), ())
    shine = Gradient(1, 2, 30, 40, ((0.0, "#000000", 1.0),))
    (once, _) = turned((field, shine))
    assert once.cells == bytes([0, 3, 1, 4, 2, 5])
    assert turned(turned((field, shine))) == (field, shine)


def test_a_beat_ends_so_many_words_later(timeline):
    """Words 1; 2 and 3; then two for each knob, however long they take."""
    ends = [timeline.beats[i].end - 1e-6 for i in (1, 2, 4, 5, 6)]
    steps = [timeline.left.at(timeline.lens.hw(ScreenSeconds(t))).progress for t in ends]
    assert steps == pytest.approx([1, 3, 5, 7, 9], abs=1e-4)
