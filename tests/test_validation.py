"""Predictions against published speeds, and files that are wrong."""

import json

import pytest

from viz.assets_path import data_folder
from viz.catalog.load_catalog import load_catalog
from viz.cli import main
from viz.errors import VizError
from viz.physics.published import MOST_ROWS, read_rows
from viz.physics.validation import cases, families, quantile, score_row

PUBLISHED = data_folder("assets") / "published.csv"
HEADER = PUBLISHED.read_text(encoding="utf-8").splitlines()[0]
GOOD = (
    "Llama-2-7B,6.738,6.738,32,4096,32,128,2,H100-SXM,1,TP,1,192,140,measured,here,nv-vllm,"
    "128,128,32000,0,none,end-to-end,"
)


def scored(path=PUBLISHED):
    rows, faults = read_rows(path)
    found, unknown = cases(rows, load_catalog())
    return [score_row(case) for case in found], faults + unknown


def test_every_published_row_is_scored():
    found, faults = scored()
    assert len(found) == 326
    assert faults == []


@pytest.mark.parametrize(
    ("family", "median", "p90"),
    [
        ("nv-lowlat", 0.09, 0.25),
        ("nv-vllm", 0.09, 0.20),
        ("lcpp-cuda", 0.10, 0.20),
        ("lcpp-metal", 0.17, 0.30),
    ],
)
def test_the_error_of_a_family_is_what_is_promised(family, median, p90):
    score = families(scored()[0])[family]
    assert score.median_error <= median
    assert score.p90_error <= p90
    assert score.validated


def test_every_wafer_row_lies_within_a_factor_of_1_6():
    found = families(scored()[0])
    for family in ("wafer-2024", "wafer-prod"):
        assert found[family].within_1_6x == 1


def test_what_is_not_to_be_claimed_says_so():
    found = families(scored()[0])
    unclaimed = {name for name, score in found.items() if not score.validated}
    assert {"sn40l", "sn40l-cloud", "groq", "wafer-sol"} <= unclaimed


def test_a_speed_above_its_own_roofline_is_flagged():
    # 405.85 G weights of 2 bytes on 16 chips of 1.6 TB/s: 31.7 ms a token, 31.5 tok/s at most
    found = [one for one in scored()[0] if one.case.row.family == "sn40l-cloud"]
    flags = {one.case.row.model: " ".join(one.flags) for one in found}
    assert "roofline" in flags["Llama-3.1-405B"]
    assert "roofline" not in flags["Llama-3(.1)-8B"]


def test_an_end_to_end_speed_counts_the_prompt():
    rows, _ = read_rows(PUBLISHED)
    row = next(row for row in rows if row.family == "nv-vllm" and row.get("input_len") == 1024)
    found, _ = cases([row], load_catalog())
    one = score_row(found[0])
    # by hand: tokens / (prefill + (tokens - 1) steps), with the steps' context in the middle
    from viz.physics.predict import predict

    case = found[0]
    tokens = row.get("output_len")
    assert case.load.context == 1024 + tokens / 2
    together = predict(case.rig, case.model, case.load)
    first, step = together.first, together.step
    assert one.predicted == pytest.approx(tokens / (first + (tokens - 1) * step), rel=1e-12)


def test_quantiles_lie_between_neighbours_in_proportion():
    assert quantile([1.0, 2.0, 3.0, 4.0], 0.5) == 2.5
    assert quantile([1.0, 2.0], 0.9) == pytest.approx(1.9)
    assert quantile([7.0], 0.9) == 7.0


def write(tmp_path, *lines, header=HEADER):
    file = tmp_path / "rows.csv"
    file.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    return file


