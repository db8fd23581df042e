"""How wide a line of text is, from a table of the font's advances: no font is opened here.

The table `assets/fonts/advances.json` is made by `viz.paint.surface.font.advances` from the font that
paint uses, and a test holds the two together. Signs such as the multiplication sign fill a whole
em in a Chinese font; among Latin letters they are set in the width of their ink.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from typing import Final

from viz.assets_path import data_folder
from viz.stage.marks import Area, Label

ABOVE: Final = 0.8  # em of a label's box that stand above its baseline
BEFORE: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}  # share of a line before its anchor


@cache
def _table() -> dict[str, tuple[float, float]]:
    file = data_folder("assets") / "fonts" / "advances.json"
    return {
        char: (advance, shift)
        for char, (advance, shift) in json.loads(file.read_text(encoding="utf-8")).items()
    }


@cache
def advance(char: str, weight: int) -> float:
    """The advance of one character in em."""
    plain = _table().get(char, (1.0, 0.0))[0]
    return plain * optical(char) + 0.8 * strength(weight)


@cache
def shift(char: str) -> float:
    """How far, in em, the glyph is moved left so that its ink stands in its advance."""
    return _table().get(char, (1.0, 0.0))[1] * optical(char)


def optical(char: str) -> float:
    """Signs that a Chinese font draws as tall as an ideograph are set smaller among letters."""
    return {"×": 0.74, "±": 0.8, "÷": 0.8, "≈": 0.8, "·": 0.9}.get(char, 1.0)


def strength(weight: int) -> float:
    """How much outlines are emboldened for a weight, in em."""
    return {400: 0.0, 600: 1 / 36, 700: 1 / 24}[weight]


@lru_cache(maxsize=8192)
def _width_em(text: str, weight: int) -> float:
    return sum(advance(char, weight) for char in text)


def width(text: str, size: float, weight: int = 400) -> float:
    """The width of a line in stage units."""
    return _width_em(text, weight) * size


def text_extent(label: Label) -> tuple[float, float]:
    """Where a label starts and ends, in stage units."""
    wide = width(label.text, label.size, label.weight)
    start = label.x - wide * BEFORE[label.anchor]
    return start, start + wide


def label_box(label: Label, aside: float = 0.0, above: float = 0.0) -> Area:
    """The box of a label, with so much room beside it, and above and below it."""
    start, end = text_extent(label)
    return line_box(start, label.y, end - start, label.size, aside, above)


def line_box(
    start: float, base: float, wide: float, size: float, aside: float = 0.0, above: float = 0.0
) -> Area:
    """The box of a line of text, an em high: capitals and Chinese characters above its baseline,
    tails below it. The one measure of where text stands; ink passes it by a tenth of an em."""
    return start - aside, base - ABOVE * size - above, wide + 2 * aside, size + 2 * above


def middle(label: Label) -> tuple[float, float]:
    """The place in the middle of a label's letters, in stage units."""
    x, y, w, h = label_box(label)
    return x + w / 2, y + h / 2


def fitted(text: str, room: float, size: float, weight: int, least: float) -> float:
    """The largest size up to `size`, not below `least`, at which the line fits in `room`."""
    wide = width(text, size, weight)
    return size if wide <= room else max(least, size * room / wide)


@lru_cache(maxsize=512)
def wrapped(text: str, room: float, size: float, weight: int = 400) -> tuple[str, ...]:
    """The text in lines that fit in `room`: broken at spaces, and between Chinese characters."""
    lines: list[str] = []
    line = ""
    for piece in pieces(text):
        if line and width((line + piece).rstrip(), size, weight) > room:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return (*lines, line.rstrip()) if line.strip() else tuple(lines)


def balanced(text: str, room: float, size: float, weight: int = 400) -> tuple[str, ...]:
    """The text in as few lines as it needs, about as long as each other: no word left alone.

    Two lines part at a comma or a stop where one stands near enough to the middle: Chinese may be
    broken between any two characters, but a word that is cut in two reads badly.
    """
    lines = wrapped(text, room, size, weight)
    if len(lines) == 2 and (halves := _at_a_stop(text, room, size, weight)):
        return halves
    for share in (0.5, 0.6, 0.7, 0.8, 0.9):
        even = wrapped(text, room * share, size, weight)
        if len(even) == len(lines):
            return even
    return lines


def _at_a_stop(text: str, room: float, size: float, weight: int) -> tuple[str, ...]:
    found: list[tuple[float, tuple[str, str]]] = []
    for i, char in enumerate(text[:-1], 1):
        parted = char in "，。：；？！" or (char in ",.:;?!" and text[i] == " ")
        first, second = text[:i], text[i:].lstrip()
        widths = (width(first, size, weight), width(second, size, weight))
        if parted and max(widths) <= room and min(widths) >= 0.4 * max(widths):
            found.append((max(widths), (first, second)))
    return min(found)[1] if found else ()


def pieces(text: str) -> list[str]:
    """What may not be broken: words with the space after them, single Chinese characters."""
    found: list[str] = []
    for char in text:
        wide = ord(char) >= 0x2E80
        sticks = char in "，。：；？！、）”’》%.,:;?!)"
        after_space = bool(found) and found[-1].endswith(" ") and char != " "
        starts = not found or after_space or (wide or ord(found[-1][-1]) >= 0x2E80)
        if starts and not (sticks and found) and char != " ":
            found.append(char)
        elif found:
            found[-1] += char
        else:
            found.append(char)
    return found
