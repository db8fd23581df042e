"""Where a number on stage comes from, told in the words of the stage.

Names are the references that marks carry (viz.stage.marks): whatever a scene could write, such as
"claim:h100-area" or "= value:a / value:b"; of a machine "left.speed", "right.token",
"left.moved"; "clock"; and an actor's name for everything that it rests on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from viz.catalog.claims import Claim
from viz.physics.explain import OF_MEASURED, explain
from viz.physics.types import Input
from viz.picture.casting import Role, cast
from viz.picture.provenance import leaves, refs_of
from viz.scene.arithmetic import Call, Literal, Ref, Reference, Tree, parse
from viz.scene.quantities import Resolved, resolved
from viz.scene.types import Scene, Side
from viz.stage import number_text
from viz.stage.i18n import GREEK, KNOB, said, source_said, symbol, words
from viz.stage.quantity import reckoned
from viz.timeline.compile import load_of
from viz.units import UnitError, write

QUOTIENTS: Final = ("/", "speed_up")  # arithmetic that says how many times
SIGNS: Final = {"*": "×", "/": "÷", "-": "−", "+": "+"}


@dataclass(frozen=True, slots=True)
class Line:
    """One input: its number, what it is, who says so (a kind of source), and where."""

    text: str
    what: str
    says: str
    source: str


@dataclass(frozen=True, slots=True)
class Told:
    """An explanation: what it is of, the formula, the same with numbers, what it rests on.

    `result` is the number itself, the end of `numbers`. `says` is its own kind of source, `where`
    the machine or the picture that it belongs to.
    """

    title: str
    formula: str
    numbers: str
    result: str
    says: str
    basis: str
    lines: tuple[Line, ...]
    where: str = ""


@lru_cache(maxsize=2048)
def told(scene: Scene, name: str, lang: str) -> Told | None:
    """The explanation of a name with the knobs as they stand in `scene`; None if there is none."""
    if name == "clock":
        return _clock(lang)
    side, _, what = name.partition(".")
    if side in ("left", "right") and what in (*OF_MEASURED, "step", "moved"):
        return _machine(scene, "left" if side == "left" else "right", what, lang)
    role = next((role for role in cast(scene) if role.name == name), None)
    claim = scene.claims().get(name.removeprefix("claim:"))
    try:
        if claim and claim.amount is None:
            return _of_words(claim, lang)
        return _all(scene, role, lang) if role else _of_ref(scene, parse(name), lang)
    except UnitError:  # with the knobs as they are turned there is no such number
        return None


@lru_cache(maxsize=256)
def renamed(scene: Scene, name: str) -> str:
    """A name as takes of version 0.1 have it, "race.speeds.1" or "ratios.large.2/small.2", as the
    reference that it is now; others as they are."""
    actor, _, what = name.partition(".")
    role = next((role for role in cast(scene) if role.name == actor), None)
    if role is None or not what:
        return name
    refs: list[Ref] = []
    for one in what.split("/"):
        field, _, index = one.partition(".")
        value = getattr(role.parameters, field, None)
        if index and isinstance(value, tuple) and index.isdigit() and int(index) < len(value):
            value = value[int(index)]
        elif index:
            return name
        if not isinstance(value, Ref):
            return name
        refs.append(value)
    return reckoned("{} / {}", *refs) if len(refs) > 1 else refs[0].text


def _clock(lang: str) -> Told:
    own = words(lang)
    return Told(own["hardware_clock"], own["ask_clock"], "", "", "derived", "", ())


def _machine(scene: Scene, side: Side, what: str, lang: str) -> Told | None:
    rig, model, own = scene.left if side == "left" else scene.right, scene.model, words(lang)
    if rig is None or model is None:
        return None
    load, moved, step = load_of(scene), what == "moved", scene.step(side)
    if step is None or (what == "unexplained" and not step.measured):
        return None
    what = {"moved": "reading", "step": "token"}.get(what, what)
    found = explain(rig, model, load, scene.basis, what, step)
    numbers, _, result = found.with_numbers.rpartition(" = ")
    formula = _in_words(found.formula, lang)
    lines = [_input(one, lang) for one in found.inputs]
    if moved:
        read = sum(part.bytes for part in step.parts if part.name == "reading")
        formula, result = own["ask_moved"], ""
        numbers = f"{write(read, 'bytes')} × {own['ask_steps']}"
        if rig.chip.kind == "wafer":
            formula, numbers, result = own["ask_stay"], "", "0 B"
    if what == "speed":  # it rests on the time of a step, and that on everything else
        token = explain(rig, model, load, scene.basis, "token", step)
        parts = _pretty(token.with_numbers.rpartition(" = ")[0])
        lines.append(Line(_pretty(token.text), own["ask_what"]["token"], "derived", f"= {parts}"))
        given = {one.symbol for one in found.inputs}
        lines += (_input(one, lang) for one in token.inputs if one.symbol not in given)
    band = f" ×{found.band:.3g}" if found.band > 1 else ""
    basis = own["ask_basis"][scene.basis] + (own["ask_within"].format(band=band) if band else "")
    if not found.validated:
        basis += own["list_separator"] + own["not_validated"]
    return Told(
        title=own["weights_moved"] if moved else own["ask_what"][what],
        formula=formula,
        numbers=_pretty(numbers),
        result=_pretty(result),
        says="measured" if step.measured and what in ("speed", "token") else "derived",
        basis="" if moved else basis,
        lines=tuple(lines),
        where=f"{rig.count} × {rig.chip.title}",
    )


def _input(one: Input, lang: str) -> Line:
    own = words(lang)
    source = one.source
    if source.startswith(KNOB):
        source = own["ask_knob"] + (f"; {one.note}" if one.note else "")
        source = source.replace("turned; the published value stands beside it; ", "")
        source = source.replace("others print", own["ask_published"])
    else:
        source = source_said(source, lang)
    return Line(_pretty(one.text), symbol(lang, one.symbol), one.says, source)


def _in_words(formula: str, lang: str) -> str:
    for english, other in sorted(
        words(lang)["ask_formula"].items(), key=lambda item: len(item[0]), reverse=True
    ):
        formula = formula.replace(english, other)
    return _pretty(formula)


def _pretty(text: str) -> str:
    for name, letter in GREEK.items():
        text = text.replace(f"{name} ", f"{letter} ").replace(f"{name})", f"{letter})")
    text = text.replace(" us", " µs").replace(" x ", " × ").replace(" / ", " ÷ ")
    return text.replace("mm2", "mm²")


def _of_ref(scene: Scene, ref: Ref, lang: str) -> Told:
    ref = _behind(scene, ref)
    found = resolved(scene, ref)
    computed = isinstance(ref.tree, Call)
    return Told(
        title=_result(found, ref.tree),
        formula=_tree(scene, ref.tree, names=True) if computed else "",
        numbers=_tree(scene, ref.tree, names=False) if computed else "",
        result=_result(found, ref.tree),
        says=found.says,
        basis="",
        lines=tuple(_leaf(one, lang) for one in leaves(scene, (ref,))),
    )


def _result(found: Resolved, tree: Tree) -> str:
    """What arithmetic comes to, as the stage writes it: a share in per cent, a quotient with a
    sign."""
    if found.dimension == "seconds" and isinstance(tree, Call):
        return number_text.plain_seconds(found.value)
    if found.dimension != "number" or not isinstance(tree, Call):
        return _pretty(found.text)
    if 0 < found.value < 1:
        return number_text.percent(found.value)
    return f"{found.text}×" if tree.function in QUOTIENTS else _pretty(found.text)


def _of_words(claim: Claim, lang: str) -> Told:
    """A claim that is not one number: what it says, and who says it."""
    source = source_said(f"{claim.source}, {claim.date}" if claim.date else claim.source, lang)
    line = Line(_pretty(claim.text), "", claim.says, source)
    return Told(said(claim.about, lang), "", "", _pretty(claim.text), claim.says, "", (line,))


def _all(scene: Scene, role: Role, lang: str) -> Told | None:
    lines = tuple(_leaf(one, lang) for one in leaves(scene, refs_of(role.parameters)))
    own = words(lang)
    title = getattr(role.parameters, "title", None) or scene.title
    return Told(said(title, lang), own["ask_all"], "", "", "", "", lines) if lines else None


def _behind(scene: Scene, ref: Ref) -> Ref:
    """A named value of the scene stands for what is written under it."""
    tree = ref.tree
    if isinstance(tree, Reference) and tree.kind == "value":
        value = next((one for one in scene.values if one.name == tree.name), None)
        if value and value.written and value.turned is None:
            return parse(value.written)
    return ref


def _leaf(one: Resolved, lang: str) -> Line:
    return Line(_pretty(one.text), "", one.says, source_said(one.source, lang))


def _tree(scene: Scene, tree: Tree, *, names: bool, inside: bool = False) -> str:
    """Arithmetic as people write it, with names or with numbers."""
    if isinstance(tree, Literal):
        return tree.text
    if isinstance(tree, Reference):
        return _name(tree) if names else _pretty(resolved(scene, Ref(tree.text, tree)).text)
    parts = [_tree(scene, one, names=names, inside=True) for one in tree.arguments]
    if tree.function in SIGNS:
        text = f" {SIGNS[tree.function]} ".join(parts)
        return f"({text})" if inside and tree.function in "+-" else text
    if tree.function == "negative":
        return f"−{parts[0]}"
    return f"{tree.function.replace('_', ' ')}({', '.join(parts)})"


def _name(tree: Tree) -> str:
    if isinstance(tree, Reference) and tree.kind in ("left", "right"):
        return tree.name.replace("_", " ")
    text = tree.text if isinstance(tree, Literal | Reference) else "..."
    return text.partition(":")[2].replace("-", " ").replace("_", " ") if ":" in text else text
