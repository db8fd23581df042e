"""A scene's name leads to one folder; no path, link, device or drive leads out of it (F17, F27)."""

import os
from pathlib import PureWindowsPath

import pytest

from viz.errors import VizError
from viz.scene.find import is_name, named, scene_names, scene_path

WAYS_OUT = [
    "../secret",
    "..",
    ".",
    "",
    "/etc/passwd",
    "//server/share/x",
    "\\\\server\\share\\x",
    "\\\\?\\C:\\x",
    "C:x",
    "C:\\x",
    "c:/x",
    "sub/x",
    "sub\\x",
    "x/../../secret",
    "x.",
    "x ",
    " x",
    "x.yaml",
    "x::$DATA",
    "CON",
    "con",
    "NUL",
    "aux",
    "COM1",
    "LPT9",
    "~root",
    "$HOME",
    "%TEMP%",
    "x\0",
    "x\n",
    "x*",
    "-rf",
    "e" * 300,
    "权重",
    "x\u202ey",
    "file:///etc/passwd",
]


@pytest.fixture
def folder(tmp_path):
    home = tmp_path / "scenes"
    home.mkdir()
    (tmp_path / "secret.yaml").write_text("title: secret\n", encoding="utf-8")
    for name in ("weights_stay", "batch", "race"):
        (home / f"{name}.yaml").write_text("title: t\n", encoding="utf-8")
    return home


@pytest.mark.parametrize("name", WAYS_OUT)
def test_no_name_leads_out_of_the_folder(folder, name):
    with pytest.raises(VizError):
        named(name, folder)


@pytest.mark.parametrize("name", WAYS_OUT)
def test_no_way_out_is_a_name(name):
    assert not is_name(name)


@pytest.mark.parametrize("name", ["weights_stay", "a", "scene-2", "To_Scale", "2"])
def test_a_name_is_one_safe_part_of_a_path_on_windows_too(name):
    assert is_name(name)
    path = PureWindowsPath(f"{name}.yaml")
    assert (len(path.parts), path.drive, path.is_reserved()) == (1, "", False)


def test_a_link_that_leads_out_is_refused(folder):
    (folder / "link.yaml").symlink_to(folder.parent / "secret.yaml")
    with pytest.raises(VizError, match="leads out of its folder"):
        named("link", folder)


def test_a_device_and_a_pipe_are_refused(folder):
    os.mkfifo(folder / "pipe.yaml")
    (folder / "zero.yaml").symlink_to("/dev/zero")
    for name in ("pipe", "zero"):
        with pytest.raises(VizError, match="leads out of its folder"):
            named(name, folder)


def test_an_unknown_scene_names_the_nearest(folder):
    with pytest.raises(VizError, match="there is no scene 'weight_stay'; did you mean 'weights_s"):
        scene_path("weight_stay", folder)
    with pytest.raises(VizError, match="'moon'; write one of batch, race, weights_stay"):
        scene_path("moon", folder)
    with pytest.raises(VizError, match="did you mean 'batch'"):
        scene_path("Batch", folder)


def test_a_path_is_the_file_that_the_user_gave(folder):
    file = folder.parent / "with spaces 权重.yaml"
    file.write_text("title: t\n", encoding="utf-8")
    assert scene_path(str(file), folder) == file


def test_a_missing_file_names_its_neighbour(folder):
    with pytest.raises(VizError) as error:
        scene_path(str(folder / "rase.yaml"), folder)
    assert f"did you mean '{folder / 'race.yaml'}'?" in str(error.value)


def test_a_name_with_yaml_behind_it_means_the_scene(folder, monkeypatch):
    monkeypatch.chdir(folder.parent)
    with pytest.raises(VizError, match=r"there is no file race\.yaml; did you mean 'race'"):
        scene_path("race.yaml", folder)


def test_a_folder_is_not_a_file(folder):
    with pytest.raises(VizError, match="is not a file"):
        scene_path(str(folder) + "/", folder)


def test_names_are_sorted_and_only_names(folder):
    (folder / "not a name.yaml").write_text("", encoding="utf-8")
    assert scene_names(folder) == ("batch", "race", "weights_stay")
