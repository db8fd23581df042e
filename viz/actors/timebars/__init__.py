"""Bars on one time axis: repeated work in parts, before and after, with the limit as a bar too."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.scene.types import Scene
from viz.stage.i18n import said
from viz.stage.marks import Area, Marks
from viz.stage.panel import ground
from viz.stage.parameters import parameter
from viz.stage.plot.time_rows import (
    LOOKS,
    TAILS,
    Manner,
    Row,
    axis,
    cursor,
    place_in,
    refs_of,
    rows_of,
    still,
)
from viz.stage.quantity import resolve_all, resolved
from viz.stage.style import Kit, dimmed
from viz.stage.task_clock import running
from viz.stage.view import StageView


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """Rows of work: each has a part that a faster model shortens, and one that it does not."""

    title: Text = parameter("text", "what the bars show")
    names: tuple[Text, ...] = parameter("texts", "a name for each row")
    working: tuple[Ref, ...] = parameter("refs", "time of the part that gets faster, a row each")
    waiting: tuple[Ref, ...] = parameter("refs", "time of the part that stays, a row each")
    repeats: Ref = parameter("ref", "how often both parts follow each other", "1")
    parts: tuple[Text, ...] = parameter("texts", "names of the two parts", ())
    looks: tuple[str, ...] = parameter(
        "words", "the meaning of each part", ("token", "waiting"), choices=LOOKS
    )
    tail: str = parameter("word", "what follows a total", "factor", choices=TAILS)
    limit: bool = parameter("yes", "a last row: the first part takes no time at all", True)
    clock: bool = parameter("yes", "the clock runs along the bars", True)


def below(kit: Kit, p: Parameters) -> float:
    """The height of the panel, which stands under the other actors: a line for each row."""
    count = len(p.working) + p.limit
    head, line = {"wide": (110.0, 62.0), "narrow": (106.0, 62.0), "square": (94.0, 46.0)}.get(
        kit.layout.form, (128.0, 50.0)
    )
    return head + line * count


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """The bars, the axis, and the moment that the task's clock has reached."""
    kit, found = stage.kit, rows(stage, p)
    place = place_in(kit, area, found, p.tail)
    now = min(running(stage, (*p.working, *p.waiting, p.repeats)), place.scale.high)
    clock = cursor(kit, place, now, found) if p.clock else ()
    return (
        *still(kit, stage.focus, place, found, _manner(stage, p)),
        *axis(kit, place, now if clock else None),
        *dimmed(clock, stage.focus.level("bars.clock"), kit.palette),
    )


def _manner(stage: StageView, p: Parameters) -> Manner:
    kit = stage.kit
    names = tuple(said(part, kit.look.lang) for part in p.parts[:2])
    known = (kit.word("timebars_working"), kit.word("timebars_waiting"))
    looks = (p.looks[0], p.looks[1]) if len(p.looks) > 1 else ("token", "waiting")
    both = (names[0], names[1]) if len(names) > 1 else known
    times = resolve_all(stage, (*p.working, *p.waiting))
    says = "assumed" if any(one.says == "assumed" for one in times) else "derived"
    return Manner(said(p.title, kit.look.lang), both, looks, p.tail, says)


def rows(stage: StageView, p: Parameters) -> tuple[Row, ...]:
    """The rows as the knobs stand; factors are to the first row."""
    return _rows(stage.scene, stage.kit, p)


@lru_cache(maxsize=64)
def _rows(scene: Scene, kit: Kit, p: Parameters) -> tuple[Row, ...]:
    working = [max(0.0, resolved(scene, ref).value) for ref in p.working]
    waiting = [max(0.0, resolved(scene, ref).value) for ref in p.waiting]
    repeats = max(1, round(resolved(scene, p.repeats).value))
    lang = kit.look.lang
    names = [said(name, lang) for name in p.names]
    names += [str(i + 1) for i in range(len(names), len(working))]
    limit = kit.word("timebars_limit") if p.limit else ""
    both = [(one.text, other.text) for one, other in zip(p.working, p.waiting, strict=False)]
    refs = refs_of(p.repeats.text, both, limit=p.limit)
    return rows_of(zip(names, working, waiting, strict=False), repeats, limit, refs=refs)
