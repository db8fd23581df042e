"""Where the lanes of a race stand, in every form of stage, and the text that they write."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final

from viz.stage.marks import Area
from viz.stage.quantity import reckoned
from viz.stage.style import Kit
from viz.stage.text_metrics import width

MOST_CIRCLES: Final = 1200


@dataclass(frozen=True, slots=True)
class Lane:
    """Who writes: tokens a second, tokens in all, and seconds before the first."""

    name: str
    speed: float
    says: str
    tokens: float
    wait: float
    ref: str = ""
    tokens_ref: str = ""
    wait_ref: str = ""

    @property
    def seconds_ref(self) -> str:
        """The reference of `seconds`."""
        return reckoned("{} + {} / {}", self.wait_ref, self.tokens_ref, self.ref)

    @property
    def seconds(self) -> float:
        """When the answer is complete."""
        return self.wait + self.tokens / self.speed


@dataclass(frozen=True, slots=True)
class Place:
    """`beside`: names stand beside the circles, else above them. `each`: tokens a circle."""

    head: tuple[float, float, float]
    x: float
    w: float
    top: float
    each_lane: float
    left_column: float
    right_column: float
    beside: bool
    flags: bool
    text: float  # height of the line of text, 0 for none
    line: float
    each: int
    columns: int
    pitch: float
    longest: float
    above: float  # height of the line of names, where they stand above

    @property
    def dot(self) -> float:
        """A circle's diameter."""
        return self.pitch * 0.74

    @property
    def middle(self) -> tuple[float, float]:
        """Where circles, text and bar start, and how wide they are."""
        return self.x + self.left_column, self.w - self.left_column - self.right_column

    def circles(self, tokens: float) -> int:
        """How many circles an answer has."""
        return ceil(tokens / self.each)

    def y(self, index: int) -> float:
        """The top of a lane."""
        return self.top + index * self.each_lane

    def edge(self, index: int) -> Area:
        """The outline of a lane."""
        return self.x - 14, self.y(index) - 4, self.w + 28, self.each_lane - 4

    def name(self, index: int) -> tuple[float, float, float]:
        """Where the name stands: x, baseline, room."""
        if not self.beside:
            return self.x, self.y(index) + self.above * 0.74, self.w * 0.8
        block = self.line * (3.4 if self.flags else 2.2)
        start = self.y(index) + (self.each_lane - block) / 2 + self.line * 0.6
        return self.x, start, self.left_column - 24

    def text_at(self, index: int) -> tuple[float, float, float]:
        """Where the text is written: x, baseline, room."""
        x, w = self.middle
        return x, self.y(index) + self.text * 0.8, w

    def grid(self, index: int) -> tuple[float, float]:
        """The top left corner of the circles."""
        above = self.above if not self.beside else self.text
        return self.middle[0], self.y(index) + above + 4

    def bar(self, index: int) -> Area:
        """The bar of time, under the circles."""
        x, w = self.middle
        return x, self.y(index) + self.each_lane - (26 if self.beside else 34), w, 10

    def long(self, seconds: float) -> float:
        """How long that much time is on the bar; the longest lane fills it."""
        return self.middle[1] * min(1.0, seconds / self.longest)

    def count(self, index: int) -> tuple[float, float]:
        """The right end and the baseline of the count."""
        if not self.beside:
            return self.x + self.w, self.y(index) + self.above * 0.74
        return self.x + self.w, self.y(index) + self.each_lane * 0.5

    def time(self, index: int) -> tuple[float, float, float]:
        """The right end, the baseline and the size of the time."""
        if self.beside:
            return (
                self.x + self.w,
                self.y(index) + self.each_lane * 0.5 + self.line * 1.35,
                self.line,
            )
        _, y, _, h = self.bar(index)
        return self.x + self.w, y + h / 2 + self.line * 0.34, self.line


@lru_cache(maxsize=64)
def place_in(kit: Kit, area: Area, lanes: tuple[Lane, ...]) -> Place:
    """The places of lanes in a panel."""
    x, y, w, h = area
    sizes = kit.layout.sizes
    beside = kit.layout.form in ("wide", "narrow")
    pad = 28.0 if kit.layout.form in ("wide", "tall") else 20.0
    title = y + sizes.machine * 1.36
    top = title + sizes.label * 0.8
    lane = (y + h - pad * 0.5 - top) / len(lanes)
    inner = w - 2 * pad
    left = right = 0.0
    line, above = sizes.label, 0.0
    if beside:
        names = max(width(one.name, sizes.label, 600) for one in lanes)
        rates = width(f"750 {kit.word('speed_unit')}", sizes.numeral, 700)
        left = min(max(names, rates) + 44, inner * 0.3)
        right = width("20 s · 10.7×", sizes.label, 600) + 40
        if kit.layout.form == "wide":
            right += width(kit.word("race_done"), sizes.small) + 10
    else:
        above = sizes.numeral * 1.15
        right = width("20 s · 10.7×", line, 600) + 20
    text = sizes.label * 1.35 if beside and lane > 110 else 0.0
    middle = inner - left - right
    high = lane - (text if beside else above) - 4 - (34 if beside else 42)
    tokens = max(one.tokens for one in lanes)
    each = _each(tokens)
    circles = ceil(tokens / each)
    across = middle if beside else inner
    columns = _columns(circles, across, max(high, 10.0))
    return Place(
        head=(x + pad, title, inner),
        x=x + pad,
        w=inner,
        top=top,
        each_lane=lane,
        left_column=left,
        right_column=right,
        beside=beside,
        flags=lane > sizes.label * 4.4,
        text=text,
        line=line,
        each=each,
        columns=columns,
        pitch=min(across / columns, max(high, 10.0) / ceil(circles / columns), 26.0),
        longest=max(one.seconds for one in lanes),
        above=above,
    )


def _each(tokens: float) -> int:
    """How many tokens one circle is: 1, 2, 5, 10, ..., so that there are not too many."""
    each, factors, turn = 1.0, (2.0, 2.5, 2.0), 0
    while tokens / each > MOST_CIRCLES:
        each *= factors[turn % 3]
        turn += 1
    return round(each)


def _columns(circles: int, wide: float, high: float) -> int:
    """The fewest columns, a round number of them, with which all circles fit."""
    step = 5
    columns = step
    while columns < circles and ceil(circles / columns) * (wide / columns) > high:
        columns += step
    whole = [n for n in range(columns, round(columns * 1.15) + 1) if circles % n == 0]
    return whole[0] if whole else columns  # the last row is full, if a few more columns do it


@lru_cache(maxsize=2048)
def written(kit: Kit, count: int, room: float, size: float) -> str:
    """The first tokens of the text, as many as were written and as there is room for."""
    story: list[str] = kit.words["story"]
    dots = kit.word("ellipsis")
    text = ""
    for i in range(count):
        more = text + story[i % len(story)]
        if width(more.strip() + dots, size) > room:
            return text.strip() + dots
        text = more
    return text.strip()
