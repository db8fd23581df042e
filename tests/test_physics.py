"""The physics against arithmetic by hand; no expected value comes from the code."""

import numpy as np
import pytest

from viz.catalog.load_catalog import load_catalog
from viz.catalog.types import Experts
from viz.errors import VizError
from viz.physics import equations as eq
from viz.physics.capacity import demand_fit, fit
from viz.physics.decode import decode_step
from viz.physics.explain import WHAT, explain
from viz.physics.rig import parse_rig
from viz.physics.types import Load

CATALOG = load_catalog()
LLAMA = CATALOG.models["llama-3.1-70b"]


def rig(text, stack=None):
    return parse_rig(text, CATALOG, stack)


def constants(stack):
    found = CATALOG.stacks[stack]
    return (getattr(found, name).value for name in ("kernel", "meet", "wire", "each"))


def test_the_parts_of_a_step_come_in_order_and_add_up():
    for text in ("8 x h100", "1 x h100", "4 x wse-3"):
        step = decode_step(rig(text), LLAMA)
        assert [part.name for part in step.parts] == ["reading", "computing", "links", "overhead"]
        assert sum(part.seconds for part in step.parts) == pytest.approx(step.seconds, rel=1e-12)


def test_eight_gpus_read_70b_at_the_limit_in_five_milliseconds():
    # 70.55 G - 128,256 x 8,192 parameters, 2 bytes each, through 8 x 3.35 TB/s; no KV cache
    by_hand = 2 * (70.55e9 - 128_256 * 8_192) / (8 * 3.35e12)
    step = decode_step(rig("8 x h100"), LLAMA, Load(context=1e-9), "limit")
    assert step.seconds == pytest.approx(by_hand, rel=1e-9)
    assert round(step.seconds * 1e3, 1) == 5.2
    assert step.band == 1.0


def test_a_gpu_step_is_reading_kernels_and_two_meetings_a_layer():
    kernel, meet, wire, each = constants("tensorrt-llm-2024")
    together = decode_step(rig("8 x h100"), LLAMA, Load(context=1e-9))
    alone = decode_step(rig("1 x h100"), LLAMA, Load(context=1e-9))
    # ten kernels a layer; two all-reduces a layer of 8,192 values of 2 bytes, of which each chip
    # hands on 2 x 7/8, and half of that where the switch adds up
    sent = 2 * 80 * 8_192 * 2 * 2 * 7 / 8 / 2
    by_hand = 2 * 80 * meet + sent / (wire * 450e9)
    assert together.parts[2].seconds == pytest.approx(by_hand, rel=1e-12)
    assert together.parts[3].seconds == pytest.approx(800 * kernel + each, rel=1e-12)
    assert alone.parts[3].seconds == together.parts[3].seconds
    assert alone.parts[2].seconds == 0
    assert alone.parts[0].seconds == pytest.approx(8 * together.parts[0].seconds, rel=1e-12)


def test_the_kv_cache_of_one_token_is_320_kilobytes():
    # 2 x 80 layers x 8 heads x 128 values x 2 bytes
    assert eq.kv_bytes(LLAMA, Load(context=1)) == 327_680


def test_a_large_batch_is_limited_by_arithmetic():
    # 2 x 69.5 G x 2,000 / (8 x eta_c x 989 T), far longer than reading 139 GB
    step = decode_step(rig("8 x h100"), LLAMA, Load(batch=2000, context=1e-9))
    reached = CATALOG.stacks["tensorrt-llm-2024"].eta_c.value
    work = 2 * (70.55e9 - 128_256 * 8_192) * 2000 / (8 * reached * 989e12)
    assert step.parts[0].seconds + step.parts[1].seconds == pytest.approx(work, rel=1e-9)
    assert step.parts[1].limited_by.startswith("arithmetic")


