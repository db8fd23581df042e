"""One question to both machines: each writes the same answer at its own rate. Then three questions,
each with the thing that it is about: the seats, the other machine, the flag."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from viz.actors.two_answers import three_questions
from viz.actors.two_answers.two_answers_places import WIDE, places, plan
from viz.catalog.types import Text
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.machine_text import prose
from viz.stage.marks import COUNT, Box, Disc, Glow, Mark, Marks
from viz.stage.number_text import plain_seconds, speed
from viz.stage.parameters import parameter
from viz.stage.quantity import reckoned
from viz.stage.style import Kit
from viz.stage.task_clock import coarse
from viz.stage.view import FRAME, MachineView, StageView
from viz.stage.words_line import Words
from viz.stage.written_page import LINE, flows, streak, words_of

STAGES: Final = ("write", "load", "against", "who", "all")


@dataclass(frozen=True, slots=True)
class Parameters:
    """What is answered, and how many of the three questions are there."""

    prompt: Text | None = parameter("text", "what both are asked, in quotes", None)
    text: str = parameter("word", "what both write: a text of assets/texts", "sky")
    stage: str = parameter(
        "word", "the answers, or the last question so far", "write", choices=STAGES
    )


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel of its own on the ground."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The pages, or what the questions are about, in units of the world."""
    made, palette = plan(Area(*world), stage.kit), stage.kit.palette
    if p.stage != "write":
        return three_questions.draw(stage, made, STAGES.index(p.stage))
    return tuple(
        Box(*area, palette.panel, 10, palette.edge, 2, key=f"answers/{view.side}/paper")
        for view, area in zip(stage.machines, made.panels, strict=False)
    )


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """What is written so far, or the questions with what holds here."""
    made = plan(Area(*world), stage.kit)
    if p.stage != "write":
        return three_questions.over(stage, made, STAGES.index(p.stage))
    kit = stage.kit
    marks: list[Mark] = []
    if (
        p.prompt and kit.layout.form in WIDE and stage.hw > 0
    ):  # beside it the title stands in one line
        asked = (
            (said(p.prompt, kit.look.lang), 1.3 * kit.layout.sizes.label, kit.palette.ink, 600),
        )
        x, y = kit.layout.hero[0] + kit.layout.hero[2] / 2, kit.layout.slug[1]
        marks += Words(x, y, asked, "middle", "answers/asked").marks(kit)
    for view, area in zip(stage.machines, made.panels, strict=False):
        marks += _answer(stage, view, stage.lens.area(area), p)
    return tuple(marks)


def _answer(stage: StageView, view: MachineView, page: Area, p: Parameters) -> Marks:
    """One page: the words so far, how many tokens, and how fast."""
    kit, palette = stage.kit, stage.kit.palette
    label, side = kit.layout.sizes.label, view.side
    text = prose(p.text, kit.look.lang)
    rate, whole = view.run.step.speed, text.tokens
    room = page.inset(0.7 * label, 0.5 * label)
    foot, size = 1.6 * label, 1.06 * label
    small = kit.layout.form not in WIDE
    body = room.cut(bottom=foot)
    done = min(whole, view.steps * view.run.step.accepted)
    ends = done >= whole - 1e-6
    marks: list[Mark] = []
    reads = body.h > 2 * LINE * size  # beside a question there is no room for words
    per_second = rate * max(stage.pace, FRAME)
    if reads and done > 0 and not ends and flows(text, body.w, size, per_second):
        marks += streak(body.cut(bottom=12), palette, 7)
    elif reads and done > 0:
        rests = max(0.0, stage.hw - whole / rate)
        written, (x, y) = words_of(
            kit, text, body, size, done, rate, f"answers/{side}",
            rests=rests, of=f"{side}.tokens",
        )  # fmt: skip
        marks += written
        if not ends:
            x, y, r = min(x + 6, body.right), y - 0.36 * size, 0.28 * size
            marks.append(
                Glow(x, y, 4 * r, palette.token, 0.5, f"{side}.tokens", f"answers/{side}/light")
            )
            marks.append(Disc(x, y, r, palette.token, palette.token_edge, 2, of=f"{side}.tokens", key=f"answers/{side}/head"))  # fmt: skip
    shown = whole if ends else coarse(done, per_second, 12)
    base = room.bottom - 0.2 * label
    parts = [(f"{shown:,.0f}", 1.7 * label, palette.ink, 700)]
    refs = [COUNT]
    if not small:
        parts.append((" " + kit.word("race_tokens"), label, palette.muted, 400))
        refs.append("")
    if ends:
        parts.append((f"  {plain_seconds(whole / rate)}", 1.3 * label, palette.clock_text, 700))
        refs.append(reckoned("{} / {}", f"{whole:.0f} tok", f"{side}.speed"))
    count = Words(room.x, base, tuple(parts), "start", f"answers/{side}/count", False, f"{side}.tokens", tuple(refs))  # fmt: skip
    fast = ((f"{speed(rate)} {kit.word('speed_unit')}", 1.5 * label, palette.token_text, 700),)
    name = Words(room.right, base, fast, "end", f"answers/{side}/speed", False, f"{side}.speed", (f"{side}.speed",))  # fmt: skip
    if count.wide + name.wide > room.w - label:  # beside a question: how fast it is was seen
        return (*marks, *count.marks(kit))
    return (*marks, *count.marks(kit), *name.marks(kit))


__all__ = ["Parameters", "draw", "over", "panel", "places"]
