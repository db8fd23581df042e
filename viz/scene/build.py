"""From the form of a scene to the scene: names are looked up, values get their units.

Faults are collected in one list; what is missing because of one of them is not told twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

from viz.catalog.claims import load_claims
from viz.catalog.load_catalog import chip_from_node, find
from viz.catalog.types import Catalog, Chip, Model, Precision
from viz.errors import Fault, VizError, nearest
from viz.physics.capacity import demand_fit
from viz.physics.rig import parse_rig
from viz.physics.types import Basis, Rig
from viz.reading.nodes import Mapping, Node, Scalar, place_at
from viz.scene import vocabulary
from viz.scene.build_cast import calls_of, check_entrances
from viz.scene.build_steps import beat_of, knob_of
from viz.scene.build_values import values_of
from viz.scene.builder import Builder, text_in
from viz.scene.find import name_of
from viz.scene.form import MachineForm, SceneForm
from viz.scene.knob_targets import turnables
from viz.scene.types import Knob, Scene, Side


def build(
    form: SceneForm, root: Node, path: Path, catalog: Catalog, broken: set[str]
) -> tuple[Scene, list[Fault]]:
    """The scene of a form, and every fault; the scene is only sound if there is none."""
    it = Builder(root, catalog, broken)
    it.catalog = catalog.with_chips(_chips(it, form))
    model = _model(it, form)
    left, right = _machine(it, form.left, "left"), _machine(it, form.right, "right")
    scene = Scene(
        name=name_of(path),
        file=str(path),
        title=text_in(form.title),
        asks=text_in(form.asks),
        model=model,
        left=left,
        right=right,
        beats=(),
        knobs=(),
        show=calls_of(it, ("show",), form.show),
        catalog=it.catalog,
        seed=form.seed,
        basis=cast("Basis", form.basis),
        batch=form.batch,
        context=form.context,
        prefill=form.prefill,
        bits=form.bits,
        kv_bits=form.kv_bits,
        precision=_precision(it, form),
        measured=_measured(form),
        notes=text_in(form.notes),
        square=form.square,
        circle=form.circle,
        languages=_languages(form),
        claims=load_claims,
    )
    _check_fit(it, scene)
    _check_measured(it, scene)
    scene = values_of(it, form, scene)
    paths = turnables(scene)
    knobs: tuple[Knob, ...] = ()
    if it.broken & {"left", "right", "chips", "model", "values"}:
        it.broken.add("knobs")  # what can be turned is not known
    else:
        knobs = tuple(
            knob
            for name, knob_form in form.knobs.items()
            if (knob := knob_of(it, name, knob_form, scene, paths)) is not None
        )
        if len(knobs) < len(form.knobs):
            it.broken.add("knobs")
    scene = replace(scene, knobs=knobs)
    _check_marks(it, form)
    beats = tuple(beat_of(it, i, beat, scene, paths) for i, beat in enumerate(form.beats))
    worlds = vocabulary.world_actors()
    calls = (*scene.show, *(call for beat in beats for call in beat.show))
    framed = any(call.actor in worlds for call in calls)
    scene = replace(scene, beats=beats, framed=framed)
    if not framed:
        _check_looks(it, scene)
    if "show" not in it.broken:
        check_entrances(it, scene)
    return scene, it.faults


def _check_looks(it: Builder, scene: Scene) -> None:
    """Parts of a world are looked at only where there is one; which there are, its actors know."""
    for i, beat in enumerate(scene.beats):
        for part in beat.look.parts:
            if part not in vocabulary.LOOKS:
                what = f"'{part}' is a part of a world, and no actor of this scene has one"
                known = tuple(vocabulary.LOOKS)
                it.fault(("beats", i, "look"), what, nearest(part, known))


def _check_marks(it: Builder, form: SceneForm) -> None:
    """A mark names one moment."""
    first: dict[str, int] = {}
    for i, beat in enumerate(form.beats):
        if beat.mark and first.setdefault(beat.mark, i) != i:
            what = f"beat {first[beat.mark] + 1} has the mark '{beat.mark}' already"
            it.fault(("beats", i, "mark"), what, write="another name")


def _languages(form: SceneForm) -> tuple[str, ...]:
    """English, and every language that the title or a caption is written in."""
    written = [form.title, *(beat.say for beat in form.beats if beat.say)]
    found = {language for words in written for language in words}
    return ("en", *sorted(found - {"en"}))


def _chips(it: Builder, form: SceneForm) -> dict[str, Chip]:
    section = it.root.get("chips") if isinstance(it.root, Mapping) else None
    if not isinstance(section, Mapping) or "chips" in it.broken:
        return {}
    nodes = {key.text: node for key, node in section.entries if key.text in form.chips}
    made: dict[str, Chip] = {}
    for name, node in _bases_first(nodes):
        if name in it.catalog.chips:
            it.fault(
                ("chips", name),
                "the catalog has a chip of this name",
                key=True,
                write="another name",
            )
        elif not isinstance(node, Mapping) or not isinstance(node.get("like"), Scalar):
            it.fault(("chips", name), "it is like no other chip", key=True, write="like: h100")
        else:
            try:
                known = it.catalog.with_chips(made).chips
                made[name] = chip_from_node(name, node, known, assumed="this scene")
                continue
            except VizError as error:
                it.take(error, node.place)
        it.broken.add("chips")
    return made


def _own_chips(it: Builder) -> list[str]:
    section = it.root.get("chips") if isinstance(it.root, Mapping) else None
    return [key.text for key, _ in section.entries] if isinstance(section, Mapping) else []


def _bases_first(nodes: dict[str, Node]) -> Iterator[tuple[str, Node]]:
    """Chips in such an order that what one is like comes before it; loops come last."""
    waiting = dict(nodes)
    while waiting:
        ready = [name for name, node in waiting.items() if _like(node) not in waiting]
        for name in ready or list(waiting):
            yield name, waiting.pop(name)


def _like(node: Node) -> str:
    like = node.get("like") if isinstance(node, Mapping) else None
    return like.text if isinstance(like, Scalar) else ""


def _model(it: Builder, form: SceneForm) -> Model | None:
    if form.model is None:
        if (form.left or form.right) and "model" not in it.broken:
            side = "left" if form.left else "right"
            it.fault((side,), "a machine needs a model", write="model: llama-3.1-70b", key=True)
            it.broken.add("model")
        return None
    try:
        return find(it.catalog.models, form.model, "model")
    except VizError as error:
        it.take(error, place_at(it.root, ("model",)))
        it.broken.add("model")
        return None


def _machine(it: Builder, form: MachineForm | None, side: str) -> Rig | None:
    if form is None:
        return None
    if "chips" in it.broken and form.machine.rpartition(" ")[2] in _own_chips(it):
        it.broken.add(side)  # its chip has a fault, and that has been told
        return None
    try:
        return parse_rig(form.machine, it.catalog, form.stack)
    except VizError as error:
        it.take(error, place_at(it.root, (side,)))
        it.broken.add(side)
        return None


def _precision(it: Builder, form: SceneForm) -> Precision | None:
    if form.format is None:
        return None
    try:
        return find(it.catalog.precisions, form.format, "format of weights")
    except VizError as error:
        it.take(error, place_at(it.root, ("format",)))
        return None


def _measured(form: SceneForm) -> tuple[tuple[Side, str], ...]:
    sides: tuple[tuple[Side, MachineForm | None], ...] = (
        ("left", form.left),
        ("right", form.right),
    )
    return tuple(
        (side, machine.row or "")
        for side, machine in sides
        if machine is not None and (machine.row is not None or machine.told == "measured")
    )


def _check_measured(it: Builder, scene: Scene) -> None:
    """A side that is shown as measured has such a row."""
    for side, _ in scene.measured:
        if side not in it.broken and "model" not in it.broken:
            try:
                scene.step(side)
            except VizError as error:
                it.take(error, place_at(it.root, (side,)))


def _check_fit(it: Builder, scene: Scene) -> None:
    load = scene.load
    for side, rig in (("left", scene.left), ("right", scene.right)):
        if rig is not None and scene.model is not None:
            try:
                demand_fit(rig, scene.model, load)
            except VizError as error:
                it.take(error, place_at(it.root, (side,)))
