"""A second of a show as brightness, for the rule about flashes (viz.lint.flashes).

Frames are painted small, so that texture finer than 20 units of the stage averages out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viz.lint.flashes import too_often

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    import numpy.typing as npt

    from viz.stage.marks import Frame

    Bright = npt.NDArray[np.float64]

SIZE: Final = (96, 54)  # pixels that are looked at
RATE: Final = 16  # pictures a second


def flashing(frame_of: Callable[[float], Frame], start: float, seconds: float = 1.0) -> bool:
    """Whether the second of a show from `start` on flashes more than three times."""
    from viz.film.pixels import array_of
    from viz.paint.surface import Painter

    painter = Painter(*SIZE)
    count = round(seconds * RATE) + 1
    times = (start + i / RATE for i in range(count))
    return too_often(
        luminance(array_of(painter.paint(_shapes(frame_of(t))))).tolist() for t in times
    )


def _shapes(frame: Frame) -> Frame:
    """A frame without its words: small letters are no area, and dear to paint."""
    from viz.stage.marks import Label
    from viz.stage.walk import changed

    return changed(frame, lambda mark: None if isinstance(mark, Label) else mark)


def luminance(pixels: npt.NDArray[np.uint8]) -> Bright:
    """Relative luminance, 0 to 1, of pixels with blue first (sRGB)."""
    import numpy as np

    share = pixels[:, :, :3].astype(np.float64) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    weights = np.array([0.0722, 0.7152, 0.2126])
    bright: Bright = linear @ weights
    return bright
