"""`viz play` on a real X server: hands by xdotool, eyes in the server's memory.

Each picture on the screen is compared, pixel for pixel, with the one that `frame_at` and the
painter make here.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from screen import Pixels, Player, Screen, managed, player, screen, wait_for

from viz.desk import overlay
from viz.desk import playhead as ph
from viz.desk.progress_hit import moment
from viz.desk.talk import Talk
from viz.desk.talk import act as acted
from viz.live.bench_window import reel_of, talk_of
from viz.scene.load_scene import load_scene
from viz.stage.layout import progress_box
from viz.stage.look import Look
from viz.timeline.compile import Timeline, compile_scene

SIZE = (960, 540)
SMALL = ("--size", f"{SIZE[0]}x{SIZE[1]}")
SCENE = "weights_stay"
LATE = 0.4  # s that a busy computer may take to see a key


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    with screen(tmp_path_factory.mktemp("screen")) as there:
        there.do("mousemove", 1919, 1079)  # the pointer would be part of the picture
        yield there


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    return compile_scene(load_scene(SCENE))


@dataclass
class Kept:
    """One window that many tests play in, one after the other."""

    stack: ExitStack
    now: Player | None = None


@pytest.fixture(scope="module")
def kept() -> Iterator[Kept]:
    with ExitStack() as stack:
        yield Kept(stack)


@pytest.fixture
def play(display: Screen, kept: Kept, tmp_path: Path, timeline: Timeline) -> Player:
    """The flagship, small, paused at its first picture, in the window kept for it.

    A window that a test left in another state is closed, and a new one opened.
    """
    first = painted(timeline, paused(timeline))
    there = kept.now
    if there and not there.ended():
        there.screen.do("windowsize", there.window, *SIZE, "windowfocus", there.window)
        there.screen.key("Escape", "Home")
        try:
            wait_for("the first picture", lambda: np.array_equal(there.look(), first), 1.0)
        except AssertionError:
            pass
        else:
            return there
    kept.stack.close()
    there = kept.stack.enter_context(player(display, tmp_path, SCENE, *SMALL))
    there.screen.key("space", "Home")
    kept.now = there
    return there


def paused(timeline: Timeline) -> Talk:
    talk = talk_of(reel_of(timeline))
    return replace(talk, head=replace(talk.head, playing=False, waits="questions"))


def act(talk: Talk, action: str) -> Talk:
    return acted(talk, action, talk.head.seen)  # type: ignore[arg-type]


def at_moment(talk: Talk, moment: float) -> Talk:
    return replace(talk, head=ph.seek(talk.head, moment))


def painted(timeline: Timeline, talk: Talk, size: tuple[int, int] = SIZE) -> Pixels:
    """The picture as `frame_at` and the painter make it."""
    import pygame

    from viz.paint.surface import Painter

    look = Look(*size, theme=talk.theme, lang=talk.lang)
    seen = overlay.seen(talk, reel_of(timeline))
    surface = Painter(*size).paint(overlay.hall(seen, talk, look, helps=talk.help))
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


def keep(expected: Pixels, actual: Pixels, differ: np.ndarray) -> None:
    """Expected, actual and difference side by side, where VIZ_KEEP names a folder."""
    folder = os.environ.get("VIZ_KEEP")
    if folder:
        import pygame

        shown = np.repeat((differ * 255).astype(np.uint8)[:, :, None], 3, axis=2)
        whole = np.concatenate([expected, actual, shown], axis=1)
        file = Path(folder) / f"window_{time.time_ns()}.png"
        pygame.image.save(pygame.surfarray.make_surface(whole.swapaxes(0, 1)), file)


def assert_same(expected: Pixels, actual: Pixels) -> None:
    assert expected.shape == actual.shape
    differ = (expected.astype(int) - actual).any(axis=2)
    if differ.any():
        keep(expected, actual, differ)
    assert differ.sum() == 0, f"{differ.sum()} pixels differ, the first at {np.argwhere(differ)[0]}"


def soon_shows(there: Player, expected: Pixels) -> None:
    """The window shows this picture within a short time."""

    def same() -> bool:
        now = there.look()
        return now.shape == expected.shape and bool((now == expected).all())

    try:
        wait_for("the expected picture", same, 3.0)
    except AssertionError:
        assert_same(expected, there.look())


def test_the_window_shows_what_frame_at_paints(play: Player, timeline: Timeline) -> None:
    soon_shows(play, painted(timeline, paused(timeline)))


def test_right_steps_a_beat_and_a_bracket_a_frame_and_left_goes_back(
    play: Player, timeline: Timeline
) -> None:
    session = paused(timeline)
    for key, action in [
        ("Right", "next_step"),
        ("bracketright", "frame_forward"),
        ("bracketright", "frame_forward"),
        ("bracketleft", "frame_back"),
        ("Left", "previous_step"),
        ("End", "last_step"),
    ]:
        play.screen.key(key)
        session = act(session, action)
        soon_shows(play, painted(timeline, session))


def test_a_held_bracket_runs_on_frame_by_frame_and_a_held_arrow_steps_once(
    play: Player, timeline: Timeline
) -> None:
    play.screen.do("keydown", "Right")
    time.sleep(1.2)
    play.screen.do("keyup", "Right")
    soon_shows(play, painted(timeline, act(paused(timeline), "next_step")))
    before = shown_moment(play, timeline)
    play.screen.do("keydown", "bracketright")
    time.sleep(1.5)
    play.screen.do("keyup", "bracketright")
    assert shown_moment(play, timeline) - before > 10 / 60


def test_t_and_l_change_theme_and_language_and_the_title_of_the_window(
    play: Player, timeline: Timeline
) -> None:
    play.screen.key("t", "l")
    soon_shows(play, painted(timeline, act(act(paused(timeline), "theme"), "language")))
    titled = subprocess.run(
        ["xdotool", "getwindowname", str(play.window)],
        env=play.screen.environment,
        check=True,
        capture_output=True,
    )
    assert titled.stdout.decode("utf-8").strip() == timeline.scene.title["zh"]
    play.screen.key("t", "t", "l")  # high contrast lies between
    soon_shows(play, painted(timeline, paused(timeline)))


@pytest.mark.parametrize(("key", "panel"), [("question", "help"), ("h", "help"), ("i", "sources")])
def test_a_panel_opens_by_its_key_and_closes_by_escape(
    play: Player, timeline: Timeline, key: str, panel: str
) -> None:
    play.screen.key(key)
    soon_shows(play, painted(timeline, act(paused(timeline), panel)))  # type: ignore[arg-type]
    play.screen.key("Escape")
    soon_shows(play, painted(timeline, paused(timeline)))


def test_larger_tells_the_playback_speed_on_screen(play: Player, timeline: Timeline) -> None:
    play.screen.key("greater")
    faster = act(paused(timeline), "faster")
    assert faster.head.speed == 2.0
    soon_shows(play, painted(timeline, faster))
    play.screen.key("less")
    soon_shows(play, painted(timeline, paused(timeline)))


def test_the_progress_line_scrubs_by_click_and_by_drag(play: Player, timeline: Timeline) -> None:
    x, y, w, h = progress_box(Look(*SIZE))
    scale = min(SIZE) / 1080
    left, top, *_ = play.place

    def at(share: float) -> tuple[int, int]:
        return left + round((x + share * w) * scale), top + round((y + h / 2) * scale)

    def shown_at(spot: tuple[int, int]) -> Pixels:
        there = moment(timeline, Look(*SIZE), (spot[0] - left) / scale)
        return painted(timeline, at_moment(paused(timeline), there))

    away = (1919, 1079)
    middle, later = at(0.5), at(0.8)
    play.screen.do("mousemove", *middle, "click", 1, "mousemove", *away)
    soon_shows(play, shown_at(middle))
    play.screen.do("mousemove", *middle, "mousedown", 1)
    play.screen.do("mousemove", *at(0.6), "mousemove", *later, "mouseup", 1, "mousemove", *away)
    soon_shows(play, shown_at(later))


@pytest.mark.parametrize("size", [(1024, 768), (540, 960), (600, 600), (320, 240)])
def test_resizing_reflows(play: Player, timeline: Timeline, size: tuple[int, int]) -> None:
    play.screen.do("windowmove", "--sync", play.window, 0, 0)  # all of it on the screen
    play.screen.do("windowsize", "--sync", play.window, *size)
    soon_shows(play, painted(timeline, paused(timeline), size))


def test_a_window_that_was_out_of_sight_shows_the_picture_again(
    play: Player, timeline: Timeline
) -> None:
    play.screen.do("windowunmap", "--sync", play.window)
    time.sleep(0.3)
    play.screen.do("windowmap", "--sync", play.window)
    play.screen.do("windowfocus", "--sync", play.window)
    soon_shows(play, painted(timeline, paused(timeline)))


def test_f_fills_the_screen_and_leaves_it_and_escape_does_not(
    display: Screen, tmp_path: Path, timeline: Timeline
) -> None:
    with managed(display), player(display, tmp_path, SCENE, *SMALL) as there:
        there.screen.key("space", "Home")
        before = there.place
        still = paused(timeline)
        for key in ("f", "F11"):
            time.sleep(0.3)
            there.screen.key(key)
            soon_shows(there, painted(timeline, still, (1920, 1080)))
            assert there.place == (0, 0, 1920, 1080)
            there.screen.key("Escape")  # the start button of a clicker sends it too
            time.sleep(0.3)
            assert there.place == (0, 0, 1920, 1080)
            there.screen.key("F11" if key == "f" else "f")
            soon_shows(there, painted(timeline, still))
            assert there.place == before


def test_a_minimised_window_keeps_time_and_shows_it_when_it_is_back(
    display: Screen, tmp_path: Path, timeline: Timeline
) -> None:
    with managed(display), player(display, tmp_path, SCENE, *SMALL) as there:
        there.screen.key("space", "Home", "space")
        began = time.monotonic()
        display.do("windowminimize", "--sync", there.window)
        time.sleep(2.5)
        display.do("windowmap", "--sync", there.window)
        display.do("windowfocus", "--sync", there.window)
        there.screen.key("space")
        passed = time.monotonic() - began
        there.still()
        assert shown_moment(there, timeline) == pytest.approx(passed, abs=LATE)


def test_full_screen_from_the_start_needs_no_window_manager(
    display: Screen, tmp_path: Path, timeline: Timeline
) -> None:
    with player(display, tmp_path, SCENE, "--fullscreen", "--size", "960x540") as there:
        there.screen.key("space", "Home")
        soon_shows(there, painted(timeline, paused(timeline), (1920, 1080)))
        there.screen.key("f")
        soon_shows(there, painted(timeline, paused(timeline)))


def shown_moment(there: Player, timeline: Timeline) -> float:
    """The position of the show, read from the screen."""
    x, *_ = progress_box(Look(*SIZE))
    return moment(timeline, Look(*SIZE), x + knob(there.look()))


def knob(picture: Pixels) -> float:
    """Where the handle of the progress line is, in stage units from the line's left end."""
    x, y, w, h = progress_box(Look(*SIZE))
    scale = min(SIZE) / 1080
    middle = round((y + h / 2) * scale)
    row = picture[middle, round(x * scale) : round((x + w) * scale)].astype(int)
    bright = np.argwhere((row > 230).all(axis=1))  # the handle is nearly white
    return float(bright.mean() / scale)


