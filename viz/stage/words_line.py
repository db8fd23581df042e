"""One line of a label before the lens, in several weights and colours; and lines that keep clear of
each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from viz.stage.area import Area
from viz.stage.marks import Box, Label, Mark, Marks
from viz.stage.style import Kit
from viz.stage.text_metrics import line_box, width

PLATE: Final = 8.0  # of ground around words that lie on a picture


@dataclass(frozen=True, slots=True)
class Words:
    """One line of a label in several weights and colours: (text, size, colour, weight) each."""

    x: float
    y: float
    parts: tuple[tuple[str, float, str, int], ...]
    anchor: str = "start"
    key: str = ""
    plate: bool = False
    of: str = ""
    refs: tuple[str, ...] = ()  # of the parts that show a quantity: its reference, else ""

    @property
    def wide(self) -> float:
        """How wide the line is."""
        return sum(width(text, size, weight) for text, size, _, weight in self.parts)

    @property
    def box(self) -> Area:
        """Where it stands."""
        left = self.x - self.wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        tall = max(size for _, size, _, _ in self.parts)
        return Area(*line_box(left, self.y, self.wide, tall))

    def marks(self, kit: Kit) -> Marks:
        """The line as marks, on a plate of ground if it lies on a picture."""
        found: list[Mark] = []
        if self.plate:
            area = self.box.inset(-PLATE * 1.4, -PLATE * 0.7)
            found.append(
                Box(*area, kit.palette.ground, 8, alpha=0.9, of=self.of, key=f"{self.key}/plate")
            )
        x = self.box.x
        refs = (*self.refs, *("" for _ in self.parts))
        for i, (text, size, colour, weight) in enumerate(self.parts):
            found.append(
                Label(
                    text,
                    x,
                    self.y,
                    size,
                    colour,
                    weight,
                    of=self.of,
                    key=f"{self.key}:{i}",
                    ref=refs[i],
                )
            )
            x += width(text, size, weight)
        return tuple(found)


def room_for(kit: Kit, window: Area) -> Area:
    """Where words may stand: where nothing is laid over them, and no card beside the world."""
    x, y, w, h = kit.layout.safe
    right, bottom = min(x + w, window.right + 2 * PLATE), min(y + h, window.bottom + PLATE)
    return Area(x, y, right - x, bottom - y)


def placed(lines: list[Words], within: Area, taken: list[Area]) -> list[Words]:
    """Those of the lines, the first first, that lie within an area and meet nothing before them."""
    found: list[Words] = []
    full = list(taken)
    for line in lines:
        box = line.box
        inside = (
            within.x - 1 <= box.x
            and box.right <= within.right + 1
            and within.y - 1 <= box.y
            and box.bottom <= within.bottom + 1
        )
        around = box.inset(-6, -3)
        if inside and not any(around.meets(other) for other in full):
            found.append(line)
            full.append(box)
    return found


def words_at(
    kit: Kit,
    at: tuple[float, float],
    text: str,
    key: str,
    size: float = 1.0,
    ink: str = "",
    weight: int = 400,
    anchor: str = "start",
    *,
    of: str = "",
    ref: str = "",
    plate: bool = False,
) -> Words:
    """A line of one part at a point; `size` is counted in labels, and `ink` is else the muted one."""
    part = (text, size * kit.layout.sizes.label, ink or kit.palette.muted, weight)
    return Words(*at, (part,), anchor, key, plate, of, (ref,))


def fastened(kit: Kit, lines: list[Words]) -> Marks:
    """Lines as marks, those that have room on the stage below its title; the first first."""
    safe = Area(*kit.layout.safe)
    below = kit.layout.slug[1] + 0.75 * kit.layout.sizes.label  # clear of what stands in its place
    within = safe.cut(top=below - safe.y)
    return tuple(mark for line in placed(lines, within, []) for mark in line.marks(kit))
