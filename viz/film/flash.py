"""Whether a show flashes: more than three pairs of opposite changes of brightness in a second.

After WCAG 2.2, 2.3.1: a change counts from a tenth of the brightness of white, where the darker
side is below 0.8; what flashes over less than a quarter of any third of the stage by a third is
safe. Frames are painted small, so that texture finer than 20 units of the stage averages out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np
    import numpy.typing as npt

    from viz.stage.marks import Frame

    Bright = npt.NDArray[np.float64]

SIZE: Final = (96, 54)  # pixels that are looked at
RATE: Final = 16  # pictures a second
MOST: Final = 3  # flashes a second
CHANGE: Final = 0.1  # of the relative luminance of white
BRIGHT: Final = 0.8
SHARE: Final = 0.25  # of a third of the stage by a third


def flashing(frame_of: Callable[[float], Frame], start: float, seconds: float = 1.0) -> bool:
    """Whether the second of a show from `start` on flashes more than three times."""
    from viz.film.pixels import array_of
    from viz.paint.surface import Painter

    painter = Painter(*SIZE)
    count = round(seconds * RATE) + 1
    times = (start + i / RATE for i in range(count))
    return too_often(luminance(array_of(painter.paint(_shapes(frame_of(t))))) for t in times)


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


def too_often(frames: Iterable[Bright]) -> bool:
    """Whether enough of the stage changes there and back more than three times in these frames."""
    import numpy as np

    changes = _changes(frames)
    often = changes > 2 * MOST
    high, wide = often.shape[0] // 3, often.shape[1] // 3
    if not high or not wide:
        return False
    sums = np.zeros((often.shape[0] + 1, often.shape[1] + 1))
    sums[1:, 1:] = often.cumsum(axis=0).cumsum(axis=1)
    blocks = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
    return bool(blocks.max() >= SHARE * high * wide)


def _changes(frames: Iterable[Bright]) -> npt.NDArray[np.int64]:
    """How often each pixel turned from brighter to darker or back, by a tenth or more."""
    import numpy as np

    last: Bright | None = None
    for now in frames:
        if last is None:
            last, way = now.copy(), np.zeros(now.shape, dtype=np.int64)
            changes = np.zeros(now.shape, dtype=np.int64)
            continue
        down = (last - now >= CHANGE) & (now < BRIGHT) & (way >= 0)
        up = (now - last >= CHANGE) & (last < BRIGHT) & (way <= 0)
        changes += down | up
        way = np.where(up, 1, np.where(down, -1, way))
        on = ((way >= 0) & (now > last)) | ((way <= 0) & (now < last))
        last = np.where(up | down | on, now, last)
    if last is None:
        return np.zeros((0, 0), dtype=np.int64)
    return changes
