"""Two lanes of tokens: as far apart as the machines write them, on the hardware clock."""

from __future__ import annotations

from math import floor

from viz.stage.marks import Area, Disc, Line, Mark, Marks
from viz.stage.number_text import speed
from viz.stage.text_metrics import width
from viz.stage.view import FRAME, StageView, fade


def draw(stage: StageView, area: Area, names: tuple[str, ...], speeds: tuple[float, ...]) -> Marks:
    """Each token crosses its lane in the same time; the faster machine's follow each other
    closer."""
    kit, palette, sizes = stage.kit, stage.kit.palette, stage.kit.layout.sizes
    x, y, w, h = area
    pad = 28.0 if kit.layout.form in ("wide", "tall") else 22.0
    size = sizes.label if kit.layout.form != "tall" else sizes.small
    lane_h = (h - 20) / len(names)
    unit = kit.word("speed_unit")
    words = [(name, f"{speed(rate)} {unit}") for name, rate in zip(names, speeds, strict=True)]
    name_w = max(width(name, size) for name, _ in words) + 20
    text_w = max(width(text, size, 700) for _, text in words) + 20
    start, end = x + pad + name_w, x + w - pad - text_w
    marks: list[Mark] = []
    for i, ((name, text), rate) in enumerate(zip(words, speeds, strict=True)):
        level = y + lane_h * (i + 0.5)
        base = level + size * 0.36
        marks += [
            kit.label(name, x + pad, base, size, of="curves", ref="curves"),
            kit.label(
                text,
                x + w - pad,
                base,
                size,
                palette.token_text,
                weight=700,
                anchor="end",
                of="curves",
                ref="curves",
            ),
            Line(((start, level), (end, level)), 3, palette.track),
        ]
        if end - start > 80:
            marks += _tokens(stage, (start, end, level), rate, max(speeds))
    return tuple(marks)


def _tokens(
    stage: StageView, lane: tuple[float, float, float], rate: float, fastest: float
) -> Marks:
    """Tokens along a lane: one a token written. Past a quarter of their distance a frame they
    are a steady stream."""
    palette = stage.kit.palette
    start, end, y = lane
    across = 14.0 / fastest  # seconds of the clock: 14 tokens of the faster one are on its lane
    apart = (end - start) / (rate * across)
    streaming = fade(rate * stage.pace * FRAME, 0.25, 0.5)
    written = stage.hw * rate
    first = written - floor(written)
    marks: list[Mark] = []
    if streaming > 0:
        marks.append(Line(((start, y), (end, y)), 12, palette.token, alpha=streaming, of="curves"))
    if streaming >= 1:
        return tuple(marks)
    i = 0
    while (first + i) * apart <= end - start:
        x = start + (first + i) * apart
        near = min(1.0, (x - start) / 30, (end - x) / 30) * (1 - streaming)
        edge = palette.token_edge
        marks.append(Disc(x, y, 9.0, palette.token, edge, 2.0, near, "curves"))
        i += 1
    return tuple(marks)
