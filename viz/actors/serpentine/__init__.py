"""Wafers in rows that run to and fro: weights pour in, a token runs through, users fill the pipe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from viz.actors.serpentine import (
    serpentine_pour,
    serpentine_run,
    serpentine_users,
    serpentine_words,
)
from viz.actors.serpentine.serpentine_places import places, row_of
from viz.catalog.types import Text
from viz.errors import Fault
from viz.scene.arithmetic import Ref
from viz.scene.types import ActorCall, Scene, Side
from viz.stage.area import Area
from viz.stage.badge import Badge
from viz.stage.marks import Marks
from viz.stage.number_text import moment
from viz.stage.parameters import parameter
from viz.stage.style import Kit
from viz.stage.view import StageView

PACE: Final = (
    2e-4  # seconds of the clock in one of the screen, about: two decimals of a millisecond
)
STAGES: Final = ("pour", "run", "compare", "users")


@dataclass(frozen=True, slots=True)
class Parameters:
    """What is shown of the wafers, and what they hold."""

    stage: str = parameter("word", "what happens: see `actors`", "users", choices=STAGES)
    side: Side = parameter("word", "whose users they are", "right", choices=("left", "right"))
    counts: bool = parameter("yes", "how many work, and how fast, is told", True)
    name: Text | None = parameter("text", "the name tag: what is held, and for whom", None)
    content: Ref | None = parameter("ref", "bytes that must be held", None)
    capacity: Ref = parameter("ref", "bytes that a wafer holds", "chip:wse-3.capacity")
    rate: Ref = parameter("ref", "bytes a second that are poured", "chip:wse-3.link")
    working: Ref | None = parameter("ref", "seconds of a token in all layers", None)
    crossing: Ref | None = parameter("ref", "seconds of a token on all links", None)
    before: Ref | None = parameter("ref", "the same, to compare it with", None)
    hop: Ref | None = parameter("ref", "seconds of one crossing", None)
    hop_before: Ref | None = parameter("ref", "the same, to compare it with", None)
    wafers: Ref | None = parameter("ref", "how many there are, told where no hop is", None)
    wafers_before: Ref | None = parameter("ref", "the same, to compare it with", None)


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """The ground is the world that they stand in."""
    return ()


def faults(scene: Scene, call: ActorCall, p: Parameters) -> list[Fault]:
    """What the actor cannot show in this scene."""
    if p.stage == "users":
        rig = scene.right if p.side == "right" else scene.left
        if rig is None or rig.chip.kind != "wafer":
            what = f"serpentine shows wafers that hand a token on, and there are none at {p.side}"
            return [Fault(what, call.place, write=f"{p.side}: 80 x wse-3")]
        return []
    needs: tuple[str, ...] = ("content",)
    needs += () if p.stage == "pour" else ("working", "crossing")
    needs += ("before",) if p.stage == "compare" else ()
    return [
        Fault(f"serpentine needs '{name}' to {p.stage}", call.place, write=f"{name}: value:NAME")
        for name in needs
        if getattr(p, name) is None
    ]


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The wafers and what moves through them."""
    row = row_of(stage.scene, world, p, stage.kit)
    if p.stage == "pour":
        return serpentine_pour.draw(stage, row, p)
    if p.stage == "users":
        return serpentine_users.draw(stage, row, p)
    return serpentine_run.draw(stage, row, p)


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Their words, before the lens."""
    return serpentine_words.draw(stage, row_of(stage.scene, world, p, stage.kit), p)


def badge(stage: StageView, _: Area, p: Parameters) -> Badge | None:
    """The clock of a run begins as the token sets out."""
    if p.stage not in ("run", "compare"):
        return None
    now = moment(serpentine_run.elapsed(stage), PACE)
    return Badge(stage.kit.word("hardware_clock"), now, lens=True, of="hw")


__all__ = ["Parameters", "badge", "draw", "faults", "over", "panel", "places"]
