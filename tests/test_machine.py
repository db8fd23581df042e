"""What the machines do at moments of the hardware clock, worked out by hand.

8 x H100, Llama 3.1 70B, 16 bit, 1024 tokens of context:
  parameters read  70.55e9 - 128256 x 8192              = 69,499,326,848
  bytes a step     2 x that + 1024 x 2 x 80 x 8 x 128 x 2 = 139,334,198,016
  reading          that / (8 x 0.8 x 3.35 TB/s)         = 6.498796549 ms
  overhead         80 x (10 kernels x 5 us + 2 x 15 us)  = 6.4 ms
  step             12.898796549 ms, a layer 161.23495687 us, of which 81.23495687 us reading

4 x WSE-3:
  layer            17 us + 139,334,198,016 B / (4 x 21 PB/s) = 18.65874045 us
  hop              2 us + 2 x 8192 B / 150 GB/s              = 2.10922667 us
  token            80 x layer + 3 x hop                      = 1.4990269162 ms
"""

import itertools
from dataclasses import replace
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rigs import gpus, llama, machine, number, wafers

from viz.physics.decode import decode_step
from viz.timeline.clocks import HwSeconds
from viz.timeline.machine import Run, continued, machine_of, run_at

BYTES = 139_334_198_016.0
STEP = 12.898796549253732e-3
GPU_LAYER = 161.23495686567e-6
GPU_READING = 81.23495686567e-6  # of each layer
LAYER = 18.6587404525714e-6
HOP = 2.1092266666666e-6
TOKEN = 1.499026916206e-3
moments = st.floats(0, 3.0, allow_nan=False)


def at(engine, seconds):
    return engine.at(HwSeconds(seconds))


@pytest.fixture(scope="module")
def group():
    return machine(gpus())


@pytest.fixture(scope="module")
def pipeline():
    return machine(wafers())


def test_the_group_starts_with_reading_the_first_layer(group):
    doing = at(group, 0.0)
    assert (doing.tokens_done, doing.layer, doing.part) == (0, 1, "reading")
    assert doing.progress == doing.part_fraction == doing.step_fraction == doing.bytes_moved == 0


@pytest.mark.parametrize(
    ("seconds", "tokens", "layer", "part", "fraction", "bytes_moved"),
    [
        # A layer is 161.235 us: 40 us is 40 / 81.235 into its reading.
        (40e-6, 0, 1, "reading", 40 / 81.23495687, BYTES / 80 * 40 / 81.23495687),
        # 100 us is 18.765 of 80 us into the wait after it: its bytes have all come.
        (100e-6, 0, 1, "overhead", 18.76504313 / 80, BYTES / 80),
        # 161.3 us is 0.06504313 us into the second layer.
        (161.3e-6, 0, 2, "reading", 0.06504313 / 81.23495687, BYTES / 80 * (1 + 0.00080068)),
        # 30 ms is 2 steps of 25.797593 ms, then 26 layers of 4.19210888 ms, then 10.298 us.
        (30e-3, 2, 27, "reading", 0.12676717, BYTES * (2 + (26 + 0.12676717) / 80)),
        # The end of the 77th step, less 1 us: 1 of its 80 us of waiting is left.
        (77 * STEP - 1e-6, 76, 80, "overhead", 79 / 80, BYTES * 77),
    ],
)
def test_the_group_at_moments_worked_out_by_hand(
    group, seconds, tokens, layer, part, fraction, bytes_moved
):
    doing = at(group, seconds)
    assert (doing.tokens_done, doing.layer, doing.part) == (tokens, layer, part)
    assert doing.part_fraction == pytest.approx(fraction, abs=2e-5)
    assert doing.bytes_moved == pytest.approx(bytes_moved, rel=1e-6)
    assert doing.progress == pytest.approx(seconds / STEP, rel=1e-9)


def test_one_token_moves_the_bytes_of_reading_and_no_more(group):
    step = decode_step(gpus(), llama())
    (reading,) = [part for part in step.parts if part.name == "reading"]
    assert reading.bytes == BYTES
    for token in (1, 2, 50):
        moved = at(group, token * STEP).bytes_moved - at(group, (token - 1) * STEP).bytes_moved
        assert moved == pytest.approx(BYTES, rel=1e-9)


def test_no_byte_moves_while_the_group_waits_for_launches(group):
    start, end = GPU_READING + 1e-7, GPU_LAYER - 1e-7
    assert at(group, start).part == at(group, end).part == "overhead"
    assert at(group, start).bytes_moved == at(group, end).bytes_moved


