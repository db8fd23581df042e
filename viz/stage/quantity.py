"""Numbers of an actor: references, quantities and arithmetic, resolved as the knobs stand.

speed: Ref = parameter("ref", "tokens a second", "claim:sol-ultrafast-speed")
...
number = resolve(stage, p.speed)     # Resolved(value, dimension, says, source, text)
"""

from __future__ import annotations

from viz.scene.arithmetic import Ref, parse
from viz.scene.quantities import Resolved, resolved
from viz.stage.view import StageView

__all__ = ["Ref", "Resolved", "parse", "resolve", "resolve_all", "resolved"]


def resolve(stage: StageView, ref: Ref | str) -> Resolved:
    """What a reference comes to at this moment: knobs that were turned count. Cached by scene.

    Raises viz.units.UnitError; not for a parameter of a show that was opened, for those are
    checked then.
    """
    return resolved(stage.scene, ref)


def resolve_all(stage: StageView, refs: tuple[Ref, ...]) -> tuple[Resolved, ...]:
    """The same for a parameter of the kind "refs"."""
    return tuple(resolved(stage.scene, ref) for ref in refs)
