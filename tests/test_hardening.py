"""What other programs were reported for, tried on ours: one part a kind, one table a part.

A refused command is run over a snapshot of its folder: nothing of the user's is moved or changed,
nothing is left behind, and what is told is a few lines and never a traceback.
"""

import contextlib
import csv
import hashlib
import io
import json
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from viz.cli import main
from viz.live.state import State, to_text
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.take import Step, Take
from viz.timeline.take_file import to_text as take_text

linux = pytest.mark.skipif(sys.platform != "linux", reason="nodes, signals and limits of Linux")

ROOT = Path(__file__).resolve().parent.parent
TINY = """\
title: {en: Tiny, zh: 小}
model: llama-3.1-8b
left: 1 x h100
right: 1 x wse-3
beats:
  - {say: {en: One card., zh: 一张卡}, for: 1 s}
  - {say: {en: Two cards., zh: 两张卡}, for: 1 s}
"""
TAKE = take_text("s.yaml", Take(steps=(Step(0.0, ScreenSeconds(0.0), 1.0),), seconds=2.0))
STATE = to_text(State("s", "s"))
FILM = "film s.yaml --size 64x36 --fps 10"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A user's folder: a scene, a lecture, a folder of photos, a take, a state, a table."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    place = tmp_path / "lesson"
    (place / "photos").mkdir(parents=True)
    (place / "photos" / "class.jpg").write_bytes(b"\xff\xd8\xff a class")
    for name in ("s.yaml", "lecture.yaml", "q.yaml"):
        (place / name).write_text(TINY, encoding="utf-8")
    (place / "take.yaml").write_text(TAKE, encoding="utf-8")
    (place / "talk.json").write_text(STATE, encoding="utf-8")
    (place / "package.json").write_text('{"name": "x"}', encoding="utf-8")
    (place / "marks.csv").write_text("name,mark\nAda,1\n", encoding="utf-8")
    (place / "notes.txt").write_text("what I say\n", encoding="utf-8")
    (place / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n mine")
    (place / "voice.wav").write_bytes(b"RIFF\x00\x00\x00\x00WAVE mine")
    monkeypatch.chdir(place)
    return place


def snapshot(place):
    """Every name below a folder, with its kind, its rights and what is in it."""
    seen = {}
    for path in sorted(place.rglob("*")):
        node = path.lstat()
        what = ""
        if path.is_symlink():
            what = str(path.readlink())
        elif stat.S_ISREG(node.st_mode):
            what = hashlib.sha256(path.read_bytes()).hexdigest()
        seen[path.relative_to(place).as_posix()] = (stat.filemode(node.st_mode), what)
    return seen


def viz(words, capsys):
    """A command in this process: its exit code, what it printed, what it told."""
    capsys.readouterr()
    try:
        code = main(shlex.split(words) if isinstance(words, str) else words)
    except SystemExit as error:
        code = error.code
    done = capsys.readouterr()
    assert "Traceback" not in done.err
    return code, done.out, done.err


def refused(words, place, capsys, codes=(2, 5)):
    """A command that changes nothing, and says why in few lines. Gives back what it told."""
    before = snapshot(place)
    code, _, told = viz(words, capsys)
    assert code in codes, told
    assert 1 <= len(told.splitlines()) <= 3, told
    assert snapshot(place) == before
    return told


def shell(words, **how):
    """A command in a process of its own, through a shell, so that its streams can be anything."""
    line = f"{shlex.quote(sys.executable)} -m viz {words}"
    env = {**os.environ, **how.pop("env", {})}
    return subprocess.run(
        ["bash", "-c", line],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=env,
        **how,
    )


# H1. Files of the user are moved or overwritten.


@pytest.mark.parametrize(
    "words",
    [
        "play s.yaml --take photos",
        "play s.yaml --take lecture.yaml",
        "play s.yaml --take s.yaml",
        "play s.yaml --take ./photos/../s.yaml",
        "play s.yaml --take take.yaml",
        "play s.yaml --take marks.csv",
        "play s.yaml --take talk.json",
        "play s.yaml --take picture.png",
        "play s.yaml --take no/such/folder/x.yaml",
        "play --take lecture.yaml",
        "play --take marks.csv",
        "play --take photos",
        "present s.yaml --no-take --state s.yaml",
        "present s.yaml --no-take --state lecture.yaml",
        "present s.yaml --no-take --state photos",
        "present s.yaml --no-take --state package.json",
        "present s.yaml --no-take --state package.json --resume",
        "present s.yaml --no-take --state lecture.yaml --resume",
        "present s.yaml --no-take --state take.yaml",
        "present s.yaml --state talk.json --take talk.json",
        "present s.yaml --state new.json --rehearse new.json",
        "present s.yaml --take lecture.yaml",
        "present s.yaml --take photos",
        "present s.yaml --rehearse marks.csv",
        "present s.yaml --rehearse marks.csv --resume",
        "present s.yaml --rehearse photos --resume",
        f"{FILM} -o q.yaml --format mp4 --overwrite",
        f"{FILM} -o s.yaml --format mp4 --overwrite",
        f"{FILM} -o photos --format mp4 --overwrite",
        f"{FILM} -o picture.png --format mp4 --overwrite",
        f"{FILM} -o marks.csv --format mp4 --overwrite",
        f"{FILM} -o voice.wav --format mp4 --overwrite",
        f"{FILM} -o photos.png --overwrite",
        f"{FILM} -o q.yaml --format pdf --overwrite",
        f"{FILM} -o package --format mp4 --overwrite",
        "film --take take.yaml -o take.yaml --format mp4 --overwrite",
        "still s.yaml --at 1 -o picture.png",
        "still s.yaml --at 1 -o photos",
        "sheet s.yaml -o notes.txt",
        "sheet nosuch -o new_folder",
        "schema -o lecture.yaml",
        "schema -o package.json",
        "schema -o photos",
        "new lecture",
        "new ../photos",
        "estimate h100 llama-3.1-8b --sweep batch=1..4 --csv marks.csv",
        "estimate h100 llama-3.1-8b --sweep batch=1..4 --plot picture.png",
        "estimate h100 llama-3.1-8b --sweep batch=1..4 --csv a.svg --plot a.svg",
    ],
)
def test_nothing_of_the_user_s_is_moved_or_written_over(folder, capsys, words):
    if "photos.png" in words:  # a folder of pictures is called without its ending
        assert "photos cannot be written: it is a folder" in refused(words, folder, capsys)
        return
    refused(words, folder, capsys)


def test_a_film_s_own_sidecar_is_the_only_json_that_it_replaces(folder, capsys):
    assert viz(f"{FILM} -o a.mp4", capsys)[0] == 0
    assert viz(f"{FILM} -o a.mp4 --overwrite", capsys)[0] == 0
    shutil.copy("package.json", "a.mp4.json")
    told = refused(f"{FILM} -o a.mp4 --overwrite", folder, capsys)
    assert told == "a.mp4.json exists; write another -o\n"


@pytest.mark.parametrize("words", ["play --take broken.yaml", "play s.yaml --take broken.yaml"])
def test_a_take_that_cannot_be_read_is_set_aside_under_a_free_name(folder, capsys, words):
    for name in ("broken.yaml.bad", "broken.yaml.2.bad"):
        Path(name).write_text("an older one", encoding="utf-8")
    before = snapshot(folder)
    Path("broken.yaml").write_text(TAKE[:-9], encoding="utf-8")
    code, _, told = viz(words, capsys)
    assert code == 3  # there is no display here
    assert "kept as broken.yaml.3.bad" in told
    after = snapshot(folder)
    assert after.pop("broken.yaml.3.bad")
    assert after == before


def test_a_schema_replaces_a_schema_and_a_still_a_still(folder, capsys):
    assert viz("schema -o a.json", capsys)[0] == 0
    assert viz("schema -o a.json", capsys)[0] == 0
    assert viz("still s.yaml --at 1 --size 64x36 -o picture.png --overwrite", capsys)[0] == 0
    assert Path("picture.png").stat().st_size > 200


def test_the_takes_of_a_program_never_take_the_name_of_what_is_there(folder):
    from viz.cli.takes import beside

    Path("run_2_race.yaml").write_text(TINY, encoding="utf-8")
    assert beside(Path("run.yaml"), "race", 0) == Path("run.yaml")
    assert beside(Path("run.yaml"), "race", 1) == Path("run_2_race_again2.yaml")


# H2. What is not a plain file.


@linux
def test_a_link_is_written_through_and_the_rights_of_a_file_stay(folder, capsys):
    assert viz("schema -o schema.json", capsys)[0] == 0
    Path("schema.json").write_text("", encoding="utf-8")
    Path("schema.json").chmod(0o600)
    Path("link").symlink_to("schema.json")
    Path("second").symlink_to("link")
    assert viz("schema -o second", capsys)[0] == 0
    assert (Path("second").is_symlink(), Path("link").is_symlink()) == (True, True)
    assert Path("schema.json").stat().st_size > 1000
    assert stat.S_IMODE(Path("schema.json").stat().st_mode) == 0o600
    Path("dangling").symlink_to("photos/film.mp4")
    assert viz(f"{FILM} -o dangling --format mp4", capsys)[0] == 0
    assert Path("dangling").is_symlink()
    assert Path("photos/film.mp4").stat().st_size > 500
    Path("photos/film.mp4").chmod(0o640)
    assert viz(f"{FILM} -o dangling --format mp4 --overwrite", capsys)[0] == 0
    assert stat.S_IMODE(Path("photos/film.mp4").stat().st_mode) == 0o640
    assert {path.name for path in Path("photos").iterdir()} == {
        "class.jpg",
        "film.mp4",
    }


@linux
@pytest.mark.parametrize(
    "words", ["schema -o {}", "still s.yaml --at 1 -o {}", f"{FILM} --format mp4 -o {{}}"]
)
def test_a_link_that_leads_back_to_itself_is_no_output(folder, capsys, words):
    Path("l.png").symlink_to("l.png")
    told = refused(words.format("l.png"), folder, capsys)
    assert "leads back to itself" in told


@linux
def test_a_fifo_takes_a_text_and_a_picture_and_stays_a_fifo(folder, capsys):
    for name, words in (
        ("text.json", "schema -o text.json"),
        ("p.png", "still s.yaml --at 1 --size 64x36 -o p.png"),
        ("p.csv", "estimate h100 llama-3.1-8b --sweep batch=1..4 --csv p.csv"),
    ):
        os.mkfifo(name)
        found = []
        reader = threading.Thread(target=lambda n=name, f=found: f.append(Path(n).read_bytes()))
        reader.start()
        code, _, told = viz(words, capsys)
        reader.join(10)
        assert (code, told) == (0, "")
        assert len(found[0]) > 100
        assert stat.S_ISFIFO(Path(name).stat().st_mode)


@linux
@pytest.mark.parametrize("ending", ["mp4", "pdf", "html", "png"])
def test_a_film_is_no_stream_and_says_so(folder, capsys, ending):
    os.mkfifo(f"pipe.{ending}")
    os.mkfifo("pipe")
    assert "is no file" in refused(
        f"{FILM[: FILM.index('--fps')]} -o pipe.{ending}", folder, capsys
    )
    assert "is no file" in refused(f"{FILM} -o - --format mp4", folder, capsys)
    assert not Path("-").exists()


@linux
@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes a device")
def test_a_device_is_written_to_and_stays_a_device(folder, capsys):
    try:
        os.mknod("null", 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        os.mknod("full", 0o666 | stat.S_IFCHR, os.makedev(1, 7))
    except PermissionError:
        pytest.skip("no device may be made here")
    assert viz("schema -o null", capsys)[0] == 0
    code, _, told = viz("schema -o full", capsys)
    assert (code, told) == (5, "full cannot be written: the disk is full\n")
    assert "is no file" in refused(f"{FILM} -o null --format mp4 --overwrite", folder, capsys)
    assert all(stat.S_ISCHR(Path(name).stat().st_mode) for name in ("null", "full"))


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("schema -o -", "{"),
        ("still s.yaml --at 1 --size 64x36 -o -", "\ufffdPNG"),
        ("estimate h100 llama-3.1-8b --sweep batch=1..4 --csv -", "batch,"),
    ],
)
def test_a_dash_is_standard_output_and_nothing_else_is_printed_there(folder, words, begins):
    before = snapshot(folder)
    done = subprocess.run(
        [sys.executable, "-m", "viz", *shlex.split(words)], capture_output=True, check=False
    )
    assert done.returncode == 0
    assert done.stdout.decode("utf-8", errors="replace").startswith(begins)
    assert not done.stdout.endswith(b"is written\n")
    assert snapshot(folder) == before


