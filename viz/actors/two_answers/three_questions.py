"""At which load, against what, who measured: each question with the thing on stage that it is about."""

from __future__ import annotations

from math import ceil
from typing import Final

from viz.actors.two_answers.two_answers_places import Plan
from viz.stage.area import Area
from viz.stage.icons import person
from viz.stage.marks import Box, Line, Mark, Marks, Shape
from viz.stage.name_tag import name_of
from viz.stage.quantity import resolve
from viz.stage.style import Part
from viz.stage.view import MachineView, StageView
from viz.stage.words_line import Words, placed

SEATS: Final = 8
MEASURED: Final = ("measured", "third-party")
QUESTIONS: Final = ("load", "against", "who")


def draw(stage: StageView, made: Plan, count: int) -> Marks:
    """The things that the first so many questions are about, in units of the world."""
    draws = (_seats, _bars, _flags)
    marks: list[Mark] = []
    for i in _standing(made, count):
        marks += draws[i](stage, _picture(made.questions[i]), f"answers/{QUESTIONS[i]}")
    return tuple(marks)


def _standing(made: Plan, count: int) -> range:
    """Which questions stand there with their things: all so far, or the last where all have one
    place; none where all three are words alone."""
    if not made.lines:
        return range(min(count, len(QUESTIONS)))
    return range(count - 1, count) if count <= len(QUESTIONS) else range(0)


def over(stage: StageView, made: Plan, count: int) -> Marks:
    """The questions, large, and what holds here."""
    kit, palette = stage.kit, stage.kit.palette
    label, safe = kit.layout.sizes.label, Area(*kit.layout.safe)
    lines: list[Words] = []
    whole = made.lines if count > len(QUESTIONS) else ()
    for i, place in enumerate(whole):
        at = stage.lens.area(place)
        asked = ((kit.word(f"answers_{QUESTIONS[i]}"), 1.9 * label, palette.ink, 700),)
        lines.append(Words(at.cx, at.cy + 0.6 * label, asked, "middle", f"answers/{i}/asked"))
    for i in _standing(made, count):
        name, at = QUESTIONS[i], stage.lens.area(made.questions[i])
        asked = ((kit.word(f"answers_{name}"), 1.75 * label, palette.ink, 700),)
        lines.append(Words(at.cx, at.y + 1.6 * label, asked, "middle", f"answers/{i}/asked"))
        here = _here(stage, name)
        parts = tuple((text, 1.02 * label, palette.muted, 400) for text, _ in here)
        refs = tuple(ref for _, ref in here)
        key = f"answers/{name}/here"
        lines.append(Words(at.cx, at.bottom - 0.3 * label, parts, "middle", key, refs=refs))
    marks: list[Mark] = []
    for line in placed(lines, safe, []):
        marks += line.marks(kit)
    return tuple(marks)


def _picture(place: Area) -> Area:
    """What of a question's place its picture has: below the words, above what holds here."""
    return place.cut(top=0.3 * place.h, bottom=0.22 * place.h).inset(0.04 * place.w, 0)


def _here(stage: StageView, name: str) -> tuple[Part, ...]:
    """What holds here, in parts with their references."""
    kit = stage.kit
    if name == "load":
        return kit.parts("answers_load_here", users=(f"{stage.scene.batch:.0f}", "batch"))
    if name == "against":
        ratio, ref = _ratio(stage)
        return kit.parts("answers_against_here", ratio=(f"{ratio:.1f}", ref))
    found: list[Part] = []
    for view in stage.machines:
        who = "measured" if _is_measured(stage, view) else "model"
        found += [(" · ", "")] if found else []
        found.append((name_of(view.run.rig), f"{view.side}.count"))
        found.append((kit.word(f"answers_who_{who}"), ""))
    return tuple(found)


def _is_measured(stage: StageView, view: MachineView) -> bool:
    return resolve(stage, f"{view.side}.speed").says in MEASURED


def _ratio(stage: StageView) -> tuple[float, str]:
    """How many times as fast the right machine is, and its reference."""
    ref = "= right.speed / left.speed"
    return resolve(stage, ref).value, ref


def _seats(stage: StageView, area: Area, key: str) -> list[Mark]:
    """Places for users: as many are taken as use a machine, the others are empty outlines."""
    palette = stage.kit.palette
    taken = min(SEATS, round(stage.scene.batch))
    marks: list[Mark] = []
    for i, seat in enumerate(area.columns(*[1.0] * SEATS)):
        r = min(0.2 * seat.w, 0.15 * seat.h)
        x, y = seat.cx, seat.bottom - 3.4 * r
        marks += person(x, y, r, palette, f"{key}/person:{i}", there=i < taken)
        ends = ((seat.x + 4, seat.bottom), (seat.right - 4, seat.bottom))
        marks.append(
            Line(ends, 2.5, palette.ink if i < taken else palette.edge, key=f"{key}/seat:{i}")
        )
    return marks


def _bars(stage: StageView, area: Area, key: str) -> list[Mark]:
    """The slower machine's speed as one length, the faster one's as so many of it."""
    palette = stage.kit.palette
    ratio, _ = _ratio(stage)
    one, _, other = area.rows(1.0, 0.5, 1.0)
    unit = area.w / max(ratio, 1.0)
    marks: list[Mark] = [
        Box(one.x, one.y, unit - 4, one.h, palette.token, 4, of="left.speed", key=f"{key}/left")
    ]
    for i in range(min(40, ceil(ratio - 1e-9))):
        wide = min(1.0, ratio - i) * unit - 4
        if wide > 0:
            marks.append(Box(other.x + i * unit, other.y, wide, other.h, palette.token, 4, of="right.speed", key=f"{key}/right:{i}"))  # fmt: skip
    x = one.x + unit - 2
    marks.append(
        Line(((x, one.y), (x, other.bottom)), 1.5, palette.muted, (4, 5), key=f"{key}/edge")
    )
    return marks


def _flags(stage: StageView, area: Area, key: str) -> list[Mark]:
    """A flag for each machine: full where its speed was measured, an outline where a model says it."""
    palette = stage.kit.palette
    marks: list[Mark] = []
    for view, half in zip(stage.machines, area.columns(*[1.0] * len(stage.machines)), strict=True):
        h = min(half.h, half.w)
        x, top = half.cx - 0.35 * h, half.y
        marks.append(Line(((x, top), (x, top + h)), 4, palette.ink, key=f"{key}/{view.side}/pole"))
        cloth = ((0.0, 0.0), (0.8, 0.0), (0.64, 0.26), (0.8, 0.52), (0.0, 0.52))
        points = tuple((x + px * h, top + py * h) for px, py in cloth)
        if _is_measured(stage, view):
            marks.append(Shape(points, palette.ink, key=f"{key}/{view.side}/cloth"))
        else:
            marks.append(Line((*points, points[0]), 2.5, palette.muted, (7, 6), key=f"{key}/{view.side}/cloth"))  # fmt: skip
    return marks
