"""Frames to pygame Surfaces. This folder and `viz/live` are the only places that know pygame."""

from viz.paint.surface.font import font_path, missing
from viz.paint.surface.painter import Painter

__all__ = ["Painter", "font_path", "missing"]