# H9. Whole or absent, everywhere.


@linux
@pytest.mark.parametrize(
    "words",
    [
        "estimate h100 llama-3.1-8b --sweep batch=1..4096 --csv out.csv",
        "estimate h100 llama-3.1-8b --sweep batch=1..64 --plot out.svg",
        "schema -o out.json",
        "still s.yaml --at 1 -o out.png",
        f"{FILM} -o out.mp4",
        "film s.yaml -o out.pdf",
    ],
)
def test_a_disk_that_fills_up_leaves_nothing_and_the_next_run_goes_well(folder, words):
    """A limit on the size of files stands for a full disk."""
    before = snapshot(folder)
    done = subprocess.run(
        ["bash", "-c", f"ulimit -f 1; exec {shlex.quote(sys.executable)} -m viz {words}"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 5, done.stderr
    assert "too large" in done.stderr
    assert done.stderr.count("\n") == 1
    assert snapshot(folder) == before


# H3. Streams that cannot be written.


@linux
@pytest.mark.parametrize(
    ("words", "unbuffered"),
    [("--help", "1"), ("--help", ""), ("list chips", ""), ("doctor", "1"), ("check s.yaml", "")],
)
def test_a_full_standard_output_is_one_line_and_exit_5(folder, words, unbuffered):
    done = shell(f"{words} >/dev/full", env={"PYTHONUNBUFFERED": unbuffered})
    assert done.returncode == 5
    assert done.stderr == "viz: standard output cannot be written: No space left on device\n"


@linux
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("list chips >&-", 0),
        ("list chips 2>&-", 0),
        ("list chips >&- 2>&- <&-", 0),
        ("check nosuch.yaml 2>/dev/full", 2),
        ("check nosuch.yaml 2>&-", 2),
        ("check nosuch.yaml >&- 2>&-", 2),
        ("still s.yaml --at 1 -o notes.txt 2>/dev/full", 2),
        ("schema -o notes.txt 2>/dev/full", 5),
        ("nosuch 2>/dev/full", 2),
        ("list --nosuch 2>/dev/full", 2),
        ("schema | head -c 1", 0),
    ],
)
def test_a_stream_that_is_closed_or_full_changes_no_exit_code(folder, words, code):
    done = shell(words)
    assert done.returncode == code
    assert "Traceback" not in done.stdout + done.stderr
    assert "Exception" not in done.stdout + done.stderr


