"""`viz present` on a real X server: one screen as wide as two displays, hands by xdotool.

The speaker's window is at the left, the audience's at the right; the audience's picture is
compared, pixel for pixel, with the one that the reel and the painter make here.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from canvas import array
from screen import Pixels, Screen, screen, wait_for

from viz.desk.letterbox import placed
from viz.desk.steps import Deck, deck_of
from viz.paint.surface import Painter
from viz.picture.playlist import Reel
from viz.scene.program import find_program, scenes_of
from viz.stage.look import Look
from viz.timeline.compile import compile_scene

WIDE, HIGH = 640, 360
NOTES, HALL = f"{WIDE}x{HIGH}+0+0", f"{WIDE}x{HIGH}+{WIDE}+0"
FIRST = """\
title: First scene
beats:
  - {say: Here is one., for: 0.3 s, notes: Look at them.}
  - {say: Here is two., for: 0.3 s, notes: Breathe.}
"""
SECOND = """\
title: Second scene
beats:
  - {say: Here is three., for: 0.3 s}
  - {say: Here is four., for: 30 s}
"""
PROGRAM = "title: A talk\nscenes:\n  - {scene: first}\n  - {scene: second}\n"


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    with screen(tmp_path_factory.mktemp("screen"), f"{2 * WIDE}x{HIGH}") as there:
        yield there


@pytest.fixture
def program(tmp_path: Path) -> Path:
    (tmp_path / "first.yaml").write_text(FIRST, encoding="utf-8")
    (tmp_path / "second.yaml").write_text(SECOND, encoding="utf-8")
    file = tmp_path / "talk.yaml"
    file.write_text(PROGRAM, encoding="utf-8")
    return file


@dataclass
class Talk:
    """A running `viz present`."""

    screen: Screen
    process: subprocess.Popen[bytes]
    state: Path
    log: Path
    reel: Reel

    @property
    def deck(self) -> Deck:
        return deck_of(self.reel)

    def hall(self) -> Pixels:
        return self.screen.look()[:, WIDE:]

    def desk(self) -> Pixels:
        return self.screen.look()[:, :WIDE]

    def picture(self, moment: float) -> Pixels:
        """The audience's picture at a moment of the whole, as it must be."""
        return array(Painter(WIDE, HIGH).paint(self.reel.frame(moment)))

    def soon_shows(self, moment: float) -> None:
        expected = self.picture(moment)
        wait_for(f"the picture at {moment:g} s", lambda: bool((self.hall() == expected).all()))

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")


def reel_of(program: Path) -> Reel:
    found = find_program(str(program))
    assert found is not None
    scenes = scenes_of(found)
    titles = tuple(scene.title for scene in scenes)
    return Reel("talk", found.title, tuple(map(compile_scene, scenes)), titles, Look(WIDE, HIGH))


@contextmanager
def talk(
    display: Screen,
    program: Path,
    *words: str,
    displays: tuple[str, ...] = ("--display", HALL, "--notes-display", NOTES),
    begin: str = "import sys; from viz.cli import main; sys.exit(main())",
) -> Iterator[Talk]:
    """`viz present PROGRAM`, with the keyboard given to one of its windows."""
    log, state = program.with_name("log.txt"), program.with_name("state.json")
    command = [sys.executable, "-c", begin, "present", str(program), "--state", str(state)]
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*command, *displays, *words], env=display.environment, stdout=out, stderr=out
        )
    there = Talk(display, process, state, log, reel_of(program))
    try:
        wait_for("windows", lambda: windows(there))
        focus(there)
        yield there
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(timeout=10)


def windows(there: Talk) -> list[int]:
    if there.process.poll() is not None:
        raise AssertionError(f"viz present ended: {there.said()}")
    search = ["xdotool", "search", "--onlyvisible", "--pid", str(there.process.pid)]
    told = subprocess.run(
        search, env=there.screen.environment, check=False, capture_output=True, text=True
    )
    return [int(word) for word in told.stdout.split()]


def focus(there: Talk) -> None:
    there.screen.do("windowfocus", "--sync", windows(there)[0])


