"""The match cut: the last picture of a scene becomes the first of the next.

A part of the one world, and what it is in the other, lie over each other all the way: from where
the one stands to where the other will. Marks that both pictures name alike move by themselves
(viz.stage.morph), what only one has comes or goes. No clock runs meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Final

from viz.errors import Fault, VizError, nearest
from viz.picture.camera_at import kinds_of_parts, places_of, standing_view
from viz.picture.casting import on_stage
from viz.picture.frame import standing_frame
from viz.scene.types import Scene
from viz.stage.area import Area
from viz.stage.camera import View
from viz.stage.look import Look
from viz.stage.marks import Frame, Label, Marks
from viz.stage.morph import ease, morph
from viz.stage.style import Kit, kit_of
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline

if TYPE_CHECKING:
    from viz.scene.program import Entry

Match = tuple[str, str]  # a part of the last picture, and what it is in the first of the next
SECONDS: Final = 0.7  # of screen time, as a glide of the camera
ALONE: Final = 0.7  # of the way, at which what goes is gone
LAST: Final = 1e-3  # s before a scene ends: at its very end a machine would begin its next word


def match_cut(before: Timeline, after: Timeline, match: Match, share: float, look: Look) -> Frame:
    """The picture at a share of the way from the end of one scene to the start of the next."""
    kit, share = kit_of(look), ease(share)
    end, start = ScreenSeconds(before.seconds - LAST), ScreenSeconds(0.0)
    old, new = _placed(before, end, match[0], kit), _placed(after, start, match[1], kit)
    views: tuple[View | None, View | None] = (None, None)
    if old and new:
        views = _carried(old, new, share), _carried(new, old, 1.0 - share)
    one = standing_frame(before, end, kit, views[0])
    other = standing_frame(after, start, kit, views[1])
    own, others = _keys(one), _keys(other)
    return morph(
        _alone(one, others, share, 1.0 - share), _alone(other, own, 1.0 - share, share), share
    )


def _keys(frame: Frame) -> frozenset[str]:
    return frozenset(mark.key for mark in frame.all)


def _alone(frame: Frame, others: frozenset[str], gone: float, left: float) -> Frame:
    """A picture whose shapes that the other has not are gone before the way is: both are seen over
    each other for a short while alone. A morph leaves `left` of them; `gone` is the rest."""
    seen = max(0.0, ALONE - gone) / ALONE / left if left > 0 else 0.0

    def kept(marks: Marks) -> Marks:
        return tuple(
            mark
            if mark.key in others or isinstance(mark, Label)
            else replace(mark, alpha=mark.alpha * seen)
            for mark in marks
            if seen > 0 or mark.key in others or isinstance(mark, Label)
        )

    return replace(frame, world=kept(frame.world), marks=kept(frame.marks))


def demand_parts(entries: Sequence[Entry], scenes: Sequence[Scene]) -> None:
    """Raise VizError with each part of a scene's last picture, or of the first of the one after
    it, that is named to become the other and is not there."""
    faults: list[Fault] = []
    for entry, scene, coming in zip(entries, scenes, scenes[1:], strict=False):
        if entry.then is None:
            continue
        ends = ((scene, len(scene.beats) - 1, "last"), (coming, 0, "first"))
        for part, (one, index, which) in zip(entry.then, ends, strict=True):
            known = _places(one, index, kit_of(Look()))
            if part not in known:
                what = f"the {which} picture of {one.name} has no part '{part}'"
                meant = nearest(part, known)
                write = "" if meant else f"one of {', '.join(kinds_of_parts(known))}"
                faults.append(Fault(what, entry.place, meant, write))
    if faults:
        raise VizError(faults)


def _placed(timeline: Timeline, t: ScreenSeconds, part: str, kit: Kit) -> tuple[View, Area] | None:
    """How the camera stands at a moment, and where a part of the world is; None where there is no
    world, or no such part any more."""
    index, scene = timeline.span(t).index, timeline.setting(t).scene
    area = _places(scene, index, kit).get(part) if scene.framed else None
    return (standing_view(timeline, index, scene, kit), area) if area else None


@lru_cache(maxsize=16)
def _places(scene: Scene, index: int, kit: Kit) -> dict[str, Area]:
    return places_of(on_stage(scene, index) if scene.framed else (), scene, kit)


def _carried(one: tuple[View, Area], other: tuple[View, Area], share: float) -> View:
    """The view of the one world in which its part is at a share of the way to the other's: its
    middle on a straight line, its size in equal ratios."""
    (view, part), (aim, target) = one, other
    begin, end = view.area(part), aim.area(target)
    ratio = sqrt(end.w * end.h / (begin.w * begin.h))
    scale = view.scale * ratio**share
    x, y = begin.cx + (end.cx - begin.cx) * share, begin.cy + (end.cy - begin.cy) * share
    return View(scale, x - part.cx * scale, y - part.cy * scale)