@linux
def test_a_film_that_is_whole_stays_whole_when_nobody_can_be_told(folder, capsys):
    assert shell(f"{FILM} -o a.mp4 >/dev/full").returncode == 5
    assert shell(f"{FILM} -o b.mp4 >&- 2>&-").returncode == 0
    assert viz("verify a.mp4 b.mp4", capsys)[0] == 0
    assert Path("a.mp4").read_bytes() == Path("b.mp4").read_bytes()


# H5. `python3 viz` trusts nothing that lies there.


def test_an_environment_is_ready_only_where_it_was_made_and_while_it_works(tmp_path):
    from viz import checkout

    root, folder = Path(checkout.__file__).parent.parent, tmp_path / ".venv"
    assert not checkout._ready(root, folder, dev=False)
    (folder / "bin").mkdir(parents=True)
    (folder / ".project").write_text(checkout._wanted(root), encoding="utf-8")
    assert not checkout._ready(root, folder, dev=False)  # no Python
    (folder / "bin" / "python").symlink_to(tmp_path / "gone")
    assert not checkout._ready(root, folder, dev=False)  # a link to nowhere
    (folder / "bin" / "python").unlink()
    (folder / "bin" / "python").write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    (folder / "bin" / "python").chmod(0o755)
    assert checkout._ready(root, folder, dev=False)
    assert not checkout._ready(root, folder, dev=True)
    moved = tmp_path / "moved"
    moved.mkdir()
    for name in ("pyproject.toml", checkout.LOCK, checkout.LOCK_DEV, checkout.LOCK_PAGES):
        shutil.copy(root / name, moved)
    assert not checkout._ready(moved, folder, dev=False)


