"""Makes the README's pictures again: `make gallery`. 256 colours, so that a clone stays small."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import gallery_live
import numpy as np

import viz
from viz.film.pixels import array_of
from viz.paint.surface import Painter

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "pictures"
COLOURS = 256
LIMIT = 150_000  # bytes a picture
SMALL: dict[str, Any] = {"width": 640, "height": 360}
# Name, scene, beat (from 1), look. Each is taken late in its beat, when the caption stands.
PICTURES: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("reading", "weights_stay", 5, {"width": 1280, "height": 720}),
    ("flowing", "weights_stay", 4, {"width": 1280, "height": 720, "theme": "light"}),
    ("vertical_zh", "weights_stay", 4, {"width": 540, "height": 960, "lang": "zh"}),
    ("one_word", "one_word", 4, SMALL),
    ("memory_wall", "memory_wall", 3, SMALL),
    ("next_door", "next_door", 6, SMALL),
    ("weights_stay", "weights_stay", 5, SMALL),
    ("race", "race", 3, SMALL),
    ("thirty_tokens", "thirty_tokens", 4, SMALL),
    ("batch", "batch", 7, SMALL),
    ("eight_hands", "eight_hands", 3, SMALL),
    ("fill_the_pipe", "fill_the_pipe", 5, SMALL),
    ("long_prompt", "long_prompt", 2, SMALL),
    ("experts", "experts", 3, SMALL),
    ("to_scale", "to_scale", 6, SMALL),
    ("too_big", "too_big", 2, SMALL),
    ("hle", "hle", 3, SMALL),
    ("agent_loop", "agent_loop", 5, SMALL),
    ("not_14x", "not_14x", 6, SMALL),
    ("public_speeds", "public_speeds", 5, SMALL),
    ("bigger_model", "bigger_model", 6, SMALL),
    ("prices", "prices", 3, SMALL),
    ("finale", "finale", 7, SMALL),
)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, scene, beat, look in PICTURES:
        show = viz.open(scene, **look)
        span = show.timeline.beats[beat - 1]
        frame = show.frame(float(span.start) + 0.6 * float(span.end - span.start))
        keep(name, array_of(Painter(look["width"], look["height"]).paint(frame)))
    keep("lesson", gallery_live.lesson())
    keep("speaker", gallery_live.speaker())


def keep(name: str, painted: np.ndarray) -> None:
    """Write one picture, if it is small."""
    data = palette_png(painted[..., 2::-1].astype(np.int64))
    if len(data) > LIMIT:
        raise SystemExit(f"{name}.png would have {len(data):,} bytes, more than {LIMIT:,}")
    (FOLDER / f"{name}.png").write_bytes(data)
    print(f"assets/pictures/{name}.png: {len(data):,} bytes")


def palette_png(pixels: np.ndarray) -> bytes:
    """Rows, columns and three channels (red first) as a PNG with a palette."""
    height, width, _ = pixels.shape
    codes = pixels @ np.array([1 << 16, 1 << 8, 1])
    found, which, counts = np.unique(codes, return_inverse=True, return_counts=True)
    colours = np.stack([found >> 16, (found >> 8) & 255, found & 255], axis=1)
    palette, nearest = median_cut(colours, counts)
    rows = np.zeros((height, width + 1), np.uint8)  # each row begins with its filter, none
    rows[:, 1:] = nearest[which].reshape(height, width)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", head),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def median_cut(colours: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A palette of at most 256 colours, and for each colour its place in it."""
    boxes = [np.arange(len(colours))]
    while len(boxes) < COLOURS:
        worth = [_worth(colours[box], counts[box]) for box in boxes]
        widest = int(np.argmax(worth))
        if worth[widest] == 0:
            break  # each box is one colour
        box = boxes.pop(widest)
        spread = np.ptp(colours[box], axis=0)
        ordered = box[np.argsort(colours[box, int(np.argmax(spread))], kind="stable")]
        weight = np.cumsum(counts[ordered])
        middle = int(np.searchsorted(weight, weight[-1] / 2))
        middle = min(max(middle, 1), len(ordered) - 1)
        boxes += [ordered[:middle], ordered[middle:]]
    palette = np.array([np.average(colours[box], axis=0, weights=counts[box]) for box in boxes])
    nearest = np.empty(len(colours), np.uint8)
    for place, box in enumerate(boxes):
        nearest[box] = place
    return palette.round().astype(np.uint8), nearest


def _worth(colours: np.ndarray, counts: np.ndarray) -> float:
    """How much a box gains by being cut: its extent, and a little for how often it is seen."""
    return float(np.ptp(colours, axis=0).max() * counts.sum() ** 0.35)


if __name__ == "__main__":
    main()
