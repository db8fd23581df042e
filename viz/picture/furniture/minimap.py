"""The map in the corner: where in the world we are, when the camera is close."""

from __future__ import annotations

from typing import Final

from viz.stage.area import Area
from viz.stage.camera import View
from viz.stage.marks import Box, Line, Marks
from viz.stage.style import Kit

CLOSE: Final = 2.2  # times as large as all of the world at once
WIDE: Final = 190.0
TALL: Final = 92.0
LEAST: Final = 12.0  # the brackets are never smaller than this
CORNER: Final = 0.32  # share of a side that a bracket's arm has


def draw(kit: Kit, lens: View, window: Area, landmarks: dict[str, Area]) -> Marks:
    """The machines as boxes, and brackets around what is seen; nothing while all of it is seen."""
    if lens.scale < CLOSE or not landmarks:
        return ()
    palette = kit.palette
    boxes = list(landmarks.values())
    whole = boxes[0].around(*boxes[1:])
    right, top = kit.layout.time[0], kit.layout.time[1] + 26
    place = Area(right - WIDE, top, WIDE, TALL).fit(whole.w / whole.h, 1.0, 0.0)
    scale = place.w / whole.w
    plate = place.inset(-10)
    marks: list[Box | Line] = [Box(*plate, palette.ground, 8, alpha=0.82, key="map/plate")]
    marks += [
        Box(
            place.x + (area.x - whole.x) * scale,
            place.y + (area.y - whole.y) * scale,
            area.w * scale,
            area.h * scale,
            palette.panel,
            2,
            palette.waiting,
            1.5,
            key=f"map/{name}",
        )
        for name, area in landmarks.items()
    ]
    seen = lens.behind(window)
    x, y = place.x + (seen.cx - whole.x) * scale, place.y + (seen.cy - whole.y) * scale
    w, h = max(seen.w * scale, LEAST), max(seen.h * scale, LEAST * 0.7)
    frame = Area(x - w / 2, y - h / 2, w, h)
    arm = CORNER * min(w, h)
    for i, (cx, cy, dx, dy) in enumerate(
        (
            (frame.x, frame.y, 1, 1),
            (frame.right, frame.y, -1, 1),
            (frame.x, frame.bottom, 1, -1),
            (frame.right, frame.bottom, -1, -1),
        )
    ):
        corner = ((cx + dx * arm, cy), (cx, cy), (cx, cy + dy * arm))
        marks.append(Line(corner, 2.5, palette.ink, key=f"map/bracket:{i}"))
    return tuple(marks)
