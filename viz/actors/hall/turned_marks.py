"""Marks with their axes exchanged: what lies, upright."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from viz.stage.marks import Field, Gradient, Label, Line, Mark, Marks, Ribbon, Shape, Trail


def turned(marks: Marks) -> Marks:
    """Each mark with left and right for top and bottom. Words keep their direction, arcs theirs."""
    return tuple(_turned(mark) for mark in marks)


def _turned(mark: Mark) -> Mark:
    changes: dict[str, Any] = {}
    if isinstance(mark, Line | Ribbon | Shape | Trail):
        changes["points"] = tuple((y, x) for x, y in mark.points)
    if not isinstance(mark, Line):
        changes |= {"x": mark.y, "y": mark.x}
    if not isinstance(mark, Label) and hasattr(mark, "w"):
        changes |= {"w": mark.h, "h": mark.w}  # type: ignore[union-attr]  # what has one has both
    if isinstance(mark, Gradient):
        changes["down"] = not mark.down
    if isinstance(mark, Field):
        columns, rows = mark.columns, mark.rows
        cells = bytes(mark.cells[r * columns + c] for c in range(columns) for r in range(rows))
        changes |= {
            "columns": rows,
            "rows": columns,
            "pitch_x": mark.pitch_y,
            "pitch_y": mark.pitch_x,
            "cells": cells,
        }
    return replace(mark, **changes)