def test_the_pipeline_starts_on_the_first_layer_of_the_first_wafer(pipeline):
    doing = at(pipeline, 0.0)
    assert (doing.tokens_done, doing.chip, doing.layer, doing.part) == (0, 1, 1, "layer")


@pytest.mark.parametrize(
    ("seconds", "tokens", "chip", "layer", "part", "fraction"),
    [
        (LAYER * 0.5, 0, 1, 1, "layer", 0.5),
        (LAYER * 19.25, 0, 1, 20, "layer", 0.25),
        (LAYER * 20 + HOP * 0.5, 0, 1, 20, "hop", 0.5),
        (LAYER * 20 + HOP + LAYER * 0.75, 0, 2, 21, "layer", 0.75),
        (LAYER * 40 + HOP * 1.9, 0, 2, 40, "hop", 0.9),
        (LAYER * 60 + HOP * 3 + LAYER * 0.1, 0, 4, 61, "layer", 0.1),
        (TOKEN - LAYER * 0.5, 0, 4, 80, "layer", 0.5),
        (TOKEN + LAYER * 0.5, 1, 1, 1, "layer", 0.5),
        # 10 ms is 6 tokens of 8.9941614972 ms and 1,005.8385028 us: two wafers take 750.5680714 us,
        # and 255.2704313 us are 13.68101 layers of the third.
        (10e-3, 6, 3, 54, "layer", 0.68101089),
    ],
)
def test_the_pipeline_at_moments_worked_out_by_hand(
    pipeline, seconds, tokens, chip, layer, part, fraction
):
    doing = at(pipeline, seconds)
    assert (doing.tokens_done, doing.chip, doing.layer, doing.part) == (tokens, chip, layer, part)
    assert doing.part_fraction == pytest.approx(fraction, abs=1e-5)
    assert doing.step_fraction == pytest.approx(seconds / TOKEN - tokens, abs=1e-9)


@given(moments)
def test_no_weight_of_a_wafer_ever_moves(seconds):
    assert at(machine(wafers()), seconds).bytes_moved == 0


def test_cards_that_hand_layers_on_carry_their_weights_all_the_same():
    """Two cards of 3.35 TB/s that hand on read one after the other, at the speed of one:
    139,334,198,016 B / (0.8 x 3.35 TB/s) = 51.990372394 ms, and 80 x 50 us of launches."""
    rig = gpus(2)
    rig = replace(rig, chip=replace(rig.chip, joins="pipeline"))
    doing = at(machine(rig), 55.990372394e-3 * 3)
    assert doing.progress == pytest.approx(3, rel=1e-9)
    assert doing.bytes_moved == pytest.approx(3 * BYTES, rel=1e-6)


def test_a_token_visits_every_wafer_and_every_layer_in_order(pipeline):
    seen = [at(pipeline, TOKEN * (i + 0.5) / 4000) for i in range(4000)]
    chips, layers = [d.chip for d in seen], [d.layer for d in seen]
    assert chips == sorted(chips)
    assert layers == sorted(layers)
    assert set(chips) == {1, 2, 3, 4}
    assert set(layers) == set(range(1, 81))
    hops = [d for d in seen if d.part == "hop"]
    # 3 hops of 2.109 us in 1501 us are 0.42 % of the token: 16 or 17 of 4000 looks.
    assert 15 <= len(hops) <= 18
    assert {d.chip for d in hops} == {1, 2, 3}


@pytest.mark.parametrize("count", [1, 3, 7, 80, 100])
def test_any_number_of_wafers_shares_the_layers(count):
    engine = machine(wafers(count))
    token = engine.runs[0].step.seconds
    seen = [at(engine, token * (i + 0.5) / 5000) for i in range(5000)]
    assert {d.chip for d in seen} == set(range(1, count + 1))
    assert {d.layer for d in seen} == set(range(1, 81))
    assert all(0 <= d.part_fraction <= 1 for d in seen)
    assert any(d.part == "hop" for d in seen) == (count > 1)
    order = [(d.chip, d.layer) for d in seen]
    assert order == sorted(order)


def test_tokens_that_are_accepted_together_count_together_but_are_read_for_once():
    engine = machine(gpus(accepted=number(1.8)))
    doing = at(engine, 10 * STEP + 1e-6)
    assert doing.tokens_done == 18
    assert doing.bytes_moved == pytest.approx(10 * BYTES, rel=1e-4)


