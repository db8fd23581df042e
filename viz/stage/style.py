"""What every actor is given besides its own quantity: colours, sizes, words, and the focus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from string import Formatter
from typing import Any, Final

from viz.scene.quantities import Resolved
from viz.stage import theme
from viz.stage.i18n import filled, numbered, on_stage, words
from viz.stage.layout import Layout, layout
from viz.stage.look import Look
from viz.stage.marks import Anchor, Clip, Field, Gradient, Hatch, Ink, Label, Marks
from viz.stage.text_metrics import BEFORE, fitted, width
from viz.stage.theme import Palette

DIM: Final = 0.6
NEAR_DIM: Final = 0.8  # the other parts of the machine that is looked at
Part = tuple[str, str]  # of a line: a text, and the reference of the quantity that it shows or ""


@dataclass(frozen=True, slots=True, eq=False)
class Kit:
    """The look of a stage, made ready; one for each look, so that it is equal only to itself."""

    look: Look
    layout: Layout
    palette: Palette
    words: Mapping[str, Any]

    def word(self, key: str, **values: object) -> str:
        """A word of the stage, with values put in."""
        return filled(str(self.words[key]), **values)

    def first_that_fits(
        self, room: float, size: float, choices: tuple[str, ...], weight: int = 400
    ) -> tuple[str, float]:
        """The first of several wordings that fits, and its size; the last is made to fit."""
        for text in choices:
            if width(text, size, weight) <= room:
                return text, size
        return choices[-1], fitted(choices[-1], room, size, weight, self.layout.sizes.least)

    def label(
        self,
        text: str,
        x: float,
        y: float,
        size: float | None = None,
        fill: str | None = None,
        *,
        weight: int = 400,
        anchor: Anchor = "start",
        room: float | None = None,
        of: str = "",
        ref: str = "",
    ) -> Label:
        """A label in the kit's ink, made to fit in `room` down to the least size. One that shows a
        quantity says which by `ref`, and shows no other: see `row`."""
        size = size or self.layout.sizes.label
        if room is not None:
            size = fitted(text, room, size, weight, self.layout.sizes.least)
        fill = fill or self.palette.muted
        return Label(text, x, y, size, fill, weight, anchor, 1.0, of, ref=ref)

    def number(
        self,
        one: Resolved,
        x: float,
        y: float,
        size: float | None = None,
        fill: str | None = None,
        *,
        text: str = "",
        weight: int = 700,
        anchor: Anchor = "start",
        room: float | None = None,
        of: str = "",
    ) -> Label:
        """A quantity as a label that carries its name. `text` is how this actor writes it, else as
        `written` does."""
        return self.label(
            text or self.written(one),
            x,
            y,
            size,
            fill or self.palette.ink,
            weight=weight,
            anchor=anchor,
            room=room,
            of=of,
            ref=one.ref,
        )

    def written(self, one: Resolved) -> str:
        """A quantity as it is written on stage: as its source does, in the language's units."""
        return on_stage(one.text, self.look.lang)

    def parts(self, key: str, **values: Part) -> tuple[Part, ...]:
        """A word of the stage with quantities put in, in parts: (text, reference) each."""
        found: list[Part] = []
        plain = numbered(str(self.words[key]), {name: text for name, (text, _) in values.items()})
        for text, field in _fields(plain):
            found += ((text, ""),) * bool(text) + ((values[field],) if field else ())
        return tuple(found)

    def first_row_that_fits(
        self,
        choices: tuple[tuple[Part, ...], ...],
        x: float,
        y: float,
        size: float,
        *,
        anchor: Anchor = "start",
        room: float,
    ) -> tuple[Label, ...]:
        """The first of several wordings that fits, as a row; the last is made to fit."""

        def wide(parts: tuple[Part, ...]) -> float:
            return width("".join(text for text, _ in parts), size)

        parts = next((one for one in choices if wide(one) <= room), choices[-1])
        return self.row(parts, x, y, size, anchor=anchor, room=room)

    def row(
        self,
        parts: tuple[Part, ...],
        x: float,
        y: float,
        size: float | None = None,
        fill: str | None = None,
        *,
        weight: int = 400,
        anchor: Anchor = "start",
        room: float | None = None,
        of: str = "",
    ) -> tuple[Label, ...]:
        """One line that shows several quantities: a label for each part, beside each other."""
        size = size or self.layout.sizes.label
        whole = "".join(text for text, _ in parts)
        if room is not None:
            size = fitted(whole, room, size, weight, self.layout.sizes.least)
        x -= width(whole, size, weight) * BEFORE[anchor]
        labels: list[Label] = []
        for text, ref in parts:
            if text.strip():
                labels.append(self.label(text, x, y, size, fill, weight=weight, of=of, ref=ref))
            x += width(text, size, weight)
        return tuple(labels)


