"""The site without a browser: what a page is told, what it gets, and what the folder holds."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from random import Random

import pytest

import viz
from viz.cli import main
from viz.errors import EXIT_OUTPUT, EXIT_USAGE
from viz.scene.load_scene import load_scene
from viz.stage.look import Look
from viz.stage.marks import Box, Clip, Disc, Field, Frame, Label, Shade
from viz.web.changes import changed
from viz.web.packed import of_scene, packed, reel_of, unpacked
from viz.web.recording import CLOSE, row_of
from viz.web.session import HIDDEN, begun, gone_on, opened, step

ROOT = Path(__file__).resolve().parent.parent
TWO = str(ROOT / "tests" / "data" / "two_machines.yaml")


def painted(rows, changes):
    """The rows of a page after a change, as viz/web/changes.py says that it is read."""
    rows = [list(row) for row in rows]
    for one in changes:
        if len(one) == 3:
            place, removed, fresh = one
            rows[place : place + removed] = fresh
            continue
        place, fields = one
        row = rows[place]
        for number, value in zip(fields[::2], fields[1::2], strict=True):
            if isinstance(value, list) and isinstance(row[number], str):
                text = row[number]
                for start, part in zip(value[::2], value[1::2], strict=True):
                    text = text[:start] + part + text[start + len(part) :]
                value = text  # noqa: PLW2901
            row[number] = value
    return rows


def whole(marks):
    rows = []
    for mark in marks:
        if mark.alpha > 0:
            rows.append(row_of(mark))
            if isinstance(mark, Clip):
                rows += [*whole(mark.marks), [CLOSE]]
    return rows


def plain(rows):
    return json.loads(json.dumps(rows))


def frame(*marks):
    return Frame(1920, 1080, "#000000", (), marks)


def session_of(name, **wish):
    return opened(reel_of(unpacked(packed(of_scene(load_scene(name)))), Look()), wish, 0.0)


def test_a_picture_is_told_by_what_differs_from_the_one_before():
    box, disc = Box(1, 2, 3, 4, fill="#111111", key="a"), Disc(5, 5, 2, fill="#222222", key="b")
    label = Label("one", 10, 10, 20, "#333333", key="c")
    before, first = changed((), frame(box, label))
    assert first == [[0, 0, [row_of(box), row_of(label)]]]
    assert changed(before, frame(box, label))[1] == []
    moved = Box(1.004, 2.5, 3, 4, fill="#111111", key="a")
    assert changed(before, frame(moved, label))[1] == [[0, [2, 2.5]]]
    longer = Label("one!", 10, 10, 20, "#333333", key="c")
    [[place, fields]] = changed(before, frame(box, longer))[1]
    assert (place, fields[:2], fields[2]) == (1, [1, "one!"], 9)
    assert changed(before, frame(box, disc, label))[1] == [[1, 0, [row_of(disc)]]]


def test_of_a_field_only_the_cells_that_differ_are_told():
    shades = (Shade("#111111"), Shade("#222222"))
    cells = bytes(400)
    one = Field(0, 0, 20, 20, 5, 5, 4, cells, shades, key="f")
    other = Field(0, 0, 20, 20, 5, 5, 4, cells[:37] + b"\x01\x01" + cells[39:], shades, key="f")
    before, _ = changed((), frame(one))
    assert changed(before, frame(other))[1] == [[0, [8, [37, "11"]]]]


def test_marks_behind_a_clip_stand_between_it_and_its_end():
    clip = Clip(0, 0, 10, 10, (Disc(5, 5, 2, fill="#222222"),))
    before, first = changed((), frame(clip, Box(0, 0, 1, 1, fill="#333333")))
    assert [row[0] for row in first[0][2]] == [13, 3, CLOSE, 0]
    wider = Clip(0, 0, 20, 10, (Disc(5, 6, 2, fill="#222222"),))
    _, change = changed(before, frame(wider, Box(0, 0, 1, 1, fill="#333333")))
    assert change == [[0, [3, 20]], [1, [2, 6]]]


@pytest.mark.parametrize("name", ["weights_stay", TWO])
def test_a_page_has_the_marks_of_the_show_at_every_moment_wherever_it_goes(name):
    """Played, sought, turned, in the other language and another shape: what the page has put
    together is the picture that the package makes of the same moment."""
    session, rows, now, by = session_of(name, playing=True), [], 0.0, Random(13)
    scene = load_scene(name)
    knob = next(one for one in scene.knobs if not one.choices)
    seconds = session.talk.deck.seconds
    jumps = [{"seek": by.uniform(0, seconds)} for _ in range(12)]
    events = [
        *jumps,
        {"lang": "zh"},
        {"size": [700, 700]},
        {"turn": [knob.name, 0.7]},
        {"back": ""},
    ]
    for event in [{}, *(one for jump in events for one in (jump, {}))]:
        now += 0.37
        session, answer = step(session, [event], now)
        rows = painted(rows, plain(answer["change"]))
        show = session.reel.seen_in(
            Look(*(session.look.width, session.look.height), lang=session.talk.lang, hidden=HIDDEN)
        )
        expected = show.frame(session.talk.moment, session.talk.sight)
        assert same(rows, plain(whole((*expected.still, *expected.all))))


def same(rows, others):
    """Rows may be half a hundredth of a unit old: what moves less is not told."""
    return len(rows) == len(others) and all(
        len(one) == len(other) and all(near(a, b) for a, b in zip(one, other, strict=True))
        for one, other in zip(rows, others, strict=True)
    )


def near(one, other):
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) <= 0.011
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return all(near(a, b) for a, b in zip(one, other, strict=True))
    return one == other


def test_a_turned_knob_is_the_same_physics_as_in_the_notebook():
    session = session_of(TWO, t=3)
    notebook = replace(viz.open(TWO), look=Look(hidden=HIDDEN))
    session, answer = step(session, [{"turn": ["bandwidth", 1.0]}, {"seek": 11}], 0.0)
    knob = answer["parts"]["knobs"][0]
    assert (knob["shown"], knob["turned"], knob["first"]) == ("33.5 TB/s", True, "3.35 TB/s")
    assert answer["parts"]["changed"] == "what if: memory bandwidth 33.5 TB/s"
    native = notebook.turn(3, bandwidth="33.5 TB/s")
    assert session.frame.all == native.frame(11.0).all
    session, answer = step(session, [{"back": "bandwidth"}], 0.0)
    assert answer["parts"]["knobs"][0]["turned"] is False
    session, answer = step(session, [{"seek": 2}], 0.0)  # before the turn all is as it was made
    assert session.frame.all == notebook.frame(2.0).all


def test_a_guess_brings_the_answer_and_says_which_was_right():
    session = session_of(TWO, t=24.5, playing=True)
    session, answer = step(session, [], 0.0)
    asked = answer["parts"]["question"]
    assert asked["choices"] == ["the weights", "one vector per token", "nothing"]
    assert asked["right"] is None
    assert "answer" not in " ".join(answer["parts"]["words"]).casefold()
    locked = [knob["locked"] for knob in answer["parts"]["knobs"]]
    assert locked == [False, False]  # the answer of this question rests on no knob
    session, answer = step(session, [{"hand": 2}], 0.1)
    session, answer = step(session, [], 0.7)
    asked = answer["parts"]["question"]
    assert (asked["right"], list(asked["hands"])) == (1, [0, 0, 1])
    assert answer["running"]


def test_the_show_waits_at_a_question_until_somebody_goes_on():
    session = session_of(TWO, t=24.5, playing=True)
    for second in range(1, 10):
        session, answer = step(session, [], 1.9 * second)
    assert answer["asking"]
    assert answer["at"] == pytest.approx(24 + 0.6 * 9, abs=1e-3)


def test_a_clicked_number_is_explained_and_the_same_click_closes_it():
    session = session_of("weights_stay", t=9)
    session, _ = step(session, [], 0.0)
    number = next(
        mark for mark in session.frame.all if isinstance(mark, Label) and mark.ref == "left.moved"
    )
    click = {"click": [number.x, number.y - 5]}
    session, answer = step(session, [click], 0.0)
    told = answer["parts"]["explained"]
    assert told["name"] == "left.moved"
    assert told["title"]
    assert told["formula"]
    session, answer = step(session, [click], 0.0)
    assert answer["parts"]["explained"] is None


def test_another_language_keeps_the_moment_the_knobs_and_what_is_explained():
    session = session_of(TWO, t=13, knobs={"wafers": 8})
    session, english = step(session, [{"ask": "left.token"}], 0.0)
    session, chinese = step(session, [{"lang": "zh"}], 0.0)
    assert chinese["at"] == english["at"] == 13
    assert chinese["parts"]["titles"]["scene"] == "权重不动，词元流动"
    assert chinese["parts"]["knobs"][1]["shown"] == "8"
    assert chinese["parts"]["explained"]["title"] != english["parts"]["explained"]["title"]
    assert chinese["parts"]["words"][1] == "算得快，等得久"


def test_a_link_opens_at_its_moment_with_its_knobs_and_tells_what_makes_no_sense():
    session = session_of(TWO, lang="xx", theme="pink", t=13.5, knobs={"wafers": "9", "wings": 2})
    session, answer = step(session, [], 0.0)
    assert (answer["at"], answer["parts"]["look"]["lang"]) == (13.5, "en")
    assert answer["parts"]["look"]["theme"] == "dark"
    assert answer["parts"]["knobs"][1]["shown"] == "9"
    assert answer["told"]["fault"] == "there is no knob 'wings'"


JUNK = [
    nan,
    inf,
    -inf,
    1e300,
    -1,
    0,
    "",
    "x" * 10_000,
    None,
    True,
    [],
    {},
    [1],
    [None, None],
    ["a"] * 9,
]


def test_what_is_no_event_changes_nothing_and_stops_nothing():
    session = session_of(TWO, t=4)
    session, _ = step(session, [], 0.0)
    names = [
        *("act", "key", "seek", "step", "turn", "back", "hand", "click", "ask", "zoom", "into"),
        *("pull", "size", "lang", "theme", "calm", "large", "speed", "nonsense", "__class__"),
    ]
    for name in names:
        for value in JUNK:
            session, answer = step(session, [{name: value}], 0.0)
            json.dumps(answer, allow_nan=False)
    assert 0 <= answer["at"] <= session.talk.deck.seconds


def test_the_worker_speaks_json_and_a_message_has_a_bound(tmp_path):
    file = tmp_path / "show"
    file.write_bytes(packed(of_scene(load_scene(TWO))))
    session, first = begun(str(file), '{"t": 4}', 0.0)
    assert json.loads(first)["at"] == 4
    session, text = gone_on(session, json.dumps([{"act": "frame_forward"}] * 5_000 + [7]), 0.1)
    assert json.loads(text)["at"] == pytest.approx(4 + 400 / 60, abs=1e-3)


def test_keys_mean_what_they_mean_in_the_window():
    session = session_of(TWO, t=1)
    session, answer = step(session, [{"key": ["", 79, ""]}], 1.0)  # arrow right
    assert answer["at"] == 5
    session, answer = step(session, [{"up": 79}, {"key": ["l", 15, ""]}], 2.0)
    assert answer["parts"]["look"]["lang"] == "zh"
    session, answer = step(session, [{"key": ["k", 14, ""]}], 3.0)
    assert answer["told"] == {"to": "knobs"}
    session, answer = step(session, [{"key": ["i", 12, ""]}], 4.0)
    assert len(answer["parts"]["sources"]["rows"]) > 10
    session, answer = step(session, [{"key": ["?", 56, "shift"]}], 5.0)
    assert len(answer["parts"]["keys"]) > 20


def made(out, *words, seed="0"):
    import os

    done = subprocess.run(
        [sys.executable, "-m", "viz", "site", str(out), *words],
        check=False, capture_output=True, text=True, cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return {file.name: file.read_bytes() for file in Path(out).iterdir()}


def test_a_site_has_the_same_bytes_each_time_and_names_nothing_of_this_machine(tmp_path):
    one = made(tmp_path / "one", "--scenes", TWO, seed="1")
    other = made(tmp_path / "other", "--scenes", TWO, seed="2")
    assert one == other
    names = set(one)
    for page in ("index.html", "two_machines.html"):
        text = one[page].decode()
        asked = set(re.findall(r'(?:src|href)="([^"#]+)"', text)) - {"data:,"}
        asked |= set(re.findall(r'"([\w.]+\.[0-9a-f]{10}\.js)"', text))
        assert asked <= names, asked - names
        assert "Content-Security-Policy" in text
        assert "unsafe-inline" not in text
        assert not re.search(r'\son\w+="|style="|<script>', text)
    for name, data in one.items():
        assert str(ROOT).encode() not in data, name
        assert re.findall(rb'(?:src|href)="https?:', data) == [], name
    before = sum(len(one[name]) for name in names if name.startswith(("app", "site.", "font")))
    openings = sum(len(data) for name, data in one.items() if ".opening.en.dark." in name)
    assert before + openings + len(one["two_machines.html"]) < 400_000  # before Python is loaded


def test_a_folder_of_the_users_own_is_never_written_into(tmp_path, capsys):
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    assert main(["site", str(tmp_path), "--scenes", TWO]) == EXIT_OUTPUT
    assert "no site of viz" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]
    assert main(["site", "--scenes", TWO]) == EXIT_USAGE
    assert "viz site OUT" in capsys.readouterr().err
    assert main(["site", str(tmp_path / "new"), "--scenes", "weights_stray"]) == EXIT_USAGE
    assert "weights_stay" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_what_a_page_keeps_plays_without_its_text(tmp_path):
    """A library's archive with compiled modules in the place of text is imported as before, and the
    package's own are found beside their text."""
    from zipfile import ZipFile

    from viz.web.warm import Module, archives, compiled

    root, library, home = tmp_path / "root", tmp_path / "old.zip", tmp_path / "home"
    (root / "viz").mkdir(parents=True)
    (root / "viz" / "own.py").write_text("VALUE = 6 * 7\n", encoding="utf-8")
    with ZipFile(library, "w") as to:
        to.writestr("kept/__init__.py", "from kept.inner import ANSWER\n")
        to.writestr("kept/inner.py", "ANSWER = 41 + 1\n")
        to.writestr("never.py", "raise SystemExit\n")
    for name in ("kept/__init__.py", "kept/inner.py"):
        compiled(Module(library / name, name), library, home)
    compiled(Module(root / "viz" / "own.py"), library, home)
    whole, own = archives(root, library, home)
    with ZipFile(whole) as made:
        assert set(made.namelist()) == {"kept/__init__.pyc", "kept/inner.pyc", "never.py"}
    with ZipFile(own) as made:
        names = made.namelist()
        made.extractall(tmp_path / "again")
    assert any(re.fullmatch(r"viz/__pycache__/own\.cpython-\d+\.pyc", name) for name in names)
    told = subprocess.run(
        [sys.executable, "-c", "import kept; print(kept.ANSWER, kept.__file__[-4:])"],
        check=True, capture_output=True, text=True, env={"PYTHONPATH": str(whole)},
    ).stdout  # fmt: skip
    assert told.split() == ["42", ".pyc"]