@given(st.lists(moments, min_size=2, max_size=30))
def test_tokens_and_bytes_never_go_back(seconds):
    for engine in (machine(gpus()), machine(wafers())):
        doings = [at(engine, t) for t in sorted(seconds)]
        for before, after in itertools.pairwise(doings):
            assert before.tokens_done <= after.tokens_done
            assert before.progress <= after.progress
            assert before.bytes_moved <= after.bytes_moved


@given(moments)
def test_a_machine_is_always_at_a_place_that_exists(seconds):
    for engine, count in ((machine(gpus()), 1), (machine(wafers()), 4)):
        doing = at(engine, seconds)
        assert 1 <= doing.chip <= count
        assert 1 <= doing.layer <= 80
        assert 0 <= doing.part_fraction <= 1
        assert 0 <= doing.step_fraction < 1
        assert doing.tokens_done == floor(doing.progress)


@given(st.lists(moments, min_size=2, max_size=20), st.randoms(use_true_random=False))
def test_any_order_of_moments_gives_the_same(seconds, random):
    for rig in (gpus(), wafers()):
        engine = machine(rig)
        in_order = {t: at(engine, t) for t in sorted(seconds)}
        shuffled = list(seconds)
        random.shuffle(shuffled)
        fresh = machine(rig)
        assert {t: at(fresh, t) for t in shuffled} == in_order


def turned_at(seconds, rig, later):
    """A run of one rig, and from `seconds` on one of another."""
    first = Run(HwSeconds(0.0), rig, decode_step(rig, llama()))
    then = continued(first, HwSeconds(seconds), later, decode_step(later, llama()))
    return machine_of((first, then))


def faster():
    rig = gpus()
    return replace(
        rig, chip=replace(rig.chip, bandwidth=replace(rig.chip.bandwidth, value=33.5e12))
    )


def test_a_turn_means_from_now_on():
    """Ten times the bandwidth after 100 ms: reading takes 0.6498796549 ms, a step 7.0498796549."""
    engine = turned_at(100e-3, gpus(), faster())
    same = machine(gpus())
    for before in (0.0, 37e-3, 99.999e-3):
        assert at(engine, before) == at(same, before)
    assert at(engine, 100e-3).progress == pytest.approx(100 / 12.898796549253732, rel=1e-12)
    after = at(engine, 100e-3 + 70.498796549e-3)
    assert after.progress == pytest.approx(100 / 12.898796549253732 + 10, rel=1e-9)


def test_nothing_jumps_where_a_knob_is_turned():
    for engine in (
        turned_at(100e-3, gpus(), faster()),
        turned_at(100e-3, wafers(), wafers(tau=number(9e-6, "s"))),
    ):
        before, after = at(engine, 100e-3 - 1e-9), at(engine, 100e-3 + 1e-9)
        assert after.progress - before.progress < 1e-5
        assert abs(after.step_fraction - before.step_fraction) < 1e-5
        assert after.bytes_moved - before.bytes_moved < 1e-5 * BYTES


def test_bytes_go_on_from_where_they_were_when_a_knob_is_turned():
    """The bytes of a step are the same at any bandwidth: what moved depends on tokens alone."""
    engine = turned_at(100e-3, gpus(), faster())
    start = at(engine, 100e-3)
    whole = at(engine, 100e-3 + 7.0498796549e-3)
    assert whole.progress - start.progress == pytest.approx(1.0, rel=1e-9)
    # One step reads all layers once, wherever in a layer it began; the split of reading and
    # waiting inside that one layer changed with the turn, so up to one layer of 80 may differ.
    assert whole.bytes_moved - start.bytes_moved == pytest.approx(BYTES, rel=1 / 80)


@given(st.lists(moments, min_size=2, max_size=20), st.floats(0, 2.0))
def test_counters_never_go_back_over_a_turn(seconds, knot):
    for engine in (
        turned_at(knot, gpus(), faster()),
        turned_at(knot, faster(), gpus()),
        turned_at(knot, wafers(), wafers(7)),
    ):
        doings = [at(engine, t) for t in sorted([*seconds, knot])]
        for before, after in itertools.pairwise(doings):
            assert before.progress <= after.progress
            assert before.bytes_moved <= after.bytes_moved


def test_of_two_turns_at_one_moment_the_last_one_holds():
    step = decode_step(gpus(), llama())
    first, second, third = (Run(HwSeconds(s), gpus(), step) for s in (0.0, 1.0, 1.0))
    runs = (first, second, third)
    assert run_at(runs, HwSeconds(0.999)) is first
    assert run_at(runs, HwSeconds(1.0)) is third
    assert run_at(runs, HwSeconds(-1.0)) is first
