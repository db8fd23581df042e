"""What the numbers of a scene's actors rest on: the claims, entries and literals behind them."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final

from viz.scene.arithmetic import Call, Literal, Ref, Reference, Tree, parse
from viz.scene.quantities import Resolved, resolved
from viz.scene.types import Scene

DEEPEST = 12  # a value that rests on a value that rests ...
_ARTICLE: Final = re.compile(r"article (00[01])")


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
    return tuple(one for one, _ in origins(scene, refs))


@lru_cache(maxsize=512)
def origins(scene: Scene, refs: tuple[Ref, ...]) -> tuple[tuple[Resolved, str], ...]:
    """The same, each with where it comes from in a word or two: "000, 001" are the articles, a
    chip's number is its maker's; "" where that says nothing."""
    found: dict[tuple[str, str], tuple[Resolved, str]] = {}
    for ref in refs:
        for one, origin in _leaves(scene, ref.tree, 0):
            if one.dimension and not one.neutral:
                found.setdefault((one.text, one.says), (one, origin))
    return tuple(found.values())


def _origin(scene: Scene, tree: Reference, one: Resolved) -> str:
    if one.says in ("assumed", "fitted"):
        return ""
    if tree.kind == "chip":
        name = tree.name.split(".", maxsplit=1)[0]
        chip = scene.catalog.chips.get(name)
        return chip.title.split()[0] if chip and one.says == "vendor" else ""
    if articles := _ARTICLE.findall(one.source):
        return ", ".join(articles)
    if one.source.startswith("both articles"):
        return "000, 001"
    if tree.kind != "value":
        return ""
    return re.split(r"[,;:]| measured ", one.source, maxsplit=1)[0].replace(" et al.", "")


def _leaves(scene: Scene, tree: Tree, depth: int) -> list[tuple[Resolved, str]]:
    if isinstance(tree, Call):
        return [leaf for one in tree.arguments for leaf in _leaves(scene, one, depth)]
    if isinstance(tree, Reference) and tree.kind == "value" and depth < DEEPEST:
        value = next((one for one in scene.values if one.name == tree.name), None)
        if value and value.written and not value.says and value.turned is None:
            return _leaves(scene, parse(value.written).tree, depth + 1)
    if isinstance(tree, Literal) and tree.value == 0:
        return []  # nothing is claimed by a zero
    one = resolved(scene, Ref(tree.text, tree))
    return [(one, _origin(scene, tree, one) if isinstance(tree, Reference) else "")]
