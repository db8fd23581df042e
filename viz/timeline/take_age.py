"""What of a scene is no longer as it was when a take of it was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viz.scene.types import Scene
    from viz.timeline.take import Take


def changed_since(scene: Scene, text: str, take: Take) -> str:
    """What of a scene, whose file now has the fingerprint `text`, is no longer as it was when the
    take was made; "" where nothing is, or where the take does not know."""
    if not take.text or take.text == text:
        return ""
    now, then = [beat.seconds for beat in scene.beats], take.beats
    if then and len(now) != len(then):
        what = f"it had {len(then)} steps and has {len(now)}"
    else:
        pairs = enumerate(zip(then, now, strict=False), 1)
        others = [(n, old, new) for n, (old, new) in pairs if abs(old - new) > 1e-6]
        what = ", ".join(f"step {n} was {old:g} s and is {new:g} s" for n, old, new in others[:3])
        what += f", and {len(others) - 3} more" if len(others) > 3 else ""
    held = "the film keeps the times of the run" if what else "its steps are as long as they were"
    return "the scene has changed since: " + "; ".join(part for part in (what, held) if part)
