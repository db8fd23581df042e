"""Laws that hold for any machine: what nature and arithmetic do not allow is never predicted."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from viz.catalog.load_catalog import load_catalog
from viz.physics import equations as eq
from viz.physics.capacity import fit
from viz.physics.decode import decode_step
from viz.physics.predict import predict
from viz.physics.rig import parse_rig
from viz.physics.shape import shape_of
from viz.physics.step import step_times
from viz.physics.types import Load

CATALOG = load_catalog()
CHIPS = st.sampled_from(sorted(CATALOG.chips))
GPUS = st.sampled_from(
    sorted(name for name in CATALOG.chips if CATALOG.chips[name].joins == "tensor")
)
MODELS = st.sampled_from(sorted(CATALOG.models))
COUNTS = st.integers(1, 200)
PRECISIONS = st.sampled_from([None, *(CATALOG.precisions[name] for name in CATALOG.precisions)])
LOADS = st.builds(
    Load,
    batch=st.floats(1, 4096),
    context=st.floats(1, 200_000),
    bits=st.sampled_from([4.0, 8.0, 15.9, 16.0]),
    kv_bits=st.sampled_from([8.0, 16.0]),
    alike=st.floats(0, 1),
    precision=PRECISIONS,
)
BASES = st.sampled_from(["published", "limit"])
FACTORS = st.floats(1, 100)
some = settings(max_examples=60, deadline=None)
NEVER = 1 - 1e-9


def rig(chip, count):
    return parse_rig(f"{count} x {chip}", CATALOG)


@some
@given(CHIPS, COUNTS, MODELS, LOADS, BASES)
def test_every_part_is_a_time_and_they_add_up(chip, count, model, load, basis):
    step = decode_step(rig(chip, count), CATALOG.models[model], load, basis)
    assert all(part.seconds >= 0 for part in step.parts)
    assert sum(part.seconds for part in step.parts) == pytest.approx(step.seconds)
    assert step.speed > 0


@some
@given(CHIPS, COUNTS, MODELS, LOADS)
def test_no_machine_is_quicker_than_its_limit(chip, count, model, load):
    machine, shape = rig(chip, count), CATALOG.models[model]
    assume(fit(machine, shape, load).fits)  # a layer that is larger than a wafer is no layer
    limit = decode_step(machine, shape, load, "limit").seconds
    assert decode_step(machine, shape, load).seconds >= limit * NEVER


@some
@given(CHIPS, COUNTS, MODELS, LOADS, BASES, FACTORS)
def test_more_bandwidth_is_never_slower(chip, count, model, load, basis, factor):
    machine, shape = rig(chip, count), CATALOG.models[model]
    quicker = replace(machine.chip.bandwidth, value=machine.chip.bandwidth.value * factor)
    better = replace(machine, chip=replace(machine.chip, bandwidth=quicker))
    before = decode_step(machine, shape, load, basis).seconds
    assert decode_step(better, shape, load, basis).seconds <= before * (1 + 1e-9)


@some
@given(CHIPS, COUNTS, MODELS, LOADS, BASES, st.floats(1, 16))
def test_a_larger_batch_is_never_quicker_for_one_user_or_slower_for_all(
    chip, count, model, load, basis, factor
):
    machine, shape = rig(chip, count), CATALOG.models[model]
    one = decode_step(machine, shape, load, basis)
    more = decode_step(machine, shape, replace(load, batch=load.batch * factor), basis)
    assert more.seconds >= one.seconds * NEVER
    assert more.speed_total >= one.speed_total * NEVER


@some
@given(CHIPS, COUNTS, MODELS, LOADS, BASES, FACTORS)
def test_a_longer_context_and_a_wider_cache_are_never_quicker(
    chip, count, model, load, basis, factor
):
    machine, shape = rig(chip, count), CATALOG.models[model]
    before = decode_step(machine, shape, load, basis).seconds
    longer = replace(load, context=load.context * factor)
    wider = replace(load, kv_bits=load.kv_bits * 2)
    for more in (longer, wider):
        assert decode_step(machine, shape, more, basis).seconds >= before * NEVER


@some
@given(CHIPS, COUNTS, MODELS, LOADS, BASES, st.floats(1, 32), st.floats(1, 32))
def test_fewer_bits_are_never_slower(chip, count, model, load, basis, one, other):
    machine, shape = rig(chip, count), CATALOG.models[model]
    few, many = sorted((one, other))
    steps = [
        decode_step(machine, shape, replace(load, precision=None, bits=bits), basis).seconds
        for bits in (few, many)
    ]
    assert steps[0] <= steps[1] * (1 + 1e-9)


@some
@given(CHIPS, COUNTS, MODELS, LOADS, BASES, st.floats(1, 200_000), FACTORS)
def test_the_first_token_is_never_before_one_step_and_longer_prompts_take_longer(
    chip, count, model, load, basis, prompt, factor
):
    machine, shape = rig(chip, count), CATALOG.models[model]
    load = replace(load, prompt=prompt, context=prompt)
    first = predict(machine, shape, load, basis)
    assert first.first >= first.step * NEVER
    longer = replace(load, prompt=prompt * factor, context=prompt * factor)
    assert predict(machine, shape, longer, basis).first >= first.first * NEVER


@some
@given(CHIPS, COUNTS, MODELS, LOADS, BASES, st.floats(1, 200_000))
def test_nothing_multiplies_faster_than_its_peak_or_reads_faster_than_its_memory(
    chip, count, model, load, basis, prompt
):
    machine, shape = rig(chip, count), CATALOG.models[model]
    load = replace(load, prompt=prompt, context=prompt)
    told, numbers = predict(machine, shape, load, basis), shape_of(shape)
    peak = machine.count * max(rate.value for _, rate in machine.chip.flops)
    seen = min(prompt, 2 * numbers.window) if numbers.window else prompt
    seen = prompt - numbers.windowed * (prompt - seen)
    flop = load.batch * (2 * shape.active.value * prompt + numbers.pairs_first * prompt * seen)
    assert told.first >= flop / peak * (1 - 1e-6)
    memory = machine.count * machine.chip.bandwidth.value
    if machine.chip.kind == "wafer":  # a layer reads with its own cores only
        assert told.step >= told.times.read_bytes * numbers.layers / memory * NEVER
    else:
        assert told.step >= told.times.read_bytes / memory * NEVER


@some
@given(GPUS, st.integers(1, 8), MODELS, LOADS, FACTORS)
def test_a_slower_link_is_never_quicker(chip, count, model, load, factor):
    machine, shape = rig(chip, 8 * count), CATALOG.models[model]
    link = replace(machine.chip.link, value=machine.chip.link.value / factor)
    slower = replace(machine, chip=replace(machine.chip, link=link))
    before = decode_step(machine, shape, load).seconds
    assert decode_step(slower, shape, load).seconds >= before * NEVER


@some
@given(st.sampled_from(["h100", "h200", "b200", "mi300x"]), MODELS, LOADS)
def test_more_boxes_are_never_quicker(chip, model, load):
    shape = CATALOG.models[model]
    steps = [
        decode_step(parse_rig(f"8 x {chip} ({boxes} boxes)", CATALOG), shape, load).seconds
        for boxes in (1, 2, 4, 8)
    ]
    assert steps[0] <= min(steps[1:]) * (1 + 1e-9)


@some
@given(GPUS, MODELS, LOADS)
def test_at_the_limit_more_cards_are_never_slower(chip, model, load):
    shape = CATALOG.models[model]
    steps = [decode_step(rig(chip, n), shape, load, "limit").seconds for n in (1, 2, 4, 8, 16)]
    assert all(more <= few * (1 + 1e-9) for few, more in pairwise(steps))


@some
@given(GPUS, COUNTS, MODELS, LOADS, st.integers(1, 8), st.integers(1, 8))
def test_verifying_more_tokens_never_takes_less(chip, count, model, load, few, more):
    machine, shape = rig(chip, count), CATALOG.models[model]
    few, more = sorted((few, more))
    steps = [step_times(machine, shape, replace(load, draft=g)).seconds for g in (0, few, more)]
    assert steps[0] <= steps[1] * (1 + 1e-9) <= steps[2] * (1 + 2e-9)


@some
@given(CHIPS, COUNTS, MODELS, LOADS, st.floats(1, 20_000), st.floats(1, 20_000))
def test_prompts_of_others_never_make_a_token_come_sooner(chip, count, model, load, prompt, output):
    machine, shape = rig(chip, count), CATALOG.models[model]
    found = predict(machine, shape, replace(load, prompt=prompt, output=output))
    assert found.between >= found.step * NEVER / 1.0
    assert found.end_to_end <= output / found.first * (1 + 1e-9)


@some
@given(CHIPS, MODELS, LOADS)
def test_as_many_chips_as_are_needed_do_hold_the_model_and_one_less_does_not(chip, model, load):
    shape = CATALOG.models[model]
    needed = fit(rig(chip, 1), shape, load).chips_needed
    if needed < 100_000:
        assert fit(rig(chip, needed), shape, load).fits
    if 1 < needed < 100_000:
        assert not fit(rig(chip, needed - 1), shape, load).fits


@some
@given(CHIPS, COUNTS, MODELS, LOADS)
def test_as_many_users_as_fit_do_fit_and_one_more_does_not(chip, count, model, load):
    machine, shape = rig(chip, count), CATALOG.models[model]
    most = fit(machine, shape, load).most_batch
    if 0 < most < 10**8:
        assert fit(machine, shape, replace(load, batch=most * NEVER)).fits
        assert not fit(machine, shape, replace(load, batch=most + 1.001)).fits


@some
@given(MODELS, LOADS)
def test_streams_that_choose_alike_read_no_more_experts(model, load):
    shape = CATALOG.models[model]
    apart, alike = (eq.weights_read(shape, replace(load, alike=one)) for one in (0, 1))
    middle = eq.weights_read(shape, load)
    assert alike * NEVER <= middle <= apart * (1 + 1e-9)
    alone = eq.weights_read(shape, replace(load, batch=1))
    assert alike == pytest.approx(alone)