def test_json_has_the_promised_form(tmp_path, capsys):
    assert main(["validate", str(write(tmp_path, GOOD)), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    family = found["families"]["nv-vllm"]
    keys = {"rows", "median_error", "p90_error", "worst_error", "within_1_6x", "within_2x"}
    assert keys <= set(family)
    assert family["rows"] == 1
    row = found["rows"][0]
    assert row["measured"] == 140
    assert row["error"] == pytest.approx(row["predicted"] / 140 - 1)
    assert family["median_error"] == pytest.approx(abs(row["error"]))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "H100-SXM",
            "H100-SXN",
            "rows.csv:3:1: there is no device 'H100-SXN'; did you mean 'H100-SXM'",
        ),
        (",140,", ",-140,", "rows.csv:3:14: measured_tok_s_per_user is -140"),
        (",140,", ",fast,", "rows.csv:3:14: measured_tok_s_per_user is 'fast'"),
        (",140,", ",nan,", "rows.csv:3:14: measured_tok_s_per_user is 'nan'"),
        (",140,", ",,", "rows.csv:3:14: measured_tok_s_per_user is empty"),
        (",140,", ",1e30,", "rows.csv:3:14: measured_tok_s_per_user is 1e30"),
        ("end-to-end", "end-to-edn", "rows.csv:3:23: measure is 'end-to-edn'; did you mean"),
        (",192,", ",0,", "rows.csv:3:13: context is 0"),
        (",here,nv-vllm,128,128,32000,0,none,end-to-end,", "", "cells, and there are 24 columns"),
    ],
)
def test_a_bad_row_is_listed_and_the_good_one_is_scored(old, new, told, tmp_path, capsys):
    file = write(tmp_path, GOOD, GOOD.replace(old, new))
    assert main(["validate", str(file), "--json"]) == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert len(json.loads(captured.out)["rows"]) == 1


def test_a_missing_column_is_named(tmp_path, capsys):
    file = write(tmp_path, GOOD, header=HEADER.replace("layers", "layrs"))
    assert main(["validate", str(file)]) == 2
    assert (
        "rows.csv:1:1: the column 'layers' is missing ('layrs' is there)" in capsys.readouterr().err
    )


def test_another_encoding_is_told_with_its_line(tmp_path, capsys):
    file = write(tmp_path, GOOD)
    file.write_bytes(file.read_bytes() + GOOD.replace("here", "hé").encode("latin-1") + b"\n")
    assert main(["validate", str(file), "--json"]) == 2
    captured = capsys.readouterr()
    assert "rows.csv:3:16: source is not UTF-8" in captured.err
    assert len(json.loads(captured.out)["rows"]) == 1


def test_too_many_rows_are_cut_and_told(tmp_path):
    file = write(tmp_path, *[GOOD] * (MOST_ROWS + 3))
    rows, faults = read_rows(file)
    assert len(rows) == MOST_ROWS
    assert str(faults[0]).startswith(f"{file}:{MOST_ROWS + 2}:1: more than 20,000 rows")


@pytest.mark.parametrize("data", [b"", b"\x00\x00\x00", b"hello\n", b"\xff\xfe\x00m"])
def test_what_is_no_csv_is_told(data, tmp_path, capsys):
    file = tmp_path / "x.csv"
    file.write_bytes(data)
    assert main(["validate", str(file)]) == 2
    assert "x.csv" in capsys.readouterr().err


def test_a_file_that_is_not_there_and_a_folder_are_told(tmp_path):
    with pytest.raises(VizError, match="there is no file"):
        read_rows(tmp_path / "absent.csv")
    with pytest.raises(VizError, match="is not a file"):
        read_rows(tmp_path)


def test_a_model_without_a_shape_that_nobody_knows_is_listed(tmp_path):
    line = GOOD.replace("Llama-2-7B,6.738,6.738,32,4096,32,128", "Unheard-1,,,,,,")
    found, faults = scored(write(tmp_path, line))
    assert found == []
    assert "the shape of 'Unheard-1' is not given" in str(faults[0])


def test_a_person_sees_the_table_of_errors(capsys):
    assert main(["validate"]) == 0
    out = capsys.readouterr().out
    assert "nv-lowlat" in out
    assert "not validated, not claimed" in out
