"""Pictures without a painter, for the tests of films."""

from fractions import Fraction

import numpy as np

from viz.film.job import FilmJob, Painted

GREEN = (0, 170, 0)


class Pixels:
    """Painted pixels without a painter: rows of blue, green, red, unused."""

    def __init__(self, width, height, colour=GREEN):
        self.array = np.zeros((height, width, 4), np.uint8)
        self.array[:] = (*reversed(colour), 0)

    def get_size(self):
        return self.array.shape[1], self.array.shape[0]

    def get_view(self, kind, /):
        assert kind == "0"
        return self.array.data


def moving(width=64, height=48):
    """A picture in which one bright column moves a pixel every frame."""
    pixels = Pixels(width, height)

    def picture(t):
        pixels.array[:] = (0, 170, 0, 0)
        column = int(t * 60) % (width - 8)
        pixels.array[:, column : column + 8] = (255, 255, 255, 0)
        return Painted(pixels)

    return picture


def job(path, frames=10, fps=60, size=(64, 48), **more):
    return FilmJob(path, *size, fps=Fraction(fps), frames=frames, **more)
