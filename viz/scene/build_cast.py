"""Who is on stage: the actors that a scene or a beat names, and what `hide:` takes away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from viz.errors import nearest
from viz.reading.nodes import Scalar, place_at, plain
from viz.scene import vocabulary
from viz.scene.builder import Builder
from viz.scene.entrances import names_on, on_stage
from viz.scene.types import ActorCall, Scene


def calls_of(
    it: Builder, where: tuple[str | int, ...], entries: Sequence[dict[str, dict[str, Any]]]
) -> tuple[ActorCall, ...]:
    """The entries of a `show:`; a name that no actor has is a fault."""
    known = vocabulary.actors()
    calls = []
    for i, entry in enumerate(entries):
        ((name, parameters),) = entry.items()
        path = (*where, i)
        if name not in known:
            now = vocabulary.new_name("actor", name)
            meant = (now,) if now else nearest(name, known)
            listed = ", ".join(known) or "(there is none)"
            write = "" if meant else f"one of {listed}"
            it.fault(path, f"there is no actor '{name}'", meant, write)
        values = tuple((key, _plain(value)) for key, value in parameters.items())
        places = tuple((key, place_at(it.root, (*path, name, key))) for key in parameters)
        calls.append(ActorCall(name, values, place_at(it.root, path), places))
    return tuple(calls)


def check_entrances(it: Builder, scene: Scene) -> None:
    """Each `hide:` names what is on stage until then."""
    for i, beat in enumerate(scene.beats):
        standing = on_stage(scene, i - 1)
        for n, name in enumerate(beat.hide):
            if any(call.is_called(name) for call in standing):
                continue
            names = names_on(standing)
            meant = nearest(name, (*(call.actor for call in standing), *names))
            write = "" if meant else f"one of {', '.join(names)}" if names else "no 'hide' here"
            what = f"'{name}' is not on stage as the beat begins"
            it.fault(("beats", i, "hide", n), what, meant, write)


def _plain(value: Any) -> Any:
    if isinstance(value, Scalar):
        return plain(value)
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value]
