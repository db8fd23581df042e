"""One picture of a scene as a file: PNG or SVG."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.errors import Fault, VizError, nearest
from viz.saving import INSTEAD, OVERWRITE, over_own, write_bytes

if TYPE_CHECKING:
    from viz.film.job import Pixels
    from viz.stage.marks import Frame

ENDINGS: Final = (".png", ".svg")


def still_ending(path: Path) -> str:
    """The ending, in small letters; an unknown one lists those there are."""
    ending = path.suffix.casefold()
    if ending not in ENDINGS:
        what = f"a still is no '{ending}'" if ending else f"{path.name} has no ending"
        raise VizError(Fault(what, meant=nearest(ending, ENDINGS), write="FILE.png or FILE.svg"))
    return ending


def save_still(
    frame: Frame,
    size: tuple[int, int],
    path: Path,
    *,
    overwrite: bool | None,
    ending: str = "",
) -> Path:
    """Write one frame, whole or not at all. `size` is in pixels; see `save_bytes`.

    `ending` is asked for where the path has none, as standard output.
    """
    if (ending or still_ending(path)) == ".svg":
        from viz.paint.svg import to_svg

        return save_bytes(to_svg(frame).encode(), path, overwrite=overwrite)
    from viz.paint.surface import Painter

    return save_bytes(png(Painter(*size).paint(frame)), path, overwrite=overwrite)


def save_bytes(data: bytes, path: Path, *, overwrite: bool | None) -> Path:
    """Write a file, whole or not at all. `overwrite` is None where its user has no such choice."""
    over = over_own(path, overwrite=bool(overwrite))
    write_bytes(path, data, over, instead=INSTEAD if overwrite is None else OVERWRITE)
    return path


def png(picture: Pixels) -> bytes:
    """A painted picture as PNG: 24 bits a pixel, sRGB, no alpha."""
    from viz.film.pixels import array_of

    return png_of(array_of(picture))


def png_of(array: object) -> bytes:
    """An array of rows, columns and four channels (blue first, as painted) as PNG."""
    import av

    frame = av.VideoFrame.from_numpy_buffer(array, format="bgra").reformat(format="rgb24")  # type: ignore[arg-type]
    file = io.BytesIO()
    with av.open(file, "w", format="image2pipe") as container:
        stream = container.add_stream("png", rate=1)
        stream.width, stream.height, stream.pix_fmt = frame.width, frame.height, "rgb24"
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return file.getvalue()
