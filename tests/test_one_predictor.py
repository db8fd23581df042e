"""Rates come from one predictor, and numbers that no machine can have are refused in plain words."""

import ast
from pathlib import Path

import pytest

from viz.cli import main
from viz.errors import VizError
from viz.scene.load_scene import scene_from_text

ROOT = Path(__file__).resolve().parent.parent
PREDICTOR = "physics/predict.py"
TOKENS = {"accepted", "batch", "count", "kept", "streams", "tokens", "tokens_kept", "users"}
STEPS = {"step", "times", "word", "token"}


def rates(source):
    """Divisions that make tokens a second of a step: tokens, or one, over the seconds of a step."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            said = {one.id for one in ast.walk(node.left) if isinstance(one, ast.Name)}
            said |= {one.attr for one in ast.walk(node.left) if isinstance(one, ast.Attribute)}
            if of_a_step(node.right) and said - {"step", "load", "scene", "self"} <= TOKENS:
                found.append(ast.unparse(node))
    return found


def of_a_step(node):
    """Whether an expression is the seconds of a step: `run.step.seconds`, `step_seconds(...)`."""
    if isinstance(node, ast.Call):
        return ast.unparse(node.func).rpartition(".")[2] == "step_seconds"
    if not isinstance(node, ast.Attribute) or node.attr != "seconds":
        return ast.unparse(node) == "step_seconds"
    owner = ast.unparse(node.value).rpartition(".")[2]
    return owner in STEPS


@pytest.mark.parametrize(
    "source",
    [
        "speed = 1 / step.seconds",
        "all_users = load.batch / self.run.step.seconds",
        "rate = batch * step.accepted / times.seconds",
        "rate = kept / step_seconds(rig, model, load)",
    ],
)
def test_a_rate_that_is_made_elsewhere_would_be_found(source):
    assert rates(source)


@pytest.mark.parametrize(
    "source",
    [
        "moved = run.bytes_per_step / run.step.seconds",
        "share = part.seconds / step.seconds",
        "done = since / self.step.seconds",
        "flops = flop * batch / found.step.seconds",
        "lap = 1 / view.step_screen_seconds",
    ],
)
def test_other_divisions_by_a_time_are_no_rate_of_tokens(source):
    assert not rates(source)


def test_nothing_but_the_predictor_divides_tokens_by_the_seconds_of_a_step():
    found = {
        f"{path.relative_to(ROOT)}: {one}"
        for path in sorted((ROOT / "viz").rglob("*.py"))
        if not path.as_posix().endswith(PREDICTOR)
        for one in rates(path.read_text(encoding="utf-8"))
    }
    assert not found
    assert rates((ROOT / "viz" / PREDICTOR).read_text(encoding="utf-8"))


SCENE = """\
title: t
model: llama-3.1-8b
left: 1 x {chip}
{more}
beats:
  - say: hello
    for: 2 s
"""


@pytest.mark.parametrize(
    ("chip", "more", "place", "what", "write"),
    [
        (
            "cold",
            "chips: {cold: {like: h100, title: Cold, power: -700 W}}",
            (4, 48),
            "power: -700 W is out of range",
            "a value from 0.001 W to 1 GW",
        ),
        (
            "cold",
            "chips: {cold: {like: h100, title: Cold, power: 0 W}}",
            (4, 48),
            "power: 0 W is out of range",
            "a value from 0.001 W to 1 GW",
        ),
        (
            "cold",
            "chips: {cold: {like: h100, title: Cold, memory: {bandwidth: -1 TB/s}}}",
            (4, 61),
            "bandwidth: -1 TB/s is out of range",
            "a value from 1 MB/s to 1 ZB/s",
        ),
        (
            "h100",
            "batch: 1000000000",
            (4, 8),
            "batch: 1000000000 is out of range",
            "a whole number from 1 to 1,000,000",
        ),
        (
            "h100",
            "batch: 5000",
            (3, 7),
            "it stops fitting above batch 416",
            "a batch of 416",
        ),
        (
            "h100",
            'knobs: {users: {turns: batch, from: "1", to: "1000000000"}}',
            (4, 46),
            "knob 'users', to: 1 billion is out of range",
            "a value from 1 to 1 million",
        ),
    ],
)
def test_a_scene_that_asks_for_what_cannot_be_is_told_what_where_and_what_would_work(
    chip, more, place, what, write
):
    with pytest.raises(VizError) as caught:
        scene_from_text(SCENE.format(chip=chip, more=more), "my.yaml")
    fault = caught.value.faults[0]
    assert (fault.place.line, fault.place.column) == place
    assert what in fault.what
    assert fault.write == write


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("--price", "0"), "write more than 0 and up to 1e9 dollars an hour"),
        (("--price", "-3"), "write more than 0 and up to 1e9 dollars an hour"),
        (("--batch", "1000000000"), "write a whole number from 1 to 1,000,000"),
        (("--batch", "1e9"), "write a whole number from 1 to 1,000,000"),
        (("--context", "-1"), "--context is '-1'"),
    ],
)
def test_a_price_of_zero_and_a_billion_users_are_wrong_commands(capsys, words, what):
    assert main(["estimate", "h100", "llama-3.1-8b", *words]) == 2
    told = capsys.readouterr()
    assert what in told.err
    assert "Traceback" not in told.err
    assert not told.out


@pytest.mark.parametrize(
    ("machine", "what"),
    [
        ("7 x h100 (tp 2)", "7 chips cannot be cut by 2"),
        ("16 x h100 (3 boxes)", "16 chips cannot be cut by 3"),
        ("16 x h100 (1 box)", "a box of"),
    ],
)
def test_a_topology_that_does_not_divide_is_told_what_does(capsys, machine, what):
    assert main(["estimate", machine, "llama-3.1-8b"]) == 2
    told = capsys.readouterr().err
    assert what in told
    assert "write" in told
