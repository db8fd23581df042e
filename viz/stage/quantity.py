"""Numbers of an actor: references, quantities and arithmetic, resolved as the knobs stand.

speed: Ref = parameter("ref", "tokens a second", "claim:sol-ultrafast-speed")
...
number = resolve(stage, p.speed)     # Resolved(value, dimension, says, source, text, ref)
faster = resolve(stage, reckoned("{} / {}", p.speed, p.other))
"""

from __future__ import annotations

from functools import lru_cache

from viz.scene.arithmetic import Ref, parse
from viz.scene.quantities import Resolved, resolved
from viz.stage.view import StageView

__all__ = ["Ref", "Resolved", "parse", "reckoned", "resolve", "resolve_all", "resolved"]


def resolve(stage: StageView, ref: Ref | str) -> Resolved:
    """What a reference comes to at this moment: knobs that were turned count. Cached by scene.

    Raises viz.units.UnitError; not for a parameter of a show that was opened, for those are
    checked then.
    """
    return resolved(stage.scene, ref)


def resolve_all(stage: StageView, refs: tuple[Ref, ...]) -> tuple[Resolved, ...]:
    """The same for a parameter of the kind "refs"."""
    return tuple(resolved(stage.scene, ref) for ref in refs)


def reckoned(form: str, *numbers: Resolved | Ref | str) -> str:
    """The reference of a number that an actor reckons from others: its arithmetic, as a scene would
    write it. `form` has a pair of braces for each number: "{} / {}"."""
    return _reckoned(form, tuple(one if isinstance(one, str) else _name(one) for one in numbers))


def _name(number: Resolved | Ref) -> str:
    return number.ref if isinstance(number, Resolved) else number.text


@lru_cache(maxsize=2048)
def _reckoned(form: str, names: tuple[str, ...]) -> str:
    terms = (f"({name[1:].strip()})" if name.startswith("=") else name for name in names)
    return "= " + form.format(*terms)
