"""`viz check`, `viz new` and `viz schema`, as a person calls them."""

import json

import pytest

from viz.assets_path import data_folder
from viz.cli import main
from viz.reading.yaml12 import read_text
from viz.scene.load_scene import check_file
from viz.scene.renamed import changed, changes
from viz.scene.vocabulary import Renaming

BAD = "title: t\nbeats:\n  - say: hi\n    for: 2\n    pacce: 1 ms per second\n"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_sound_file_and_a_scenes_name_give_exit_0(capsys):
    assert main(["new", "mine"]) == 0
    assert main(["check", "mine.yaml", "weights_stay"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[-2:] == ["mine.yaml: good", "weights_stay: good"]
    assert err == ""


def test_every_fault_of_every_file_is_told_and_gives_exit_2(tmp_path, capsys):
    write(tmp_path / "a.yaml", BAD)
    write(tmp_path / "b.yaml", "title: [1\n")
    assert main(["check", "a.yaml", "b.yaml", "nowhere"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    starts = [line.split(": ")[0] for line in err.splitlines()]
    assert starts[:3] == ["a.yaml:4:10", "a.yaml:5:5", "b.yaml:1:8"]
    assert len(starts) == 4
    assert "there is no scene or program 'nowhere'" in err


def test_json_has_each_part_of_a_fault(tmp_path, capsys):
    write(tmp_path / "a.yaml", BAD)
    assert main(["check", "a.yaml", "weights_stay", "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is False
    assert told["files"] == [
        {"file": "a.yaml", "ok": False},
        {"file": "weights_stay", "ok": True},
    ]
    assert told["faults"][1] == {
        "file": "a.yaml",
        "line": 5,
        "column": 5,
        "what": "beat 1 has no key 'pacce'",
        "meant": ["pace"],
        "write": "",
    }


def test_json_of_sound_files_is_ok_and_gives_exit_0(capsys):
    assert main(["check", "weights_stay", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["faults"] == []


def test_a_character_that_the_font_has_not_is_a_fault_with_its_place(tmp_path, capsys):
    text = 'title: {en: "Tokens 𓀀", zh: 词元}\nbeats: [{say: hi, for: 1 s}]\n'
    write(tmp_path / "a.yaml", text)
    assert main(["check", "a.yaml"]) == 2
    assert capsys.readouterr().err == (
        "a.yaml:1:13: the font has no '𓀀' (U+13000); write other words\n"
    )


@pytest.mark.parametrize("name", ["mine", "mine.yaml", "my-scene_2"])
def test_a_new_scene_is_sound(name, tmp_path, capsys):
    assert main(["new", name]) == 0
    (file,) = tmp_path.iterdir()
    assert check_file(file) == []
    assert file.name in capsys.readouterr().out


@pytest.mark.parametrize("name", ["../x", "/x", "a/b", "CON", "", "a b", "x\0", "权重"])
def test_a_name_that_is_none_writes_nothing(name, tmp_path, capsys):
    assert main(["new", name]) == 2
    assert list(tmp_path.iterdir()) == []
    assert "cannot be a scene's name; write letters" in capsys.readouterr().err


def test_a_file_that_is_there_is_kept_unless_forced(tmp_path, capsys):
    write(tmp_path / "mine.yaml", "mine")
    assert main(["new", "mine"]) == 5
    assert (tmp_path / "mine.yaml").read_text(encoding="utf-8") == "mine"
    assert "exists; write another name, or --force" in capsys.readouterr().err
    assert main(["new", "mine", "--force"]) == 0
    assert (tmp_path / "mine.yaml").read_text(encoding="utf-8").startswith("# A scene")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.yaml"]


def test_a_folder_in_the_way_is_one_line_and_exit_5(tmp_path, capsys):
    (tmp_path / "mine.yaml").mkdir()
    assert main(["new", "mine", "--force"]) == 5
    assert "mine.yaml cannot be written" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.yaml"]


def test_the_schema_that_is_shipped_is_the_one_of_the_code(capsys):
    assert main(["schema"]) == 0
    shipped = (data_folder("assets") / "scene.schema.json").read_text(encoding="utf-8")
    assert capsys.readouterr().out == shipped, "run: viz schema -o assets/scene.schema.json"


def test_the_schema_is_written_to_a_file(tmp_path):
    assert main(["schema", "-o", "s.json"]) == 0
    schema = json.loads((tmp_path / "s.json").read_text(encoding="utf-8"))
    assert schema["required"] == ["title", "beats"]
    assert schema["additionalProperties"] is False
    keys = {"title", "asks", "model", "left", "right", "chips", "knobs", "beats", "show", "seed"}
    assert keys | {"basis"} <= schema["properties"].keys()
    assert schema["$defs"]["BeatForm"]["required"] == ["for"]


def test_a_schema_that_cannot_be_written_is_exit_5(capsys):
    assert main(["schema", "-o", "no/such/folder/s.json"]) == 5
    assert "cannot be written" in capsys.readouterr().err


OLD = """\
# mine
name: 'A wait'   # the title
steps:
  - text: hi
    duration: 2 s
    "highlight": left
    note: x
"""
NEW = """\
# mine
title: 'A wait'   # the title
beats:
  - say: hi
    for: 2 s
    "look": left
    note: x
"""


def test_fix_writes_words_as_they_are_called_now_and_leaves_the_rest(tmp_path, capsys):
    file = tmp_path / "a.yaml"
    file.write_bytes(OLD.replace("\n", "\r\n").encode())
    assert main(["check", "a.yaml"]) == 2
    assert capsys.readouterr().err.endswith("viz check --fix a.yaml mends 5 of these\n")
    assert main(["check", "--fix", "a.yaml"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("a.yaml:2:1: 'name' is 'title' now\na.yaml:3:1: 'steps' is 'beats' now")
    assert "a.yaml:7:5: beat 1 has no key 'note'; did you mean 'notes'" in err
    assert file.read_bytes() == NEW.replace("\n", "\r\n").encode()
    assert [path.name for path in tmp_path.iterdir()] == ["a.yaml"]


def test_fix_does_not_write_a_key_twice_nor_into_a_file_that_is_right(tmp_path, capsys):
    write(tmp_path / "a.yaml", "title: t\nbeats:\n  - {say: a, text: b, for: 1 s}\n")
    write(tmp_path / "b.yaml", "title: t\nbeats:\n  - {say: a, for: 1 s}\n")
    before = [(tmp_path / name).stat().st_mtime_ns for name in ("a.yaml", "b.yaml")]
    assert main(["check", "--fix", "a.yaml", "b.yaml", "nowhere"]) == 2
    assert [(tmp_path / name).stat().st_mtime_ns for name in ("a.yaml", "b.yaml")] == before
    assert "b.yaml: good" in capsys.readouterr().out


def test_actors_parameters_and_parts_that_are_renamed_are_found_wherever_they_are_named():
    table = (
        Renaming("actor", "timebars", "bars"),
        Renaming("parameter", "tail", "rest", "bars"),
        Renaming("look", "left.bus", "left.hbm"),
    )
    text = (
        "title: t\nshow: [timebars: {tail: x, title: timebars}, dates]\nbeats:\n"
        "  - {for: 1 s, look: [left.bus, left], show: [timebars], hide: [timebars]}\n"
        "  - {for: 1 s, look: {parts: [left.bus]}, say: left.bus}\n  - {for: 1 s, look: left.bus}\n"
    )
    found = changes(read_text(text, "x.yaml"), table)
    new = text.replace("timebars", "bars").replace("tail", "rest").replace("left.bus", "left.hbm")
    new = new.replace("title: bars", "title: timebars").replace("say: left.hbm", "say: left.bus")
    assert changed(text, found) == new
    assert str(found[0]) == "x.yaml:2:8: 'timebars' is 'bars' now"