@pytest.mark.parametrize("what", ["a folder", "a link", "a file"])
def test_a_folder_of_the_user_s_is_never_cleared_for_an_environment(tmp_path, what):
    from viz import checkout

    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "photo.jpg").write_text("mine", encoding="utf-8")
    (mine / "pyvenv.cfg").write_text("", encoding="utf-8")
    folder = {"a folder": mine, "a link": tmp_path / "link", "a file": mine / "photo.jpg"}[what]
    if what == "a link":
        (mine / ".project").write_text("", encoding="utf-8")
        folder.symlink_to(mine)
    before = snapshot(tmp_path)
    with pytest.raises(SystemExit, match="no environment that was made here"):
        checkout._demand_ours(folder)
    assert snapshot(tmp_path) == before


def launcher(*words):
    """`python3 viz` in this checkout, with the environment that these tests run in."""
    from viz import checkout

    root = Path(checkout.__file__).resolve().parent.parent
    if not (root / "pyproject.toml").is_file() or not checkout._ready(
        root, Path(sys.prefix), dev=False
    ):
        pytest.skip("the tests do not run in an environment of `python3 tests`")
    env = {**os.environ, "VENV": sys.prefix, "PYTHONDONTWRITEBYTECODE": "1"}
    return [sys.executable, str(root / "viz"), *words], env


@linux
def test_the_launcher_runs_its_own_code_wherever_it_is_called_from(folder):
    for name in ("random", "yaml", "os", "viz", "numpy", "signal", "pathlib"):
        Path(f"{name}.py").write_text('raise SystemExit("shadowed")', encoding="utf-8")
    words, env = launcher("check", "s.yaml")
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


@linux
@pytest.mark.parametrize(("number", "code"), [("SIGTERM", 143), ("SIGHUP", 143), ("SIGINT", 130)])
def test_a_word_to_stop_reaches_the_film_through_the_launcher(folder, number, code):
    """And what is told names `--resume`, for parts are kept."""
    film = ["film", "weights_stay", "-o", "a.mp4", "--size", "64x36", "--resume"]
    words, env = launcher(*film)
    process = subprocess.Popen(words, env=env, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        assert process.stderr.readline().startswith("1 of ")
        process.send_signal(getattr(signal, number))
        told = process.communicate(timeout=20)[1]
    finally:
        process.kill()
    assert process.returncode == code
    assert "--resume goes on from there" in told
    assert "Traceback" not in told
    assert not Path("a.mp4").exists()


# H12. Stopping.


@linux
def test_ctrl_c_while_it_is_still_importing_is_quiet(folder):
    """As soon as our first line has run, and every few milliseconds from there."""
    code = (
        "import sys, os, signal, threading, time\n"
        "from viz.start import main\n"
        "wait = float(sys.argv.pop(1))\n"
        "go = threading.Event()\n"
        "def stop():\n"
        "    go.wait()\n"
        "    time.sleep(wait)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "threading.Thread(target=stop, daemon=True).start()\n"
        "go.set()\n"
        "code = main()\n"
        "time.sleep(1)\n"
        "sys.exit(code)\n"
    )
    for wait in (0.004, 0.03, 0.08, 0.2):
        words = [sys.executable, "-c", code, str(wait), "film", "weights_stay", "-o", "a.mp4"]
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
        assert "Traceback" not in done.stderr, wait
        assert done.returncode in (130, -2), wait
    assert not Path("a.mp4").exists()


@linux
def test_a_film_begun_with_sighup_ignored_goes_on_as_nohup_promises(folder):
    code = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "print('ready', flush=True)\n"
        "os.execv(sys.executable, [sys.executable, '-m', 'viz', *sys.argv[1:]])\n"
    )
    words = [sys.executable, "-c", code, *shlex.split(f"{FILM} -o a.mp4")]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    for _ in range(20):
        if process.poll() is not None:
            break
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGHUP)
        time.sleep(0.05)
    process.stdout.close()
    assert process.wait(30) == 0
    assert Path("a.mp4").is_file()


# H6. Text.


def scene_that_says(words):
    return TINY.replace("One card.", words)


def test_accents_of_their_own_become_those_of_letters(folder):
    from viz.scene.load_scene import load_scene

    Path("s.yaml").write_text(scene_that_says("re\u0301sume\u0301"), encoding="utf-8")
    assert load_scene("s.yaml").beats[0].say["en"] == "r\u00e9sum\u00e9"


