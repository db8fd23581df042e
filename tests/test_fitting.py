"""The constants in assets/stacks/ are exactly what `viz fit` gives from assets/published.csv."""

import json
import math
from dataclasses import replace

import pytest
import tools

from viz.assets_path import data_folder
from viz.catalog.load_catalog import load_catalog
from viz.cli import main
from viz.physics.published import read_rows
from viz.physics.validation import cases, predicted

tools.library("scipy", "fit")
from viz.physics.fitting import FREE, Table, band, fit_stacks, slowed  # noqa: E402

CATALOG = load_catalog()
CASES = cases(read_rows(data_folder("assets") / "published.csv")[0], CATALOG)[0]


@pytest.mark.parametrize("free", FREE, ids=lambda free: free.stack)
def test_the_constants_of_a_stack_are_what_the_fit_gives(free):
    fitted = fit_stacks(CASES, (free.stack,))[0]
    kept = CATALOG.stacks[free.stack]
    for name, value, _ in fitted.constants:
        # the third digit may differ by one between processors and versions of scipy
        assert getattr(kept, name).value == pytest.approx(value, rel=0.0101), name
    if free.stack == "wafer-production":
        assert kept.band.value >= fitted.band  # how many tokens are kept is not known
    else:
        assert kept.band.value == pytest.approx(fitted.band, rel=0.02)
    if free.twin:
        twin = CATALOG.stacks[free.twin]
        for name, value in slowed(kept, fitted.slower).items():
            assert getattr(twin, name).value == pytest.approx(value, rel=0.02), name


def test_rows_as_columns_predict_what_single_rows_do():
    free = FREE[0]
    rows = [case for case in CASES if case.rig.stack.name == free.stack]
    constants = {name: getattr(rows[0].rig.stack, name).value for name in free.names}
    together = Table.of(rows).speeds(free, constants)
    for case, speed in zip(rows, together, strict=True):
        assert speed == pytest.approx(predicted(case), rel=1e-9)


def test_a_fit_finds_the_constants_that_made_its_rows():
    # rows whose speeds are computed with a kernel of 7 us, then fitted again
    rows = [case for case in CASES if case.rig.stack.name == "llama-cpp-cuda-2025"]
    stack = rows[0].rig.stack
    put = replace(stack, kernel=replace(stack.kernel, value=7e-6))
    made = []
    for case in rows:
        case = replace(case, rig=replace(case.rig, stack=put))  # noqa: PLW2901
        made.append(replace(case, row=replace(case.row, measured=predicted(case))))
    found = fit_stacks(made, ("llama-cpp-cuda-2025",))[0]
    assert found.constants[0][:2] == ("kernel", pytest.approx(7e-6, rel=0.01))
    assert found.band == 1.1


def test_the_band_is_the_conformal_quantile_of_the_errors_left_out():
    # nine errors of factors 1.1 to 1.9: the eighth of them, ceil(10 x 0.8), is 1.8
    errors = [tenth / 10 for tenth in range(1, 10)]
    assert band(errors) == pytest.approx(1.8, abs=0.011)
    assert math.isnan(band([]))


def test_the_fit_tells_constants_and_unseen_errors(capsys):
    assert main(["fit", "--stack", "wafer", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)[0]
    assert found["constants"]["tau"]["value"] == 17e-6
    assert found["band"] == 2.7
    assert main(["fit", "--stack", "llama-cpp-cuda-2025"]) == 0
    out = capsys.readouterr().out
    for words in ("fitted rows", "unseen half", "unseen group"):
        assert words in out


def test_an_unknown_stack_finds_the_nearest(capsys):
    assert main(["fit", "--stack", "vllm-2025"]) == 2
    assert "did you mean 'vllm-2024'" in capsys.readouterr().err
