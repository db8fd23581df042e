"""Films in parts: the same bytes however they are made, and no part made twice after a kill."""

import io
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

from viz.cli import main
from viz.errors import EXIT_OUTPUT, EXIT_USAGE, Fault, Place, VizError
from viz.film import workers
from viz.film.film_progress import part_lines
from viz.film.formats import formats, is_pages
from viz.film.h264 import Coded
from viz.film.job import FilmJob
from viz.film.make import Ways, make
from viz.film.packing import pack, unpack
from viz.film.parts import Parts, kept_parts, parts_folder
from viz.film.segment import Made, Order, maker
from viz.film.source import Source, fingerprint, played, source_of
from viz.film.worker import Beat
from viz.show import open_show
from viz.timeline.compile import Take

FRAMES = 500  # two whole parts and one of 20
PLAIN = """
title: A plain scene, which is quick to paint
beats:
  - {say: One, for: 10 s}
  - {say: Two, for: 10 s}
"""


@pytest.fixture
def source():
    show = open_show("weights_stay", width=64, height=36)
    return source_of(show.scene, show.take, show.look)


@pytest.fixture
def plain(tmp_path_factory):
    """The file of a scene that is quick to paint."""
    path = tmp_path_factory.mktemp("scene") / "plain.yaml"
    path.write_text(PLAIN, encoding="utf-8")
    return str(path)


@pytest.fixture
def plain_source(plain):
    show = open_show(plain, width=64, height=36)
    return source_of(show.scene, show.take, show.look)


def job(path, frames=FRAMES, **more):
    return FilmJob(path, 64, 36, fps=Fraction(60), frames=frames, **more)


def names(folder):
    return sorted(path.name for path in folder.iterdir() if not path.name.endswith(".json"))


def test_a_segment_is_the_same_after_packing():
    segment = (Coded(b"\0\n{", 0, -1, True), Coded(b"", 1, 0, False))
    assert unpack(pack(segment)) == segment
    assert unpack(pack(b"any\nbytes")) == b"any\nbytes"
    assert unpack(pack((b"a", 3, None, (b"", "x")))) == (b"a", 3, None, (b"", "x"))


@pytest.mark.parametrize(
    "wrong", [b"", b"{", b"{}\n", b'{"bytes": 9}\nshort', b'{"bytes": 1}\nlong']
)
def test_bytes_that_are_no_segment_are_refused(wrong):
    with pytest.raises(ValueError):  # noqa: PT011  that it is refused matters, not the word
        unpack(wrong)


def stopped(path, key, count):
    """A run that has made some parts when it is stopped."""
    with suppress(KeyboardInterrupt), kept_parts(path, key, resume=False) as (parts, _):
        for index in range(count):
            parts.write(index, bytes([index]) * 100)
        raise KeyboardInterrupt


def test_parts_are_kept_only_with_their_checksum(tmp_path):
    path = tmp_path / "a.mp4"
    stopped(path, "key", 4)
    folder = parts_folder(path)
    assert folder.name == ".a.mp4.parts"
    flipped = bytearray((folder / "000001.part").read_bytes())
    flipped[-1] ^= 1
    (folder / "000001.part").write_bytes(flipped)
    (folder / "000002.part").write_bytes((folder / "000002.part").read_bytes()[:-1])
    with (folder / "manifest.jsonl").open("a") as manifest:
        manifest.write('\n{"part": 9, "sha2')  # cut short by a kill
    with kept_parts(path, "key", resume=True) as (parts, others):
        assert not others
        assert [index for index in range(10) if parts.has(index)] == [0, 3]
        assert parts.read(3) == b"\3" * 100
    assert not folder.exists()


def test_parts_of_another_film_are_not_taken(tmp_path):
    path = tmp_path / "a.mp4"
    stopped(path, "one", 1)
    with kept_parts(path, "other", resume=True) as (parts, others):
        assert others
        assert not parts.has(0)


def test_a_folder_with_files_of_somebody_else_keeps_them(tmp_path):
    folder = parts_folder(tmp_path / "a.mp4")
    with kept_parts(tmp_path / "a.mp4", "key", resume=False) as (parts, _):
        parts.write(0, b"part")
        (folder / "mine.txt").write_text("mine")
    assert [file.name for file in folder.iterdir()] == ["mine.txt"]


