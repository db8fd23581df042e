"""The constants in assets/stacks/ are exactly what `viz fit` gives from assets/published.csv."""

import json
from dataclasses import replace

import pytest
import tools

from viz.assets_path import data_folder
from viz.catalog.load_catalog import load_catalog
from viz.cli import main
from viz.physics.published import read_rows
from viz.physics.validation import cases, predict

tools.library("scipy", "fit")
from viz.physics.fitting import FREE, Table, fit_stacks  # noqa: E402  after what it needs

CATALOG = load_catalog()
CASES = cases(read_rows(data_folder("assets") / "published.csv")[0], CATALOG)[0]


@pytest.mark.parametrize("stack", [name for name, _, _ in FREE])
def test_the_constants_of_a_stack_are_what_the_fit_gives(stack):
    fitted = fit_stacks(CASES, (stack,))[0]
    kept = CATALOG.stacks[stack]
    for name, value in fitted.constants:
        # the third digit may differ by one between processors and versions of scipy
        assert getattr(kept, name).value == pytest.approx(value, rel=0.0101), name
    assert kept.band.value == pytest.approx(fitted.band, abs=0.011)


def test_rows_as_columns_predict_what_single_rows_do():
    rows = [case for case in CASES if case.row.family == "nv-lowlat"]
    stack = rows[0].rig.stack
    names = {name: free for name, _, free in FREE}["low-latency-nvidia"]
    constants = {name: getattr(stack, name).value for name in names}
    together = Table.of(rows).speeds(constants)
    for case, speed in zip(rows, together, strict=True):
        assert speed == pytest.approx(predict(case), rel=1e-9)


def test_a_fit_finds_the_constants_that_made_its_rows():
    # rows of a made-up stack: speeds computed with eta 0.9 and tau 50 us, then fitted again
    rows = [case for case in CASES if case.row.family == "lcpp-cuda2"]
    rows += [case for case in CASES if case.row.family == "lcpp-cuda" and case.rig.count == 1]
    stack = rows[0].rig.stack
    put = replace(stack, eta=replace(stack.eta, value=0.9), tau=replace(stack.tau, value=50e-6))
    made = []
    for case in rows:
        case = replace(case, rig=replace(case.rig, stack=put))  # noqa: PLW2901
        row = replace(case.row, measured=predict(case), family="lcpp-cuda2")
        made.append(replace(case, row=row))
    constants = dict(fit_stacks(made, ("llama-cpp-cuda-2025",))[0].constants)
    assert constants["eta"] == pytest.approx(0.9, rel=0.01)
    assert constants["tau"] == pytest.approx(50e-6, rel=0.02)


def test_the_fit_tells_constants_and_unseen_errors(capsys):
    assert main(["fit", "--stack", "wafer", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)[0]
    assert found["constants"] == {"tau": 17e-6}
    assert main(["fit", "--stack", "llama-cpp-cuda-2025"]) == 0
    out = capsys.readouterr().out
    for words in ("fitted rows", "unseen half", "unseen device", "unseen model"):
        assert words in out


def test_an_unknown_stack_finds_the_nearest(capsys):
    assert main(["fit", "--stack", "vllm-2025"]) == 2
    assert "did you mean 'vllm-2024'" in capsys.readouterr().err
