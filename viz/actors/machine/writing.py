"""The text that a machine has written so far, one piece a token."""

from __future__ import annotations

from viz.stage.machine_layout import Plan
from viz.stage.marks import Disc, Label, Marks
from viz.stage.style import dimmed
from viz.stage.text_metrics import width
from viz.stage.view import MachineView


def draw(view: MachineView, plan: Plan) -> Marks:
    """The end of the text, as much as there is room for; on tall stages a circle a token too."""
    kit, palette = view.kit, view.kit.palette
    x, y, room = plan.writing
    size = kit.layout.sizes.label + (2 if plan.writing_discs is None else 0)
    marks: list[Label | Disc] = []
    text = written(view, room, size)
    if text:
        marks.append(kit.label(text, x, y, size, palette.ink, of=f"{view.side}.tokens"))
    if plan.writing_discs:
        disc_x, disc_y, disc_room = plan.writing_discs
        pitch, r = 21.0, 7.5
        most = int(disc_room // pitch)
        count = view.doing.tokens_done
        shown = count if count <= most else most - (most - count) % most if count % most else most
        marks += [
            Disc(disc_x + r + i * pitch, disc_y, r, palette.token, of=f"{view.side}.tokens")
            for i in range(shown)
        ]
    return dimmed(tuple(marks), view.level("saving"), palette)


def written(view: MachineView, room: float, size: float) -> str:
    """The text so far in quotes; where it is too long, its end after an ellipsis."""
    kit = view.kit
    story: list[str] = kit.words["story"]
    opening, closing = map(str, kit.words["quote"])
    done = view.doing.tokens_done
    if done <= 0:
        return ""
    pieces = [story[i % len(story)] for i in range(max(0, done - 60), done)]
    whole = done <= 60
    text = opening + "".join(pieces).strip() + closing
    dots = kit.word("ellipsis")
    while width(text, size) > room and len(pieces) > 1:
        pieces, whole = pieces[1:], False
        text = opening + dots + _start(pieces) + closing
    return text if whole else opening + dots + _start(pieces) + closing


def _start(pieces: list[str]) -> str:
    """The pieces as text that does not start with a stop."""
    return "".join(pieces).lstrip(" .,:，。：").rstrip()