@pytest.mark.parametrize("words", ["\u05e9\u05dc\u05d5\u05dd", "\u0633\u0644\u0627\u0645"])
def test_what_is_written_from_right_to_left_is_refused_with_the_reason(folder, capsys, words):
    Path("s.yaml").write_text(scene_that_says(words), encoding="utf-8")
    for command in ("check s.yaml", "still s.yaml --at 1", f"{FILM} -o a.mp4", "play s.yaml"):
        told = refused(command, folder, capsys, codes=(2,))
        assert told.startswith("s.yaml:6:16: ")
        assert "is written from right to left" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("go \U0001f680", "the font has no '\U0001f680' (U+1F680)"),
        ("mean x\u0304", "the mark U+0304 cannot be set on its letter"),
    ],
)
def test_what_the_font_cannot_draw_is_told_wherever_pictures_are_made(folder, capsys, words, told):
    Path("s.yaml").write_text(scene_that_says(words), encoding="utf-8")
    line = f"s.yaml:6:16: {told}; write other words"
    code, _, err = viz("check s.yaml", capsys)
    assert (code, err.splitlines()[0]) == (2, line)
    for number, command in enumerate(
        f"still s.yaml --at 1 --size 64x36 -o {number}.png" for number in range(1)
    ):
        assert viz(command, capsys)[2] == f"{line} (warning)\n", number
    assert viz(f"{FILM} -o a.mp4", capsys)[2].startswith(f"{line} (warning)\n")
    code, _, err = viz("play s.yaml", capsys)
    assert code == 3
    assert err.startswith(f"{line} (warning)\n")


def test_two_halves_of_a_character_are_told_as_what_they_are(folder, capsys):
    Path("s.yaml").write_text(scene_that_says(r'"go \ud83d\ude80"'), encoding="utf-8")
    told = refused("check s.yaml", folder, capsys)
    what = r"\ud83d\ude80 are two halves of one character"
    assert told == f's.yaml:6:20: {what}; write "\\U0001F680"\n'


# H7. Names.


@linux
def test_a_name_that_is_not_utf_8_is_a_name_like_others(folder, capsys):
    raw = os.fsdecode(b"\xff")
    shutil.copy("s.yaml", f"{raw}.yaml")
    for words in (
        ["check", f"{raw}.yaml"],
        ["film", f"{raw}.yaml", "--size", "64x36", "--fps", "10", "-o", "a.mp4"],
        ["film", f"{raw}.yaml", "--size", "64x36", "--fps", "10", "-o", f"{raw}.mp4"],
        ["verify", "a.mp4", f"{raw}.mp4"],
        ["still", f"{raw}.yaml", "--at", "1", "--size", "64x36"],
        ["film", f"{raw}.yaml", "-o", f"{raw}.pdf"],
        ["describe", f"{raw}.yaml"],
    ):
        code, out, err = viz(words, capsys)
        assert (code, "fault of ours" in err) == (0, False), words
        assert "fault of ours" not in out
    made = {path.name for path in folder.iterdir()}
    assert {f"{raw}.mp4", f"{raw}.mp4.json", r"\xff.png", "a.mp4.json"} <= made


LONG = "x" * 500


@linux
@pytest.mark.parametrize(
    "words",
    [
        f"check {LONG}.yaml",
        f"check {LONG}",
        f"describe {LONG}.yaml",
        f"verify {LONG}.mp4",
        f"{FILM} --voice {LONG}.wav -o b.mp4",
        f"{FILM} --voice voice.wav --times {LONG}.yaml -o b.mp4",
        f"{FILM} --take {LONG}.yaml -o b.mp4",
        f"{FILM} -o {LONG}.mp4",
        f"{FILM} -o {'x' * 248}.mp4",
        f"film s.yaml -o {LONG}.pdf",
        f"still s.yaml --at 1 -o {LONG}.png",
        f"sheet s.yaml -o {LONG}",
        f"play --take {LONG}.yaml",
        f"play s.yaml --take {LONG}.yaml",
        f"present s.yaml --state {LONG}.json",
        f"present s.yaml --rehearse {LONG}.csv",
        f"validate {LONG}.csv",
        f"schema -o {LONG}",
        f"new {LONG}",
        "verify .",
        "verify photos",
        "verify ''",
        "check ''",
        "check .",
        "check photos",
        "check ./photos/",
        "film ./photos -o a.mp4",
        "verify loop.mp4",
        "check loop.yaml",
        "film loop.yaml -o b.mp4",
        "film dangling.yaml -o b.mp4",
        "check s.yaml/t.yaml",
        "still s.yaml --at 1 -o s.yaml/x.png",
    ],
)
def test_a_name_that_cannot_be_is_told_in_a_line_before_any_work(folder, capsys, words):
    for name in ("loop.yaml", "loop.mp4"):
        Path(name).symlink_to(name)
    Path("dangling.yaml").symlink_to("nowhere.yaml")
    told = refused(words, folder, capsys)
    assert "did you mean 'loop" not in told
    assert len(told) < 700


@linux
def test_the_longest_name_that_a_film_can_have_beside_its_sidecar_is_filmed(folder, capsys):
    name = "\u5149" * 80 + "x.mp4"  # 245 bytes, and 250 with .json
    assert viz(f"{FILM} -o {name}", capsys)[0] == 0
    assert viz(f"{FILM} -o {name} --overwrite", capsys)[0] == 0
    assert viz(f"verify {name}", capsys)[0] == 0


# H13. Places.


@linux
def test_a_scene_may_come_from_standard_input_or_a_pipe(folder):
    before = snapshot(folder)
    for words, told in (
        ("check - < s.yaml", "-: good"),
        ("check /dev/stdin < s.yaml", "/dev/stdin: good"),
        ("check <(cat s.yaml)", ": good"),
        ("describe - < s.yaml", "Tiny"),
    ):
        done = shell(words)
        assert (done.returncode, told in done.stdout) == (0, True), done.stderr
    assert shell("check - < /dev/null").stderr == "-:1:1: the file is empty\n"
    assert shell("check - <&-").returncode == 2
    assert snapshot(folder) == before
    assert shell(f"{FILM.replace('s.yaml', '-')} -o a.mp4 < s.yaml").returncode == 0
    assert Path("a.mp4").stat().st_size > 500