def test_three_seconds_of_clock_are_three_seconds_of_show(play: Player, timeline: Timeline) -> None:
    play.screen.key("space")
    began = time.monotonic()
    time.sleep(3.0)
    play.screen.key("space")
    passed = time.monotonic() - began
    play.still()
    assert shown_moment(play, timeline) == pytest.approx(passed, abs=LATE)


def test_escape_never_quits_and_q_does(play: Player) -> None:
    play.screen.key("Escape", "Escape", "Escape")
    assert not play.ended()
    play.screen.key("q")
    wait_for("the end", play.ended, 3.0)
    assert (play.process.returncode, play.said()) == (0, "")


def test_three_hundred_hasty_keys_leave_it_running(play: Player, timeline: Timeline) -> None:
    hasty = ["space", "Right", "t", "period", "i", "greater", "Left", "l", "question", "z"] * 30
    play.screen.do("key", "--delay", 4, *hasty)
    time.sleep(0.3)
    assert not play.ended()
    assert play.said() == ""
    play.screen.key("Escape", "End")
    play.still()


def test_ctrl_c_in_the_terminal_ends_it_with_130(play: Player) -> None:
    import signal

    play.process.send_signal(signal.SIGINT)
    wait_for("the end", play.ended, 3.0)
    assert play.process.returncode == 130
    assert "Traceback" not in play.said()


