"""What the numbers of a scene's actors rest on: the claims, entries and literals behind them."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Any

from viz.scene.arithmetic import Call, Literal, Ref, Reference, Tree, parse
from viz.scene.quantities import Resolved, resolved
from viz.scene.types import Scene

DEEPEST = 12  # a value that rests on a value that rests ...


def refs_of(parameters: Any) -> tuple[Ref, ...]:
    """The references among an actor's parameters."""
    found: list[Ref] = []
    for one in fields(parameters):
        value = getattr(parameters, one.name)
        kind = one.metadata["kind"]
        several = value if kind == "refs" else (value,) if kind == "ref" else ()
        found += (ref for ref in several if isinstance(ref, Ref))
    return tuple(found)


@lru_cache(maxsize=512)
def leaves(scene: Scene, refs: tuple[Ref, ...]) -> tuple[Resolved, ...]:
    """The quantities that references end in, each once; words, and what only converts, left out.

    Raises viz.units.UnitError; not for the parameters of a show that was opened.
    """
    found: dict[tuple[str, str], Resolved] = {}
    for ref in refs:
        for one in _leaves(scene, ref.tree, 0):
            if one.dimension and not one.neutral:
                found.setdefault((one.text, one.says), one)
    return tuple(found.values())


def _leaves(scene: Scene, tree: Tree, depth: int) -> list[Resolved]:
    if isinstance(tree, Call):
        return [leaf for one in tree.arguments for leaf in _leaves(scene, one, depth)]
    if isinstance(tree, Reference) and tree.kind == "value" and depth < DEEPEST:
        value = next((one for one in scene.values if one.name == tree.name), None)
        if value and value.written and not value.says and value.turned is None:
            return _leaves(scene, parse(value.written).tree, depth + 1)
    if isinstance(tree, Literal) and tree.value == 0:
        return []  # nothing is claimed by a zero
    return [resolved(scene, Ref(tree.text, tree))]
