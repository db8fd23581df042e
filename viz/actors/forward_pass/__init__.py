"""What one word costs: its token opens into a vector, and that meets every weight of every layer once."""

from __future__ import annotations

from dataclasses import dataclass

from viz.actors.forward_pass import pass_chat, pass_grid, pass_labels, pass_layers, pass_wall
from viz.actors.forward_pass.pass_moment import Moment, moment_of
from viz.actors.forward_pass.pass_places import Counts, Way, counts_of, parts_of, way_of
from viz.catalog.types import Text
from viz.errors import Fault
from viz.scene.types import ActorCall, Scene
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.marks import Marks
from viz.stage.parameters import parameter
from viz.stage.style import Kit
from viz.stage.view import StageView


@dataclass(frozen=True, slots=True)
class Parameters:
    """A chat: what is asked, and an answer of which the first tokens are there already."""

    prompt: Text = parameter("text", "what is asked")
    text: Text = parameter("text", "the answer: tokens parted by |, and || where it stops at first")


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: the ground is the world that all this stands in."""
    return ()


def places(scene: Scene, world: Area, p: Parameters, kit: Kit) -> dict[str, Area]:
    """The parts that `look:` may name."""
    found = _way(scene, world, p, kit)
    return parts_of(found[1]) if found else {}


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The way of the token, in units of the world."""
    found = _now(stage, world, p)
    if found is None:
        return ()
    counts, way, now = found
    return (
        *pass_chat.draw(stage, way, now),
        *pass_wall.draw(stage, counts, way.wall, now),
        *pass_layers.draw(stage, way, now),
        *pass_chat.vector(stage, counts, way),
        *pass_grid.draw(stage, counts, way, now),
    )


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Its words, before the lens."""
    found = _now(stage, world, p)
    return pass_labels.draw(stage, *found) if found else ()


def _now(stage: StageView, world: Area, p: Parameters) -> tuple[Counts, Way, Moment] | None:
    found = _way(stage.scene, world, p, stage.kit)
    return (*found, moment_of(stage, found[0], found[1].given)) if found else None


def _way(scene: Scene, world: Area, p: Parameters, kit: Kit) -> tuple[Counts, Way] | None:
    counts = counts_of(scene)
    if counts is None:
        return None
    there, _, comes = said(p.text, kit.look.lang).partition("||")
    given = there.split("|")
    tokens = (*given, *(comes.split("|") if comes else ()))
    return counts, way_of(
        counts, tokens, said(p.prompt, kit.look.lang), len(given), Area(*world), kit
    )


def faults(_: Scene, call: ActorCall, p: Parameters) -> list[Fault]:
    """An answer must stop somewhere."""
    return [
        Fault(
            "text: it stops nowhere", call.places.get("text", call.place), write="one| two|| three"
        )
        for text in p.text.values()
        if not all(part.strip() for part in text.partition("||"))
    ][:1]


__all__ = ["Parameters", "draw", "faults", "over", "panel", "places"]
