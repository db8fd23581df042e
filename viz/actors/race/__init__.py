"""Two machines write the same answer: a page of text each, word by word; too fast to read is a streak.

The fast one begins the next page at once, and stops when the slow one has written its first. If
both have to wait before each answer, pages and waits stand on two lines of time.
"""

from __future__ import annotations

from dataclasses import replace

from viz.actors.race import race_pages, race_wait, race_words
from viz.actors.race.heat import Heat, Parameters, heat_of, refs_of
from viz.actors.race.race_places import places, plan
from viz.stage.area import Area
from viz.stage.badge import Badge
from viz.stage.marks import Label, Marks
from viz.stage.number_text import clock
from viz.stage.style import Kit
from viz.stage.task_clock import running
from viz.stage.view import StageView


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: pages lie on the ground."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Pages as far as they are written, or both lines of time, in units of the world."""
    heat = heat_of(stage, p)
    made = plan(Area(*world), stage.kit, heat.most)
    draws = race_wait.draw if heat.waits else race_pages.draw
    return _tied(draws(stage, made, heat))


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Words before the lens."""
    heat = heat_of(stage, p)
    made = plan(Area(*world), stage.kit, heat.most)
    words = race_wait.over if heat.waits else race_words.over
    return _tied(words(stage, made, heat))


def _tied(marks: Marks) -> Marks:
    """Shapes that move by what is written, each tied to it; lines of type have their own. The dots
    of a bubble are single things that it carries, and no row."""
    return tuple(
        replace(
            mark, of=f"race.tokens{mark.key.rpartition('/dot')[2] if '/dot' in mark.key else ''}"
        )
        if not mark.of and not isinstance(mark, Label)
        else mark
        for mark in marks
    )


def badge(stage: StageView, _: Area, p: Parameters) -> Badge:
    """The clock of the race, which starts anew with a turned knob; the lens is the scene's."""
    heat = heat_of(stage, p)
    now = min(running(stage, refs_of(p)), heat.slow.seconds)
    return Badge(stage.kit.word("race_clock"), clock(now) if now else "0.00 s", lens=True, of="hw")


__all__ = ["Heat", "Parameters", "badge", "draw", "over", "panel", "places"]
