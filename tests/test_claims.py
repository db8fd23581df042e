"""The board of claims: every check is computed anew, and what the articles got wrong is there."""

import json

import pytest

from viz.catalog.claims import load_claims
from viz.catalog.load_catalog import load_catalog
from viz.cli import main
from viz.errors import VizError
from viz.physics.checks import Names, evaluate, run_check

CLAIMS = load_claims()
CATALOG = load_catalog()


@pytest.mark.parametrize("name", list(CLAIMS))
def test_every_check_of_a_claim_gives_what_the_board_prints(name):
    claim = CLAIMS[name]
    assert claim.source.startswith(("article 00", "both articles"))
    assert set(claim.about) == {"en", "zh"}
    for check in claim.checks:
        outcome = run_check(claim, check, CLAIMS, CATALOG)
        assert outcome.holds, f"{check.compute} = {outcome.text}, not {check.gives}"


def test_the_numbers_of_the_claims_are_those_of_the_list():
    assert [claim.number for claim in CLAIMS.values()] == list(range(1, len(CLAIMS) + 1))


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("nvlink-bandwidth", "unit slip"),
        ("h100-area", "contradicted"),
        ("sram-ratio", "oversimplified"),
        ("wse3-peak", "oversimplified"),
        ("sol-vs-standard", "contradicted"),
        ("simple-baseline", "consistent"),
        ("standard-gpu-speed", "contradicted"),
        ("advantage-grows", "contradicted"),
        ("no-simple-inference", "consistent"),
        ("sol-ultrafast-speed", "consistent"),
        ("sol-wafers", "unverifiable"),
    ],
)
def test_the_known_slips_are_on_the_board(name, verdict):
    assert CLAIMS[name].verdict == verdict


def names(value=None):
    return Names(CATALOG, CLAIMS, value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3 - 4 / 2", 5.0),
        ("-(2 - 5)", 3.0),
        ("value * 2", 14.0),
        ("q('44 GB') / q('21 PB/s')", 44e9 / 21e15),
        ("ceil(2.1)", 3.0),
        ("speed_up(0.5, 2)", 1 / 0.75),
        ("generation_share(5.6, 14)", (1 - 1 / 5.6) / (1 - 1 / 14)),
        ("claims['hle-questions']", 2500.0),
        ("chips['h100'].area", 814e-6),
        ("models['llama-3.1-70b'].layers", 80.0),
    ],
)
def test_an_expression_is_arithmetic_over_the_catalog(text, expected):
    assert evaluate(text, names(7.0)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "open('x')",
        "(1).__class__",
        "chips.__class__",
        "chips['h100'].__class__",
        "[1][0]",
        "2 ** 99999",
        "lambda: 1",
        "1 if 1 else 2",
        "q(1)",
        "ceil(1, 2)",
        "'a' * 3",
        "1 / 0",
        "chips['h100'].title",
        "1 +",
        "(" * 300,
        "1" * 500,
        "claims['announcement-date']",
    ],
)
def test_nothing_but_arithmetic_is_allowed(text):
    with pytest.raises(VizError):
        evaluate(text, names(1.0))


def test_an_unknown_name_in_a_check_finds_the_nearest():
    with pytest.raises(VizError, match="did you mean 'h100'"):
        evaluate("chips['h10'].area", names())
    with pytest.raises(VizError, match="did you mean 'bandwidth'"):
        evaluate("chips['h100'].bandwith", names())


def test_one_claim_is_shown_by_name_or_number(capsys):
    assert main(["claims", "24"]) == 0
    by_number = capsys.readouterr().out
    assert main(["claims", "nvlink-bandwidth"]) == 0
    assert capsys.readouterr().out == by_number
    assert "unit slip" in by_number
    assert "57.6" in by_number


def test_the_board_is_there_for_programs_and_in_chinese(capsys):
    assert main(["claims", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found) == len(CLAIMS)
    assert all(check["holds"] for claim in found for check in claim["checks"])
    assert main(["claims", "15", "--lang", "zh"]) == 0
    assert "片上带宽" in capsys.readouterr().out


def test_an_unknown_claim_finds_the_nearest(capsys):
    assert main(["claims", "nvlink-bandwith"]) == 2
    assert "did you mean 'nvlink-bandwidth'" in capsys.readouterr().err


def test_a_wrong_file_tells_all_its_faults(tmp_path):
    file = tmp_path / "claims.yaml"
    file.write_text(
        "one:\n  number: x\n  about: hello\n  says: vendro\n  source: here\n  date: 2024\n"
        "  verdict: maybe\n  checks: [{compute: 1, gives: 1}]\n  extra: 1\n",
        encoding="utf-8",
    )
    with pytest.raises(VizError) as caught:
        load_claims(file)
    told = " | ".join(map(str, caught.value.faults))
    for words in ("2:11", "did you mean 'vendor'", "one of consistent", "compute, gives and words"):
        assert words in told
    assert "has no key 'extra'" in told
