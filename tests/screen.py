"""A screen nobody sees: Xvfb on a display of its own, xdotool for hands, its memory for eyes.

Xvfb chooses a free display number and keeps the screen in a file, which is read directly: a
look at the screen takes a few milliseconds and starts no program.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
import tools

Pixels = npt.NDArray[np.uint8]  # height, width, (red, green, blue)
NEEDED = {"Xvfb": "xvfb", "xdotool": "xdotool"}  # program: Debian package
PATIENCE = 20.0  # s for anything that ought to happen soon


def need_screen() -> None:
    """Skip where the programs are missing, and say which packages bring them."""
    for program, package in NEEDED.items():
        tools.need(program, package)


def wait_for(what: str, happens: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until something is true."""
    until = time.monotonic() + patience
    while not happens():
        if time.monotonic() > until:
            raise AssertionError(f"waited {patience:g} s for {what}")
        time.sleep(0.01)


@dataclass
class Screen:
    """A running Xvfb. `display` is ":7"; `memory` is the file that holds the screen (XWD)."""

    display: str
    memory: Path
    pressed: dict[str, float] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        gone = ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER", "WAYLAND_DISPLAY")
        kept = {name: value for name, value in os.environ.items() if name not in gone}
        state = str(self.memory.parent / "state")  # takes do not go where a person's are
        return kept | {"DISPLAY": self.display, "XDG_STATE_HOME": state}

    def do(self, *words: str | int) -> str:
        """One xdotool command."""
        command = ["xdotool", *map(str, words)]
        done = subprocess.run(
            command, env=self.environment, check=True, capture_output=True, text=True, timeout=30
        )
        return done.stdout.strip()

    def key(self, *names: str) -> None:
        """Press keys one after the other; the same one again after 600 ms: a busy program hears it late."""
        for name in names:
            time.sleep(max(0.0, self.pressed.get(name, 0.0) + 0.6 - time.monotonic()))
            self.do("key", name)
            self.pressed[name] = time.monotonic()

    def look(self) -> Pixels:
        """All pixels of the screen."""
        raw = self.memory.read_bytes()
        head = struct.unpack(">25I", raw[:100])
        size, width, height, bits, line, colours = (head[i] for i in (0, 4, 5, 11, 12, 19))
        assert bits == 32
        start = size + 12 * colours
        rows = np.frombuffer(raw, np.uint8, line * height, start).reshape(height, line // 4, 4)
        return np.ascontiguousarray(rows[:, :width, 2::-1])


@contextmanager
def screen(folder: Path, size: str = "1920x1080") -> Iterator[Screen]:
    """An Xvfb of our own, stopped by its process afterwards."""
    need_screen()
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24"]
    command += ["-nolisten", "tcp", "-noreset", "-nocursor", "-fbdir", str(folder)]
    with (folder / "xvfb.log").open("wb") as log:
        server = subprocess.Popen(command, pass_fds=[write], stdout=log, stderr=log)
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()  # ends at once if the server does
        assert number, (folder / "xvfb.log").read_text(encoding="utf-8", errors="replace")
        yield Screen(f":{number}", folder / "Xvfb_screen0")
    finally:
        server.terminate()
        server.wait(timeout=10)


@contextmanager
def managed(where: Screen) -> Iterator[None]:
    """A window manager on the screen: without one nobody grants full screen."""
    program = [sys.executable, str(Path(__file__).with_name("window_manager.py"))]
    manager = subprocess.Popen(program, env=where.environment, stdout=subprocess.PIPE)
    try:
        assert manager.stdout is not None
        assert manager.stdout.readline() == b"ready\n"
        yield
    finally:
        manager.terminate()
        manager.communicate(timeout=10)


@dataclass
class Player:
    """A running `viz play`, its window and what it wrote."""

    screen: Screen
    process: subprocess.Popen[bytes]
    window: int
    log: Path

    @property
    def place(self) -> tuple[int, int, int, int]:
        """x, y, width and height of the window on the screen."""
        told = self.screen.do("getwindowgeometry", "--shell", self.window)
        found = dict(line.split("=", 1) for line in told.splitlines() if "=" in line)
        return int(found["X"]), int(found["Y"]), int(found["WIDTH"]), int(found["HEIGHT"])

    def look(self) -> Pixels:
        """The window's pixels."""
        x, y, w, h = self.place
        return self.screen.look()[y : y + h, x : x + w]

    def still(self) -> Pixels:
        """The window's pixels, once they have stopped changing."""
        last = self.look()
        for _ in range(100):
            time.sleep(0.12)
            now = self.look()
            if now.shape == last.shape and (now == last).all():
                return now
            last = now
        raise AssertionError("the picture never stood still")

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def ended(self) -> bool:
        return self.process.poll() is not None


@contextmanager
def player(
    where: Screen, folder: Path, *words: str, program: tuple[str, ...] = ("-m", "viz")
) -> Iterator[Player]:
    """`python -m viz play WORDS`, with the keyboard given to its window."""
    log = folder / "viz.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, *program, "play", *words],
            env=where.environment,
            stdout=out,
            stderr=out,
        )
    try:
        window = _window_of(where, process, log)
        where.do("windowfocus", "--sync", window)
        there = Player(where, process, window, log)
        wait_for("the first picture", lambda: len(np.unique(there.look()[::7, ::7])) > 20)
        yield there
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(timeout=10)


def _window_of(where: Screen, process: subprocess.Popen[bytes], log: Path) -> int:
    found: list[int] = []

    def seen() -> bool:
        if process.poll() is not None:
            raise AssertionError(f"viz play ended: {log.read_text(encoding='utf-8')}")
        search = ["xdotool", "search", "--onlyvisible", "--pid", str(process.pid)]
        told = subprocess.run(
            search, env=where.environment, check=False, capture_output=True, text=True
        )
        found[:] = map(int, told.stdout.split())
        return bool(found)

    wait_for("the window", seen)
    return found[0]
