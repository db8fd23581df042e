"""What did not change is not made again: and the film is the same, byte for byte."""

import os
from fractions import Fraction

import pytest

from viz.cli import main
from viz.film import make as making
from viz.film.make import Ways, make
from viz.film.parts_cache import Cache
from viz.film.request import Wanted, job_for
from viz.film.script import told_by
from viz.film.source import source_of
from viz.show import open_show

SCENE = "title: Eight\nmodel: llama-3.1-70b\nleft: 8 x h100\nright: 4 x wse-3\nbeats:\n" + "".join(
    f"  - {{say: Step {n}, for: 1 s, pace: 2 ms per second}}\n" for n in range(8)
)


@pytest.fixture
def film(tmp_path):
    """A way to film a text, with parts kept in one cache; gives the bytes and how many were made."""

    def made(text, name, ending=".mp4", cache=True, **ways):
        file = tmp_path / "eight.yaml"
        file.write_text(text, encoding="utf-8")
        show = open_show(str(file), width=64, height=36)
        beats = [one.start for one in told_by(show.timeline)]
        path = tmp_path / f"{name}{ending}"
        job = job_for(path, (64, 36), show.seconds, Fraction(30), (None, None), Wanted(), beats)
        assert len(job.segments()) == 8
        told = []
        kept = Cache(tmp_path / "parts") if cache else None
        make(
            job,
            source_of(show.scene, show.take, show.look),
            Ways(cache=kept, tell=told.append, **ways),
        )
        return path.read_bytes(), told

    return made


@pytest.mark.parametrize("ending", [".mp4", ".mov"])
def test_one_word_that_is_changed_paints_its_beat_alone(film, ending, monkeypatch):
    first, told = film(SCENE, "a", ending)
    assert told == []
    painted = []
    converted = making.converted

    def counting(job, picture, segments):
        painted.extend(segments)
        return converted(job, picture, segments)

    monkeypatch.setattr(making, "converted", counting)
    changed = SCENE.replace("Step 2", "Step two")
    again, told = film(changed, "b", ending)
    assert told == ["7 of 8 parts are as an earlier film has them"]
    assert painted == [2]
    fresh, _ = film(changed, "c", ending, cache=False)
    assert again == fresh != first
    back, told = film(SCENE, "d", ending)  # and back again: nothing is painted
    assert back == first
    assert told == ["8 of 8 parts are as an earlier film has them"]


def test_workers_fill_the_cache_and_take_from_it(film):
    fresh, _ = film(SCENE, "a", jobs=2)
    again, told = film(SCENE, "b", jobs=2)
    assert told == ["8 of 8 parts are as an earlier film has them"]
    alone, _ = film(SCENE.replace("Step 7", "Step seven"), "c")
    two, told = film(SCENE.replace("Step 7", "Step seven"), "d", jobs=2)
    assert again == fresh
    assert two == alone
    assert told == ["8 of 8 parts are as an earlier film has them"]


def test_a_part_that_the_disk_has_changed_is_made_again(film, tmp_path):
    first, _ = film(SCENE, "a")
    for file in (tmp_path / "parts").iterdir():
        file.write_bytes(file.read_bytes()[:-1] + b"\0")
    again, told = film(SCENE, "b")
    assert told == []
    assert again == first


def test_the_cache_lets_go_of_what_was_not_used_for_longest(tmp_path):
    cache = Cache(tmp_path / "parts", most=100)
    for number in range(4):  # each has 40 bytes of its own and 32 of its sum
        cache.put("s", str(number), bytes(8))
        os.utime(tmp_path / "parts" / f"s-{number}.part", (number, number))
    assert cache.get("s", "0") == bytes(8)  # used just now
    cache.trim()
    assert cache.size() == (2, 80)
    assert [cache.get("s", str(number)) is not None for number in range(4)] == [
        True,
        False,
        False,
        True,
    ]


def test_a_cache_that_cannot_be_written_is_none(tmp_path):
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file" / "parts")
    cache.put("s", "a", b"part")
    assert cache.get("s", "a") is None
    assert not cache.may_have("s")
    cache.trim()


def test_the_command_tells_what_is_kept_and_lets_it_go(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["film", "weights_stay", "--size", "64x36", "--fps", "5", "--to", "beat2"]
    assert main([*words, "-o", "a.mp4"]) == 0
    assert main([*words, "-o", "b.mp4", "--no-cache"]) == 0
    assert (tmp_path / "a.mp4").read_bytes() == (tmp_path / "b.mp4").read_bytes()
    capsys.readouterr()
    assert main(["cache"]) == 0
    assert capsys.readouterr().out.startswith("2 parts, ")
    assert main(["cache", "--clear"]) == 0
    assert main(["cache"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("0 parts, 0 B of at most ")