def test_arithmetic_behind_reading_costs_nothing_and_is_still_known():
    computing = decode_step(rig("8 x h100"), LLAMA, Load(context=1e-9)).parts[1]
    assert computing.seconds == 0
    reached = CATALOG.stacks["tensorrt-llm-2024"].eta_c.value
    read = 70.55e9 - 128_256 * 8_192
    assert computing.work == pytest.approx(2 * read / (8 * reached * 989e12), rel=1e-9)


def test_a_wafer_pipeline_is_a_fixed_time_a_layer_and_hops():
    # 80 layers x (17 us + 139 GB / 176 GB x 2.095 us) + 3 x (2 us + 16,384 B / 150 GB/s)
    read = 2 * (70.55e9 - 128_256 * 8_192)
    by_hand = 80 * (17e-6 + read / 176e9 * 44e9 / 21e15) + 3 * (2e-6 + 16_384 / 150e9)
    step = decode_step(rig("4 x wse-3"), LLAMA, Load(context=1e-9))
    assert step.seconds == pytest.approx(by_hand, rel=1e-9)


def test_more_wafers_do_not_make_one_token_quicker_by_much():
    four, eight = (decode_step(rig(f"{n} x wse-3"), LLAMA).seconds for n in (4, 8))
    assert 0.9 < eight / four < 1.1


def test_streams_share_a_wafer_pipeline_until_every_layer_is_busy():
    few = decode_step(rig("4 x wse-3"), LLAMA, Load(batch=10, context=100))
    assert few.speed == pytest.approx(decode_step(rig("4 x wse-3"), LLAMA, Load(context=100)).speed)
    many = decode_step(rig("4 x wse-3"), LLAMA, Load(batch=1000, context=100))
    twice = decode_step(rig("4 x wse-3"), LLAMA, Load(batch=2000, context=100))
    assert twice.speed == pytest.approx(many.speed / 2, rel=1e-9)
    assert twice.speed_total == pytest.approx(many.speed_total, rel=1e-9)


def test_speculation_multiplies_the_speed_by_what_is_accepted_less_the_draft():
    plain = decode_step(rig("4 x wse-3"), LLAMA)
    drafted = decode_step(rig("4 x wse-3"), LLAMA, Load(accepted=3, draft=5))
    # the links carry six tokens instead of one: 3 x 5 x 16,384 B / 150 GB/s
    seconds = plain.seconds + 3 * 5 * 16_384 / 150e9 + drafted.parts[1].seconds
    assert drafted.speed == pytest.approx(3 / 1.4 / seconds, rel=1e-9)


def test_verifying_drafts_of_a_mixture_reads_more_experts():
    # Mixtral: one token touches 2 of 8 experts; four tokens 8 (1 - 0.75^4) = 5.47
    mixtral = CATALOG.models["mixtral-8x7b"]
    one, four = (
        decode_step(rig("4 x h100"), mixtral, Load(context=1e-9, draft=g, accepted=1)).parts[0]
        for g in (0, 3)
    )
    more = (8 * (1 - 0.75**4) - 2) * 5.6371e9 * 2
    assert four.bytes - one.bytes == pytest.approx(more, rel=1e-3)


def test_a_mixture_of_experts_reads_more_of_itself_the_larger_the_batch():
    from dataclasses import replace

    # 8 experts of 5 G, 2 used: one stream reads 2, two streams 8 (1 - (3/4)^2) = 3.5
    model = replace(LLAMA, tied=True, experts=Experts(8, 2, 5e9))
    shared = 70.55e9 - 40e9
    assert eq.parameters_read(model, 1) == pytest.approx(shared + 10e9)
    assert eq.parameters_read(model, 2) == pytest.approx(shared + 17.5e9)
    assert eq.parameters_read(model, 1000) == pytest.approx(70.55e9)


def test_floats_and_arrays_give_the_same():
    batch = np.array([1.0, 7.0, 300.0, 5000.0])
    for text in ("8 x h100", "4 x wse-3"):
        together = decode_step(rig(text), LLAMA, Load(batch=batch))
        for index, one in enumerate(batch):
            alone = decode_step(rig(text), LLAMA, Load(batch=float(one)))
            assert together.seconds[index] == pytest.approx(alone.seconds, rel=1e-12)


