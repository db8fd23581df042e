"""Build your own pair of machines: what the knobs put together is what the physics says of it."""

from pathlib import Path

import pytest

from viz.catalog.load_catalog import load_catalog
from viz.physics.capacity import fit
from viz.physics.decode import decode_step
from viz.physics.rig import parse_rig
from viz.physics.types import Load
from viz.scene.load_scene import load_scene
from viz.stage.look import Look
from viz.web.packed import of_scene, packed, reel_of, unpacked
from viz.web.session import opened, step

SCENE = str(Path(__file__).resolve().parent.parent / "assets" / "sandbox.yaml")


@pytest.fixture(scope="module")
def reel():
    return reel_of(unpacked(packed(of_scene(load_scene(SCENE)))), Look())


def after(reel, *events):
    session = opened(reel, {"t": 6}, 0.0)
    return step(session, events, 0.0)[1]


def test_two_machines_of_the_catalog_are_what_the_physics_says_of_them(reel):
    answer = after(
        reel,
        {"set": ["left_chip", "h200"]},
        {"set": ["left_count", 4]},
        {"set": ["right_chip", "mi300x"]},
        {"set": ["model", "qwen3-32b"]},
        {"set": ["users", 16]},
        {"set": ["context", 4000]},
        {"set": ["bits", "8 bit"]},
    )
    catalog = load_catalog()
    for told, rig in zip(answer["parts"]["machines"], ("4 x h200", "4 x mi300x"), strict=True):
        expected = decode_step(
            parse_rig(rig, catalog),
            catalog.models["qwen3-32b"],
            Load(batch=16, context=4000, bits=8),
            "published",
        )
        assert told["value"] == pytest.approx(expected.speed)
        assert told["seconds"] == pytest.approx(expected.seconds)
        assert [seconds for _, seconds, _ in told["parts"]] == pytest.approx(
            [part.seconds for part in expected.parts]
        )
        assert told["low"] * expected.band == pytest.approx(expected.speed)


def test_what_does_not_fit_says_how_many_would_hold_it_and_those_do(reel):
    big = {"set": ["model", "llama-3.1-405b"]}
    left = after(reel, big)["parts"]["machines"][0]
    catalog = load_catalog()
    held = fit(parse_rig("8 x h100", catalog), catalog.models["llama-3.1-405b"], Load())
    assert (left["fits"], left["would"], left["knob"]) == (False, held.chips_needed, "left_count")
    assert left["needed"] == "812 GB"  # 405.85 billion parameters of 2 bytes
    made = after(reel, big, {"set": ["left_count", left["would"]]})["parts"]["machines"][0]
    assert made["fits"]


def test_every_chip_stands_on_either_side_with_every_model(reel):
    knobs = {knob.name: knob for knob in reel.timelines[0].scene.knobs}
    chips, models = knobs["left_chip"].choices, knobs["model"].choices
    assert set(chips) <= set(load_catalog().chips)
    for number, chip in enumerate(chips):
        model = models[number % len(models)]
        for side in ("left", "right"):
            events = [{"set": [f"{side}_chip", chip]}, {"set": ["model", model]}]
            answer = after(reel, *events)
            told = {one["side"]: one for one in answer["parts"]["machines"]}[side]
            assert told["name"].endswith(load_catalog().chips[chip].title)
            assert told["value"] > 0
            assert len(answer["change"][0][2]) > 20


def test_a_value_that_a_knob_cannot_have_changes_nothing(reel):
    plain = after(reel)["parts"]["machines"]
    for value in (["left_chip", "abacus"], ["left_count", "many"], ["wings", 2], ["model", 7], 5):
        assert after(reel, {"set": value})["parts"]["machines"] == plain
