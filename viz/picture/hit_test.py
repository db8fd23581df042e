"""What of a picture may be asked: its numbers and objects, where they stand and what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from viz.picture.casting import Role, areas, cast
from viz.picture.explain_number import parameters, told
from viz.scene.quantities import resolved
from viz.scene.types import Scene
from viz.stage.machine_layout import plan
from viz.stage.marks import Area, Box, Disc, Dots, Frame, Label
from viz.stage.style import Kit
from viz.stage.text_metrics import text_extent, width
from viz.units import UnitError

NUMBER: Final = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?")
PAD: Final = 8.0
LEAST: Final = 44.0  # stage units: what a finger meets
SURE: Final = 3  # digits by which a ratio of two inputs is known again
SPEEDS: Final = ("speed", "each", "all", "total", "now")
READS: Final = ("per_word", "trip", "bandwidth", "reading", "bus", "memory")


@dataclass(frozen=True, slots=True)
class Target:
    """Something that may be asked: its name (viz.picture.explain_number) and where it stands."""

    name: str
    area: Area

    def near(self, x: float, y: float) -> bool:
        """Whether a finger at a point means it."""
        left, top, w, h = self.area
        more_x, more_y = max(0.0, (LEAST - w) / 2), max(0.0, (LEAST - h) / 2)
        return left - more_x <= x <= left + w + more_x and top - more_y <= y <= top + h + more_y


def targets(frame: Frame, scene: Scene, kit: Kit) -> tuple[Target, ...]:
    """The numbers of a picture, each name once, in the order in which they are read."""
    found: dict[str, Target] = {}
    for role, place in _places(scene, kit):
        x, y, w, h = place
        labels = [
            mark
            for mark in frame.all
            if isinstance(mark, Label)
            and mark.alpha > 0.5
            and NUMBER.search(mark.text)
            and x - 1 <= text_extent(mark)[0] <= x + w + 1
            and y - 1 <= mark.y <= y + h + 1
        ]
        named = [(name, label) for label in labels if (name := _named(scene, role, label, kit))]
        best = _best(named)
        for name, label in sorted(
            best.items(), key=lambda item: (round(item[1].y / 20), item[1].x)
        ):
            found.setdefault(name, Target(name, _with_unit(frame, _box(label), label)))
    badge = kit.layout.badge
    if scene.left or scene.right:
        found.setdefault("clock", Target("clock", badge))
    return tuple(found.values())


def at(frame: Frame, scene: Scene, kit: Kit, x: float, y: float) -> str:
    """The name of what stands at a point; "" for nothing that could be asked."""
    for role, (left, top, w, h) in _places(scene, kit):
        if not (left <= x <= left + w and top <= y <= top + h):
            continue
        near: list[tuple[float, str]] = []
        for mark in frame.all:
            if isinstance(mark, Label) and mark.alpha > 0.5 and NUMBER.search(mark.text):
                box = _with_unit(frame, _box(mark), mark)
                if Target("", box).near(x, y) and (name := _named(scene, role, mark, kit)):
                    near.append((_beside(box, x, y), name))
        if near:
            return min(near)[1]
        return _object(frame, scene, role, kit, (left, top, w, h), x, y)
    badge = Target("clock", kit.layout.badge)
    return "clock" if badge.near(x, y) and (scene.left or scene.right) else ""


def _places(scene: Scene, kit: Kit) -> Iterator[tuple[Role, Area]]:
    roles = cast(scene)
    yield from zip(roles, areas(roles, kit), strict=True)


def _best(named: list[tuple[str, Label]]) -> dict[str, Label]:
    """Of several labels with one name the number itself: it says what it shows, and is large."""
    best: dict[str, Label] = {}
    for name, label in named:
        if name not in best or _rank(label) > _rank(best[name]):
            best[name] = label
    return best


def _rank(label: Label) -> tuple[bool, float]:
    return bool(label.of), label.size


def _object(
    frame: Frame, scene: Scene, role: Role, kit: Kit, place: Area, x: float, y: float
) -> str:
    side = _side(scene, role)
    if not side:
        return role.name if told(scene, role.name, kit.look.lang) else ""
    if role.name == "machine":
        left, top, w, h = plan(place, kit.layout).picture
        if not (left <= x <= left + w and top <= y <= top + h):
            return f"{side}.token"
    palette = kit.palette
    means = {
        palette.weight: "reading",
        palette.computing: "computing",
        palette.core: "computing",
        palette.link: "links",
        palette.token: "token",
    }
    for mark in reversed(frame.all):
        if isinstance(mark, Box | Dots | Disc) and mark.fill in means and _under(mark, x, y):
            return f"{side}.{means[mark.fill]}"
    return f"{side}.token"


def _under(mark: Box | Dots | Disc, x: float, y: float) -> bool:
    if isinstance(mark, Disc):
        return (mark.x - x) ** 2 + (mark.y - y) ** 2 <= max(mark.r, LEAST / 2) ** 2
    if isinstance(mark, Box):
        return mark.x <= x <= mark.x + mark.w and mark.y <= y <= mark.y + mark.h
    left, top, w, h = mark.clip or (
        mark.x,
        mark.y,
        mark.columns * mark.pitch_x,
        mark.rows * mark.pitch_y,
    )
    return left <= x <= left + w and top <= y <= top + h


def _side(scene: Scene, role: Role) -> str:
    """The machine that an actor shows; "" where it shows none of the scene's."""
    side = str(getattr(role.parameters, "side", ""))
    return side if {"left": scene.left, "right": scene.right}.get(side) else ""