def test_what_a_worker_is_given_plays_every_scene(tmp_path):
    """In a Python that has the archive of the page alone: no asset is missing there, and none of
    the libraries that a page does not have is asked for."""
    from base64 import b64decode
    from io import BytesIO
    from zipfile import ZipFile

    from viz.scene.find import scene_names
    from viz.web.runtime import engine

    with ZipFile(BytesIO(b64decode(engine()))) as given:
        given.extractall(tmp_path / "engine")
    for name in scene_names():
        (tmp_path / name).write_bytes(packed(of_scene(load_scene(name))))
    plays = """
import json, sys
class Refuses:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("pydantic", "pygame", "numpy", "av", "rich", "scipy"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Refuses())
import viz
assert viz.__file__.startswith(sys.argv[1])
from viz.web.session import begun, gone_on
for name in sys.argv[2:]:
    session, text = begun(name, "{}", 0.0)
    seconds = session.talk.deck.seconds
    for share in (0.2, 0.45, 0.7, 0.95):
        session, text = gone_on(session, json.dumps([{"seek": share * seconds}]), 0.0)
    print(len(json.loads(text)["change"]))
"""
    names = [str(tmp_path / name) for name in scene_names()]
    done = subprocess.run(
        [sys.executable, "-c", plays, str(tmp_path / "engine"), *names],
        check=False, capture_output=True, text=True, cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "engine"), "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split()) == len(names)
