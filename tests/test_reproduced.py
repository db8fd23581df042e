"""What the first edition got wrong, each with its right value; arithmetic by hand or published."""

from dataclasses import replace

import pytest

from viz.catalog.load_catalog import load_catalog
from viz.errors import VizError
from viz.physics.capacity import demand_fit, fit
from viz.physics.decode import decode_step
from viz.physics.predict import predict
from viz.physics.published import read_rows
from viz.physics.rig import parse_rig
from viz.physics.shape import held_bytes, shape_of
from viz.physics.step import step_times
from viz.physics.types import Load, Rig
from viz.physics.validation import cases, predicted, score_row

CATALOG = load_catalog()


def rig(text, stack=None):
    return parse_rig(text, CATALOG, stack)


def model(name):
    return CATALOG.models[name]


def rows(**wanted):
    from viz.assets_path import data_folder

    found, _ = cases(read_rows(data_folder("assets") / "published.csv")[0], CATALOG)
    return [
        case for case in found if all(getattr(case.row, key) == is_ for key, is_ in wanted.items())
    ]


def test_a_prompt_of_131072_tokens_pays_for_its_attention():
    # 2 P T + 2 L heads d T^2 = 6.6e15 FLOP: 6.7 s at 989 TFLOP/s, 11 s at 60 %
    load = Load(context=131_072, prompt=131_072)
    limit = predict(rig("h100"), model("llama-3.1-8b"), load, "limit").first
    assert limit == pytest.approx(6.6e15 / 989e12, rel=0.01)
    assert 10 < predict(rig("h100"), model("llama-3.1-8b"), load).first < 12


@pytest.mark.parametrize(
    ("machine", "name", "prompt", "published"),
    [
        ("32 x gh200", "llama-3.1-70b", 32_768, 0.472),
        ("32 x gh200", "llama-3.1-405b", 32_768, 1.6),
        ("32 x gh200", "llama-3.1-405b", 122_880, 7.5),
        ("128 x h100", "llama-3.1-405b", 131_072, 3.8),
        ("128 x h100", "llama-3.1-405b", 1_048_576, 77.0),
    ],
)
def test_published_prefills_are_met_within_a_factor_of_1_6(machine, name, prompt, published):
    found = predict(rig(machine), model(name), Load(context=prompt, prompt=prompt)).first
    assert published / 1.6 <= found <= published * 1.6


@pytest.mark.parametrize("machine", ["h100", "8 x h100", "4 x wse-3", "8 x mi300x"])
@pytest.mark.parametrize("prompt", [1, 64])
def test_the_first_token_comes_not_before_one_pass_over_the_weights(machine, prompt):
    name = "llama-3.1-8b" if machine == "h100" else "llama-3.1-70b"
    for basis in ("published", "limit"):
        found = predict(rig(machine), model(name), Load(context=prompt, prompt=prompt), basis)
        assert found.first >= found.step