def soon(what: str, happens: Callable[[], object]) -> None:
    wait_for(what, happens)


def same(look: Callable[[], Pixels], expected: Pixels) -> Callable[[], bool]:
    return lambda: bool((look() == expected).all())


def test_the_keys_of_a_clicker_lead_through_a_talk_and_the_audience_never_sees_notes(
    display: Screen, program: Path
) -> None:
    with talk(display, program, "--timer", "20m") as there:
        stills = [step.still for step in there.deck.steps]
        there.soon_shows(0.0)
        soon("the speaker's window", lambda: len(np.unique(there.desk()[::3, ::3])) > 20)
        there.screen.key("Next")
        there.soon_shows(stills[0])
        there.screen.key("Right")
        there.soon_shows(stills[1])
        there.screen.key("period")  # black, as a Logitech sends it
        soon("black", lambda: not there.hall().any())
        assert there.desk().any()
        there.screen.key("Next")  # lifts it, and stays where it is
        there.soon_shows(stills[1])
        there.screen.key("b", "b")
        there.screen.key("w")
        soon("white", lambda: there.hall().min() == 255)
        there.screen.key("Escape")
        there.soon_shows(stills[1])
        there.screen.key("Prior")
        there.soon_shows(stills[0])
        there.screen.key("g", "2", "Return")
        there.soon_shows(stills[2])
        there.screen.key("e")  # the audience's picture stands, the talk goes on
        time.sleep(0.3)  # "Prior" was the same step back
        there.screen.key("Left")
        soon("a step back", lambda: beat(there) == ("first", 1))
        there.screen.key("Left")
        soon("the step in the state", lambda: beat(there) == ("first", 0))
        there.soon_shows(stills[2])
        there.screen.key("e")
        there.soon_shows(stills[0])
        there.screen.key("shift+Right")
        there.soon_shows(stills[3])
        there.screen.key("Escape", "Escape", "q")
        time.sleep(0.3)
        assert there.process.poll() is None
        there.screen.key("q")
        soon("the end", lambda: there.process.poll() == 0)
        assert there.said() == ""


def beat(there: Talk) -> tuple[str, int]:
    told = json.loads(there.state.read_text(encoding="utf-8"))
    return told["scene"], told["beat"]


def test_after_kill_9_a_talk_goes_on_where_it_was(display: Screen, program: Path) -> None:
    with talk(display, program, "--timer", "20m") as there:
        there.soon_shows(0.0)
        there.screen.key("g", "2", "Return", "a", "l", "t")
        time.sleep(1.0)  # the promise of the issue
        there.process.kill()
    began = time.monotonic()
    with talk(display, program, "--resume") as there:
        there.reel = there.reel.looking(lang="zh", theme="light")  # as they were chosen
        there.soon_shows(there.deck.steps[2].still)
        assert time.monotonic() - began < 8  # 3 s where nothing else uses the processor
        soon("a saved state", lambda: "second" in beat(there))
        told = json.loads(there.state.read_text(encoding="utf-8"))
        assert (told["beat"], told["total"], told["notes"]) == (0, 1200.0, 34.0)


def test_a_talk_begun_anew_loses_no_place_and_back_goes_on_there(
    display: Screen, program: Path
) -> None:
    with talk(display, program) as there:
        there.soon_shows(0.0)
        there.screen.key("g", "2", "Return")
        there.soon_shows(there.deck.steps[2].still)
        soon("a saved state", lambda: there.state.exists() and "second" in beat(there))
        there.process.kill()
    with talk(display, program) as there:  # no --resume
        there.soon_shows(0.0)
        time.sleep(1.5)
        assert beat(there) == ("second", 0)  # nothing was done yet
        there.screen.key("Prior")
        there.soon_shows(there.deck.steps[2].still)
        there.process.kill()
    with talk(display, program) as there:
        there.soon_shows(0.0)
        there.screen.key("Next")
        soon("the new place", lambda: beat(there) == ("first", 0))
        old = json.loads(there.state.with_name("state.before.json").read_text(encoding="utf-8"))
        assert old["scene"] == "second"