@linux
def test_a_pipe_without_an_end_and_a_device_are_refused_at_once(folder):
    for words in ("check <(yes)", "check /dev/zero", "check - < /dev/zero", "check <(yes 'a: [')"):
        done = shell(words)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1


def test_a_state_folder_that_is_not_absolute_is_left_aside(tmp_path):
    from viz.system import state_folder

    home = tmp_path / "home"
    usual = home / ".local" / "state" / "viz"
    if sys.platform == "linux":
        for given in ({}, {"XDG_STATE_HOME": ""}, {"XDG_STATE_HOME": "state"}):
            assert state_folder(given, home) == usual
        assert state_folder({"XDG_STATE_HOME": str(tmp_path)}, home) == tmp_path / "viz"


def test_a_sweep_is_told_piece_by_piece_and_never_held_whole():
    from viz.catalog.load_catalog import find, load_catalog
    from viz.cli.estimate_sweep import AT_ONCE, as_csv, as_json
    from viz.physics.rig import parse_rig
    from viz.physics.sweep import parse_sweep, sweep
    from viz.physics.types import Load

    catalog = load_catalog()
    model = find(catalog.models, "llama-3.1-8b", "model")
    name, values = parse_sweep("context=1..10000:10000")
    found = sweep(parse_rig("h100", catalog, None), model, Load(), "limit", name, values)
    points = len(found.values)
    told = list(as_json(found))
    assert max(map(len, told)) < 600 * AT_ONCE
    rows = json.loads("".join(told))["points"]
    table = list(csv.DictReader("".join(as_csv(found)).splitlines()))
    assert len(rows) == len(table) == points
    assert [float(row["step_seconds"]) for row in table] == [row["step_seconds"] for row in rows]
    assert [row["context"] for row in rows] == found.values.tolist()


# H8. Hints that work.


@pytest.mark.parametrize(
    ("words", "hint", "better"),
    [
        ("still s.yaml --at 1 --size 64x36 -o picture.png", "--overwrite", "{} --overwrite"),
        ("still s.yaml --at 1 --size 64x36 -o picture.png", "another -o FILE", "{}2.png"),
        (f"{FILM} -o old.mp4", "--overwrite", "{} --overwrite"),
        (f"{FILM} -o old.mp4", "another -o FILE", "{} -o b.mp4"),
        (f"{FILM} -o old.mp4 --captions srt", "--overwrite", "{} --overwrite"),
        ("new s", "another name", "{}2"),
        ("new s", "--force", "{} --force"),
        ("schema -o marks.csv", "another name", "{}2"),
        ("estimate h100 llama-3.1-8b --sweep batch=1..4 --csv marks.csv", "another name", "{}2"),
        (
            "estimate h100 llama-3.1-8b --sweep batch=1..4 --plot picture.png",
            "another name",
            "{}2.png",
        ),
        ("estimate h100 llama-3.1-8b --context 8q", "8192", "{} --context 8192"),
        (
            "estimate h100 llama-3.1-8b --sweep batch",
            "batch=1..1024",
            "estimate h100 llama-3.1-8b --sweep batch=1..1024",
        ),
        ("estimate h100 llama-3.1-8b --speculate 9:3", "2.8:3", "{} --speculate 2.8:3"),
        (
            "still s.yaml --at 1 -o x.gif",
            "write FILE.png",
            "still s.yaml --at 1 --size 64x36 -o x.png",
        ),
        ("still s.yaml --at 9", "--at with a time from 0 to 2", "{} --at 2 --size 64x36"),
        ("check lectures.yaml", "did you mean 'lecture.yaml'", "check lecture.yaml"),
        ("chek s.yaml", "did you mean 'check'", "check s.yaml"),
        (f"{FILM} -o a.mp4 --jobs x", "--jobs 4", f"{FILM} -o a.mp4 --jobs 4"),
        (f"{FILM} -o a.mpx", "did you mean '.mp4'", f"{FILM} -o a.mp4"),
    ],
)
def test_what_a_message_tells_to_write_works(folder, capsys, words, hint, better):
    if "old.mp4" in words:
        viz(f"{FILM} -o old.mp4 --captions srt", capsys)
    Path("b.yaml").unlink(missing_ok=True)
    assert hint in refused(words, folder, capsys)
    if better.startswith("{}") and better[2:3] == "2":  # another name in the place of the last
        better = f"{words}{better[2:]}"
    code, _, told = viz(better.format(words), capsys)
    assert code == 0, told


def test_a_count_may_be_written_with_k(capsys):
    for words, seen in (("--context 8k", "context 8000"), ("--context 128K", "context 128000")):
        code, out, _ = viz(f"estimate h100 llama-3.1-8b {words}", capsys)
        assert (code, seen in out) == (0, True)
    code, out, _ = viz("estimate h100 llama-3.1-8b --sweep context=1k..4k --csv", capsys)
    assert [row.split(",")[0] for row in out.splitlines()] == [
        "context",
        "1000.0",
        "2000.0",
        "4000.0",
    ]


def test_an_extra_that_is_missing_is_told_in_one_way_with_the_command_that_adds_it():
    from viz.errors import EXIT_USAGE
    from viz.extras import EXTRAS, missing

    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = asked["project"]["optional-dependencies"]
    assert {
        name: [re.match(r"[\w-]+", one)[0] for one in libraries]
        for name, libraries in extras.items()
    } == {name: list(libraries) for name, libraries in EXTRAS.items()}
    error = missing("decks", "decks", "fpdf2")
    assert error.code == EXIT_USAGE
    command = shlex.split(str(error).partition("; write ")[2])
    assert command == [sys.executable, "-m", "pip", "install", *EXTRAS["decks"]]
    done = subprocess.run(
        [*command, "--dry-run", "--no-index", "--quiet"], capture_output=True, check=False
    )
    assert done.returncode in (0, 1)  # 1: it is not installed, and no registry was asked
    assert b"no such option" not in done.stderr


