"""Numbers every build must reproduce, each against arithmetic by hand."""

import math

import pytest

from viz.catalog.claims import load_claims
from viz.catalog.load_catalog import load_catalog
from viz.physics.capacity import fit
from viz.physics.decode import decode_step
from viz.physics.predict import predict
from viz.physics.rig import parse_rig
from viz.physics.serving import (
    burst_efficiency,
    generation_share,
    pipeline_throughput,
    speed_up,
    streamed_token_seconds,
    task_seconds,
)
from viz.physics.types import Load

CATALOG = load_catalog()
CLAIMS = load_claims()
WSE, H100 = CATALOG.chips["wse-3"], CATALOG.chips["h100"]


def amount(name):
    return CLAIMS[name].amount


def test_thirty_tokens_take_600_ms_at_50_and_40_ms_at_750():
    assert 30 / amount("simple-baseline") == 0.6
    assert 30 / amount("sol-ultrafast-speed") == 0.04


def test_all_sram_of_a_wafer_is_read_in_2_095_us():
    assert WSE.capacity.value / WSE.bandwidth.value == pytest.approx(44e9 / 21e15)
    assert round(WSE.capacity.value / WSE.bandwidth.value * 1e6, 3) == 2.095


def test_the_nvlink_of_the_ratio_is_57_6_terabit():
    # 214 Pb/s = 26.75 PB/s; over 3,715 it is 7.2 TB/s = 57.6 Tb/s = 8 x 900 GB/s
    ratio = amount("wse3-fabric") / amount("fabric-vs-nvlink")
    assert ratio * 8 / 1e12 == pytest.approx(57.6, rel=1e-3)
    assert pytest.approx(ratio, rel=1e-3) == 8 * 900e9
    assert amount("nvlink-bandwidth") == 57.6e9


@pytest.mark.parametrize(("wafers", "us"), [(70, 19.0), (80, 16.7), (90, 14.8), (100, 13.3)])
def test_a_token_at_750_spends_so_long_on_each_wafer(wafers, us):
    assert round(1e6 / amount("sol-ultrafast-speed") / wafers, 1) == us


@pytest.mark.parametrize(("trillions", "bits", "wafers"), [(2, 8, 46), (4, 8, 91), (4, 16, 182)])
def test_so_many_wafers_hold_a_model(trillions, bits, wafers):
    from dataclasses import replace

    model = CATALOG.models["sol-guess"]
    model = replace(model, parameters=replace(model.parameters, value=trillions * 1e12))
    found = fit(parse_rig("1 x wse-3", CATALOG), model, Load(context=1e-9, bits=bits))
    assert found.chips_needed == wafers == math.ceil(trillions * 1e12 * bits / 8 / 44e9)


def test_gdp_val_spent_0_885_on_tokens_and_could_gain_8_7():
    # (1 - 1/5.6) / (1 - 1/14) = 0.82143 / 0.92857
    share = generation_share(5.6, 14)
    assert share == pytest.approx(0.8846, abs=1e-4)
    assert speed_up(share, 14) == pytest.approx(5.6)
    assert round(1 / (1 - share), 1) == 8.7


def test_hle_took_seven_times_as_long():
    minutes = (78 * 60 + 27) / (11 * 60 + 11)
    assert round(minutes, 2) == 7.01
    found = amount("hle-fable-time") / amount("hle-ultrafast-time")
    assert found == pytest.approx(minutes)


def test_three_baselines_are_three_numbers():
    speed = amount("sol-ultrafast-speed")
    assert round(speed / 14, 1) == 53.6 == round(speed / amount("sol-vs-standard"), 1)
    assert round(speed / 70, 1) == 10.7 == round(speed / amount("standard-gpu-speed"), 1)
    assert round(speed / 50, 1) == 15.0 == round(speed / amount("simple-baseline"), 1)