def test_a_second_talk_with_the_same_state_is_refused(display: Screen, program: Path) -> None:
    with talk(display, program) as there:
        there.soon_shows(0.0)
        command = [sys.executable, "-m", "viz", "present", str(program), "--state"]
        done = subprocess.run(
            [*command, str(there.state)],
            env=display.environment,
            check=False,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (done.returncode, done.stdout) == (6, "")
        assert "another show keeps its place in" in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_a_talk_that_is_told_to_stop_keeps_its_place_and_says_so(
    display: Screen, program: Path
) -> None:
    with talk(display, program) as there:
        there.soon_shows(0.0)
        there.screen.key("Next")
        there.soon_shows(there.deck.steps[0].still)
        there.process.terminate()
        soon("the end", lambda: there.process.poll() is not None)
        assert there.process.returncode == 143
        assert json.loads(there.state.read_text(encoding="utf-8"))["inside"] > 0
        assert there.said() == ""


def test_a_take_that_exists_stops_no_talk_and_is_not_written_over(
    display: Screen, program: Path
) -> None:
    take = program.with_name("talk_take.yaml")
    take.write_text("take: 1\nscene: race\nseconds: 2\n", encoding="utf-8")
    before = take.read_bytes()
    with talk(display, program, "--take", str(take)) as there:
        there.soon_shows(0.0)
        assert "talk_take_again2.yaml" in there.said()
        there.screen.key("Next")
        time.sleep(4.0)
        there.screen.key("q", "q")
        soon("the end", lambda: there.process.poll() == 0)
    assert take.read_bytes() == before
    assert take.with_name("talk_take_again2.yaml").is_file()


CUT = '{"format": 1, "show": "talk", "scene'  # what a disk that was full has left of a state


def test_a_corrupt_state_is_kept_aside_and_the_talk_begins(display: Screen, program: Path) -> None:
    program.with_name("state.json").write_text(CUT, encoding="utf-8")
    with talk(display, program, "--resume") as there:
        there.soon_shows(0.0)
        assert "state.json.bad" in there.said()
    assert program.with_name("state.json.bad").read_text(encoding="utf-8") == CUT


def test_a_saved_file_is_on_stage_at_the_same_moment_and_a_broken_one_keeps_the_picture(
    display: Screen, program: Path
) -> None:
    file = program.with_name("first.yaml")
    with talk(display, program) as there:
        there.soon_shows(0.0)
        there.screen.key("Next")
        there.soon_shows(there.deck.steps[0].still)
        good, mine = there.hall(), there.desk()
        top = HIGH // 4  # where the panel stands, beside the clocks
        file.write_text(FIRST.replace("say: Here is one.", "sy: Here is one."), encoding="utf-8")
        soon(
            "the fault before the speaker", lambda: (there.desk()[:top] != mine[:top]).mean() > 0.1
        )
        assert (there.hall() == good).all()
        file.write_text(FIRST.replace("Here is one.", "Better words."), encoding="utf-8")
        there.reel = reel_of(program)
        there.soon_shows(there.deck.steps[0].still)
        assert not (there.hall() == good).all()


# The displays as a file says, so that they can come and go.
PLUGGED = """\
import sys
from pathlib import Path
from viz.live import displays
from viz.live.displays import Display

def found():
    words = Path({file!r}).read_text(encoding="utf-8").split()
    return tuple(Display(i + 1, {w}, {h}, (int(x), 0)) for i, x in enumerate(words))

displays.found = found
from viz.cli import main
sys.exit(main())
"""


def test_displays_come_and_go_and_a_lone_one_shows_the_audience_side(
    display: Screen, program: Path
) -> None:
    plugs = program.with_name("plugs.txt")
    plugs.write_text("0", encoding="utf-8")
    begin = PLUGGED.format(file=str(plugs), w=WIDE, h=HIGH)
    with talk(display, program, displays=(), begin=begin) as there:
        first = there.picture(0.0)
        soon("the audience's side", same(there.desk, first))
        there.screen.key("s")
        soon("the speaker's side", lambda: not (there.desk() == first).all())
        plugs.write_text(f"0 {WIDE}", encoding="utf-8")  # a projector
        there.soon_shows(0.0)
        soon("two windows", lambda: len(windows(there)) == 2)
        assert not (there.desk() == first).all()
        plugs.write_text("0", encoding="utf-8")  # and it is unplugged
        soon("one window", lambda: len(windows(there)) == 1)
        soon("the audience's side", same(there.desk, first))
        focus(there)
        there.screen.key("Next")
        still = there.picture(there.deck.steps[0].still)
        soon("the talk to go on", same(there.desk, still))


BROKEN = """\
import sys
from viz.picture import playlist as reel

whole = reel.Reel.frame

def frame(self, t, sight=reel.PLAIN):
    if 0.3 <= t < 0.6:
        raise RuntimeError("this beat is broken")
    return whole(self, t, sight)

reel.Reel.frame = frame
from viz.cli import main
sys.exit(main())
"""


def test_a_broken_beat_keeps_the_last_good_picture_and_the_next_click_goes_on(
    display: Screen, program: Path
) -> None:
    with talk(display, program, begin=BROKEN) as there:
        there.soon_shows(0.0)
        there.screen.key("Next")
        there.soon_shows(there.deck.steps[0].still)
        good = there.hall()
        there.screen.key("Next")
        soon("a mark in the corner", lambda: not (there.hall() == good).all())
        corner = HIGH // 9
        assert (there.hall()[corner:, corner:] == good[corner:, corner:]).all()
        assert "this beat is broken" in there.said()
        time.sleep(0.5)  # the broken beat is over
        there.screen.key("Next")
        there.soon_shows(there.deck.steps[2].still)


def test_a_display_that_does_not_exist_ends_with_those_that_do(
    display: Screen, program: Path
) -> None:
    command = [sys.executable, "-m", "viz", "present", str(program), "--display", "7"]
    done = subprocess.run(
        command, env=display.environment, check=False, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "those that exist: 1 (1280 x 360)" in done.stderr


def test_a_rehearsal_ends_with_the_time_of_each_step(display: Screen, program: Path) -> None:
    file = program.with_name("times.csv")
    with talk(display, program, "--rehearse", str(file)) as there:
        there.soon_shows(0.0)
        there.screen.key("Next")
        there.soon_shows(there.deck.steps[0].still)
        there.screen.key("q", "q")
        soon("the end", lambda: there.process.poll() == 0)
        assert "rehearsal" in there.said()
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + len(there.deck.steps)
    assert float(lines[1].split(",")[5]) > 0
    assert float(lines[2].split(",")[5]) == 0


CHANGING = """\
import sys
from pathlib import Path
from viz.live import displays
from viz.live.displays import Display

def found():
    w, h = Path({file!r}).read_text(encoding="utf-8").split("x")
    return (Display(1, int(w), int(h), (0, 0)),)

displays.found = found
from viz.cli import main
sys.exit(main())
"""


def test_a_projector_that_changes_its_resolution_shows_the_whole_picture_in_each(
    tmp_path_factory: pytest.TempPathFactory, program: Path
) -> None:
    mode = program.with_name("mode.txt")

    def be(width: int, height: int) -> None:  # at once, or the program reads half of it
        mode.with_suffix(".new").write_text(f"{width}x{height}", encoding="utf-8")
        mode.with_suffix(".new").replace(mode)

    be(3840, 2160)
    with (
        screen(tmp_path_factory.mktemp("screen"), "3840x2160") as large,
        talk(large, program, displays=(), begin=CHANGING.format(file=str(mode))) as there,
    ):
        for size in ((3840, 2160), (1024, 768), (320, 240), (1280, 800)):
            be(*size)
            place = placed(*size)
            frame = replace(there.reel, look=Look(*place.size)).frame(0.0)
            expected = array(Painter(*place.size).paint(frame))
            (x, y), (w, h) = (place.x, place.y), place.size

            def shown(x: int = x, y: int = y, w: int = w, h: int = h) -> Pixels:
                return there.screen.look()[y : y + h, x : x + w]

            soon(f"the picture at {size}", same(shown, expected))
