"""`viz list actors`: each with its use and its parameters, as a teacher needs them."""

import json

import pytest

from viz.cli import main
from viz.picture.casting import parameters_of
from viz.scene.vocabulary import actors
from viz.stage.parameters import described


@pytest.mark.parametrize("name", actors())
def test_every_actor_says_what_each_parameter_is_for(name):
    for parameter, kind, use in described(parameters_of(name)):
        assert kind, parameter
        assert len(use) > 5, parameter


def test_the_list_has_each_parameter_with_its_kind_use_and_default(capsys):
    assert main(["list", "actors"]) == 0
    out = capsys.readouterr().out
    assert "\nmachine: " in out or out.startswith("machine: ")
    assert "  side  left | right  which machine of the scene (left)\n" in out
    assert all(f"{name}: " in out for name in actors())


def test_the_json_has_them_too(capsys):
    assert main(["list", "actors", "--json"]) == 0
    told = {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)}
    assert told["machine"]["parameters"] == [
        {
            "name": "side",
            "kind": "left | right",
            "use": "which machine of the scene",
            "default": "left",
        }
    ]


def test_programs_are_listed_with_their_scenes(capsys):
    assert main(["list", "programs", "--json"]) == 0
    told = {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)}
    assert set(told) >= {"talk", "short", "lesson"}