def test_a_source_is_small_and_its_fingerprint_tells_films_apart(source, tmp_path):
    import pickle
    from dataclasses import replace

    assert len(pickle.dumps(Order(job(tmp_path / "a.mp4"), source))) < 100_000
    one = fingerprint(job(tmp_path / "a.mp4"), source)
    assert fingerprint(job(tmp_path / "b.mp4", overwrite=True), source) == one
    light = replace(source, look=replace(source.look, theme="light"))
    others = [
        fingerprint(job(tmp_path / "a.mp4", frames=501), source),
        fingerprint(job(tmp_path / "a.mp4"), light),
        fingerprint(job(tmp_path / "a.mov"), source),
    ]
    assert len({one, *others}) == 4


def test_two_jobs_make_the_bytes_of_one_and_leave_nothing_beside_it(source, tmp_path):
    told = []
    alone = make(job(tmp_path / "one.mp4"), source)
    spread = make(
        job(tmp_path / "two.mp4"), source, Ways(jobs=2), lambda done, _: told.append(done)
    )
    assert spread.read_bytes() == alone.read_bytes()
    assert names(tmp_path) == ["one.mp4", "two.mp4"]
    assert told[0] == 0
    assert told[-1] == FRAMES
    assert told == sorted(told)


def test_a_resumed_film_has_the_same_bytes_and_only_what_is_missing_is_made(source, tmp_path):
    alone = make(job(tmp_path / "one.mp4"), source)

    def stop(done, total):
        if done > 250:  # the first part is kept, the second is under way
            raise KeyboardInterrupt

    path = tmp_path / "two.mp4"
    with pytest.raises(KeyboardInterrupt):
        make(job(path), source, progress=stop)
    assert names(tmp_path) == [".two.mp4.parts", "one.mp4"]
    told, made = [], []
    make(job(path), source, Ways(resume=True, tell=told.append), lambda done, _: made.append(done))
    assert told == ["1 of 3 parts are kept"]
    assert made == [240, *range(241, FRAMES + 1)]
    assert path.read_bytes() == alone.read_bytes()
    assert names(tmp_path) == ["one.mp4", "two.mp4"]


def test_without_resume_what_was_kept_is_made_anew(plain_source, tmp_path):
    def stop(done, total):
        if done > 241:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(job(tmp_path / "a.mp4"), plain_source, progress=stop)
    made = []
    make(job(tmp_path / "a.mp4"), plain_source, progress=lambda done, _: made.append(done))
    assert made == [0, *range(1, FRAMES + 1)]


linux = pytest.mark.skipif(sys.platform != "linux", reason="signals and /proc of Linux")


