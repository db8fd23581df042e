"""Where Python is nearly alone, as in a web page: no libyaml, and none of the large libraries."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from viz.errors import VizError
from viz.reading.yaml12 import plain, read, read_text

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted(
    file
    for folder in ("assets", "scenes", "tests/data")
    for file in (ROOT / folder).rglob("*.yaml")
)
# Frames of a scene in three beats, with a knob turned, as one number; `alone` refuses libraries.
PLAYS = """
import sys
from zlib import crc32
if sys.argv[1] == "alone":
    class Refuses:
        def find_spec(self, name, path=None, target=None):
            heavy = ("pygame", "numpy", "av", "rich", "scipy")
            if name == "yaml._yaml" or name.split(".")[0] in heavy:
                raise ModuleNotFoundError(name)
    sys.meta_path.insert(0, Refuses())
    import yaml
    assert not hasattr(yaml, "CSafeLoader")
import viz
show = viz.open(sys.argv[2])
knob = show.scene.knobs[0]
show = show.turn(0.6 * show.seconds, **{knob.name: knob.choices[-1] if knob.choices else knob.high})
for share in (0.1, 0.5, 0.9):
    frame = show.frame(share * show.seconds)
    print(len(frame.all), crc32(repr((frame.still, frame.marks)).encode()))
print(*sorted({"pygame", "numpy", "av", "rich"} & set(sys.modules)))
"""


@pytest.fixture
def no_libyaml(monkeypatch):
    monkeypatch.delattr(yaml, "CSafeLoader")


def test_every_file_says_the_same_without_libyaml(no_libyaml, monkeypatch):
    alone = [read(file) for file in FILES]
    monkeypatch.undo()
    assert hasattr(yaml, "CSafeLoader")
    assert alone == [read(file) for file in FILES]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("asks: {en: Why so slow?, zh: 为什么慢?}", {"en": "Why so slow?", "zh": "为什么慢?"}),
        ("asks: {en: Really ?? , zh: 真?的}", {"en": "Really ??", "zh": "真?的"}),
        ("asks: {en: [is it?, or not?]}", {"en": ["is it?", "or not?"]}),
        ('asks: {en: "one?, two", zh: why?}', {"en": "one?, two", "zh": "why?"}),
        ("asks: {why?: because, wo?: da}", {"why?": "because", "wo?": "da"}),
    ],
)
def test_a_question_within_brackets_keeps_its_question_mark(text, said, no_libyaml):
    assert plain(read_text(text).get("asks")) == said


def test_a_question_mark_that_starts_a_word_still_starts_a_key(no_libyaml):
    with pytest.raises(VizError, match="a key must be one word"):
        read_text("? [a, b]\n: 1")


def test_what_stands_for_a_hidden_question_mark_is_refused_in_a_file():
    with pytest.raises(VizError, match=r"U\+FDD0"):
        read_text("a: what\ufdd0")


def test_a_scene_plays_alike_without_libyaml_and_the_large_libraries():
    alone, there = (
        subprocess.run(
            [sys.executable, "-c", PLAYS, how, "weights_stay"],
            check=True, capture_output=True, text=True, cwd=ROOT,
        ).stdout
        for how in ("alone", "there")
    )  # fmt: skip
    assert alone == there
    assert len(set(alone.splitlines()[:3])) == 3
    assert alone.splitlines()[3:] == [""]
