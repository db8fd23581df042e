"""What a film's sidecar tells of a scene: its text's hash, knobs, slow motion, numbers, sources."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from viz.physics.explain import explain
from viz.saving import readable
from viz.timeline.compile import Timeline, compile_scene, load_of

if TYPE_CHECKING:
    from viz.film.source import Played
    from viz.physics.types import Rig
    from viz.scene.types import Scene, Side


def told_scene(one: Played) -> dict[str, Any]:
    """A scene as it was played."""
    scene = one.scene()
    timeline = compile_scene(scene, one.take)
    return {
        "file": readable(Path(one.file).name),
        "sha256": one.digest,
        "seconds": float(timeline.seconds),
        "model": scene.model.name if scene.model else None,
        "left": _machine(scene.left),
        "right": _machine(scene.right),
        "users": scene.batch,
        "context": scene.context,
        "bits": scene.bits,
        "basis": scene.basis,
        "seed": scene.seed,
        "knobs": {knob.name: knob.published for knob in scene.knobs},
        "turns": [
            {"at": float(setting.since), "values": dict(setting.values)}
            for setting in timeline.settings[1:]
        ],
        "votes": [{"beat": vote.beat + 1, "counts": list(vote.counts)} for vote in one.take.votes],
        "slow_motion": _slow_motion(timeline),
        "constants": _constants(scene),
        "sources": _sources(scene),
    }


def _machine(rig: Rig | None) -> dict[str, Any] | None:
    if rig is None:
        return None
    return {"chip": rig.chip.name, "count": rig.count, "stack": rig.stack.name}


def _slow_motion(timeline: Timeline) -> list[dict[str, Any]]:
    """For each step: how many times slower than the hardware it is shown; None for a pause."""
    return [
        {
            "from": float(span.start),
            "to": float(span.end),
            "hardware_seconds_per_second": pace,
            "times_slower": 1 / pace if pace else None,
        }
        for span in timeline.beats
        for pace in (timeline.pace(span),)
    ]


def _inputs(scene: Scene) -> list[dict[str, str]]:
    """Every input of the physics of both sides, with who says it; each once."""
    found: list[dict[str, str]] = []
    sides: tuple[Side, ...] = ("left", "right")
    for side in sides:
        rig = scene.left if side == "left" else scene.right
        if rig is None or scene.model is None:
            continue
        told = explain(rig, scene.model, load_of(scene), scene.basis, "token", scene.step(side))
        found += [
            {"side": side, "symbol": i.symbol, "value": i.text, "is": i.says, "source": i.source}
            for i in told.inputs
        ]
    return found


def _constants(scene: Scene) -> list[dict[str, str]]:
    return [{k: v for k, v in row.items() if k != "source"} for row in _inputs(scene)]


def _sources(scene: Scene) -> list[str]:
    sources = [row["source"] for row in _inputs(scene)]
    sources += [value.source for value in scene.values if value.source]
    return list(dict.fromkeys(sources))
