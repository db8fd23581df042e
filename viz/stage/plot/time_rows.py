"""A piece of a bar of time, in the look of its meaning."""

from __future__ import annotations

from typing import Final

from viz.stage.marks import Area, Box, Hatch
from viz.stage.style import Kit

LOOKS: Final = ("token", "waiting", "weight", "computing", "link")


def part(kit: Kit, look: str, area: Area, pitch: float = 14.0) -> Box | Hatch:
    """A piece of a bar in the look of its meaning; "waiting" is hatched."""
    palette = kit.palette
    if look == "waiting":
        return Hatch(*area, palette.waiting_ground, palette.waiting, 2, pitch, of="parts")
    fill = {"token": palette.token, "weight": palette.weight, "computing": palette.computing}
    return Box(*area, fill.get(look, palette.link), min(3.0, area[2] / 2), of="parts")
