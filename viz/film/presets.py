"""What a film is to be for a place where it is shown or a program that takes it.

Upload sites: YouTube's recommended encoding settings (MP4, H.264 High, 4:2:0, BT.709, closed groups
of half a second, AAC-LC at 48 kHz), which the others take as well; tall ones have the sides that
their players fill. Cutting programs: ProRes 4444 with PCM, which all of them import. As of
December 2026; sites change what they take.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from viz.errors import Fault, VizError, nearest


@dataclass(frozen=True, slots=True)
class Preset:
    """Sides in pixels, pictures a second, a format by its name and the ending of its files."""

    about: str
    size: tuple[int, int]
    fps: Fraction
    format: str
    ending: str


_WIDE: Final = (1920, 1080)
_TALL: Final = (1080, 1920)

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        "youtube": Preset("YouTube: 16:9, H.264", _WIDE, Fraction(60), "mp4", ".mp4"),
        "shorts": Preset("YouTube Shorts: 9:16, H.264", _TALL, Fraction(60), "mp4", ".mp4"),
        "bilibili": Preset("bilibili: 16:9, H.264", _WIDE, Fraction(60), "mp4", ".mp4"),
        "douyin": Preset("Douyin and TikTok: 9:16, H.264", _TALL, Fraction(30), "mp4", ".mp4"),
        "xiaohongshu": Preset("Xiaohongshu: 3:4, H.264", (1080, 1440), Fraction(30), "mp4", ".mp4"),
        "premiere": Preset("Premiere Pro: ProRes 4444, PCM", _WIDE, Fraction(60), "prores", ".mov"),
        "resolve": Preset(
            "DaVinci Resolve: ProRes 4444, PCM", _WIDE, Fraction(60), "prores", ".mov"
        ),
        "keynote": Preset("Keynote and PowerPoint: H.264", _WIDE, Fraction(30), "mp4", ".mp4"),
        "web": Preset("pages: VP9, small", (1280, 720), Fraction(30), "webm", ".webm"),
    }
)


def preset(name: str) -> Preset:
    """A preset by its name. Raises VizError with the nearest."""
    word = name.strip().casefold()
    if word in PRESETS:
        return PRESETS[word]
    what = f"there is no preset '{name.strip()[:40]}'"
    raise VizError(Fault(what, None, nearest(word, PRESETS), ", ".join(PRESETS)))
