"""The sources panel: every number that goes into the two machines' times, and who says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from viz.catalog.types import Chip, Model
from viz.physics.explain import explain
from viz.physics.types import Basis, Load, Rig, StepTime
from viz.picture.casting import cast
from viz.picture.frame import shown_at
from viz.picture.furniture.table_panel import Row, Sheet
from viz.picture.provenance import by_field, named, readable, shown
from viz.scene.arithmetic import Reference
from viz.scene.quantities import Resolved
from viz.scene.types import Scene
from viz.stage.i18n import CHOICE, on_stage, said, source_said, symbol, word_of, words
from viz.stage.look import Look
from viz.stage.style import kit_of
from viz.stage.template import filled_in
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline, load_of
from viz.units import UnitError

SHARES: Final = (0.31, 0.15, 0.08, 0.46)  # what it is, value, who says so, source


@dataclass(frozen=True, slots=True)
class Side:
    """One machine at work: all that its numbers depend on."""

    rig: Rig
    model: Model
    load: Load
    basis: Basis
    step: StepTime | None

    @property
    def name(self) -> str:
        return f"{self.rig.count} × {self.rig.chip.title}"


def source_sheet(timeline: Timeline, at: ScreenSeconds, lang: str) -> Sheet:
    """The panel for the knobs as they stand at a moment."""
    scene = timeline.setting(at).scene
    refs = shown_at(timeline, at, Look(lang=lang))
    return _sheet(_sides(scene), scene.basis, lang, _of_actors(scene, lang, refs))


@lru_cache(maxsize=8)
def _of_actors(scene: Scene, lang: str, refs: tuple[str, ...]) -> tuple[Row, ...]:
    """The numbers that the actors show, each with who says it."""
    kit, seen, on_stage = kit_of(Look(lang=lang)), set[Row](), shown(scene, refs)
    rows: list[Row] = []
    for role in cast(scene):
        title = getattr(role.parameters, "title", None)
        told: list[Row] = []
        for field, own in by_field(role.parameters):
            try:
                found = named(scene, own)
            except UnitError:  # with the knobs as they are turned there is no such number
                continue
            told += (
                _row(scene, one, called, field, lang) for one, called in found if one in on_stage
            )
        new = [row for row in dict.fromkeys(told) if row not in seen]
        if new and title:
            rows.append(Row((filled_in(scene, kit, title),), head=True))
        rows += new
        seen.update(new)
    return (*rows, *(row for row in _beside(scene, lang, refs) if row not in seen))


def _beside(scene: Scene, lang: str, refs: tuple[str, ...]) -> tuple[Row, ...]:
    """The numbers on stage that no parameter refers to: claims by their names, capacities of a
    machine. What machines come to is told by their inputs."""
    found = (named(scene, (ref,)) for name in refs if (ref := readable(scene, name)))
    return tuple(
        _row(scene, one, called, "", lang)
        for pairs in found
        for one, called in pairs
        if called and called.kind == "claim"
    )


def _row(scene: Scene, one: Resolved, called: Reference | None, field: str, lang: str) -> Row:
    says = words(lang)["says"].get(one.says, one.says)
    name = _called(scene, called, lang) if called else field.replace("_", " ")
    cells = (name, on_stage(one.text, lang), says, source_said(one.source, lang))
    return Row(cells, minor=one.source == "the scene")


def _called(scene: Scene, called: Reference, lang: str) -> str:
    """How a number is called: as its knob, as the claim says, or as the scene or the catalog
    names it."""
    if called.kind == "claim" and (claim := scene.claims().get(called.name)):
        return said(claim.about, lang)
    if called.kind == "value":
        turns = f"values.{called.name}"
        knob = next((knob for knob in scene.knobs if knob.turns == turns), None)
        if knob:
            return said(knob.title, lang)
    entries: Mapping[str, Chip] | Mapping[str, Model] = {}
    if called.kind in ("chip", "model"):
        entries = scene.catalog.chips if called.kind == "chip" else scene.catalog.models
    for entry, one in entries.items():  # a name may have dots of its own
        if called.name.startswith(f"{entry}."):
            field = called.name[len(entry) + 1 :]
            return f"{one.title} {field.replace('_', ' ').replace('.', ' ')}"
    return called.name.replace("-", " ").replace("_", " ")


def _sides(scene: Scene) -> tuple[Side, ...]:
    model = scene.model
    if model is None:
        return ()
    both = ((scene.left, scene.step("left")), (scene.right, scene.step("right")))
    load = load_of(scene)
    return tuple(Side(rig, model, load, scene.basis, step) for rig, step in both if rig)


@lru_cache(maxsize=8)  # asked for in each frame while the panel is open
def _sheet(sides: tuple[Side, ...], basis: Basis, lang: str, more: tuple[Row, ...] = ()) -> Sheet:
    rows: list[Row] = []
    seen: set[Row] = set()
    for side in sides:
        head, *numbers = _of_machine(side, lang)
        rows.append(head)
        rows += (row for row in numbers if row not in seen)  # what both share is said once
        seen.update(numbers)
    rows += more
    notes = (
        [word_of(lang, "live", f"basis_{basis}")]
        if sides
        else []
        if more
        else [word_of(lang, "live", "none")]
    )
    if basis == "published":
        notes += [_against(side, lang) for side in sides]
    shown = tuple(dict.fromkeys(notes))
    return Sheet(
        word_of(lang, "live", "sources"),
        word_of(lang, "live", "close"),
        tuple(rows),
        SHARES,
        shown,
        24.0,
        more=word_of(lang, "live", "sources_more"),
    )


def _against(side: Side, lang: str) -> str:
    """The model against published speeds."""
    from viz.physics.against import against_published  # only when somebody asks

    found = against_published(side.rig, side.model, side.load, most=1)
    score = found.score
    if score is None or not score.validated:
        return word_of(lang, "live", "against_none").format(name=side.name)
    near = found.nearest[0]
    return word_of(lang, "live", "against").format(
        name=side.name,
        rows=score.rows,
        median=f"{score.median_error:.1%}",
        p90=f"{score.p90_error:.1%}",
        model=near.case.row.model,
        count=near.case.rig.count,
        chip=near.case.row.hardware,
        batch=f"{near.case.row.batch:g}",
        measured=f"{near.case.row.measured:.4g}",
        predicted=f"{near.predicted:.4g}",
    )


def _of_machine(side: Side, lang: str) -> list[Row]:
    told = explain(side.rig, side.model, side.load, side.basis, "token", side.step)
    named = words(lang)["one_token"]
    head = Row((f"{side.name} · {named}: {on_stage(told.with_numbers, lang)}",), head=True)
    says = words(lang)["says"]
    rows = [
        Row(
            (
                symbol(lang, i.symbol),
                on_stage(i.text, lang),
                says.get(i.says, i.says),
                source_said(i.source, lang),
            ),
            minor=i.source == CHOICE,
        )
        for i in told.inputs
    ]
    return [head, *rows]