def children(pid):
    """Processes that a process has started, by /proc."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(stat[1]) == pid and stat[0] != "Z":
                found.append(int(entry.name))
    return found


@linux
def test_a_worker_that_is_killed_is_replaced_and_the_bytes_are_the_same(plain_source, tmp_path):
    alone = make(job(tmp_path / "one.mp4", frames=1200), plain_source)
    before, killed = children(os.getpid()), []

    def kill_one(done, total):
        if done and not killed:
            killed.append(next(pid for pid in children(os.getpid()) if pid not in before))
            os.kill(killed[0], signal.SIGKILL)

    spread = make(job(tmp_path / "two.mp4", frames=1200), plain_source, Ways(jobs=2), kill_one)
    assert killed
    assert spread.read_bytes() == alone.read_bytes()
    assert children(os.getpid()) == before


@linux
def test_a_worker_that_is_stopped_is_replaced_and_the_bytes_are_the_same(
    plain_source, tmp_path, monkeypatch
):
    monkeypatch.setattr(workers, "_SILENT", 4.0)
    alone = make(job(tmp_path / "one.mp4", frames=1200), plain_source)
    before, stopped = children(os.getpid()), []

    def stop_one(done, total):
        if done and not stopped:
            stopped.append(next(pid for pid in children(os.getpid()) if pid not in before))
            os.kill(stopped[0], signal.SIGSTOP)

    spread = make(job(tmp_path / "two.mp4", frames=1200), plain_source, Ways(jobs=2), stop_one)
    assert stopped
    assert spread.read_bytes() == alone.read_bytes()
    assert children(os.getpid()) == before


def saying(*words):
    """A worker that says these words, and is asked for a part."""
    worker = workers._Worker(SimpleNamespace(stdin=io.BytesIO()))
    for word in words:
        worker.said.put(word)
    return worker


def test_a_worker_that_only_lives_hangs_and_one_that_computes_is_slow(monkeypatch):
    made = Made(0, b"part", "ours")
    now = iter(range(0, 10_000, 100))  # 100 s between its words: a very busy machine
    monkeypatch.setattr(workers.time, "monotonic", lambda: next(now))
    slow = [Beat(0.2 * number) for number in range(20)]
    assert workers._asked(saying(*slow, made), 0) == made
    hung = [Beat(0.2), *[Beat(0.2 + 0.001 * number) for number in range(20)]]
    assert workers._asked(saying(*hung, made), 0) is None
    assert workers._asked(saying(None), 0) is None
    monkeypatch.setattr(workers, "_SILENT", 0.01)
    assert workers._asked(saying(Beat(0.2)), 0) is None


def test_a_part_over_which_every_worker_dies_is_told(source, tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "_asked", lambda *_: None)
    (made,) = workers.made_here(Order(job(tmp_path / "a.mp4"), source), [1], 1)
    with pytest.raises(
        VizError, match=r"part 2 is lost: its worker died or hung 3 times.*fewer --jobs"
    ):
        made.demand("")


def test_a_worker_with_another_version_is_refused():
    with pytest.raises(VizError, match=r"another version.*viz doctor"):
        Made(0, b"part", "theirs").demand("ours")
    assert Made(0, b"part", "ours").demand("ours") == b"part"


def test_faults_of_a_scene_come_back_from_a_worker_with_their_places(source, tmp_path):
    broken = Source("x", {}, (played_text("title: x\nbeats: 3\n"),), source.look)
    (made,) = workers.made_here(Order(job(tmp_path / "a.mp4"), broken), [0], 1)
    assert isinstance(made.faults[0], Fault)
    assert isinstance(made.faults[0].place, Place)
    assert made.code == EXIT_USAGE


def played_text(text):
    return type(played(open_show("weights_stay").scene, Take()))("x.yaml", text, (), Take())


RUN = """
import sys
from viz.cli import main
sys.exit(main(sys.argv[1:]))
"""


@linux
@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_a_run_with_jobs_that_is_stopped_or_killed_goes_on_later(plain, tmp_path, number, code):
    words = ["film", plain, "-o", "a.mp4", "--size", "64x36"]
    words += ["--jobs", "2"]
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, *words], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    assert process.stderr.readline().startswith("1 of 6 parts, about ")
    working = children(process.pid)
    assert 1 <= len(working) <= 2  # the second may still be on its way
    process.send_signal(number)
    if number == signal.SIGINT:
        process.send_signal(number)  # twice, as impatient people do
    told = process.communicate(timeout=20)[1]
    assert process.returncode == code
    assert "Traceback" not in told
    assert not (tmp_path / "a.mp4").exists()
    deadline = time.monotonic() + 5
    while any(Path(f"/proc/{pid}").exists() for pid in working) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").exists() for pid in working)
    kept = len(list((tmp_path / ".a.mp4.parts").glob("*.part")))
    assert kept >= 1
    run = subprocess.run(
        [sys.executable, "-c", RUN, *words, "--resume"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr.startswith(f"{kept} of 6 parts are kept")
    assert names(tmp_path) == ["a.mp4"]


@linux
def test_a_run_that_is_killed_at_each_part_comes_to_the_bytes_of_one_that_is_not(plain, tmp_path):
    words = ["film", plain, "--size", "64x36", "--to", "12", "--resume", "-o"]
    for _ in range(2):
        process = subprocess.Popen(
            [sys.executable, "-c", RUN, *words, "a.mp4"],
            cwd=tmp_path,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr is not None
        while " parts, about " not in process.stderr.readline():
            assert process.poll() is None
        process.kill()
        process.communicate()
        assert not (tmp_path / "a.mp4").exists()
    for name in ("a.mp4", "b.mp4"):
        command = [sys.executable, "-c", RUN, *words, name]
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
    assert (tmp_path / "a.mp4").read_bytes() == (tmp_path / "b.mp4").read_bytes()
    assert names(tmp_path) == ["a.mp4", "b.mp4"]


@pytest.mark.parametrize("name", [n for n, form in formats().items() if not is_pages(form)])
def test_every_format_of_frames_has_segments_that_can_travel(name, plain_source, tmp_path):
    form = formats()[name]
    path = tmp_path / f"a{form.ENDINGS[0] if form.ENDINGS else '.mp4'}"
    width, height = form.fitting((64, 36))
    shot = FilmJob(path, width, height, fps=form.rate(Fraction(25)), frames=3, format=name)
    one, other = (maker(Order(shot, plain_source))(0) for _ in range(2))
    assert one.faults == ()
    assert one.packed == other.packed
    assert pack(unpack(one.packed)) == one.packed


def test_a_draft_is_another_film_and_only_an_mp4(plain, tmp_path, capsys):
    path = str(tmp_path / "a.mp4")
    words = ["film", plain, "--size", "64x36", "--to", "0.1", "-o"]
    assert main([*words, path]) == 0
    whole = Path(path).read_bytes()
    assert main([*words, path, "--draft", "--overwrite"]) == 0
    assert Path(path).read_bytes() != whole
    assert main([*words, path.replace("mp4", "webm"), "--draft"]) == EXIT_USAGE
    assert "-o FILE.mp4" in capsys.readouterr().err


def test_a_missing_encoder_is_told_once_by_whichever_worker(plain_source, tmp_path, monkeypatch):
    monkeypatch.setattr(
        workers,
        "_START",
        "import viz.film.h264; viz.film.h264.ENCODER = 'libx999';" + workers._START,
    )
    with pytest.raises(VizError, match="libx999") as caught:
        make(job(tmp_path / "a.mp4"), plain_source, Ways(jobs=2))
    assert caught.value.code == EXIT_OUTPUT
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@linux
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_disk_that_fills_up_keeps_the_parts_that_are_whole(plain, tmp_path, jobs):
    """A file size limit stands for a full disk; the film itself does not fit, its parts do."""
    code = """
