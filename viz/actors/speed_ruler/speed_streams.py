"""The tokens of a speed: all go away from the ruler at one pace, so that distance is time."""

from __future__ import annotations

from math import floor
from typing import Final

from viz.actors.speed_ruler.speed_ruler_places import Entry, Plan
from viz.stage.amounts import HERE, shades, streaks
from viz.stage.marks import Clip, Disc, Field, Glow, Gradient, Mark
from viz.stage.theme import mix
from viz.stage.view import StageView

WAY: Final = 30_000.0  # units of the world in a second of the hardware clock
R: Final = 4.6  # of a token
HALF: Final = 11.0  # of the lane in which they go
PAST: Final = 0.5  # how bright the lane is of a speed that came before


def draw(stage: StageView, made: Plan, one: Entry) -> list[Mark]:
    """The lane of a speed, the tokens in it, and its point on the ruler."""
    palette = stage.kit.palette
    x, y = made.at(one.value)
    light = 1.0 if one.new else PAST
    token = mix(palette.token, palette.ground, light)
    far, key = made.fall, one.key
    lane = mix(palette.core, palette.ground, 0.5)
    stops = ((0.0, lane, 0.9), (0.75, lane, 0.9), (1.0, lane, 0.0))
    box = (x, y - HALF, far, 2 * HALF) if made.upright else (x - HALF, y, 2 * HALF, far)
    marks: list[Mark] = [Gradient(*box, stops, down=not made.upright, key=f"{key}/lane")]
    pitch = WAY / one.value
    seen = stage.lens.scale
    if streaks(pitch * seen, WAY * stage.pace * seen):
        share = min(0.9, 2 * R / pitch)
        beam = ((0.0, token, share), (0.8, token, share), (1.0, token, 0.0))
        thin = (x, y - R, far, 2 * R) if made.upright else (x - R, y, 2 * R, far)
        marks.append(
            Gradient(*thin, beam, down=not made.upright, r=R, of="ruler.stream", key=f"{key}/beam")
        )
    else:
        marks.append(_tokens(stage, made, one, token, pitch))
    if one.new:
        marks.append(Glow(x, y, 46, palette.token, 0.4, key=f"{key}/light"))
    r = 12.0 if one.new else 9.0
    fill = token if one.filled else palette.ground
    marks.append(
        Disc(
            x,
            y,
            r,
            fill,
            token,
            4.0 if one.new else 3.0,
            of="ruler.value",
            key=f"{key}/point",
            ref=one.ref,
        )
    )
    return marks


def gone(hw: float, value: float) -> tuple[float, int]:
    """How far the last token is from the ruler, in tokens, and how many have left it so far."""
    steps = hw * value + 1e-9
    return steps - floor(steps), floor(steps)


def _tokens(stage: StageView, made: Plan, one: Entry, fill: str, pitch: float) -> Mark:
    """Tokens that have left, the last first; those that are at the end of the lane slide out."""
    share, count = gone(stage.hw, one.value)
    x, y = made.at(one.value)
    rows = min(count, floor((made.fall + R) / pitch - share) + 2)
    rows = max(rows, 0)
    cells = bytes([HERE]) * max(rows, 1) if rows else bytes([0])
    first = share * pitch
    look = shades(stage.kit.palette, fill)
    key, of = f"{one.key}/tokens", "ruler.stream"
    if made.upright:
        field = Field(
            x + first - R,
            y - R,
            max(rows, 1),
            1,
            pitch,
            pitch,
            2 * R,
            cells,
            look,
            R,
            of=of,
            key=key,
        )
        return Clip(x, y - HALF, made.fall, 2 * HALF, (field,), of=of, key=f"{key}/clip")
    field = Field(
        x - R, y + first - R, 1, max(rows, 1), pitch, pitch, 2 * R, cells, look, R, of=of, key=key
    )
    return Clip(x - HALF, y, 2 * HALF, made.fall, (field,), of=of, key=f"{key}/clip")
