"""Some hundred inputs of each kind that nobody wrote; `make fuzz` tries them by the million.

What was found once stays here: a case is its kind and its seed, or the input itself.
"""

import json

import fuzz
import pytest

from viz.errors import VizError
from viz.film.verify import verify_film
from viz.scene.load_scene import scene_from_text


@pytest.mark.parametrize(
    ("kind", "cases"),
    [
        ("scene", 60),
        ("take", 300),
        ("talk", 300),
        ("sidecar", 200),
        ("table", 100),
        ("command", 60),
    ],
)
def test_an_input_that_nobody_wrote_is_taken_or_refused_with_a_reason(
    kind, cases, tmp_path, monkeypatch
):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("VIZ_TRACEBACK", "1")
    folder = tmp_path / "x"
    folder.mkdir()
    for seed in range(cases):
        fuzz.one_case(kind, seed, folder)


@pytest.mark.parametrize("scenes", [None, 7, 1e99, "x", [1], [None], [{}], {"a": 1}])
def test_a_sidecar_whose_scenes_are_something_else_is_read(tmp_path, scenes):
    """Found by fuzzing: `viz verify` ended with a TypeError."""
    film = tmp_path / "a.mp4"
    film.write_bytes(b"x")
    told = {"viz_film": 1, "sha256": "00", "scenes": scenes}
    (tmp_path / "a.mp4.json").write_text(json.dumps(told), encoding="utf-8")
    assert any("SHA-256" in wrong for wrong in verify_film(film).wrong)


def test_an_option_of_a_knob_that_names_nothing_is_told_with_its_place():
    """Found by fuzzing: the error of a unit came through as it was."""
    text = (fuzz.ROOT / "scenes" / "to_scale.yaml").read_text(encoding="utf-8")
    assert '["chip:h100.bandwidth", ' in text
    text = text.replace('["chip:h100.bandwidth", ', '["chip:h100.bandwidtth", ')
    with pytest.raises(VizError, match="bandwidtth") as caught:
        scene_from_text(text, "x.yaml")
    assert all(fault.place for fault in caught.value.faults)


def test_a_machine_without_a_name_beside_a_broken_chip_is_told():
    """Found by fuzzing: an IndexError."""
    text = fuzz.TINY.replace("left: 1 x h100", 'left: " "') + "chips: {dream: {like: h100, x: 1}}\n"
    with pytest.raises(VizError) as caught:
        scene_from_text(text, "x.yaml")
    assert all(fault.place for fault in caught.value.faults)
