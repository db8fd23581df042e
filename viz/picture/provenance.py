"""What the numbers of a scene's actors rest on: the claims, entries and literals behind them."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final

from viz.picture.casting import cast
from viz.scene.arithmetic import Call, Literal, Ref, Reference, Tree, parse
from viz.scene.quantities import Resolved, resolved
from viz.scene.types import Scene
from viz.stage.marks import UNASKED, Clip, Marks, flat
from viz.units import UnitError

DEEPEST = 12  # a value that rests on a value that rests ...
Leaf = tuple[Resolved, str, Reference | None]  # a number, where it is from, how it is called
_ARTICLE: Final = re.compile(r"article (00[01])")


def refs_of(parameters: Any) -> tuple[Ref, ...]:
    """The references among an actor's parameters."""
    return tuple(ref for _, refs in by_field(parameters) for ref in refs)


def by_field(parameters: Any) -> tuple[tuple[str, tuple[Ref, ...]], ...]:
    """The same for each parameter that has some."""
    found: list[tuple[str, tuple[Ref, ...]]] = []
    for one in fields(parameters):
        value = getattr(parameters, one.name)
        kind = one.metadata["kind"]
        several = value if kind == "refs" else (value,) if kind == "ref" else ()
        if refs := tuple(ref for ref in several if isinstance(ref, Ref)):
            found.append((one.name, refs))
    return tuple(found)


def references(*groups: Marks) -> tuple[str, ...]:
    """The references of everything that marks show, each once, in no order that means anything."""
    found: set[str] = set()
    for marks in groups:
        found |= {mark.ref for mark in marks if mark.alpha}  # each frame asks: no more than needed
        if Clip in set(map(type, marks)):
            found |= {mark.ref for mark in flat(marks) if mark.alpha}
    return tuple(sorted(found - UNASKED - {""}))


def readable(scene: Scene, name: str) -> Ref | None:
    """A name as a reference; None for one that comes to no quantity of a scene."""
    try:
        ref = parse(name)
        resolved(scene, ref)
    except UnitError:  # such as the clock, an actor; or none as the knobs are turned
        return None
    return ref


@lru_cache(maxsize=512)
def shown(scene: Scene, refs: tuple[str, ...]) -> frozenset[Resolved]:
    """The quantities that references on stage end in. An actor's name stands for all of its own."""
    roles = {role.name: refs_of(role.parameters) for role in cast(scene)}
    found: set[Resolved] = set()
    for name in refs:
        ref = readable(scene, name)
        found |= set(leaves(scene, roles.get(name) or ((ref,) if ref else ())))
    return frozenset(found)


@lru_cache(maxsize=512)
def leaves(scene: Scene, refs: tuple[Ref, ...]) -> tuple[Resolved, ...]:
    """The quantities that references end in, each once; words, and what only converts, left out.

    Raises viz.units.UnitError; not for the parameters of a show that was opened.
    """
    return tuple(one for one, _, _ in _found(scene, refs))


def named(scene: Scene, refs: tuple[Ref, ...]) -> tuple[tuple[Resolved, Reference | None], ...]:
    """The same, each with the reference that it is called by: a claim, an entry, or the value of
    the scene; None for a bare literal."""
    return tuple((one, called) for one, _, called in _found(scene, refs))


@lru_cache(maxsize=512)
def origins(scene: Scene, refs: tuple[Ref, ...]) -> tuple[tuple[Resolved, str], ...]:
    """The same, each with where it comes from in a word or two: "000, 001" are the articles, a
    chip's number is its maker's; "" where that says nothing."""
    return tuple((one, origin) for one, origin, _ in _found(scene, refs))


@lru_cache(maxsize=512)
def _found(scene: Scene, refs: tuple[Ref, ...]) -> tuple[Leaf, ...]:
    found: dict[tuple[str, str], Leaf] = {}
    for ref in refs:
        for one, origin, called in _leaves(scene, ref.tree, 0):
            if one.dimension and not one.neutral:
                found.setdefault((one.text, one.says), (one, origin, called))
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


def _leaves(scene: Scene, tree: Tree, depth: int, called: Reference | None = None) -> list[Leaf]:
    if isinstance(tree, Call):
        return [leaf for one in tree.arguments for leaf in _leaves(scene, one, depth, called)]
    if isinstance(tree, Reference) and tree.kind == "value" and depth < DEEPEST:
        value = next((one for one in scene.values if one.name == tree.name), None)
        if value and value.written and not value.says and value.turned is None:
            return _leaves(scene, parse(value.written).tree, depth + 1, tree)
    if isinstance(tree, Literal) and tree.value == 0:
        return []  # nothing is claimed by a zero
    one = resolved(scene, Ref(tree.text, tree))
    if isinstance(tree, Reference):
        return [(one, _origin(scene, tree, one), tree)]
    return [(one, "", called)]
