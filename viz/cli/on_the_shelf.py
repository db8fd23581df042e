"""`viz` without a command: the shelf, from which everything is played."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from viz.errors import Fault, VizError

if TYPE_CHECKING:
    from viz.catalog.types import Text
    from viz.desk.shelf import Item, Shelf
    from viz.live.state import State
    from viz.picture.playlist import Reel
    from viz.stage.look import Look
    from viz.stage.marks import Frame

SIZE = (1280, 720)
PROGRAMS = ("lesson", "talk")  # first, as far as they are there


def has_display() -> bool:
    """Whether a window could be opened for somebody to choose in."""
    if not sys.stdout.isatty():
        return False
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def shelf(command: Callable[[list[str]], int]) -> int:
    """Show it until somebody leaves; what is chosen is played by `command`, as if it had been
    written."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from viz.desk.talk import THEMES
    from viz.live.canvas import Canvas, close_display, open_display
    from viz.live.shelf_window import choose

    now = filled()
    while True:
        open_display()
        try:
            canvas = Canvas("viz", SIZE, now.theme, full=False)
            now, verb = choose(canvas, now, still)
            canvas.close()
        finally:
            close_display()
        item = now.item
        if not verb or item is None:
            return 0
        words = [verb, item.name, "--lang", now.lang, "--theme", now.theme]
        command([*words, "--resume"] if item.kind == "resume" else words)
        theme = now.theme if now.theme in THEMES else "dark"
        now = filled(theme, now.lang, item.name)


def filled(theme: str = "dark", lang: str = "en", chosen: str = "") -> Shelf:
    """The shelf as it is now: the show to go on with, programs, scenes."""
    from viz.desk.shelf import Shelf

    items = (*_resumed(), *_programs(), *_scenes())
    at = next((i for i, item in enumerate(items) if item.name == chosen), 0)
    return Shelf(items, at, theme=theme, lang=lang)  # type: ignore[arg-type]


def shows(names: tuple[str, ...]) -> tuple[tuple[Item, Reel], ...]:
    """Scenes, programs and files by name, with what is told of each; without names all that there
    are, scenes first. Raises VizError with the faults of all."""
    from viz.desk.shelf import Item

    known = {item.name: item for item in (*_scenes(), *_programs())}
    found: list[tuple[Item, Reel]] = []
    faults: list[Fault] = []
    for name in names or tuple(known):
        try:
            reel = _reel(name)
        except VizError as error:
            faults += error.faults
            continue
        scene = reel.timelines[0].scene
        own = Item("scene", name, reel.title, scene.asks, "", name, _poster(name))
        found.append((known.get(name, own), reel))
    if faults:
        raise VizError(faults)
    return tuple(found)


def _resumed() -> tuple[Item, ...]:
    """The last show that ended before its end."""
    from viz.desk.shelf import Item, words_of

    state = _last_state()
    if state is None:
        return ()
    try:
        reel = _reel(state.show)
    except VizError:
        return ()
    names = [timeline.scene.name for timeline in reel.timelines]
    if state.scene not in names:
        return ()
    timeline = reel.timelines[names.index(state.scene)]
    scene, beat = timeline.scene, min(state.beat, len(timeline.beats) - 1)
    step = {"en": f"step {beat + 1} of {len(timeline.beats)}"}
    step["zh"] = f"第 {beat + 1} 步，共 {len(timeline.beats)} 步"
    at = float(timeline.beats[beat].start)
    words = words_of(scene.title, reel.title)
    return (Item("resume", state.show, scene.title, step, words, scene.name, at),)


def _last_state() -> State | None:
    from viz.live.state import begun, folder, from_text

    files = [file for file in folder().glob("talk_*.json") if ".before" not in file.name]
    for file in sorted(files, key=lambda file: file.stat().st_mtime, reverse=True):
        try:
            state = from_text(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if begun(state):
            return state
    return None


def _programs() -> tuple[Item, ...]:
    from viz.desk.shelf import Item, words_of
    from viz.scene.program import find_program, program_names

    found = []
    for name in sorted(program_names(), key=lambda name: (name not in PROGRAMS, name)):
        program = find_program(name)
        if program is None:
            continue
        count = len(program.entries)
        about = {"en": f"{count} scenes", "zh": f"{count} 幕"}
        words = words_of(program.title, name, *(entry.chapter for entry in program.entries))
        scene = program.entries[0].scene
        found.append(
            Item("program", name, _own(program.title), about, words, scene, _poster(scene))
        )
    return tuple(found)


def _own(title: Text) -> Text:
    """A program's title without what all of them begin with: "the lesson" becomes "The lesson"."""
    own = {lang: re.split(r": |：", text)[-1] for lang, text in title.items()}
    return {lang: text[:1].upper() + text[1:] for lang, text in own.items()}


def _scenes() -> tuple[Item, ...]:
    """Every scene, in the order of the lesson."""
    from viz.desk.shelf import Item, words_of
    from viz.scene.find import scene_names
    from viz.scene.program import find_program

    lesson = find_program(PROGRAMS[0])
    order = [entry.scene for entry in lesson.entries] if lesson else []
    place = {name: i for i, name in enumerate(order)}
    found = []
    for name in sorted(scene_names(), key=lambda name: (place.get(name, len(order)), name)):
        scene = _reel(name).timelines[0].scene
        says = (beat.say or (beat.ask.question if beat.ask else {}) for beat in scene.beats)
        words = words_of(scene.title, scene.asks, name, *says)
        found.append(Item("scene", name, scene.title, scene.asks, words, name, _poster(name)))
    return tuple(found)


def _poster(name: str) -> float:
    """A moment of a scene that shows it: the end of its second beat, which is no question."""
    beats = _reel(name).timelines[0].beats
    shown = [span for span in beats if span.beat.ask is None]
    return float(shown[min(1, len(shown) - 1)].end) - 0.1 if shown else 0.0


def still(item: Item, look: Look) -> Frame:
    """The picture of an item."""
    return _reel(item.scene).seen_in(look).frame(item.moment)


@lru_cache(maxsize=64)
def _reel(name: str) -> Reel:
    """A scene, or a program without its cards. Raises VizError."""
    from argparse import Namespace

    from viz.cli.reload import open_source

    usual = {"size": SIZE, "usual_size": SIZE, "theme": "dark", "lang": "en"}
    rest = {"set": [], "no_questions": False, "first": None, "last": None}
    return open_source(Namespace(scene=name, **usual, **rest)).reel
