"""Laws that hold for any machine: more of anything good is never slower."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from viz.catalog.load_catalog import load_catalog
from viz.physics.capacity import fit
from viz.physics.decode import decode_step
from viz.physics.rig import parse_rig
from viz.physics.types import Load

CATALOG = load_catalog()
CHIPS = st.sampled_from(sorted(CATALOG.chips))
MODELS = st.sampled_from(sorted(CATALOG.models))
COUNTS = st.integers(1, 200)
LOADS = st.builds(
    Load,
    batch=st.floats(1, 4096),
    context=st.floats(1, 200_000),
    bits=st.sampled_from([4.0, 8.0, 16.0]),
)
BASES = st.sampled_from(["published", "limit"])


def rig(chip, count):
    return parse_rig(f"{count} x {chip}", CATALOG)


@settings(max_examples=60, deadline=None)
@given(CHIPS, COUNTS, MODELS, LOADS, BASES)
def test_every_part_is_a_time_and_they_add_up(chip, count, model, load, basis):
    step = decode_step(rig(chip, count), CATALOG.models[model], load, basis)
    assert all(part.seconds >= 0 for part in step.parts)
    assert sum(part.seconds for part in step.parts) == pytest.approx(step.seconds)
    assert step.speed > 0


@settings(max_examples=60, deadline=None)
@given(CHIPS, COUNTS, MODELS, LOADS)
def test_no_machine_is_quicker_than_its_limit(chip, count, model, load):
    machine, shape = rig(chip, count), CATALOG.models[model]
    assume(fit(machine, shape, load).fits)  # a layer that is larger than a wafer is no layer
    limit = decode_step(machine, shape, load, "limit").seconds
    assert decode_step(machine, shape, load).seconds >= limit * (1 - 1e-9)


@settings(max_examples=60, deadline=None)
@given(CHIPS, COUNTS, MODELS, LOADS, BASES, st.floats(1, 100))
def test_more_bandwidth_is_never_slower(chip, count, model, load, basis, factor):
    machine, shape = rig(chip, count), CATALOG.models[model]
    quicker = replace(machine.chip.bandwidth, value=machine.chip.bandwidth.value * factor)
    better = replace(machine, chip=replace(machine.chip, bandwidth=quicker))
    before = decode_step(machine, shape, load, basis).seconds
    assert decode_step(better, shape, load, basis).seconds <= before * (1 + 1e-9)


@settings(max_examples=60, deadline=None)
@given(CHIPS, COUNTS, MODELS, LOADS, BASES, st.floats(1, 16))
def test_a_larger_batch_is_never_quicker_for_one_user_or_slower_for_all(
    chip, count, model, load, basis, factor
):
    machine, shape = rig(chip, count), CATALOG.models[model]
    one = decode_step(machine, shape, load, basis)
    more = decode_step(machine, shape, replace(load, batch=load.batch * factor), basis)
    assert more.seconds >= one.seconds * (1 - 1e-9)
    assert more.speed_total >= one.speed_total * (1 - 1e-9)


@settings(max_examples=60, deadline=None)
@given(CHIPS, MODELS, LOADS)
def test_as_many_chips_as_are_needed_do_hold_the_model_and_one_less_does_not(chip, model, load):
    shape = CATALOG.models[model]
    needed = fit(rig(chip, 1), shape, load).chips_needed
    if needed < 100_000:
        assert fit(rig(chip, needed), shape, load).fits
    if 1 < needed < 100_000:
        assert not fit(rig(chip, needed - 1), shape, load).fits
