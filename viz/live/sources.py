"""The sources panel: every number that goes into the two machines' times, and who says it."""

from __future__ import annotations

from typing import Final

from viz.live.panel import Row, Sheet
from viz.live.words import symbol, word
from viz.physics.against import against_published
from viz.physics.explain import explain
from viz.physics.types import Rig
from viz.scene.types import Scene
from viz.stage.words import words
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline, load_of

SHARES: Final = (0.2, 0.16, 0.09, 0.55)  # what it is, value, who says so, source


def source_sheet(timeline: Timeline, at: ScreenSeconds, lang: str) -> Sheet:
    """The panel for the knobs as they stand at a moment."""
    scene = timeline.setting(at).scene
    rows: list[Row] = []
    seen: set[Row] = set()
    for rig in (scene.left, scene.right):
        if rig is None or scene.model is None:
            continue
        head, *numbers = _rows(rig, scene, lang)
        rows.append(head)
        rows += (row for row in numbers if row not in seen)  # what both share is said once
        seen.update(numbers)
    basis = word(lang, f"basis_{scene.basis}")
    notes = (basis, *_against(scene, lang)) if rows else (word(lang, "none"),)
    return Sheet(word(lang, "sources"), word(lang, "close"), tuple(rows), SHARES, notes, 24.0)


def _against(scene: Scene, lang: str) -> list[str]:
    """The model against published speeds, a line for each machine."""
    lines: list[str] = []
    for rig in (scene.left, scene.right):
        if rig is None or scene.model is None or scene.basis == "limit":
            continue
        name = f"{rig.count} × {rig.chip.title}"
        found = against_published(rig, scene.model, load_of(scene), most=1)
        score = found.score
        if score is None or not score.validated:
            lines.append(word(lang, "against_none").format(name=name))
            continue
        near = found.nearest[0]
        line = word(lang, "against").format(
            name=name,
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
        lines.append(line)
    return list(dict.fromkeys(lines))


def _rows(rig: Rig, scene: Scene, lang: str) -> list[Row]:
    if scene.model is None:
        return []
    told = explain(rig, scene.model, load_of(scene), scene.basis, "token")
    named = words(lang)["one_token"]
    head = Row((f"{rig.count} × {rig.chip.title} · {named}: {told.with_numbers}",), head=True)
    says = words(lang)["says"]
    rows = [
        Row((symbol(lang, i.symbol), i.text, says.get(i.says, i.says), i.source))
        for i in told.inputs
    ]
    return [head, *rows]
