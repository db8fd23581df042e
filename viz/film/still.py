"""One picture of a scene as a file: PNG, JPEG, WebP or SVG."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from viz.errors import Fault, VizError, nearest
from viz.saving import INSTEAD, OVERWRITE, over_own, write_bytes

if TYPE_CHECKING:
    from viz.film.job import Pixels
    from viz.stage.marks import Frame

ENDINGS: Final = (".png", ".jpg", ".jpeg", ".webp", ".svg")
CLEAR: Final = (".png", ".webp", ".svg")  # which can be transparent
SRGB: Final = 13  # FFmpeg's number of its transfer function
BT709: Final = 1  # and of the primaries, which sRGB has too


def still_ending(path: Path, *, alpha: bool = False) -> str:
    """The ending, in small letters; an unknown one lists those there are."""
    ending = path.suffix.casefold()
    if ending not in ENDINGS:
        what = f"a still is no '{ending}'" if ending else f"{path.name} has no ending"
        meant = nearest(ending, ENDINGS)
        raise VizError(Fault(what, meant=meant, write=_forms(ENDINGS)))
    if alpha and ending not in CLEAR:
        what = f"a {ending} cannot be transparent"
        raise VizError(Fault(what, write=_forms(CLEAR)))
    return ending


def _forms(endings: tuple[str, ...]) -> str:
    *some, last = (f"FILE{ending}" for ending in endings)
    return f"{', '.join(some)} or {last}"


def save_still(
    frame: Frame,
    size: tuple[int, int],
    path: Path,
    *,
    overwrite: bool | None,
    ending: str = "",
    alpha: bool = False,
) -> Path:
    """Write one frame, whole or not at all. `size` is in pixels; see `save_bytes`. `alpha`: without
    its ground, with plates under the words that stand in no panel, as in a transparent film.

    `ending` is asked for where the path has none, as standard output.
    """
    ending = ending or still_ending(path, alpha=alpha)
    if alpha:
        frame = _plated(frame, size)
    if ending == ".svg":
        from viz.paint.svg import to_svg

        text = to_svg(replace(frame, ground="") if alpha else frame)
        return save_bytes(text.encode(), path, overwrite=overwrite)
    data = encoded(_painted(frame, size, alpha=alpha), ending, alpha=alpha)
    return save_bytes(data, path, overwrite=overwrite)


def _plated(frame: Frame, size: tuple[int, int]) -> Frame:
    from fractions import Fraction

    from viz.film.text_backing import plated
    from viz.stage.layout import layout
    from viz.stage.look import Look

    return plated(lambda _: frame, layout(Look(*size)))(Fraction(0))


def _painted(frame: Frame, size: tuple[int, int], *, alpha: bool) -> Any:
    from viz.film.pixels import array_of
    from viz.film.transparent import ClearPainter
    from viz.paint.surface import Painter

    if alpha:
        return ClearPainter((Painter(*size), Painter(*size)), *size).paint(frame).array
    return array_of(Painter(*size).paint(frame)).copy()


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
    """An array of rows, columns and four channels (blue first, as painted) as an opaque PNG."""
    return encoded(array, ".png")


def encoded(array: Any, ending: str, *, alpha: bool = False) -> bytes:
    """An array of rows, columns and four channels (blue first) as a file of this ending, in sRGB;
    the same array, the same bytes."""
    import av
    from av.video.reformatter import ColorRange, Colorspace

    options = {"flags": "+bitexact"}
    if ending == ".png":
        codec, pixels = "png", "rgba" if alpha else "rgb24"
    elif ending == ".webp":
        codec, pixels = "libwebp", "bgra"
        options |= {"lossless": "1", "compression_level": "4"}
    else:
        codec, pixels = "mjpeg", "yuvj444p"
        options |= {"qmin": "1", "qmax": "2", "flags": "+bitexact+qscale", "global_quality": "236"}
    if not alpha and pixels == "bgra":
        array = array.copy()
        array[:, :, 3] = 255
    frame = av.VideoFrame.from_numpy_buffer(array, format="bgra")
    if codec == "mjpeg":  # JFIF's matrix, whole range
        whole = {"src_color_range": ColorRange.JPEG, "dst_color_range": ColorRange.JPEG}
        frame = frame.reformat(format=pixels, dst_colorspace=Colorspace.ITU601, **whole)
    else:
        frame = frame.reformat(format=pixels)
    frame.color_primaries, frame.color_trc = BT709, SRGB
    file = io.BytesIO()
    with av.open(file, "w", format="image2pipe") as container:
        stream: Any = container.add_stream(codec, rate=1, options=options)
        stream.width, stream.height, stream.pix_fmt = frame.width, frame.height, pixels
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return file.getvalue()
