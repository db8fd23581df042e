"""The README's pictures of a live show: a lesson with its knobs, and the speaker's window.

They are made by what the windows themselves draw with, so that they show what a user sees.
"""

from __future__ import annotations

import numpy as np

import viz
from viz.desk.letterbox import placed
from viz.desk.playhead import Playhead, still
from viz.desk.steps import deck_of
from viz.desk.talk import Talk
from viz.desk.timer import Timer
from viz.film.pixels import array_of
from viz.live.speaker_facts import Hall, desk
from viz.live.speaker_pictures import Seen, desk_frame, insets
from viz.live.thumbnails import Insets
from viz.paint.surface import Painter
from viz.picture.playlist import Reel
from viz.picture.with_open_panels import picture
from viz.stage.look import Look
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.take import Sight

SIZE = (1280, 720)
NOON = "14:31"  # on the wall, whenever the picture is made


def lesson() -> np.ndarray:
    """A knob turned before both machines write, with its column beside the stage."""
    show = viz.open("weights_stay", width=SIZE[0], height=SIZE[1]).turn(bandwidth="20 TB/s")
    at = ScreenSeconds(float(show.timeline.beats[4].end) - 1.0)
    sight = Sight(knobs=True, focus="knob:bandwidth")
    return array_of(Painter(*SIZE).paint(picture(show.timeline, at, Look(*SIZE), sight)))


def speaker() -> np.ndarray:
    """The speaker's window in the middle of a talk, late."""
    show = viz.open("weights_stay", width=SIZE[0], height=SIZE[1])
    scene = show.scene
    reel = Reel(scene.name, scene.title, (show.timeline,), (scene.title,), show.look)
    head = still(Playhead(deck_of(reel)), 3)
    talk = Talk(head, timer=Timer(20 * 60.0, kept=16.4 * 60))
    hall, look, seen = Hall(2, 3840, 2160), Look(*SIZE), Seen(reel, talk.sight)
    painter = Painter(*SIZE)
    told = desk(reel, talk, head.seen, NOON, hall)
    surface = painter.paint(desk_frame(told, reel, talk, look)).copy()
    small = Insets()
    for _ in range(2):  # one a time
        small.draw(
            surface, placed(*SIZE), insets(reel, seen, talk, (hall.width, hall.height), look)
        )
    return array_of(surface)