def _named(scene: Scene, role: Role, label: Label, kit: Kit) -> str:
    """What a label with a number in it tells."""
    side = _side(scene, role)
    if side:
        return f"{side}.{_of_machine(label, kit)}"
    if role.name == "frontier":
        side = "left" if label.of.endswith("left") and scene.left else "right"
        return f"{side}.speed" if told(scene, f"{side}.speed", kit.look.lang) else ""
    return _of_actor(scene, role, label.text, kit.look.lang)


def _of_machine(label: Label, kit: Kit) -> str:
    last = label.of.rpartition(".")[2]
    if last in SPEEDS or kit.word("speed_unit") in label.text:
        return "speed"
    if last == "bytes_moved":
        return "moved"
    if last in READS or "B/s" in label.text or "HBM" in label.text or "SRAM" in label.text:
        return "reading"
    starts = {
        "reading": ("reading",),
        "computing": ("computing",),
        "links": ("links",),
        "overhead": (
            "gpu_overhead",
            "wafer_overhead",
            "gpu_overhead_short",
            "wafer_overhead_short",
        ),
    }
    for part, keys in starts.items():
        if any(label.text.startswith(kit.word(key)) for key in keys):
            return part
    if "waiting" in label.text or kit.word("cores_waiting_least", share="") in label.text:
        return "computing"
    return "token"


@lru_cache(maxsize=2048)
def _of_actor(scene: Scene, role: Role, text: str, lang: str) -> str:
    """The parameter whose number a label shows, or two of them whose ratio it is; else all."""
    numbers = [float(one.replace(",", "")) for one in NUMBER.findall(text)]
    known: list[tuple[str, str, float, str]] = []
    for name, ref in parameters(role):
        try:
            found = resolved(scene, ref)
        except UnitError:
            continue
        if found.dimension:
            known.append((name, found.text, found.value, found.dimension))
    for name, shown, _, _ in known:
        first = NUMBER.search(shown)
        if first and float(first[0].replace(",", "")) in numbers:
            return f"{role.name}.{name}"
    for one, _, top, kind in known:
        for other, _, under, same in known:
            if (
                kind == same
                and under
                and one != other
                and any(
                    _digits(n) >= SURE and abs(top / under / n - 1) < 5e-4 for n in numbers if n
                )
            ):
                return f"{role.name}.{one}/{other}"
    return role.name if told(scene, role.name, lang) else ""


def _digits(number: float) -> int:
    return len(f"{number:g}".replace(".", "").strip("0"))


def _box(label: Label) -> Area:
    """Where a label stands, with a little room around it."""
    wide = width(label.text, label.size, label.weight)
    top = label.y - 0.82 * label.size
    return text_extent(label)[0] - PAD, top - PAD / 2, wide + 2 * PAD, 1.05 * label.size + PAD


def _beside(area: Area, x: float, y: float) -> float:
    """How far a point is from an area; 0 inside."""
    left, top, w, h = area
    return max(left - x, x - left - w, 0.0) + max(top - y, y - top - h, 0.0)


def _with_unit(frame: Frame, area: Area, label: Label) -> Area:
    """The same with the unit that stands after a number as a label of its own."""
    x, y, w, h = area
    for mark in frame.all:
        if isinstance(mark, Label) and mark.y == label.y and not NUMBER.search(mark.text):
            gap = text_extent(mark)[0] - (x + w - PAD)
            if -1 <= gap <= 0.6 * label.size:
                return x, y, gap + w + width(mark.text, mark.size, mark.weight), h
    return area
