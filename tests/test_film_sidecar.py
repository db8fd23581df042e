"""Each film has a file beside it that tells how it was made, and a film is held against it."""

import hashlib
import json
from fractions import Fraction
from pathlib import Path

import pytest

from viz.cli import main
from viz.errors import EXIT_OUTPUT, EXIT_USAGE, VizError
from viz.film.job import FilmJob
from viz.film.make import Ways, make
from viz.film.sidecar import sidecar_path
from viz.film.source import source_of
from viz.film.verify import verify_film
from viz.show import open_show


@pytest.fixture
def show():
    return open_show("weights_stay", width=64, height=36)


def filmed(path, show, **more):
    job = FilmJob(path, 64, 36, fps=Fraction(30), frames=4, **more)
    return make(job, source_of(show.scene, show.take, show.look))


def told(path):
    return json.loads(sidecar_path(path).read_text(encoding="utf-8"))


def test_a_sidecar_tells_how_the_film_was_made_and_from_what(show, tmp_path):
    path = filmed(tmp_path / "a.mp4", show.turn(bandwidth="20 TB/s"), start=Fraction(1))
    found = told(path)
    assert found["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert found["made_with"].startswith("viz ")
    assert (found["width"], found["height"], found["fps"]) == (64, 36, "30")
    assert (found["frames"], found["seconds"], found["from"]) == (4, 4 / 30, 1)
    assert found["licence"] == "MIT"
    (scene,) = found["scenes"]
    text = Path(show.scene.file).read_bytes()
    assert scene["sha256"] == hashlib.sha256(text.replace(b"\r\n", b"\n")).hexdigest()
    assert (scene["left"]["chip"], scene["left"]["count"]) == ("h100", 8)
    assert scene["knobs"]["bandwidth"] == 3.35e12
    assert scene["turns"] == [{"at": 0.0, "values": {"bandwidth": 20e12}}]
    # The seventh step has 25 us of hardware a second.
    assert scene["slow_motion"][6]["times_slower"] == 40_000
    assert any(row["symbol"] == "eta" and row["is"] == "fitted" for row in scene["constants"])
    assert scene["sources"]


def test_a_pause_has_no_slow_motion(show, tmp_path):
    steps = told(filmed(tmp_path / "a.mp4", show))["scenes"][0]["slow_motion"]
    pauses = [step for step in steps if step["hardware_seconds_per_second"] == 0]
    assert pauses
    assert all(step["times_slower"] is None for step in pauses)


def test_the_same_film_has_the_same_sidecar_wherever_it_is_made(show, tmp_path):
    (tmp_path / "there").mkdir()
    here, there = (filmed(folder / "a.mp4", show) for folder in (tmp_path, tmp_path / "there"))
    assert sidecar_path(here).read_bytes() == sidecar_path(there).read_bytes()


def test_a_whole_film_is_verified_and_a_changed_byte_is_found(show, tmp_path, capsys):
    path = filmed(tmp_path / "a.mp4", show)
    assert main(["verify", str(path)]) == 0
    assert "4 frames" in capsys.readouterr().out
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    assert main(["verify", str(path)]) == EXIT_OUTPUT
    assert "SHA-256" in capsys.readouterr().err


def test_a_film_of_other_length_is_told_with_its_frames(show, tmp_path):
    path = filmed(tmp_path / "a.mp4", show)
    other = filmed(tmp_path / "b.mp4", show.looking(theme="light"))
    path.write_bytes(other.read_bytes())
    assert any("SHA-256" in wrong for wrong in verify_film(path).wrong)
    path.write_bytes(b"no film")
    assert "it cannot be read as a film" in verify_film(path).wrong


def test_a_film_without_its_sidecar_is_one_line(tmp_path, capsys):
    (tmp_path / "a.mp4").write_bytes(b"film")
    assert main(["verify", str(tmp_path / "a.mp4")]) == EXIT_USAGE
    assert main(["verify", str(tmp_path / "b.mp4")]) == EXIT_OUTPUT
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert "a.mp4.json" in lines[0]


def test_a_file_that_is_no_sidecar_is_never_replaced(show, tmp_path):
    mine = tmp_path / "a.mp4.json"
    mine.write_text('{"mine": 1}')
    for overwrite in (False, True):
        with pytest.raises(VizError, match=r"a\.mp4\.json exists; write another -o") as caught:
            filmed(tmp_path / "a.mp4", show, overwrite=overwrite)
        assert caught.value.code == EXIT_OUTPUT
    assert mine.read_text() == '{"mine": 1}'
    assert list(tmp_path.iterdir()) == [mine]


def test_a_film_that_fails_leaves_no_sidecar(show, tmp_path):
    def stop(done, total):
        raise KeyboardInterrupt

    job = FilmJob(tmp_path / "a.mp4", 64, 36, fps=Fraction(30), frames=4)
    with pytest.raises(KeyboardInterrupt):
        make(job, source_of(show.scene, show.take, show.look), progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_resume_does_not_make_a_film_again_that_is_whole(show, tmp_path):
    path = filmed(tmp_path / "a.mp4", show)
    before, words = path.stat().st_mtime_ns, []
    job = FilmJob(path, 64, 36, fps=Fraction(30), frames=4)
    source = source_of(show.scene, show.take, show.look)
    make(job, source, Ways(resume=True, tell=words.append))
    assert words == ["a.mp4 is whole already"]
    assert path.stat().st_mtime_ns == before
    light = show.looking(theme="light")
    with pytest.raises(VizError, match="exists"):  # another film is never replaced unasked
        make(job, source_of(light.scene, light.take, light.look), Ways(resume=True))
