"""A page on which a machine writes: words at a rate, and what is too fast to be read as a streak."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from viz.stage.amounts import streaks
from viz.stage.area import Area
from viz.stage.machine_text import Prose, Row, rows
from viz.stage.marks import Gradient, Label, Mark, Marks
from viz.stage.style import Kit
from viz.stage.theme import Palette, mix
from viz.stage.view import chance

LINE: Final = 1.42  # from line to line, in sizes of type
FRESH: Final = 0.4  # seconds in which a new word turns from a token's colour to ink
STEPS: Final = 4  # shades in between
STROKE: Final = 9.0  # stage units between the strokes of a streak


def flows(text: Prose, room: float, size: float, per_second: float) -> bool:
    """Whether lines that are written so fast (tokens a second of the screen) run by as a streak."""
    each = text.tokens / max(1, len(rows(text, room, size, text.tokens)))
    return streaks(LINE * size, per_second / each * LINE * size)


def words_of(
    kit: Kit,
    text: Prose,
    area: Area,
    size: float,
    tokens: float,
    rate: float,
    key: str,
    *,
    limit: float = 0.0,
    rests: float = 0.0,
    of: str = "",
    alpha: float = 1.0,
) -> tuple[Marks, tuple[float, float]]:
    """What so many tokens are, in lines of an area, the last of them if not all fit; and where the
    next word will stand. `rate` is in tokens a second, by which new words are told; `limit` is how
    many tokens there will be at most, and `rests` since how many seconds nothing new came."""
    palette = kit.palette
    lines = rows(text, area.w, size, max(limit, text.tokens))
    pitch = LINE * size
    written = text.until(tokens)
    row = _row_of(lines, written)
    line = lines[row]
    into = (written - line.first) / max(1, len(line.words))
    fits = max(1.0, area.h / pitch)
    offset = max(0.0, row + into + (1.0 if row else 0.0) - fits) if row + 1 > fits else 0.0
    marks: list[Mark] = []
    for i in range(max(0, int(offset)), row + 1):
        y = area.y + (i - offset) * pitch + size
        shown = min(1.0, max(0.0, (y - area.y) / size)) if offset else 1.0
        if shown < 0.75:
            continue
        marks += _line(
            lines[i],
            text,
            written,
            tokens + rests * rate,
            rate,
            (area.x, y, size),
            palette,
            of,
            alpha,
            key,
        )
    base = area.y + (row - offset) * pitch + size
    count = written - line.first
    x = area.x + (line.starts[count] if count < len(line.starts) else area.w)
    return tuple(marks), (x, base)


def _row_of(lines: tuple[Row, ...], piece: int) -> int:
    low, high = 0, len(lines) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if lines[middle].first <= piece:
            low = middle
        else:
            high = middle - 1
    return low


def _line(
    line: Row,
    text: Prose,
    written: int,
    tokens: float,
    rate: float,
    at: tuple[float, float, float],
    palette: Palette,
    of: str,
    alpha: float,
    key: str,
) -> list[Mark]:
    """One line: what has been there for a while in ink, new words nearer to a token's colour."""
    x, y, size = at
    groups: list[tuple[int, int, list[str]]] = []  # shade, its first word, words
    for k, word in enumerate(line.words[: max(0, written - line.first)]):
        age = (tokens - text.time_of(line.first + k)) / max(rate, 1e-9)
        shade = STEPS if age >= FRESH else max(0, int(age / FRESH * STEPS))
        if groups and groups[-1][0] == shade:
            groups[-1][2].append(word)
        else:
            groups.append((shade, k, [word]))
    return [
        Label(
            "".join(words).rstrip(),
            x + line.starts[k],
            y,
            size,
            palette.ink if shade == STEPS else mix(palette.ink, palette.token_text, shade / STEPS),
            alpha=alpha,
            of=of,
            key=f"{key}/{line.first + k}",
        )
        for shade, k, words in groups
        if "".join(words).strip()
    ]


@lru_cache(maxsize=64)
def streak(area: Area, palette: Palette, seed: int, alpha: float = 1.0) -> Marks:
    """Lines that run by too fast to be seen as such: strokes that stand, brightest at the head."""
    light = mix(palette.ink, palette.token, 0.45)
    marks: list[Mark] = [
        Gradient(*area, ((0.0, palette.token, 0.0), (1.0, palette.token, 0.2)), True, 4, alpha)
    ]
    count = max(1, int(area.w / STROKE))
    for i in range(count):
        bright = 0.08 + 0.42 * chance(seed, "streak", i) ** 1.6
        start = 0.5 * chance(seed, "stroke", i)
        x = area.x + (i + 0.5) * area.w / count
        stops = ((0.0, light, 0.0), (0.7, light, 0.55 * bright), (1.0, light, bright))
        top = area.y + start * area.h
        marks.append(Gradient(x - 2, top, 3.5, area.bottom - top, stops, True, 1.5, alpha))
    stops = ((0.0, palette.token, 0.35), (0.7, palette.token, 1.0), (1.0, light, 1.0))
    marks.append(Gradient(area.x, area.bottom, area.w, 9, stops, r=4, alpha=alpha))
    return tuple(marks)