# H10. Captions at low rates.


@pytest.mark.parametrize("fps", [1, 2, 5, 24, 60])
def test_a_caption_ends_after_it_begins_and_has_no_empty_line_at_any_rate(folder, capsys, fps):
    Path("s.yaml").write_text(
        TINY
        + '  - {say: {en: "One.\\n\\nTwo.", zh: "一。\\n\\n二。"}, for: 0.1 s}\n'
        + "  - ask: {question: {en: How?, zh: 怎样？}, choices: [a, b], answer: b}\n    for: 1 s\n",
        encoding="utf-8",
    )
    words = f"film s.yaml --size 64x36 --fps {fps} -o a.mp4 --captions srt,vtt,track --transcript"
    assert viz(f"{words} --caption-lang en,zh", capsys)[0] == 0
    for lang in ("en", "zh"):
        cues = Path(f"a.{lang}.srt").read_text(encoding="utf-8").strip().split("\n\n")
        assert len(cues) == 5
        last = ""
        for number, cue in enumerate(cues, 1):
            head, times, *lines = cue.split("\n")
            start, end = times.split(" --> ")
            assert head == str(number)
            assert last <= start < end
            assert all(lines)
            last = end
        said = Path(f"a.{lang}.txt").read_text(encoding="utf-8").split("\n\n", 1)[1]
        assert "\n\n" not in said


# H4. CSV as people have it.


def rows_of_our_own():
    """A table of two rows that are known here, as cells."""
    lines = (ROOT / "assets" / "published.csv").read_text(encoding="utf-8").splitlines()
    return list(csv.reader([lines[0], *lines[2:5]]))


def written(rows, separator=",", encoding="utf-8", head="", decimal="."):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator)
    for row in rows:
        plain = [
            re.sub(r"(?<=\d)\.(?=\d)", decimal, cell) if is_number(cell) else cell for cell in row
        ]
        writer.writerow(plain)
    return (head + out.getvalue()).encode(encoding)


def is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"encoding": "utf-8-sig"},
        {"encoding": "utf-16"},
        {"encoding": "utf-16-le"},
        {"encoding": "utf-16-be"},
        {"encoding": "utf-32"},
        {"separator": ";"},
        {"separator": "\t"},
        {"separator": "\t", "encoding": "utf-16"},
        {"head": "sep=,\r\n"},
        {"head": "sep=;\n", "separator": ";"},
        {"separator": ";", "decimal": ","},
        {"separator": ";", "decimal": ",", "encoding": "utf-16", "head": "sep=;\r\n"},
        {"decimal": ","},
        {"head": "\r\n"},
    ],
    ids=str,
)
def test_a_table_is_read_however_a_spreadsheet_saved_it(tmp_path, how):
    from viz.physics.published import read_rows

    file = tmp_path / "x.csv"
    rows = rows_of_our_own()
    file.write_bytes(written(rows))
    expected, none = read_rows(file)
    assert (len(expected), none) == (3, [])
    file.write_bytes(written(rows, **how))
    found, faults = read_rows(file)
    assert faults == []
    assert [replace(row, place=None) for row in found] == [
        replace(row, place=None) for row in expected
    ]


def with_context(text, separator=","):
    rows = rows_of_our_own()[:2]
    rows[1][rows[0].index("context")] = text
    return written(rows, separator)


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (with_context("1,152"), 1152),
        (with_context("1,152,000"), 1152000),
        (with_context("12,5"), 12.5),
        (with_context("1.152,5", ";"), 1152.5),
        (with_context("1,152.5", ";"), 1152.5),
    ],
)
def test_a_number_with_commas_is_what_it_can_only_be(tmp_path, data, value):
    from viz.physics.published import read_rows

    (tmp_path / "x.csv").write_bytes(data)
    rows, faults = read_rows(tmp_path / "x.csv")
    assert (rows[0].get("context"), faults) == (value, [])


def in_doubt():
    rows = rows_of_our_own()[:2]
    whole = [re.sub(r"\..*", "", cell) if is_number(cell) else cell for cell in rows[1]]
    whole[rows[0].index("context")] = "1,152"
    return written([rows[0], whole], ";")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "x.csv:1:1: the file is empty"),
        (b"\0" * 99, "x.csv:1:1: the file is empty"),
        (b"\xef\xbb\xbf", "x.csv:1:1: "),
        (b"PK\x03\x04 a workbook", "x.csv:1:1: this is a workbook"),
        (b"%PDF-1.7", "x.csv:1:1: this is a PDF"),
        (b"<!doctype html><p>", "x.csv:1:1: this is an HTML page"),
        (bytes(range(256)) * 9, "x.csv:1:1: this is no text"),
        (b"name,mark\nAda,1\n", "x.csv:1:1: the first line has no names of columns"),
        (b"\xff\xfea\x00,\x00b", "x.csv:1:1: "),
        (b"\xff\xfea\x00,", "x.csv:1:1: "),
        (in_doubt(), "x.csv:2:1: '1,152' may be 1152 or 1.152; write "),
        (b"a;b\n" * 5_000_000, "x.csv:1:1: the file has more than 16 MB"),
    ],
    ids=[str(number) for number in range(12)],
)
def test_a_table_that_cannot_be_read_is_one_line_with_cause_and_remedy(folder, capsys, data, told):
    Path("x.csv").write_bytes(data)
    for command in ("validate x.csv", "fit x.csv"):
        before = refused(command, folder, capsys, codes=(2,))
        assert before.startswith(told)
        assert before.count("\n") == 1