def test_a_paused_window_leaves_the_processor_alone(play: Player) -> None:
    def used() -> float:
        fields = Path(f"/proc/{play.process.pid}/stat").read_text(encoding="utf-8").split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def share() -> float:
        before = used()
        time.sleep(1.0)
        return used() - before

    # First it makes ready, a piece at a time, what the next step shows; then it has nothing to do.
    wait_for("rest", lambda: share() < 0.05, 40.0)
    shares = [share() for _ in range(3)]  # other programs make it look slow, never quick
    assert min(shares) < 0.05


BREAKS = """
import os, sys
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import viz.picture.with_open_panels as window
whole = window.frame_at
def frame_at(timeline, t, look, hand=None):
    if timeline.beats[1].start <= t < timeline.beats[1].start + 0.1:
        raise RuntimeError("this beat is broken")
    return whole(timeline, t, look, hand)
window.frame_at = frame_at
from viz.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_picture_that_cannot_be_drawn_leaves_the_last_good_one_with_a_mark_and_goes_on(
    display: Screen, tmp_path: Path, timeline: Timeline
) -> None:
    with player(display, tmp_path, SCENE, *SMALL, program=("-c", BREAKS)) as there:
        there.screen.key("space", "Home")
        good = painted(timeline, paused(timeline))
        soon_shows(there, good)
        there.screen.key("Right")
        marked = there.still()
        differ = np.argwhere((marked != good).any(axis=2))
        assert len(differ) > 0
        assert differ.max() < 40  # the mark is small, and in the corner
        there.screen.key("Right")
        after = act(act(paused(timeline), "next_step"), "next_step")
        soon_shows(there, painted(timeline, after))
        assert there.said().splitlines() == [
            "viz: this picture could not be drawn (RuntimeError: this beat is broken)"
        ]


def tried(**variables: str) -> subprocess.CompletedProcess[str]:
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    kept = {name: value for name, value in os.environ.items() if name not in gone}
    return subprocess.run(
        [sys.executable, "-m", "viz", "play", SCENE],
        env=kept | variables,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize(
    "variables",
    [
        {},
        {"DISPLAY": ":9999"},
        {"SDL_VIDEODRIVER": "dummy"},
        {"SDL_VIDEODRIVER": "offscreen"},
        {"SDL_VIDEODRIVER": "nonsense"},
    ],
)
def test_without_a_display_it_says_what_to_do_in_one_line(variables: dict[str, str]) -> None:
    done = tried(**variables)
    assert done.returncode == 3
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert "viz film" in done.stderr


def test_an_unknown_scene_opens_no_window(display: Screen) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "viz", "play", "weights_stey"],
        env=display.environment,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert "weights_stay" in done.stderr
    assert "Traceback" not in done.stderr


def test_it_starts_where_it_is_told_in_the_look_it_is_told(
    display: Screen, tmp_path: Path, timeline: Timeline
) -> None:
    words = (SCENE, "--size", "500x500", "--at", "0:06", "--theme", "light", "--lang", "zh")
    with player(display, tmp_path, *words) as there:
        there.screen.key("space", "Left")
        at = max(float(span.start) for span in timeline.beats if span.start <= 6.0)
        session = at_moment(replace(paused(timeline), theme="light", lang="zh"), at)
        soon_shows(there, painted(timeline, session, (500, 500)))
