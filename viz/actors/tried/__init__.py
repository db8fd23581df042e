"""What was tried so far: the time of one token as a bar, in parts, for each setting of the knobs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.actors.tried import tried_rows
from viz.catalog.types import Text
from viz.errors import Fault, VizError
from viz.physics.decode import decode_step
from viz.physics.types import StepTime
from viz.scene.slider import stands
from viz.scene.types import Knob, KnobValue, Scene, Side
from viz.stage.i18n import said
from viz.stage.knob_words import reference_in, wordings
from viz.stage.marks import Area, Marks
from viz.stage.panel import ground
from viz.stage.parameters import parameter
from viz.stage.style import Kit, dimmed
from viz.stage.view import StageView
from viz.timeline.compile import load_of

MOST = 32  # settings that are remembered


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """Which of the scene's machines, and how the panel is called."""

    side: Side = parameter("word", "which machine of the scene", "left", choices=("left", "right"))
    title: Text | None = parameter("text", "the title of the panel", None)
    then: tuple[Text, ...] = parameter(
        "texts", "what will be tried, in order: a row with a question mark until it is", ()
    )


def panel(area: Area, kit: Kit, p: Parameters) -> Marks:
    """The panel's ground."""
    return ground(area, kit, ref=f"{p.side}.token")


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """A bar for each setting; the one that stands is bright. A knob that is dragged is one
    setting. Raises VizError where the scene has no such machine."""
    scenes = tuple(scene for _, scene in stage.history) or (stage.scene,)
    rows = _rows(scenes[:1] + scenes[1:][-MOST:], p.side)
    if not rows:
        what = f"tried needs a machine at {p.side} and a model"
        raise VizError(Fault(what, write=f"{p.side}: 1 x h100"))
    marks = _drawn(stage.kit, area, rows, _key(stage.scene), p)
    return dimmed(marks, stage.focus.level("tried"), stage.kit.palette)


@lru_cache(maxsize=64)
def _rows(scenes: tuple[Scene, ...], side: Side) -> tuple[tuple[Scene, StepTime], ...]:
    """Settings that differ, in the order in which they were tried, with their steps."""
    found: list[Scene] = []
    for scene in scenes:
        if found and any(_key(scene) == _key(one) for one in found):
            continue
        if len(found) > 1 and _turned(found[-1]) == _turned(scene):
            found[-1] = scene  # the same knobs, turned on
        else:
            found.append(scene)
    steps = []
    for scene in found:
        rig = scene.left if side == "left" else scene.right
        if rig is None or scene.model is None:
            return ()
        steps.append((scene, decode_step(rig, scene.model, load_of(scene), scene.basis)))
    return tuple(steps)


@lru_cache(maxsize=512)
def _key(scene: Scene) -> tuple[KnobValue, ...]:
    return tuple(stands(scene, knob) for knob in scene.knobs)


def _turned(scene: Scene) -> tuple[str, ...]:
    return tuple(knob.name for knob, _ in _changes(scene))


def _changes(scene: Scene) -> list[tuple[Knob, KnobValue]]:
    values = zip(scene.knobs, _key(scene), strict=True)
    return [(knob, value) for knob, value in values if value != knob.published]


@lru_cache(maxsize=64)
def _drawn(
    kit: Kit,
    area: Area,
    rows: tuple[tuple[Scene, StepTime], ...],
    now: tuple[KnobValue, ...],
    p: Parameters,
) -> Marks:
    lang = kit.look.lang
    title = said(p.title, lang) if p.title else kit.word("tried_title")
    told = [
        tried_rows.Row(
            _names(kit, scene),
            step,
            lit=_key(scene) == now,
            side=p.side,
            knob=reference_in(tuple(_changes(scene))),
        )
        for scene, step in rows
    ]
    later = [said(text, lang) for text in p.then[len(told) - 1 :]]
    return tried_rows.draw(kit, area, title, told, later)


def _names(kit: Kit, scene: Scene) -> tuple[str, ...]:
    changes = tuple(_changes(scene))
    return wordings(kit, changes) if changes else (kit.word(f"tried_{scene.basis}"),)
