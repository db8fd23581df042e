"""Nothing bears its final name unless it is whole, whatever happens while it is written."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path

import pytest
from filming import job, moving

from viz.errors import EXIT_LOCKED, EXIT_OUTPUT, VizError
from viz.film.job import Painted
from viz.film.pixels import Planes
from viz.film.recorder import record
from viz.saving import claimed

linux = pytest.mark.skipif(sys.platform != "linux", reason="signals and limits of Linux")

ENDLESS = """
import sys, numpy
from fractions import Fraction
from pathlib import Path
from viz.errors import VizError
from viz.film.job import FilmJob, Painted
from viz.film.recorder import record
from viz.saving import claimed
from viz.film.stopping import stoppable

class Pixels:
    array = numpy.zeros((48, 64, 4), numpy.uint8)
    def get_size(self): return 64, 48
    def get_view(self, kind, /): return self.array.data

def progress(done, total):
    if done == 300:
        print("under way", flush=True)

try:
    with stoppable():
        job = FilmJob(Path(sys.argv[1]), 64, 48, Fraction(60), 10**7)
        record(job, lambda t: Painted(Pixels()), progress)
except VizError as error:
    print(error, file=sys.stderr)
    sys.exit(error.code)
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.fixture
def endless(tmp_path):
    """A run that films without end, in another process, and is under way."""
    path = tmp_path / "films" / "a.mp4"
    path.parent.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "under way\n"
    yield process, path
    process.kill()
    process.wait()
    process.stdout.close()


def refused(code, words, function, *arguments, **named):
    with pytest.raises(VizError, match=words) as caught:
        function(*arguments, **named)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)


def test_an_output_that_exists_is_kept_and_the_way_to_replace_it_is_told(tmp_path):
    path = tmp_path / "a.mp4"
    path.write_text("mine")
    refused(EXIT_OUTPUT, "exists; write --overwrite", record, job(path, 2), moving())
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]


def test_an_output_that_exists_is_replaced_when_that_is_asked_for(tmp_path):
    path = tmp_path / "a.mp4"
    path.write_text("old")
    record(job(path, 2, overwrite=True), moving())
    assert path.stat().st_size > 500
    assert list(tmp_path.iterdir()) == [path]


def test_an_old_film_stays_when_its_replacement_fails(tmp_path):
    path = tmp_path / "a.mp4"
    path.write_text("old")

    def picture(t):
        raise RuntimeError("no picture")

    with pytest.raises(RuntimeError):
        record(job(path, 2, overwrite=True), picture)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_is_one_line(tmp_path):
    path = tmp_path / "not" / "there.mp4"
    refused(EXIT_OUTPUT, "there is no folder", record, job(path, 2), moving())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_output(tmp_path):
    (tmp_path / "a.mp4").mkdir()
    refused(EXIT_OUTPUT, "is a folder", record, job(tmp_path / "a.mp4", 2), moving())


def test_a_name_too_long_is_one_line(tmp_path):
    path = tmp_path / ("x" * 300 + ".mp4")
    refused(EXIT_OUTPUT, "the name is too long", record, job(path, 2), moving())


@linux
@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_to_is_one_line(tmp_path):
    tmp_path.chmod(0o555)
    try:
        refused(EXIT_OUTPUT, "may not be written", record, job(tmp_path / "a.mp4", 2), moving())
    finally:
        tmp_path.chmod(0o755)


def test_a_disk_without_room_is_refused_before_the_first_frame(tmp_path, monkeypatch):
    usage = namedtuple("usage", "total used free")  # noqa: PYI024  as shutil has it
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**9, 10**9, 10_000))
    asked = []
    refused(
        EXIT_OUTPUT,
        "kB free, and .*a.mp4 needs about",
        record,
        job(tmp_path / "a.mp4"),
        asked.append,
    )
    assert asked == []
    assert list(tmp_path.iterdir()) == []


@linux
@pytest.mark.parametrize("limit", [600, 20_000])
def test_a_disk_that_fills_up_on_the_way_leaves_nothing(tmp_path, limit):
    """A file size limit stands for a full disk: writing fails part of the way, as EFBIG."""
    path = tmp_path / "a.mp4"
    code = f"""
import resource
from filming import job, moving
from viz.errors import VizError
from viz.film.recorder import record
from viz.saving import claimed
from pathlib import Path
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
try:
    record(job(Path({str(path)!r}), 600), moving())
except VizError as error:
    print(error)
    raise SystemExit(error.code)
"""
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parent,
    )
    assert run.stderr == ""
    assert run.returncode == EXIT_OUTPUT
    assert "too large" in run.stdout
    assert run.stdout.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@linux
def test_a_second_run_to_the_same_file_is_refused_while_the_first_goes_on(endless):
    process, path = endless
    refused(EXIT_LOCKED, "another run is writing", record, job(path, 2), moving())
    assert process.poll() is None
    assert not path.exists()


@linux
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)]
)
def test_told_to_stop_a_run_leaves_within_two_seconds_and_nothing_behind(endless, number, code):
    process, path = endless
    started = time.monotonic()
    process.send_signal(number)
    assert process.wait(10) == code
    assert time.monotonic() - started < 2
    assert list(path.parent.iterdir()) == []


@linux
def test_told_twice_to_stop_a_run_still_leaves_nothing_behind(endless):
    process, path = endless
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) == 143
    assert list(path.parent.iterdir()) == []


@linux
def test_a_run_that_was_killed_leaves_no_film_and_the_next_one_goes_ahead(endless):
    process, path = endless
    process.kill()
    process.wait()
    assert not path.exists()
    record(job(path, 2), moving())
    assert list(path.parent.iterdir()) == [path]


def test_the_file_is_on_the_disk_before_it_gets_its_name(tmp_path, monkeypatch):
    calls = []
    sync, replace = os.fsync, Path.replace
    monkeypatch.setattr(os, "fsync", lambda fd: (calls.append("fsync"), sync(fd))[1])
    monkeypatch.setattr(
        Path, "replace", lambda self, to: (calls.append("replace"), replace(self, to))[1]
    )
    with claimed(tmp_path / "a.svg") as partial:
        assert partial.parent == tmp_path
        partial.write_text("<svg/>")
    assert calls in (["fsync", "replace", "fsync"], ["fsync", "replace"])  # Windows: no folders
    assert (tmp_path / "a.svg").read_text() == "<svg/>"


@linux
def test_memory_does_not_grow_with_the_length_of_a_film(tmp_path):
    """Peak memory of 1 and of 4 segments, each in a process of its own, in megabytes."""
    peaks = [
        subprocess.run(
            [sys.executable, "-c", _PEAK, str(tmp_path / f"{frames}.mp4"), str(frames)],
            capture_output=True,
            check=True,
            text=True,
            cwd=Path(__file__).parent,
        ).stdout
        for frames in (240, 960)
    ]
    short, long = map(float, peaks)
    assert long < short + 20


_PEAK = """
import sys
from pathlib import Path
from filming import job, moving
from viz.cli.bench_command import peak_memory
from viz.film.recorder import record
from viz.saving import claimed
record(job(Path(sys.argv[1]), int(sys.argv[2]), size=(320, 180)), moving(320, 180))
print(peak_memory())
"""


def test_a_surface_is_free_to_be_drawn_on_between_frames():
    """pygame refuses to blit to a surface that is locked by a view."""
    pygame = pytest.importorskip("pygame")
    surface = pygame.Surface((64, 48), 0, 32)
    frame = Planes(64, 48).convert(Painted(surface))
    assert not surface.get_locked()
    surface.blit(surface.copy(), (0, 0))
    assert (frame.width, frame.height) == (64, 48)
