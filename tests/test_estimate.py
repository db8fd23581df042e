"""viz estimate and viz list, as a person and as a program sees them."""

import json

import pytest

from viz.cli import main

KEYS = [
    "machine",
    "model",
    "stack",
    "basis",
    "batch",
    "context",
    "step_seconds",
    "tokens_per_second_per_user",
    "tokens_per_second_total",
    "band",
    "fits",
    "parts",
    "sources",
]


def test_json_has_every_promised_key(capsys):
    assert main(["estimate", "8 x h100", "llama-3.1-70b", "--batch", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(KEYS) <= set(found)
    assert (found["machine"], found["model"]) == ("8 x h100", "llama-3.1-70b")
    assert found["fits"] is True
    names = [part["name"] for part in found["parts"]]
    assert names == ["reading", "computing", "links", "overhead"]
    seconds = sum(part["seconds"] for part in found["parts"])
    assert seconds == pytest.approx(found["step_seconds"])
    total = 4 * found["tokens_per_second_per_user"]
    assert found["tokens_per_second_total"] == pytest.approx(total)
    assert all(source["says"] and source["source"] for source in found["sources"])


def test_a_person_sees_speed_band_parts_memory_and_sources(capsys):
    assert main(["estimate", "4 x wse-3", "llama-3.1-70b"]) == 0
    out = capsys.readouterr().out
    for words in (
        "as published",
        "per user",
        "within x1.6",
        "reading",
        "overhead",
        "fits",
        "sources",
    ):
        assert words in out
    assert len(out.splitlines()) <= 40


def test_the_limit_claims_no_band(capsys):
    assert main(["estimate", "8 x h100", "llama-3.1-70b", "--basis", "limit"]) == 0
    out = capsys.readouterr().out
    assert "at the limit" in out
    assert "within x" not in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["8 x h10", "llama-3.1-70b"], "did you mean 'h100'"),
        (["8 x h100", "lama-3.1-70b"], "did you mean 'llama-3.1-70b'"),
        (["1 x h100", "llama-3.1-70b"], "write 2 x h100"),
        (["1 x wse-3", "llama-3.1-70b"], "write 4 x wse-3"),
        (["8 x h100", "llama-3.1-70b", "--batch", "0"], "from 1 to 1,000,000"),
        (["8 x h100", "llama-3.1-70b", "--batch", "nan"], "not a quantity"),
        (["8 x h100", "llama-3.1-70b", "--batch", "2.5"], "a whole number"),
        (["8 x h100", "llama-3.1-70b", "--context", "-5"], "from 1 to 100,000,000"),
        (["8 x h100", "llama-3.1-70b", "--bits", "1e30"], "from 1 to 32"),
        (["8 x h100", "llama-3.1-70b", "--bits", "8 GB"], "from 1 to 32"),
        (["8 x h100", "llama-3.1-70b", "--basis", "publishd"], "did you mean 'published'"),
        (["8 x h100", "llama-3.1-70b", "--stack", "wafer"], "one of"),
        (["0 x h100", "llama-3.1-70b"], "1 to 100000"),
    ],
)
def test_bad_input_is_told_in_a_line_and_exits_with_2(words, told, capsys):
    assert main(["estimate", *words]) == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert "Traceback" not in captured.err
    assert captured.out == ""


def test_all_wrong_options_are_told_at_once(capsys):
    words = ["8 x h100", "llama-3.1-70b", "--batch", "0", "--context", "x", "--basis", "y"]
    assert main(["estimate", *words]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3


@pytest.mark.parametrize("kind", ["chips", "models", "stacks", "scenes", "actors", "formats"])
def test_each_list_is_json_of_names_and_titles(kind, capsys):
    assert main(["list", kind, "--json"]) == 0
    for entry in json.loads(capsys.readouterr().out):
        assert entry["name"]
        assert "title" in entry


def test_the_list_of_chips_is_for_people(capsys):
    assert main(["list", "chips"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("h100" in line and "80 GB" in line and "3.35 TB/s" in line for line in lines)


def test_an_unknown_list_names_the_nearest(capsys):
    assert main(["list", "chip"]) == 2
    assert "did you mean 'chips'" in capsys.readouterr().err


def test_a_broken_scene_does_not_hide_the_others(monkeypatch, tmp_path):
    from viz import assets_path
    from viz.cli import list_command

    (tmp_path / "bad.yaml").write_text("title: [", encoding="utf-8")
    (tmp_path / "good.yaml").write_text("title: {en: Good, zh: 好}\n", encoding="utf-8")
    monkeypatch.setattr(assets_path, "data_folder", lambda _: tmp_path)
    bad, good = list_command.entries("scenes")
    assert bad["title"].startswith("cannot be read")
    assert good == {"name": "good", "title": "Good"}
