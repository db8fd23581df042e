"""Loudness by EBU R 128, measured and set: one gain for the whole, and peaks held back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite, log10
from typing import TYPE_CHECKING, Final

import av
import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

RATE: Final = 48_000
TARGETS: Final = (-14, -16, -23)  # LUFS: the web's, podcasts', and EBU R 128's
PEAK: Final = -1.5  # dBTP that is let through: coding adds a little, and -1 is the most
_BLOCK: Final = RATE
_SILENT: Final = -69.0  # LUFS; the gate's floor is -70
_CLOSE: Final = 0.1  # LU


@dataclass(frozen=True, slots=True)
class Measured:
    """Integrated loudness in LUFS (None where there is silence), and true peak in dBTP."""

    loudness: float | None
    peak: float


def measure(samples: npt.NDArray[np.float32]) -> Measured:
    """Of samples at 48 kHz: a row for each channel."""
    told: dict[str, str] = {}
    for frame in _through(samples, [("ebur128", "metadata=1:peak=true")]):
        told = dict(frame.metadata) or told
    loudness = float(told.get("lavfi.r128.I", "-inf"))
    peak = float(told.get("lavfi.r128.true_peak", "0"))
    return Measured(
        loudness if isfinite(loudness) and loudness > _SILENT else None,
        20 * log10(peak) if peak > 0 else -200.0,
    )


def set_to(
    samples: npt.NDArray[np.float32], target: float
) -> tuple[npt.NDArray[np.float32], Measured]:
    """The samples at a loudness in LUFS, with what was measured then. Silence stays silence.

    Where the gain would drive peaks above what is let through, a limiter holds them back, and
    what that takes from the loudness is given again.
    """
    found = measure(samples)
    if found.loudness is None:
        return samples, found
    gain = target - found.loudness
    done, now = samples, found
    for _ in range(4):
        done = samples * np.float32(10 ** (gain / 20))
        if found.peak + gain > PEAK:
            done = _limited(done)
        now = measure(done)
        if now.loudness is None or abs(now.loudness - target) < _CLOSE:
            break
        gain += target - now.loudness
    return done, now


def _limited(samples: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Peaks held below PEAK between the samples as well: at four times the rate."""
    limit = 10 ** (PEAK / 20)
    steps = [
        ("aresample", str(4 * RATE)),
        ("alimiter", f"limit={limit:.4f}:level=0:attack=5:release=80:latency=1"),
        ("aresample", str(RATE)),
        ("aformat", "sample_fmts=fltp:channel_layouts=stereo"),
    ]
    parts = [
        frame.to_ndarray().astype(np.float32, copy=False) for frame in _through(samples, steps)
    ]
    done = np.concatenate(parts, axis=1) if parts else samples[:, :0]
    missing = samples.shape[1] - done.shape[1]
    return np.pad(done, ((0, 0), (0, missing))) if missing > 0 else done[:, : samples.shape[1]]


def _through(
    samples: npt.NDArray[np.float32], steps: list[tuple[str, str]]
) -> Iterator[av.AudioFrame]:
    """The samples through a chain of FFmpeg's filters."""
    graph = av.filter.Graph()
    start = graph.add_abuffer(
        sample_rate=RATE, format="fltp", layout="stereo", time_base=Fraction(1, RATE)
    )
    before = start
    for name, options in [*steps, ("abuffersink", "")]:
        after = graph.add(name, options) if options else graph.add(name)
        before.link_to(after)
        before = after
    graph.configure()
    for at in range(0, samples.shape[1], _BLOCK):
        start.push(block(samples, at, _BLOCK))
        yield from _pulled(before)
    start.push(None)
    yield from _pulled(before)


def _pulled(sink: av.filter.context.FilterContext) -> Iterator[av.AudioFrame]:
    while True:
        try:
            frame = sink.pull()
        except (av.error.BlockingIOError, av.error.EOFError):
            return
        if isinstance(frame, av.AudioFrame):
            yield frame


def block(samples: npt.NDArray[np.float32], at: int, length: int) -> av.AudioFrame:
    """Some of the samples as a frame, which knows when it is heard."""
    part = np.ascontiguousarray(samples[:, at : at + length])
    frame = av.AudioFrame.from_ndarray(part, format="fltp", layout="stereo")
    frame.sample_rate = RATE
    frame.time_base = Fraction(1, RATE)
    frame.pts = at
    return frame