def test_a_prompt_alone_is_the_context_of_the_step(capsys):
    import json

    from viz.cli import main

    assert main(["estimate", "8 x h100", "llama-3.1-70b", "--prompt", "8000", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["context"] == 8000


def test_the_cache_costs_what_its_bytes_cost():
    # 70B: 327,680 B a token, cut over 8 cards of 3.35 TB/s: 8 heads
    steps = [
        decode_step(rig("8 x h100"), model("llama-3.1-70b"), Load(context=c)).seconds
        for c in (2_048, 131_072)
    ]
    eta = CATALOG.stacks["tensorrt-llm-2024"].eta.value
    more = (131_072 - 2_048) * 327_680 / (8 * eta * 3.35e12)
    assert steps[1] - steps[0] == pytest.approx(more, rel=1e-9)


def test_fewer_bytes_are_never_slower():
    for stack in ("tensorrt-llm-2024", "gpt-fast", "vllm-2024"):
        steps = [
            decode_step(rig("8 x h100", stack), model("llama-3.1-70b"), Load(bits=bits)).seconds
            for bits in (4, 8, 14, 15.9, 16)
        ]
        assert steps == sorted(steps)


def test_pcie_is_no_quicker_than_nvlink_and_no_link_is_an_error():
    load = Load(batch=64)
    nvlink, pcie = (
        decode_step(rig(f"8 x {name}"), model("llama-3.1-70b"), load).seconds
        for name in ("h100", "h100-pcie")
    )
    assert pcie > nvlink
    bare = replace(CATALOG.chips["h100"], link=None, name="bare")
    catalog = CATALOG.with_chips({"bare": bare})
    assert parse_rig("bare", catalog).count == 1
    with pytest.raises(VizError, match="has no link"):
        parse_rig("2 x bare", catalog)


def test_arithmetic_of_the_weights_does_not_hide_behind_the_cache():
    # batch 2,000: arithmetic is longer than reading the weights, and the cache comes on top
    short, long = (
        step_times(rig("8 x h100"), model("llama-3.1-70b"), Load(batch=2000, context=c))
        for c in (1, 4_000)
    )
    assert short.computing > 0
    assert long.seconds - short.seconds == pytest.approx(long.cache - short.cache, rel=1e-6)


def test_latent_attention_multiplies_240_times_for_each_byte():
    # R1: 128 heads x (576 + 512) values x 2, over 576 values of 2 bytes
    shape = shape_of(model("deepseek-r1"))
    assert shape.pairs / (2 * shape.cached) == pytest.approx(128 * 1088 / 576)


def test_weight_only_formats_multiply_in_16_bit():
    load = Load(batch=4096, context=1)
    wide = step_times(rig("8 x h100"), model("llama-3.1-70b"), load, "limit")
    int4, fp8 = (
        step_times(
            rig("8 x h100"),
            model("llama-3.1-70b"),
            replace(load, precision=CATALOG.precisions[name]),
            "limit",
        )
        for name in ("int4", "fp8")
    )
    assert int4.work == pytest.approx(wide.work)
    # all but the attention of 4,096 single tokens is done at twice the rate
    assert fp8.work == pytest.approx(wide.work / 2, rel=0.01)


def test_estimate_and_validate_say_the_same_of_the_same_load():
    case = next(
        case
        for case in rows(model="Mixtral-8x7B", hardware="H100-SXM", batch=16)
        if case.rig.stack.name == "tensorrt-llm-2024"
    )
    found = predict(case.rig, case.model, case.load)
    assert predicted(case) == found.end_to_end
    # what is different of that benchmark is in the load, and can be asked for
    assert case.load.alike == 1
    apart = predict(case.rig, case.model, replace(case.load, alike=0)).end_to_end
    assert apart < found.end_to_end


def test_speculation_counts_in_a_whole_answer_too():
    load = Load(context=20, prompt=16, output=100)
    plain = predict(rig("8 x h100"), model("llama-3.1-70b"), load)
    drafted = predict(rig("8 x h100"), model("llama-3.1-70b"), replace(load, accepted=2.8, draft=3))
    assert drafted.end_to_end > 1.5 * plain.end_to_end


def test_a_cache_of_eight_heads_is_kept_eight_times_on_64_cards():
    # 90 % of 80 GB - 16.06 GB / 64, over 1,024 x 131,072 B / 8 on each card
    room = 72e9 - 16.06e9 / 64
    assert fit(rig("64 x h100"), model("llama-3.1-8b")).most_batch == int(room / (2**27 / 8))


def test_r1_on_16_h200_serves_147_users_of_8k():
    # the latent of 8,192 x 61 x 576 x 2 B is on every card; 671.03 GB of weights over 16
    room = 0.9 * 141e9 - 671.03e9 / 16
    by_hand = int(room / (8192 * 61 * 576 * 2))
    assert by_hand == 147
    found = fit(rig("16 x h200"), model("deepseek-r1"), Load(bits=8, context=8192))
    assert found.most_batch == by_hand
    assert found.copies == 16


def test_what_does_not_fit_says_what_would():
    with pytest.raises(VizError, match=r"kept 16 times; it stops fitting above batch 147"):
        demand_fit(rig("16 x h200"), model("deepseek-r1"), Load(148, 8192, 8))


def test_the_bands_of_wafers_are_as_wide_as_their_rows_are_few():
    assert CATALOG.stacks["wafer"].band.value == 2.7
    assert CATALOG.stacks["wafer-production"].band.value >= 2.05


def test_a_wafer_at_16_bit_is_bound_by_arithmetic_at_the_limit():
    # 2 B / 21 PB/s = 95 as for reading a weight, 2 FLOP / 15.6 PFLOP/s = 128 as to use it
    step = decode_step(rig("4 x wse-3"), model("llama-3.1-70b"), Load(context=1e-9), "limit")
    assert step.parts[1].seconds / step.parts[0].seconds == pytest.approx(
        128.2 / 95.24 - 1, rel=0.01
    )
    assert "reads a weight sooner than it multiplies" in step.parts[1].limited_by


def test_the_rows_of_2025_and_2026_are_met():
    modern = [case for case in rows() if case.rig.stack.name.startswith("serving-2026")]
    assert len(modern) >= 32
    errors = sorted(abs(score_row(case).error) for case in modern if "AWQ" not in case.row.note)
    assert errors[len(errors) // 2] < 0.12
    boxes = [case for case in modern if case.rig.count == 16]
    assert all(abs(score_row(case).error) < 0.1 for case in boxes)


def test_gpt_oss_comes_to_the_bytes_of_its_files():
    shape = shape_of(model("gpt-oss-120b"))
    for name, size in (("mxfp4", 0.558), ("gguf-mxfp4", 0.5424)):
        assert held_bytes(shape, 16, CATALOG.precisions[name]) / shape.held == pytest.approx(
            size, rel=2e-3
        )


def test_experts_dealt_out_whole_wait_for_the_card_with_most_of_them():
    text = "8 x h200 (tp 8, ep)"
    shared, dealt = (
        decode_step(rig(one), model("deepseek-r1"), Load(bits=8, context=1e-9)).parts[0].seconds
        for one in ("8 x h200", text)
    )
    assert dealt > shared


def test_boxes_are_further_apart_than_cards():
    one, two = (
        decode_step(rig(text), model("llama-3.1-8b")).seconds
        for text in ("8 x h100", "8 x h100 (2 boxes)")
    )
    assert two > one
    # sixteen cards do not fit in a box of eight, written or not
    assert (
        decode_step(rig("16 x h100"), model("deepseek-r1")).seconds
        == decode_step(rig("16 x h100 (2 boxes)"), model("deepseek-r1")).seconds
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("16 x h100 (3 boxes)", "16 chips cannot be cut by 3 .*write 2, which divides 16"),
        ("16 x h100 (1 box)", "a box of NVIDIA H100 has 8 cards, not 16; write .2 boxes"),
        ("8 x h100 (tp 16)", "8 chips cannot be cut by 16"),
        ("8 x h100 (0 boxes)", "says nothing about a machine"),
        ("8 x h100 (rows 2)", "says nothing about a machine; write '16 x h100 .2 boxes"),
        ("8 x h100 (tp 2, pp 2, dp 1)", "are not 8 chips"),
    ],
)
def test_a_machine_that_cannot_be_cut_so_says_what_can(text, told):
    with pytest.raises(VizError, match=told):
        rig(text)


def test_tensor_pipeline_and_data_parallel_are_cut_as_they_are_written():
    machine = rig("16 x h100 (tp 8, pp 2)")
    assert (machine.tensor, machine.pipeline) == (8, 2)
    piped = step_times(machine, model("llama-3.1-405b"), Load(bits=8))
    split = step_times(rig("8 x h100"), model("llama-3.1-405b"), Load(bits=8))
    assert piped.reading == pytest.approx(split.reading)  # one stream meets both halves in turn
    two = step_times(rig("16 x h100 (tp 8, dp 2)"), model("llama-3.1-70b"), Load(batch=32))
    one = step_times(rig("8 x h100"), model("llama-3.1-70b"), Load(batch=16))
    assert two.seconds == pytest.approx(one.seconds)


def test_every_row_has_a_name_of_its_own():
    names = [case.row.id for case in rows()]
    assert len(set(names)) == len(names)
    assert "4x-wse-3-llama-3-x-70b-w16-b1-wafer-2024-445" in names


def test_a_plain_rig_is_what_it_was():
    assert rig("8 x h100") == Rig(CATALOG.chips["h100"], 8, CATALOG.stacks["tensorrt-llm-2024"])
