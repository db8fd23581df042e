"""The sources panel: every number that goes into the two machines' times, and who says it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from viz.catalog.types import Model
from viz.physics.explain import explain
from viz.physics.types import Basis, Load, Rig
from viz.scene.types import Scene
from viz.stage.cast import cast
from viz.stage.furniture.sheet import Row, Sheet
from viz.stage.rests import leaves, refs_of
from viz.stage.words import said, symbol, word_of, words
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline, load_of
from viz.units import UnitError

SHARES: Final = (0.2, 0.16, 0.09, 0.55)  # what it is, value, who says so, source


@dataclass(frozen=True, slots=True)
class Side:
    """One machine at work: all that its numbers depend on."""

    rig: Rig
    model: Model
    load: Load
    basis: Basis

    @property
    def name(self) -> str:
        return f"{self.rig.count} × {self.rig.chip.title}"


def source_sheet(timeline: Timeline, at: ScreenSeconds, lang: str) -> Sheet:
    """The panel for the knobs as they stand at a moment."""
    scene = timeline.setting(at).scene
    return _sheet(_sides(scene), scene.basis, lang, _of_actors(scene, lang))


@lru_cache(maxsize=8)
def _of_actors(scene: Scene, lang: str) -> tuple[Row, ...]:
    """The numbers that the actors are given, each with who says it."""
    own, rows = words(lang), []
    for role in cast(scene):
        refs = refs_of(role.parameters)
        try:
            found = leaves(scene, refs)
        except UnitError:  # with the knobs as they are turned there is no such number
            continue
        title = getattr(role.parameters, "title", None)
        if found and title:
            rows.append(Row((said(title, lang),), head=True))
        for one in found:
            source = own["ask_scene"] if one.source == "the scene" else one.source
            text = one.text.replace("mm2", "mm²").replace(" us", " µs")
            rows.append(Row(("", text, own["says"].get(one.says, one.says), source)))
    return tuple(dict.fromkeys(rows))


def _sides(scene: Scene) -> tuple[Side, ...]:
    model = scene.model
    if model is None:
        return ()
    rigs = (rig for rig in (scene.left, scene.right) if rig is not None)
    return tuple(Side(rig, model, load_of(scene), scene.basis) for rig in rigs)


@lru_cache(maxsize=8)  # asked for in each frame while the panel is open
def _sheet(sides: tuple[Side, ...], basis: Basis, lang: str, more: tuple[Row, ...] = ()) -> Sheet:
    rows: list[Row] = []
    seen: set[Row] = set()
    for side in sides:
        head, *numbers = _rows(side, lang)
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


def _rows(side: Side, lang: str) -> list[Row]:
    told = explain(side.rig, side.model, side.load, side.basis, "token")
    named = words(lang)["one_token"]
    head = Row((f"{side.name} · {named}: {told.with_numbers}",), head=True)
    says = words(lang)["says"]
    rows = [
        Row((symbol(lang, i.symbol), i.text, says.get(i.says, i.says), i.source))
        for i in told.inputs
    ]
    return [head, *rows]
