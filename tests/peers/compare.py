"""This program beside Manim Community: one picture, one machine, whole processes in turn.

    python tests/peers/compare.py [--manim PYTHON] [--rounds 3] [--json]

PYTHON is one that has `manim`; it need not be the one that runs this. What is the same: 80 wafers
that stand and 600 tokens that move, place by place (`pipe.py`), 1920x1080, 60 pictures a second,
2 s, H.264, and that each is written in its program's leanest way. What differs: Manim encodes with
x264's crf 23 and its usual preset; a film of ours with crf 18 and `veryfast`, a draft with crf 23
and `ultrafast`. Manim's strokes lie half outside a shape, ours inside; the shapes are set so that
both are as large. A sum over all cores is compared only for the pictures, which each paints in one
thread.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
# What is promised: how many times faster, and at most so much of the memory.
PROMISED = {"film": 4.0, "draft": 8.0, "pictures": 30.0, "memory": 0.6}
PROBE = "import manim, av; print(manim.__version__, av.__version__)"


class Missing(Exception):  # noqa: N818  a person reads it
    """Something is not installed; the text says what to do."""


def versions(python):
    """Manim's and PyAV's versions in the environment of a Python."""
    try:
        done = subprocess.run([python, "-c", PROBE], capture_output=True, text=True, check=False)
    except OSError as error:
        raise Missing(f"{python} cannot be run: {error.strerror}") from None
    if done.returncode:
        raise Missing(
            f"{python} has no manim: 'pip install manim' in an environment of its own "
            "(on Debian after 'apt-get install libcairo2-dev libpango1.0-dev pkg-config "
            "python3-dev'), then --manim PYTHON"
        )
    return done.stdout.split()[-2:]


def measured(words):
    """Seconds of a process from its start to its end, its peak in MB, and the last it printed.

    The peak is that of the largest process, as the system tells it of children that have ended.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    with tempfile.TemporaryFile("w+") as said, tempfile.TemporaryFile("w+") as wrong:
        before = time.perf_counter()
        child = subprocess.Popen(words, env=environment, stdout=said, stderr=wrong)
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - before
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            wrong.seek(0)
            raise Missing(f"{words[1]} failed: {wrong.read().strip().splitlines()[-1:]}")
        said.seek(0)
        lines = said.read().split()
    kilo = 1024 if sys.platform != "darwin" else 1
    return seconds, used.ru_maxrss * kilo / 1e6, lines[-1] if lines else ""


def runs(manim, folder):
    """What is run in each round: a name, and the words of the command."""
    ours, theirs = str(HERE / "in_viz.py"), str(HERE / "in_manim.py")
    return {
        "manim film": [manim, theirs, str(folder / "theirs.mp4")],
        "film": [sys.executable, ours, str(folder / "ours.mp4")],
        "draft": [sys.executable, ours, str(folder / "draft.mp4"), "draft"],
        "manim pictures": [manim, theirs, "pictures"],
        "pictures": [sys.executable, ours, "pictures"],
    }


def ratios(rounds):
    """From the rounds, each a dictionary of `measured`, the four numbers that are promised.

    The best of each counts: what disturbs a machine only makes a run slower.
    """
    seconds = {name: min(one[name][0] for one in rounds) for name in rounds[0]}
    memory = {name: max(one[name][1] for one in rounds) for name in rounds[0]}
    painted = {
        name: min(float(one[name][2]) for one in rounds) for name in ("pictures", "manim pictures")
    }
    return {
        "film": seconds["manim film"] / seconds["film"],
        "draft": seconds["manim film"] / seconds["draft"],
        "pictures": painted["manim pictures"] / painted["pictures"],
        "memory": memory["film"] / memory["manim film"],
    }


def kept(name, value):
    """Whether a ratio is what is promised: memory at most, speed at least."""
    return value <= PROMISED[name] if name == "memory" else value >= PROMISED[name]


def told(found, rounds):
    """The ratios as lines, each with what it is made of."""
    lines = []
    for name, value in found.items():
        word = "at most" if name == "memory" else "at least"
        mine, their = ("film", "manim film") if name == "memory" else (name, f"manim {name}")
        their = their if their in rounds[0] else "manim film"
        if name == "memory":
            of = f"{max(r[mine][1] for r in rounds):.0f} MB, {max(r[their][1] for r in rounds):.0f} MB"
        elif name == "pictures":
            of = f"{min(float(r[mine][2]) for r in rounds):.2f} s, {min(float(r[their][2]) for r in rounds):.2f} s of CPU"
        else:
            of = (
                f"{min(r[mine][0] for r in rounds):.2f} s, {min(r[their][0] for r in rounds):.2f} s"
            )
        mark = "yes" if kept(name, value) else "NO"
        lines.append(f"{name:<9} {value:6.2f} x  {word} {PROMISED[name]:<4g} {mark:<4} {of}")
    return lines


def main(words):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--manim", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(words)
    try:
        manim, av = versions(args.manim)
        rounds = []
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(max(1, args.rounds)):
                todo = runs(args.manim, Path(folder))
                rounds.append({name: measured(one) for name, one in todo.items()})
    except Missing as error:
        print(error, file=sys.stderr)
        return 2
    found = ratios(rounds)
    if args.json:
        print(json.dumps({"manim": manim, "av": av, "ratios": found, "rounds": rounds}, indent=2))
    else:
        print(
            f"Manim Community {manim} with PyAV {av}, {os.cpu_count()} cores, best of {len(rounds)}"
        )
        print("\n".join(told(found, rounds)))
    return 0 if all(kept(name, value) for name, value in found.items()) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