@lru_cache(maxsize=256)
def _fields(word: str) -> tuple[tuple[str, str | None], ...]:
    """A word of the stage as texts, each with the name of the value that follows it."""
    return tuple((text, field) for text, field, _, _ in Formatter().parse(word))


@lru_cache(maxsize=64)
def kit_of(look: Look) -> Kit:
    """The kit of a look."""
    return Kit(look, layout(look), theme.palette(look.theme), words(look.lang))


@dataclass(frozen=True, slots=True)
class Focus:
    """How bright each part of the stage is: 1, or down to 0.6 while something else is shown.

    `targets` are what a beat looks at and how much (0 to 1), each a machine or some of its parts.
    """

    targets: tuple[tuple[tuple[str, ...], float], ...] = ()

    def level(self, part: str) -> float:
        """The brightness of a part such as "left.bus"."""
        side = part.partition(".")[0]
        dim = 0.0
        for parts, share in self.targets:
            if not any(part == one or part.startswith(one + ".") for one in parts):
                near = any(one.partition(".")[0] == side for one in parts)
                dim += share * (1.0 - (NEAR_DIM if near else DIM))
        return 1.0 - min(dim, 1.0 - DIM)

    def elsewhere(self, side: str) -> float:
        """How much only the other side is looked at, 0 to 1."""
        return sum(
            share
            for parts, share in self.targets
            if all(one.partition(".")[0] in ("left", "right") for one in parts)
            and not any(one.partition(".")[0] == side for one in parts)
        )

    def lit(self, part: str) -> float:
        """How much a part itself is what the beat looks at, 0 to 1."""
        return min(1.0, sum(share for parts, share in self.targets if part in parts))


def dimmed(marks: Marks, level: float, palette: Palette) -> Marks:
    """Marks at a brightness: shapes by opacity, text by a colour that stays readable."""
    if level >= 1.0:
        return marks
    return tuple(
        # What is seen through a clip is dimmed there, once.
        replace(mark, marks=dimmed(mark.marks, level, palette))
        if isinstance(mark, Clip)
        else _dimmed(mark, level, palette)
        for mark in marks
    )


@lru_cache(maxsize=4096)  # most marks of a frame are those of the frame before
def _dimmed(mark: Ink, level: float, palette: Palette) -> Ink:
    if isinstance(mark, Label):
        # In steps: every colour of a text is a set of glyphs to draw and keep.
        grounds = (palette.panel, palette.ground, palette.chip, palette.strip)
        return replace(mark, fill=dim_text(mark.fill, grounds, round(level * 10) / 10))
    if isinstance(mark, Hatch):  # stripes are weak already: they dim to 86 % at most
        return replace(mark, alpha=mark.alpha * (1 - (1 - level) * 0.35))
    if isinstance(mark, Field):
        shades = tuple(
            replace(shade, alpha=shade.alpha * _level(shade.fill or shade.edge, level, palette))
            for shade in mark.shades
        )
        return replace(mark, shades=shades)
    if isinstance(mark, Gradient):
        stops = tuple(
            (share, colour, alpha * _level(colour, level, palette))
            for share, colour, alpha in mark.stops
        )
        return replace(mark, stops=stops)
    return replace(mark, alpha=mark.alpha * _level(mark.fill, level, palette))


def _level(colour: str, level: float, palette: Palette) -> float:
    """How bright a colour is at a level: what computes and what links dims less."""
    return 1 - (1 - level) * 0.75 if colour in (palette.computing, palette.link) else level


@lru_cache(maxsize=512)
def dim_text(colour: str, grounds: tuple[str, ...], level: float) -> str:
    """A colour dimmed towards the first ground, but never below a contrast of 4.5 to any."""
    while level < 1.0:
        mixed = theme.mix(colour, grounds[0], level)
        if all(theme.contrast(mixed, ground) >= 4.5 for ground in grounds):
            return mixed
        level = min(1.0, level + 0.02)
    return colour