# Systems: what differs is in one module, and tried here as if this were the other.


def test_each_system_has_its_place_for_state(monkeypatch, tmp_path):
    from viz.system import state_folder

    monkeypatch.setattr(sys, "platform", "darwin")
    assert state_folder({}, tmp_path) == tmp_path / "Library" / "Application Support" / "viz"
    monkeypatch.setattr(sys, "platform", "win32")
    assert state_folder({"LOCALAPPDATA": str(tmp_path / "L")}, tmp_path) == tmp_path / "L" / "viz"
    assert state_folder({}, tmp_path) == tmp_path / "AppData" / "Local" / "viz"


def test_windows_waits_while_somebody_reads_the_file_that_is_replaced(monkeypatch, tmp_path):
    from viz import system

    new, old, tries, waits = tmp_path / "new", tmp_path / "old", [], []

    def replace(self, to):
        tries.append(to)
        if len(tries) < 4:
            raise PermissionError(13, "in use")

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(system.time, "sleep", waits.append)
    monkeypatch.setattr(sys, "platform", "win32")
    system.rename_over(new, old)
    assert (len(tries), len(waits)) == (4, 3)
    monkeypatch.setattr(sys, "platform", "linux")
    tries.clear()
    with pytest.raises(PermissionError):
        system.rename_over(new, old)
    assert len(tries) == 1


def test_windows_locks_with_its_own_library_and_closes_before_it_removes(monkeypatch, tmp_path):
    from viz import system

    calls = []

    def locking(_descriptor, how, count):
        calls.append((how, count))
        if len(calls) > 1:
            raise OSError(13, "locked")

    library = SimpleNamespace(LK_NBLCK=1, locking=locking)  # what Windows has in place of fcntl
    monkeypatch.setitem(sys.modules, "msvcrt", library)
    monkeypatch.setattr(sys, "platform", "win32")
    lock = tmp_path / "x.lock"
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT)
    assert system.try_lock(descriptor)
    assert not system.try_lock(descriptor)
    closed = []
    close, unlink = os.close, Path.unlink
    monkeypatch.setattr(os, "close", lambda d: (closed.append("close"), close(d))[1])
    monkeypatch.setattr(Path, "unlink", lambda self: (closed.append("unlink"), unlink(self))[1])
    system.remove_lock(descriptor, lock)
    assert closed == ["close", "unlink"]


def test_windows_syncs_no_folder_and_has_its_python_elsewhere(monkeypatch, tmp_path):
    from viz import system

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os, "open", None)  # it would fail if it were called
    system.to_disk(tmp_path)
    assert system.venv_python(tmp_path) == tmp_path / "Scripts" / "python.exe"
    assert system.longest_name(tmp_path) == 255


@pytest.mark.parametrize("name", ["con", "NUL.txt", "com1.yaml", "Lpt9", "aux .mp4", "CONIN$"])
def test_names_that_windows_keeps_for_devices_are_known(name):
    from viz.system import is_device_name

    assert is_device_name(name)
    assert not is_device_name(f"x{name}")


def test_windows_hands_the_exit_code_of_the_other_program_on(monkeypatch):
    from viz import system

    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SystemExit) as caught:
        system.become([sys.executable, "-c", "raise SystemExit(6)"])
    assert caught.value.code == 6


@linux
def test_all_that_a_system_may_do_differently_passes_here():
    """What `viz doctor --try` tells on a machine that is not at hand."""
    from viz.cli.try_here import TRIES, tried

    found = dict(tried())
    assert found == dict.fromkeys([what for what, _ in TRIES], "")


@linux
@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("check x.yaml", b"a: [\n"),
        (f"{FILM} --voice x.yaml -o a.mp4", b"a: [\n"),
        ("film --take x.yaml -o a.mp4", b"take: 1\n"),
        ("present s.yaml --no-take --state x.yaml --resume", b'{"format": 1, "show": "'),
        ("validate x.yaml", b"a,b\n"),
    ],
)
def test_a_file_of_a_gigabyte_is_refused_in_seconds_and_little_memory(folder, words, begins):
    """Kept small by the disk: its blocks were never written."""
    Path("x.yaml").write_bytes(begins)
    os.truncate("x.yaml", 1 << 30)
    code = (
        "import re, sys, time\n"
        "from viz.start import main\n"
        "code = main()\n"
        "peak = re.search(r'VmHWM: *\\s+(\\d+)', open('/proc/self/status').read())[1]\n"
        "print(int(peak) // 1024, time.process_time(), file=sys.stderr)\n"
        "sys.exit(code)\n"
    )
    run = [sys.executable, "-c", code, *shlex.split(words)]
    done = subprocess.run(run, capture_output=True, text=True, check=False, timeout=60)
    *told, last = done.stderr.splitlines()
    megabytes, seconds = map(float, last.split())
    assert done.returncode == (3 if "--state" in words else 2), done.stderr  # 3: set aside, go on
    assert told
    assert "Traceback" not in done.stderr
    assert megabytes < 256
    assert seconds < 4  # 2, beside what imports take on a busy machine
