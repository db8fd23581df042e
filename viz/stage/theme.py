"""Colours by meaning, in two themes and one of high contrast. Shapes need 3:1 against their surface, text 4.5:1."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final


@dataclass(frozen=True, slots=True)
class Palette:
    """Each meaning has a value for shapes and one for text; on dark they are nearly one."""

    ground: str
    panel: str
    chip: str
    strip: str
    edge: str
    ink: str
    muted: str
    small: str
    silicon: str
    core: str
    channel: str
    weight: str
    weight_text: str
    token: str
    token_text: str
    token_edge: str
    computing: str
    computing_text: str
    link: str
    link_text: str
    clock_text: str
    waiting: str
    waiting_ground: str
    track: str
    knob: str
    warn: str


DARK: Final = Palette(
    ground="#0D1117",
    panel="#151B24",
    chip="#1A2430",
    strip="#0A0D12",
    edge="#2A3442",
    ink="#F0F3F6",
    muted="#9DA9B8",
    small="#8592A3",
    silicon="#3C4A5B",
    core="#26364A",
    channel="#10161E",
    weight="#E69F00",
    weight_text="#E69F00",
    token="#56B4E9",
    token_text="#56B4E9",
    token_edge="#08111A",
    computing="#009E73",
    computing_text="#2DB88F",
    link="#CC79A7",
    link_text="#CC79A7",
    clock_text="#F0E442",
    waiting="#6B7685",
    waiting_ground="#2B3441",
    track="#2A3442",
    knob="#F0F3F6",
    warn="#D55E00",
)

LIGHT: Final = Palette(
    ground="#F2F4F7",
    panel="#FFFFFF",
    chip="#F6F8FA",
    strip="#E7ECF1",
    edge="#C3CBD6",
    ink="#10161E",
    muted="#47525F",
    small="#55606D",
    silicon="#6B7685",
    core="#D5DCE4",
    channel="#EEF1F5",
    weight="#C27500",
    weight_text="#945600",
    token="#1C7FB6",
    token_text="#0B6A9B",
    token_edge="#FFFFFF",
    computing="#00895F",
    computing_text="#00704F",
    link="#B25C8E",
    link_text="#96437A",
    clock_text="#6F6600",
    waiting="#6B7685",
    waiting_ground="#DDE3EA",
    track="#C3CBD6",
    knob="#10161E",
    warn="#B34700",
)


# Text 10:1 and edges 7:1 on black: for weak projectors and weak eyes.
CONTRAST: Final = Palette(
    ground="#000000",
    panel="#000000",
    chip="#000000",
    strip="#000000",
    edge="#C9D1DB",
    ink="#FFFFFF",
    muted="#F0F3F6",
    small="#DDE3EA",
    silicon="#C9D1DB",
    core="#3C4A5B",
    channel="#000000",
    weight="#FFB81C",
    weight_text="#FFB81C",
    token="#6CCBFF",
    token_text="#6CCBFF",
    token_edge="#08111A",
    computing="#009E73",
    computing_text="#4FE0B5",
    link="#F09BCB",
    link_text="#F09BCB",
    clock_text="#FFF45C",
    waiting="#C9D1DB",
    waiting_ground="#000000",
    track="#5A6675",
    knob="#FFFFFF",
    warn="#FF8A3D",
)


def palette(theme: str) -> Palette:
    """The palette of a theme: "dark", "light" or "contrast"."""
    return {"light": LIGHT, "contrast": CONTRAST}.get(theme, DARK)


@lru_cache(maxsize=4096)  # a hundred wafers are dimmed alike, picture after picture
def mix(colour: str, other: str, share: float) -> str:
    """`share` of `colour` and the rest of `other`, opaque, in sRGB as screens blend."""
    a, b = _channels(colour), _channels(other)
    return "#{:02X}{:02X}{:02X}".format(
        *(round(x * share + y * (1.0 - share)) for x, y in zip(a, b, strict=True))
    )


def contrast(colour: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    bright, dark = sorted((luminance(colour), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in _channels(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _channels(colour: str) -> tuple[int, int, int]:
    value = int(colour[1:], 16)
    return value >> 16, value >> 8 & 255, value & 255
