"""What changed between two states of a field: runs of neighbouring cells, in reading order."""

from __future__ import annotations

from typing import Final

PIECE: Final = 64  # cells that are compared at once


def runs(before: bytes, now: bytes) -> list[tuple[int, int]]:
    """Where two states of equal length differ: (first cell, cell after the last) of each run."""
    found: list[tuple[int, int]] = []
    for start in range(0, len(now), PIECE):
        piece = now[start : start + PIECE]
        old = before[start : start + PIECE]
        if piece == old:
            continue
        for i, (was, is_now) in enumerate(zip(old, piece, strict=True), start):
            if was != is_now:
                if found and found[-1][1] == i:
                    found[-1] = (found[-1][0], i + 1)
                else:
                    found.append((i, i + 1))
    return found
