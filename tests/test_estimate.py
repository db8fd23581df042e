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
        "8 of 10 within x2.7",
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


def test_the_published_rows_nearest_to_a_machine_are_named(capsys):
    assert main(["estimate", "4 x h100", "llama-3.1-70b", "--json"]) == 0
    published = json.loads(capsys.readouterr().out)["published"]
    assert published["rows"] == 60
    assert 0 < published["median_error"] < 0.09
    assert "Llama-3(.x)-70B on 4 x H100-SXM" in published["nearest"][0]


def test_a_stack_that_no_row_decides_says_not_validated(capsys):
    assert main(["estimate", "8 x tpu-v6e", "llama-3.1-70b"]) == 0
    assert "NOT VALIDATED" in capsys.readouterr().out


def test_a_prompt_tells_the_time_to_the_first_token(capsys):
    assert main(["estimate", "8 x h100", "llama-3.1-70b", "--prompt", "2000", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)["first_token_seconds"]
    # at least the arithmetic at the peak, and attention: 2 x 70.55 G x 2,000 / (8 x 989 T) = 36 ms
    assert 0.0361 < first < 0.1


def test_speculation_multiplies_tokens_and_pays_for_the_draft(capsys):
    speeds = []
    for extra in ([], ["--speculate", "2.8:3"]):
        assert main(["estimate", "1 x wse-3", "llama-3.1-8b", "--json", *extra]) == 0
        speeds.append(json.loads(capsys.readouterr().out)["tokens_per_second_per_user"])
    assert speeds[1] / speeds[0] == pytest.approx(2.8 / 1.24)


def test_streams_are_the_batch_of_a_pipeline(capsys):
    assert main(["estimate", "4 x wse-3", "llama-3.1-70b", "--streams", "20", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["batch"] == 20


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--sweep", "batch"], "is no sweep; write batch=1..1024"),
        (["--sweep", "bach=1..8"], "did you mean 'batch'"),
        (["--sweep", "batch=0..8"], "within 1 to 1,000,000"),
        (["--sweep", "batch=8..1"], "within 1 to 1,000,000"),
        (["--sweep", "batch=1..8:1"], "write 2 to 1,000,000"),
        (["--csv"], "--csv needs a sweep"),
        (["--speculate", "9:3"], "1 to g + 1 accepted"),
        (["--speculate", "fast"], "2.8:3"),
        (["--batch", "2", "--streams", "3"], "differ"),
        (["--prompt", "0"], "from 1 to"),
    ],
)
def test_a_wrong_option_is_told_with_the_right_form(words, told, capsys):
    assert main(["estimate", "8 x h100", "llama-3.1-70b", *words]) == 2
    assert told in capsys.readouterr().err


def test_a_sweep_agrees_with_single_estimates(capsys):
    assert main(["estimate", "8 x h100", "llama-3.1-70b", "--sweep", "batch=1..64", "--json"]) == 0
    points = json.loads(capsys.readouterr().out)["points"]
    assert [point["batch"] for point in points] == [1, 2, 4, 8, 16, 32, 64]
    assert main(["estimate", "8 x h100", "llama-3.1-70b", "--batch", "16", "--json"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert points[4]["step_seconds"] == pytest.approx(alone["step_seconds"], rel=1e-12)
    total = alone["tokens_per_second_total"]
    assert points[4]["tokens_per_second_total"] == pytest.approx(total, rel=1e-12)


@pytest.mark.parametrize(
    "sweep", ["context=128..131072", "bits=4..16", "wafers=4..40", "streams=1..64"]
)
def test_each_number_can_be_swept_to_csv(sweep, capsys):
    assert main(["estimate", "4 x wse-3", "llama-3.1-70b", "--sweep", sweep, "--csv"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.startswith(sweep.partition("=")[0] + ",step_seconds,")
    assert len(rows) >= 3
    assert all(len(row.split(",")) == 9 for row in rows)


def test_a_sweep_goes_into_a_file_that_is_not_there_yet(tmp_path, capsys):
    file = tmp_path / "sweep.csv"
    words = ["estimate", "8 x h100", "llama-3.1-70b", "--sweep", "batch=1..8", "--csv", str(file)]
    assert main(words) == 0
    assert len(file.read_text(encoding="utf-8").splitlines()) == 5
    assert main(words) == 5
    assert "sweep.csv exists; write another name" in capsys.readouterr().err


def test_a_million_points_are_one_call_and_agree_with_floats():
    import numpy as np

    from viz.catalog.load_catalog import load_catalog
    from viz.physics.decode import decode_step
    from viz.physics.rig import parse_rig
    from viz.physics.sweep import sweep
    from viz.physics.types import Load

    catalog = load_catalog()
    rig, model = parse_rig("8 x h100", catalog), catalog.models["mixtral-8x7b"]
    values = np.linspace(1, 4096, 1_000_000)
    found = sweep(rig, model, Load(), "published", "batch", values)
    for index in (0, 123_456, 999_999):
        alone = decode_step(rig, model, Load(batch=float(values[index])))
        assert found.speed[index] == pytest.approx(alone.speed, rel=1e-12)
