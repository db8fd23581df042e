"""PNG pictures in a folder, numbered, with a manifest: for compositing; straight alpha."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Iterable
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

import av

from viz.film.packed_pixels import Packed
from viz.film.segments import Recipe, encode_piece
from viz.saving import write_text

if TYPE_CHECKING:
    from av import VideoFrame

    from viz.film.job import FilmJob

ABOUT: Final = "a folder of numbered PNG pictures with a manifest, straight alpha"
ENDINGS: Final = (".png",)
ENCODER: Final = "png"
ALPHA: Final = True
FOLDER: Final = True  # frames.png is the folder `frames`
BYTES_PER_PIXEL: Final = 0.3
MANIFEST: Final = "manifest.json"


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The size that this format can hold: any."""
    return size


def rate(fps: Fraction) -> Fraction:
    """The rate that this format can play: any."""
    return fps


def planes(job: FilmJob) -> Packed:
    """What turns painted pictures into the encoder's."""
    return Packed("rgba", alpha=job.alpha)


def encode(job: FilmJob, frames: Iterable[VideoFrame]) -> bytes:
    """The frames of one segment as a small file whose packets are PNG files."""
    return encode_piece(_RECIPE, job, frames)


def _options(_job: FilmJob) -> dict[str, str]:
    return {"compression_level": "4", "threads": "1"}


_RECIPE: Final = Recipe("png", "rgba", _options, "mov", piece="mov")


class Sequence:
    """A folder being filled: segments in order, then `close` writes the manifest."""

    __slots__ = ("_done", "_folder", "_job")

    def __init__(self, path: Path, job: FilmJob) -> None:
        path.unlink(missing_ok=True)  # the claimed name is a file; here it is to be a folder
        path.mkdir()
        self._folder = path
        self._job = job
        self._done: list[dict[str, str]] = []

    def write(self, segment: bytes) -> None:
        """Write the pictures of a segment. Raises OSError where the disk refuses."""
        with av.open(io.BytesIO(segment), "r", format="mov") as piece:
            for packet in piece.demux(video=0):
                if packet.size:
                    data = bytes(packet)
                    name = f"{self._job.path.stem}_{len(self._done):06d}.png"
                    (self._folder / name).write_bytes(data)
                    self._done.append({"name": name, "sha256": sha256(data).hexdigest()})

    def close(self) -> None:
        """Write the manifest. Raises OSError where the disk refuses."""
        told = {
            "frames": len(self._done),
            "fps": str(self._job.fps),
            "width": self._job.width,
            "height": self._job.height,
            "alpha": "straight" if self._job.alpha else "opaque",
            "colour": "sRGB",
            "files": self._done,
        }
        text = json.dumps(told, indent=1, ensure_ascii=False) + "\n"
        write_text(self._folder / MANIFEST, text)

    def abandon(self) -> None:
        """Remove what was written."""
        shutil.rmtree(self._folder, ignore_errors=True)


def open_film(path: Path, job: FilmJob) -> Sequence:
    """A new folder under a temporary name."""
    return Sequence(path, job)


def frames_in(path: Path, _fps: Fraction) -> int:
    """The number of whole pictures in a folder; 0 where one is not as its manifest says."""
    try:
        told = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
        files = told["files"]
        whole = all(
            sha256((path / file["name"]).read_bytes()).hexdigest() == file["sha256"]
            for file in files
        )
    except (OSError, ValueError, KeyError):
        return 0
    return len(files) if whole else 0
