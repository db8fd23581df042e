"""The README tells the truth: its commands run, its blocks play, its output is what one gets.

With VIZ_SAVE_REF=1 the printed output and the table of keys are written anew instead.
"""

import logging
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest
import tools

from viz.desk.desk_words import does
from viz.desk.keymap import help_rows
from viz.errors import EXIT_NO_DISPLAY
from viz.show import open_show

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
SAVE = bool(os.environ.get("VIZ_SAVE_REF"))
BLOCK = re.compile(r"^```(\w*)(?: ([\w-]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KEYS = r"(?<=<!-- {} -->\n).*?(?=<!-- end -->)"
# The options of a command that are added so that it ends soon. argparse takes the last one.
QUICK = "--from 2 --to 2.1 --size 320x180 --fps 25"
WHOLE = (".html", ".pdf", ".pptx", "--script")  # what is made of a scene as a whole
SCHEDULER = "tcp://scheduler:8786"
# There is no display in these tests.
EXITS = dict.fromkeys(("viz play", "viz present"), EXIT_NO_DISPLAY)
DISPLAYS = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER"}


def text(name="README.md"):
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(page, kind, label=""):
    return [body for name, tag, body in BLOCK.findall(page) if (name, tag or "") == (kind, label)]


def sections():
    """Heading and text of each section that has commands for a shell."""
    parts = re.split(r"^## (.+)$", text(), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def commands(page):
    return [line for body in blocks(page, "sh") for line in body.splitlines()]


def shell(line, folder):
    """Run a line as a reader would, with `viz` and `python` of this environment and no display."""
    kept = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
    path = f"{Path(sys.executable).parent}{os.pathsep}{kept.get('PATH', '')}"
    narrow = {"PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env=kept | narrow,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@contextmanager
def scheduler():
    """The address of a small Dask cluster."""
    distributed = tools.library("distributed", "cluster")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
    ) as machines:
        yield machines.scheduler_address


def quick(line):
    """The same command, with less to do."""
    whole = any(word in line for word in WHOLE)
    return f"{line} {QUICK}" if line.startswith("viz film") and not whole else line


@pytest.mark.filterwarnings("ignore")  # Dask's own
@pytest.mark.parametrize("head", [head for head, body in sections().items() if commands(body)])
def test_the_commands_of_a_section_run_in_their_order(head, tmp_path):
    lines = commands(sections()[head])
    if "viz new my_scene" not in lines:
        assert shell("viz new my_scene", tmp_path).returncode == 0
    for line in lines:
        start = " ".join(line.split()[:2])
        if start.startswith(("make ", "python3 ")):
            continue  # below, and in .ci/run
        with scheduler() if SCHEDULER in line else nullcontext(SCHEDULER) as address:
            done = shell(quick(line).replace(SCHEDULER, address), tmp_path)
        assert done.returncode == EXITS.get(start, 0), f"{line}\n{done.stdout}{done.stderr}"
        assert "Traceback" not in done.stderr
        for made in re.findall(r" (?:-o|--plot) (\S+)", line):
            assert (tmp_path / made).exists()


def test_every_make_command_of_the_pages_is_a_target():
    targets = set(re.findall(r"^([a-z]+):", text("Makefile"), re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", text() + text("CONTRIBUTING.md"), re.MULTILINE))
    assert named
    assert set() == named - targets


def test_the_two_commands_are_those_that_ci_runs():
    for command in ("python3 viz", "python3 tests"):
        assert f"```sh\n{command}\n```" in text()
        assert re.search(rf"^{command}( |$)", text(".ci/run"), re.MULTILINE)


@pytest.mark.skipif(
    shutil.which("make") is None, reason="make is not installed: apt-get install make"
)
def test_make_knows_what_to_do_for_every_chore(tmp_path):
    for target in re.findall(r"^make ([a-z]+) ", shell("make", ROOT).stdout, re.MULTILINE):
        done = shell(f"make --dry-run VENV={tmp_path / 'venv'} {target}", ROOT)
        assert done.returncode == 0, done.stderr


def test_the_scene_of_the_page_plays_in_both_languages(tmp_path):
    [scene] = blocks(text(), "yaml")
    file = tmp_path / "scene.yaml"
    file.write_text(scene, encoding="utf-8")
    done = shell("viz check scene.yaml", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    for lang in ("en", "zh"):
        show = open_show(str(file), lang=lang)
        for step in range(11):
            assert show.frame(show.seconds * step / 10).marks


def test_the_notebook_of_the_page_runs(tmp_path):
    [cell] = blocks(text(), "python")
    (tmp_path / "cell.py").write_text(cell, encoding="utf-8")
    done = shell("python -W error cell.py", tmp_path)
    assert done.returncode == 0, done.stderr
    made = {path.name for path in tmp_path.iterdir()}
    assert {"what_if.svg", "what_if.mp4"} <= made
    assert "left.token" in done.stdout


def test_printed_output_is_what_the_commands_print(tmp_path):
    page = text()
    for body in blocks(page, "console"):
        line = body.splitlines()[0]
        assert line.startswith("$ ")
        done = shell("set -o pipefail; " + line[2:], tmp_path)
        assert done.returncode == 0, done.stderr
        printed = "".join(f"{out.rstrip()}\n" for out in done.stdout.rstrip().splitlines())
        now = f"{line}\n{printed}"
        page = page.replace(f"```console\n{body}```", f"```console\n{now}```")
        assert SAVE or body == now
    if SAVE:
        README.write_text(page, encoding="utf-8")


@pytest.mark.parametrize(("name", "manner"), [("keys", "flows"), ("talk keys", "waits")])
def test_the_page_lists_the_keys_of_the_windows(name, manner):
    rows = ["| key | what it does |", "|---|---|"]
    for row in help_rows(manner):
        keys = " or ".join(f"`{key}`" for key in row.shown)
        keys = keys.replace(" or ", " ") if row.held and len(row.shown) > 1 else keys
        keys = keys.replace("or `...` or", "to")
        keys = keys.replace(" or ", " ") if len(set(row.shown)) < len(row.shown) else keys
        rows.append(f"| {keys} | {does('en', row.action)} |")
    lines = "\n".join(rows) + "\n"
    there = re.compile(KEYS.format(name), re.DOTALL)
    if SAVE:
        README.write_text(there.sub(lambda _: lines, text()), encoding="utf-8")
    assert [lines] == there.findall(text())


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_every_file_that_a_page_points_at_is_there(page):
    linked = re.findall(r'(?:\]\(|src=")([^)":#]+)[)"]', text(page))
    named = re.findall(r"`((?:viz|assets|scenes|tests|\.ci)/[^` ]*)`", text(page))
    for target in linked + [name for name in named if "NAME" not in name and "{" not in name]:
        assert (ROOT / target).exists(), target


def test_the_pictures_of_the_page_are_small():
    pictures = sorted((ROOT / "assets" / "pictures").iterdir())
    assert pictures
    for picture in pictures:
        assert f"assets/pictures/{picture.name}" in text()
        assert picture.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
        assert picture.stat().st_size < 150_000
