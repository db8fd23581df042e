"""The README's pictures of a live show: a lesson with its knobs, and the speaker's window.

They are made by what the windows themselves draw with, so that they show what a user sees.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import viz
from viz.desk import interaction
from viz.desk.interaction import Desk
from viz.desk.letterbox import placed
from viz.desk.session import Session
from viz.desk.steps import deck_of
from viz.desk.talk import Talk, still
from viz.desk.timer import Timer
from viz.desk.transport import start
from viz.film.pixels import array_of
from viz.live.speaker_facts import Hall, desk
from viz.live.speaker_pictures import Seen, desk_frame, insets
from viz.live.thumbnails import Insets
from viz.live.window import picture
from viz.paint.surface import Painter
from viz.picture.playlist import Reel
from viz.stage.look import Look
from viz.timeline.compile import Timeline

SIZE = (1280, 720)
NOON = "14:31"  # on the wall, whenever the picture is made


def lesson() -> np.ndarray:
    """A knob turned in the middle of a beat, with its column beside the stage."""
    timeline = viz.open("weights_stay", width=SIZE[0], height=SIZE[1]).timeline
    span = timeline.beats[1]
    transport = start((0.0,), float(timeline.seconds), at=0.5 * float(span.start + span.end))
    there = interaction.open_knobs(Desk(Session(transport), timeline))
    for _ in range(9):
        there = interaction.press(there, 1)
    transport = replace(transport, anchor=float(span.end) - 1.0)
    session = replace(there.session, transport=transport)
    return painted(there.timeline, session)


def speaker() -> np.ndarray:
    """The speaker's window in the middle of a talk, late."""
    show = viz.open("weights_stay", width=SIZE[0], height=SIZE[1])
    scene = show.scene
    reel = Reel(scene.name, scene.title, (show.timeline,), (scene.title,), show.look)
    talk = still(Talk(deck_of(reel), timer=Timer(20 * 60.0, kept=16.4 * 60)), 3)
    hall, look, seen = Hall(2, 3840, 2160), Look(*SIZE), Seen(reel, talk.sight)
    painter = Painter(*SIZE)
    surface = painter.paint(desk_frame(desk(reel, talk, talk.seen, NOON, hall), look)).copy()
    small = Insets()
    for _ in range(2):  # one a time
        small.draw(
            surface, placed(*SIZE), insets(reel, seen, talk, (hall.width, hall.height), look)
        )
    return array_of(surface)


def painted(timeline: Timeline, session: Session) -> np.ndarray:
    """What a window of that size shows."""
    return array_of(Painter(*SIZE).paint(picture(timeline, session, Look(*SIZE))))
