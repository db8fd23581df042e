"""Ten small pictures, compared with those that were looked at and accepted.

A failure writes expected, actual and difference side by side into a folder that it names. New
pictures are accepted with `VIZ_SAVE_REF=1 pytest tests/test_golden.py -n 0`; look at them first.
"""

import os
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pygame
import pytest
from canvas import array, painted, zoo
from rigs import gpus, llama, wafers
from stagecraft import MACHINES, show

from viz.film.still import png
from viz.paint.surface import Painter

FOLDER = Path(__file__).parent / "golden"
SAVE = "VIZ_SAVE_REF"
# (beat, seconds into it, pixels, theme, language); beats count from 1, as on screen.
PICTURES = {
    "reading": (2, 2.0, (480, 270), "dark", "en"),
    "reading_zh": (2, 2.0, (480, 270), "dark", "zh"),
    "reading_light": (2, 2.0, (480, 270), "light", "en"),
    "reading_tall_zh": (2, 2.0, (270, 480), "dark", "zh"),
    "token_narrow": (6, 3.0, (480, 360), "dark", "en"),
    "token_square_light": (6, 3.0, (360, 360), "light", "zh"),
    "question": (5, 2.0, (480, 270), "dark", "en"),
    "answer_tall": (5, 5.5, (270, 480), "light", "en"),
    "end_turned": (-1, 4.0, (480, 270), "dark", "en"),
}
# A pixel differs where a channel is off by more than this: another rounding is not a change.
SMALLEST = 24
# Share of pixels that may differ, and the mean difference of all, of 255.
MOST, MEAN = 0.002, 0.4


@cache
def picture(name):
    """A picture of this list, as rows, columns and three channels."""
    if name == "marks":
        return painted(zoo(), 480, 360)
    beat, into, size, theme, lang = PICTURES[name]
    opened = by_hand(show(MACHINES, *size, theme, lang))
    if name == "end_turned":
        opened = opened.turn("7 s", bandwidth="20 TB/s")
    start = opened.timeline.beats[beat - 1 if beat > 0 else beat].start
    return array(Painter(*size).paint(opened.frame(start + into)))


def by_hand(opened):
    """The flagship with constants that stay: a fit of other published rows changes no picture."""
    scene = replace(opened.scene, left=gpus(), right=wafers(), model=llama())
    return replace(opened, scene=scene)


def surface(pixels):
    return pygame.image.frombuffer(pixels.tobytes(), pixels.shape[1::-1], "RGB")


def difference(expected, actual):
    """What differs, bright on black: white where it is a hundred or more of 255."""
    apart = np.abs(expected.astype(int) - actual).max(axis=2)
    grey = np.clip(apart * 255 // 100, 0, 255).astype(np.uint8)
    return np.repeat(grey[..., None], 3, axis=2)


def side_by_side(expected, actual):
    """Expected, actual, difference; where sizes differ only the first two, at their own."""
    parts = [expected, actual]
    if expected.shape == actual.shape:
        parts.append(difference(expected, actual))
    tall = max(part.shape[0] for part in parts)
    gap = np.full((tall, 8, 3), 255, np.uint8)
    row = []
    for part in parts:
        filled = np.zeros((tall, part.shape[1], 3), np.uint8)
        filled[: part.shape[0]] = part
        row += [filled, gap]
    return np.concatenate(row[:-1], axis=1)


def verdict(expected, actual):
    """Nothing where two pictures are the same to the eye; else what is wrong, in words."""
    if expected.shape != actual.shape:
        return f"its size is {actual.shape[1::-1]}, not {expected.shape[1::-1]}"
    apart = np.abs(expected.astype(int) - actual).max(axis=2)
    share, mean = (apart > SMALLEST).mean(), apart.mean()
    if share <= MOST and mean <= MEAN:
        return ""
    return f"{share:.2%} of its pixels differ, and all by {mean:.2f} of 255 in the mean"


def compare(name, actual):
    """Hold a picture to the accepted one; give a message, or "" where it is the same."""
    file = FOLDER / f"{name}.png"
    if os.environ.get(SAVE) == "1":
        FOLDER.mkdir(exist_ok=True)
        accepted = file.is_file() and np.array_equal(load(file), actual)
        if not accepted:
            blue_first = pygame.Surface(actual.shape[1::-1], 0, 32)
            blue_first.blit(surface(actual), (0, 0))
            file.write_bytes(png(blue_first))
        return ""
    how = (
        f"If it is meant to be so, look at it and accept it: {SAVE}=1 pytest {Path(__file__).name}"
    )
    if not file.is_file():
        return f"there is no picture {file.name} yet. {how}"
    wrong = verdict(load(file), actual)
    if not wrong:
        return ""
    shown = Path(tempfile.mkdtemp(prefix="viz_golden_")) / f"{name}.png"
    pygame.image.save(surface(side_by_side(load(file), actual)), str(shown))
    return f"{name}: {wrong}. Expected, actual and difference side by side: {shown}. {how}"


def load(file):
    return array(pygame.image.load(str(file)).convert(32, 0))


@pytest.fixture(autouse=True)
def no_window(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.mark.parametrize("name", ["marks", *PICTURES])
def test_a_picture_is_as_it_was_accepted(name):
    told = compare(name, picture(name))
    assert not told, told


def test_every_accepted_picture_belongs_to_a_test():
    assert {file.stem for file in FOLDER.glob("*.png")} <= {"marks", *PICTURES}


def test_accepted_pictures_are_small():
    assert sum(file.stat().st_size for file in FOLDER.glob("*.png")) < 1_000_000


def test_a_changed_picture_is_noticed_and_shown(monkeypatch, tmp_path):
    """A square of 12 x 12 in another colour is 0.11 % of the picture, a word 0.3 %."""
    monkeypatch.delenv(SAVE, raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr("test_golden.FOLDER", tmp_path)
    good = picture("marks")
    monkeypatch.setenv(SAVE, "1")
    assert compare("marks", good) == ""
    monkeypatch.setenv(SAVE, "0")
    assert compare("marks", good) == ""
    changed = good.copy()
    changed[100:120, 200:230] = (255, 0, 0)
    told = compare("marks", changed)
    assert "pixels differ" in told
    (shown,) = tmp_path.glob("viz_golden_*/marks.png")
    assert str(shown) in told
    # Three pictures of 480 x 360 and two gaps of 8.
    assert load(shown).shape == (360, 3 * 480 + 2 * 8, 3)


def test_another_rounding_is_no_change_and_another_size_is_one():
    good = picture("marks")
    third = np.arange(good[..., 0].size).reshape(good.shape[:2]) % 3 == 0
    rounded = np.clip(good.astype(int) + third[..., None], 0, 255)
    assert verdict(good, rounded.astype(np.uint8)) == ""
    assert "size" in verdict(good, good[:-1])


def test_a_picture_that_was_never_accepted_says_how_to_accept_it(monkeypatch, tmp_path):
    monkeypatch.delenv(SAVE, raising=False)
    monkeypatch.setattr("test_golden.FOLDER", tmp_path)
    assert SAVE in compare("marks", picture("marks"))
    assert list(tmp_path.iterdir()) == []
