"""While nothing but the camera moves, the world is a few pictures of it, scaled."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

import viz
from viz.paint.surface import Painter
from viz.stage.marks import Frame

WIDE, HIGH = 1920, 1080


def painted(frame: Frame, *before: Frame):
    painter = Painter(WIDE, HIGH)
    for one in before:
        painter.paint(one)
    return pygame.surfarray.array3d(painter.paint(frame)).astype(int)


@pytest.fixture(scope="module")
def show():
    return viz.open("weights_stay", width=WIDE, height=HIGH)


def begins(show, part):
    """When the first beat begins that looks at one part."""
    return next(s.start for s in show.timeline.beats if s.beat.look.parts == (part,))


def off(one, other):
    """How far two pictures are from each other, 0 to 255, in the mean."""
    return float(np.abs(one - other).mean())


def test_the_pictures_show_what_the_marks_would(show):
    """A world that is scaled is softer, and nowhere else: beside it, what one step of the glide changes."""
    start = begins(show, "right.link:2")
    for since in (0.05, 0.3, 0.55):
        frame = show.frame(start + since)
        assert frame.shots
        step = off(painted(show.frame(start + since - 0.05).sharp()), painted(frame.sharp()))
        assert off(painted(frame), painted(frame.sharp())) < max(2.0, step)


def test_the_first_picture_covers_the_stage_at_every_moment_of_a_glide(show):
    start = begins(show, "right.link:2")
    for step in range(42):
        first = show.frame(start + step / 60).shots[0]
        assert first.alpha == 1.0
        assert first.dx <= 0.5
        assert first.dy <= 0.5
        assert first.dx + first.scale * 1920 >= 1919.5
        assert first.dy + first.scale * 1080 >= 1079.5


def test_nothing_jumps_where_the_pictures_give_way_to_the_marks(show):
    last = show.frame(begins(show, "right.link:2") + 0.6999)
    assert last.shots
    assert off(painted(last), painted(last.sharp())) < 0.5


def test_a_picture_does_not_depend_on_what_was_painted_before(show):
    start = begins(show, "right.link:2")
    frame = show.frame(start + 0.5)
    others = (show.frame(1.0), show.frame(start + 0.1), show.frame(start + 0.45))
    assert (painted(frame) == painted(frame, *others)).all()


def test_no_pictures_are_taken_while_the_clock_runs_or_a_viewer_moves_the_camera(show):
    start = begins(show, "right.link:2")
    assert not show.frame(start + 0.75).shots
    assert not show.frame(start - 0.05).shots