def test_narrower_weights_are_read_quicker():
    sixteen = decode_step(rig("8 x h100"), LLAMA, Load(context=1e-9), "limit").seconds
    eight = decode_step(rig("8 x h100"), LLAMA, Load(context=1e-9, bits=8), "limit").seconds
    assert eight == pytest.approx(sixteen / 2, rel=1e-9)


def test_what_does_not_fit_says_how_many_chips_would_hold_it():
    # 141.1 GB of weights on 80 GB: two chips
    found = fit(rig("1 x h100"), LLAMA, Load(context=1))
    assert (found.fits, found.chips_needed, found.most_batch) == (False, 2, 0)
    with pytest.raises(VizError, match="write 2 x h100"):
        demand_fit(rig("1 x h100"), LLAMA)


def test_a_kv_cache_that_is_too_large_says_at_which_batch_it_stops_fitting():
    # 90 % of 640 GB - 141.1 GB over 1,024 x 327,680 B = 1296.1 users
    assert fit(rig("8 x h100"), LLAMA).most_batch == 1296
    with pytest.raises(VizError, match="stops fitting above batch 1,296"):
        demand_fit(rig("8 x h100"), LLAMA, Load(batch=1297))


@pytest.mark.parametrize(
    "text", ["8 x h100", "8xh100", "8 X H100", "8 × h100", "8 h100", " 8 x h100 "]
)
def test_a_machine_may_be_written_in_several_ways(text):
    found = rig(text)
    assert (found.count, found.chip.name, found.stack.name) == (8, "h100", "tensorrt-llm-2024")


def test_a_chip_without_a_count_is_one():
    assert rig("wse-3").count == 1


@pytest.mark.parametrize(
    "text", ["0 x h100", "-1 x h100", "1.5 x h100", "nan x h100", "1000000 x h100"]
)
def test_a_count_that_is_none_is_refused_with_its_range(text):
    with pytest.raises(VizError, match="write 1 to 100000, as '8 x h100'"):
        rig(text)


def test_unknown_names_find_the_nearest():
    with pytest.raises(VizError, match="did you mean 'h100'"):
        rig("8 x h10")
    with pytest.raises(VizError, match="did you mean 'vllm-2024'"):
        rig("8 x h100", "vllm")
    with pytest.raises(VizError, match="nothing is written"):
        rig("")


def test_a_stack_for_another_kind_of_chip_is_refused_with_the_right_ones():
    with pytest.raises(VizError, match=r"is for a wafer.*tensorrt-llm-2024"):
        rig("8 x h100", "wafer")


@pytest.mark.parametrize("what", WHAT)
@pytest.mark.parametrize("basis", ["published", "limit"])
@pytest.mark.parametrize("text", ["8 x h100", "4 x wse-3"])
def test_every_part_explains_itself_with_sources(text, basis, what):
    machine = rig(text)
    step = decode_step(machine, LLAMA, basis=basis)
    found = explain(machine, LLAMA, None, basis, what)
    seconds = {part.name: part.seconds for part in step.parts}
    expected = {"token": step.seconds, "speed": step.speed, **seconds}[what]
    assert found.value == pytest.approx(expected)
    assert found.formula
    assert found.with_numbers
    assert found.basis == basis
    for given in found.inputs:
        assert given.source


def test_contested_and_unverified_inputs_say_so():
    inputs = explain(rig("4 x wse-3"), LLAMA).inputs
    notes = {given.symbol: given.note for given in inputs}
    assert "others print 24 PB/s (vendor), 25 PB/s (vendor)" in notes["B"]
    sources = {given.symbol: given.source for given in inputs}
    assert sources["hop"].startswith("not verified: ")


def test_nothing_else_can_be_explained():
    with pytest.raises(VizError, match="did you mean 'token'"):
        explain(rig("8 x h100"), LLAMA, what="tokens")