def test_70b_on_eight_h100_is_read_in_5_2_ms_at_the_limit():
    # (70.55 G - 128,256 x 8,192) x 2 B / (8 x 3.35 TB/s) = 139.0 GB / 26.8 TB/s
    model = CATALOG.models["llama-3.1-70b"]
    step = decode_step(parse_rig("8 x h100", CATALOG), model, Load(context=1e-9), "limit")
    assert step.seconds == pytest.approx(2 * (70.55e9 - 128_256 * 8_192) / 26.8e12)
    assert round(step.seconds * 1e3, 1) == 5.2


def test_sram_is_880_times_and_area_56_8_times():
    assert WSE.capacity.value / H100.sram.value == 880
    assert round(WSE.area.value / H100.area.value, 1) == 56.8 == round(46_225 / 814, 1)


@pytest.mark.parametrize(
    ("wafers", "layers", "least", "most"), [(70, 70, 740, 750), (100, 90, 565, 580)]
)
def test_a_sol_of_70_to_90_layers_would_run_at_574_to_747(wafers, layers, least, most):
    # 1 / (layers x 17 us + (wafers - 1) x (2 us + 0.11 us)) and a little for reading
    from dataclasses import replace

    model = CATALOG.models["sol-guess"]
    model = replace(
        model,
        layers=replace(model.layers, value=layers),
        active=replace(model.active, value=20e9),
    )
    rig = parse_rig(f"{wafers} x wse-3", CATALOG)
    assert least <= decode_step(rig, model, Load(bits=8)).speed <= most


def test_the_first_token_is_the_arithmetic_of_the_prompt_and_of_its_attention():
    model, rig = CATALOG.models["llama-3.1-8b"], parse_rig("h100", CATALOG)
    # 2 x 8.03 G x 131,072 and 2 x 32 layers x 32 heads x 128 x 131,072^2: 6.6e15 FLOP
    flop = 2 * 8.03e9 * 131_072 + 2 * 32 * 32 * 128 * 131_072**2
    found = predict(rig, model, Load(context=131_072, prompt=131_072), "limit")
    assert found.first == pytest.approx(flop / 989e12, rel=1e-9)
    assert round(found.first, 1) == 6.7


def test_a_whole_answer_is_slower_than_its_tokens():
    model, rig = CATALOG.models["llama-3.1-8b"], parse_rig("h100", CATALOG)
    found = predict(rig, model, Load(context=1050, prompt=1000, output=100))
    # 100 tokens: the first after the prompt, then 99 steps
    assert found.end_to_end == pytest.approx(100 / (found.first + 99 * found.step))
    assert found.end_to_end < found.decode


def test_a_pipeline_fills_until_its_slowest_stage_is_busy():
    # a token takes 2 ms, the slowest stage 50 us: 40 streams fill it
    assert pipeline_throughput(2e-3, 50e-6, 10) == pytest.approx(5_000)
    assert pipeline_throughput(2e-3, 50e-6, 40) == pytest.approx(20_000)
    assert pipeline_throughput(2e-3, 50e-6, 400) == pytest.approx(20_000)
    assert burst_efficiency(8, 25) == 0.25


def test_streamed_weights_allow_150_tokens_a_second_at_most():
    # 100 billion bytes a token through 100 x 150 GB/s
    from dataclasses import replace

    model = CATALOG.models["sol-guess"]
    model = replace(model, active=replace(model.active, value=100e9))
    assert 1 / streamed_token_seconds(model, 8, 100, 150e9) == pytest.approx(150)


def test_an_agent_waits_answers_and_uses_a_tool_in_each_round():
    # 5 x (0.2 s + 300 / 50 tok/s + 4 s) = 51 s; at 750 tok/s 5 x (0.2 + 0.4 + 4) = 23 s
    assert task_seconds(5, 0.2, 300, 50, 4) == pytest.approx(51)
    assert task_seconds(5, 0.2, 300, 750, 4) == pytest.approx(23)
