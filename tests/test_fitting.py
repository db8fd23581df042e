"""The constants in assets/stacks/ are exactly what `viz fit` gives from assets/published.csv."""

import json
import math
import re
from dataclasses import replace
from pathlib import Path

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
README = Path(__file__).resolve().parent.parent / "README.md"
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


def test_the_readme_s_ablations_of_a_stack_are_those_that_the_fit_says(capsys):
    assert main(["fit", "--ablate", "--stack", "gpt-fast"]) == 0
    printed = re.findall(
        r"^(?:  without )?(\S+) +([0-9.]+)% / +([0-9.]+)%", capsys.readouterr().out, re.MULTILINE
    )
    said = {
        "(all terms)" if name == "gpt-fast" else name: (float(a), float(b))
        for name, a, b in printed
    }
    readme = README.read_text(encoding="utf-8")
    head, *rows = (
        [cell.strip(" `") for cell in line.strip("|\n").split("|")]
        for line in readme[readme.index("| without |") :].split("\n\n")[0].splitlines()
    )
    column = head.index("gpt-fast")
    told = {
        row[0]: tuple(float(part) for part in row[column].split(" / "))
        for row in rows[1:]
        if row[column]
    }
    assert told.keys() == said.keys()
    for name, numbers in told.items():
        assert numbers == pytest.approx(said[name], abs=0.3), name


def test_the_readme_tells_for_each_fitted_term_what_it_is_worth():
    """A column for each stack of several constants, in their order, and a cell for each of these."""
    stacks = [free for free in FREE if len(free.names) > 1]
    lines = README.read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("| without |"))
    heads = cells(lines[start])
    assert len(heads) == 1 + len(stacks)
    told = {}
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        name, *found = cells(line)
        for stack, cell in zip(stacks, found, strict=True):
            if cell:
                median, far = (float(part) for part in cell.split(" / "))
                assert 0 < median < far
                told.setdefault(stack.stack, set()).add(name.strip("`"))
    assert told == {free.stack: {"(all terms)", *free.names} for free in stacks}


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
