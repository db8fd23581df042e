"""The name tag of a machine: which chips and how many, what they run, for how many."""

from __future__ import annotations

from viz.physics.types import Rig
from viz.scene.types import Scene
from viz.stage.style import Kit


def name_of(rig: Rig) -> str:
    """Which chips and how many: "8 × H100"."""
    return f"{rig.count} × {rig.chip.title.split()[-1]}"


def tag_parts(scene: Scene, kit: Kit) -> tuple[str, ...]:
    """Model, precision, users."""
    model = scene.model
    short = short_name(model.title) if model else ""
    users = round(scene.batch)
    return (
        short,
        kit.word("tag_bits", bits=f"{scene.bits:g}"),
        kit.word("tag_user" if users == 1 else "tag_users", users=f"{users:,}"),
    )


def short_name(title: str) -> str:
    """Of a model's title the family and the size: "Llama 3.1 70B Instruct" is "Llama 70B"."""
    words = title.replace("-", " ").split()
    size = next((word for word in words if word[:1].isdigit() and word[-1:] in "BT"), "")
    return f"{words[0]} {size}".strip() if size else title