import resource, sys
from viz.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (15_000, 15_000))
sys.exit(main(sys.argv[1:]))
"""
    words = ["film", plain, "-o", "a.mp4", "--size", "64x36"]
    run = subprocess.run(
        [sys.executable, "-c", code, *words, "--jobs", str(jobs)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == EXIT_OUTPUT, run.stderr
    assert "too large" in run.stderr.splitlines()[-1]
    assert "Traceback" not in run.stderr
    assert names(tmp_path) == [".a.mp4.parts"]
    assert list((tmp_path / ".a.mp4.parts").glob("*.part"))
    assert not list((tmp_path / ".a.mp4.parts").glob("*.new"))


def test_progress_tells_each_part_with_an_estimate_from_this_run_alone():
    told, now = [], iter([0.0, 10.0, 20.0, 30.0])
    progress = part_lines(told.append, job(Path("a.mp4"), 1000).segments(), lambda: next(now))
    for done in (480, 481, 720, 960, 1000):  # two parts were kept
        progress(done, 1000)
    assert told == ["3 of 5 parts, about 12 s left", "4 of 5 parts, about 2 s left", "5 of 5 parts"]


@pytest.mark.parametrize("jobs", ["0", "many", "1000"])
def test_a_number_of_jobs_that_makes_no_sense_is_one_line(jobs, capsys):
    assert main(["film", "weights_stay", "--jobs", jobs]) == EXIT_USAGE
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "--jobs" in told


def test_a_part_that_the_disk_changes_while_the_film_is_made_is_told(tmp_path):
    parts = Parts(tmp_path)
    parts.write(0, b"part")
    (tmp_path / "000000.part").write_bytes(b"other")
    with pytest.raises(VizError, match=r"part 1 has changed.*--resume"):
        parts.read(0)
