"""What is on stage in each beat: `show:` of a beat adds to it, `hide:` takes away."""

from __future__ import annotations

from functools import cache

from viz.scene.types import ActorCall, Scene


def on_stage(scene: Scene, index: int) -> tuple[ActorCall, ...]:
    """The actors in beat `index`, in the order in which they came; -1 is before the first beat.

    Where neither scene nor beats have a `show:`, it is the machines that the scene names.
    """
    calls = scene.show
    if not calls and not any(beat.show for beat in scene.beats):
        calls = machines(scene)
    for beat in scene.beats[: index + 1]:
        kept = (call for call in calls if not any(call.is_called(name) for name in beat.hide))
        calls = (*kept, *beat.show)
    return calls


def entrances(scene: Scene, index: int) -> tuple[int, ...]:
    """For each of those on stage in beat `index`: the beat with which it came, 0 from the start."""
    came = {id(call): i for i, beat in enumerate(scene.beats[: index + 1]) for call in beat.show}
    return tuple(came.get(id(call), 0) for call in on_stage(scene, index))


def machines(scene: Scene) -> tuple[ActorCall, ...]:
    """What is on stage where a scene says nothing: the machines that it has."""
    return _machines(scene.left is not None, scene.right is not None)


@cache
def _machines(left: bool, right: bool) -> tuple[ActorCall, ...]:
    # The same objects each time: a role is kept by its calls, and a call is equal to itself only.
    sides = [side for side, there in (("left", left), ("right", right)) if there]
    return tuple(ActorCall("machine", (("side", side),)) for side in sides)


def names_on(calls: tuple[ActorCall, ...]) -> tuple[str, ...]:
    """The names by which `hide:` may mean them: with the side where an actor is there twice."""
    actors = [call.actor for call in calls]
    names: list[str] = []
    for call in calls:
        side = dict(call.parameters).get("side", "")
        names.append(
            f"{side}.{call.actor}" if side and actors.count(call.actor) > 1 else call.actor
        )
    return tuple(dict.fromkeys(names))
