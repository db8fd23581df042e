"""The picture of `pipe`, by this program: `python in_viz.py film.mp4`, `... draft.mp4 draft`, or
`python in_viz.py pictures`, which paints every frame, encodes none, and prints the seconds."""

import sys
import time
from fractions import Fraction
from pathlib import Path

import pipe

from viz.film.job import FilmJob
from viz.film.pictures import pictures
from viz.film.recorder import record
from viz.paint.surface import Painter
from viz.stage.marks import Box, Disc, Frame

SIZE, RADIUS = pipe.WAFER, pipe.RADIUS
STILL = tuple(
    Box(x - SIZE / 2, y - SIZE / 2, SIZE, SIZE, pipe.BODY, 8.0, pipe.RIM, pipe.EDGE)
    for x, y in pipe.wafers()
)


def frame_at(t):
    t = float(t)
    places = [pipe.token(number, t) for number in range(pipe.TOKENS)]
    marks = tuple([Disc(x, y, RADIUS, pipe.TOKEN) for x, y in places])
    return Frame(*pipe.SIZE, pipe.GROUND, STILL, marks)


def painted():
    """The seconds that painting every frame takes."""
    painter = Painter(*pipe.SIZE)
    before = time.process_time()
    for number in range(pipe.FRAMES):
        painter.paint(frame_at(Fraction(number, pipe.FPS)))
    return time.process_time() - before


def filmed(path, *, draft):
    job = FilmJob(
        path, *pipe.SIZE, fps=Fraction(pipe.FPS), frames=pipe.FRAMES, overwrite=True, draft=draft
    )
    record(job, pictures(frame_at, Painter(*pipe.SIZE)))


if __name__ == "__main__":
    if sys.argv[1] == "pictures":
        print(painted())
    else:
        filmed(Path(sys.argv[1]), draft=sys.argv[2:] == ["draft"])
