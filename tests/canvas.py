"""Painted pictures as numbers, and one mark of every kind."""

from __future__ import annotations

from typing import get_args

import numpy as np

from viz.paint.surface import Painter
from viz.stage.marks import (
    Arc,
    Box,
    Clip,
    Disc,
    Dots,
    Field,
    Frame,
    Glow,
    Gradient,
    Hatch,
    Label,
    Line,
    Mark,
    Ribbon,
    Shade,
    Shape,
    Trail,
)

BLACK, WHITE = "#000000", "#FFFFFF"
KINDS = get_args(Mark)
ZOO = {
    Box: Box(100, 100, 300, 200, "#E69F00", 20, "#FFFFFF", 6),
    Dots: Dots(500, 100, 6, 4, 40, 40, 30, "#56B4E9", 4),
    Hatch: Hatch(900, 100, 300, 200, "#2B3441", "#6B7685", 12, 28),
    Disc: Disc(250, 520, 100, "#009E73", "#F0F3F6", 12),
    Arc: Arc(620, 520, 90, 24, 0.1, 0.7, "#CC79A7"),
    Glow: Glow(1050, 520, 130, "#56B4E9", 0.9),
    Trail: Trail(((400, 900), (300, 800), (100, 850)), 40, "#56B4E9", 0.9),
    Line: Line(((500, 800), (700, 950), (800, 800)), 12, "#CC79A7", (30, 20)),
    Shape: Shape(((900, 950), (1050, 780), (1200, 950)), "#D55E00", "#FFFFFF", 8),
    Field: Field(
        1240,
        100,
        3,
        5,
        60,
        60,
        46,
        bytes((0, 1, 2, 2, 3, 0, 1, 1, 0, 3, 2, 0, 0, 2, 1)),
        (Shade("#E69F00"), Shade("#FFD37A", "#FFFFFF", 6), Shade("", "#56B4E9", 8), Shade()),
        9,
    ),
    Gradient: Gradient(
        1240,
        440,
        180,
        200,
        ((0.0, "#56B4E9", 0.1), (0.4, "#E69F00", 0.9), (1.0, "#D55E00", 0.4)),
        r=30,
    ),
    Ribbon: Ribbon(((0, 0), (90, 30), (110, 130)), (40, 8), "#F0E442", (1.0, 0.2), x=1270, y=700),
    Clip: Clip(
        1240,
        900,
        170,
        150,
        (Box(1220, 880, 120, 120, "#009E73"), Disc(1360, 1000, 60, "#CC79A7")),
        75,
        0.9,
    ),
    Label: Label("Weights stay 权重不动 ×2", 100, 1030, 60, "#F0E442", 700),
}


def frame_of(*marks, width=1920.0, height=1080.0, ground=BLACK, still=(), world=()):
    return Frame(width, height, ground, tuple(still), tuple(marks), tuple(world))


def zoo():
    return frame_of(*ZOO.values(), width=1440.0, ground="#0D1117")


def array(surface):
    """A copy of a surface's pixels: rows, columns, red green blue."""
    width, height = surface.get_size()
    raw = np.frombuffer(surface.get_buffer().raw, dtype=np.uint8)
    return raw.reshape(height, surface.get_pitch() // 4, 4)[:, :width, 2::-1].copy()


def painted(frame, width=1920, height=1080):
    """A frame painted by a painter that never saw another."""
    return array(Painter(width, height).paint(frame))


def small(*marks, size=100):
    """Marks on a stage of which one unit is one pixel, as grey values from 0 to 1."""
    frame = frame_of(*marks, width=size, height=size)
    return painted(frame, size, size)[..., 0].astype(float) / 255
