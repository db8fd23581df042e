"""For whom a picture is made: its size, theme and language. And the sizes of type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

SHORT_SIDE: Final = 1080.0
HIDEABLE: Final = ("title", "clock", "progress", "sources", "captions")
LAYERS: Final = ("machines", "labels", "captions", "furniture")  # from the bottom up
Theme = Literal["dark", "light", "contrast"]
Form = Literal["wide", "narrow", "square", "tall"]


@dataclass(frozen=True, slots=True)
class Look:
    """`width` and `height` are pixels of the output; only their ratio matters to the stage.

    `aside`: the stage makes room for a column of knobs or an explanation. `hidden` names what is
    not drawn, of `HIDEABLE`. `layer`: of all that is drawn only this one of `LAYERS`, for a picture
    that is put together elsewhere. `hands`: how many hands each choice of a question has is told before the
    answer.
    """

    width: int = 1920
    height: int = 1080
    theme: Theme = "dark"
    lang: str = "en"
    aside: bool = False
    large: bool = False
    hands: bool = False
    hidden: tuple[str, ...] = ()
    layer: str = ""

    @property
    def captions(self) -> bool:
        """Whether what the beats say is drawn."""
        return "captions" not in self.hidden

    @property
    def stage(self) -> tuple[float, float]:
        """Width and height in stage units; the shorter side is 1080."""
        scale = SHORT_SIDE / min(self.width, self.height)
        return self.width * scale, self.height * scale

    @property
    def scale(self) -> float:
        """Pixels for one stage unit."""
        return min(self.width, self.height) / SHORT_SIDE

    @property
    def form(self) -> Form:
        """How the parts are arranged: side by side, or one above the other."""
        ratio = self.width / self.height
        if ratio >= 1.55:
            return "wide"
        if ratio >= 1.18:
            return "narrow"
        return "square" if ratio >= 0.66 else "tall"
