"""The name tag of a machine: which chips and how many, what they run, for how many."""

from __future__ import annotations

from viz.physics.types import Rig
from viz.scene.types import Scene
from viz.stage.marks import SCALE
from viz.stage.style import Kit
from viz.stage.view import MachineView
from viz.stage.words_line import Words


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


def tag(scene: Scene, view: MachineView, at: tuple[float, float], more: str = "") -> Words:
    """The name tag as a line that starts at a point: "8 × H100 · Llama 70B · 16 bit · 1 user", and
    what else is to be said of the picture."""
    kit, label = view.kit, view.kit.layout.sizes.label
    rest = "".join(f" · {part}" for part in (*tag_parts(scene, kit), more) if part)
    name = (name_of(view.run.rig), label * 1.15, kit.palette.ink, 700)
    parts = (name, (rest, label, kit.palette.muted, 400))
    return Words(*at, parts, key=f"{view.side}/tag", refs=(f"{view.side}.count", SCALE))
