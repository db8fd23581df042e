"""Speeds on one log axis, each with its conditions: filled by third parties, hollow by vendors."""

from __future__ import annotations

from dataclasses import dataclass, replace

from viz.actors.points import point_rows
from viz.actors.points.point_rows import Point
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.i18n import said
from viz.stage.marks import Area, Marks
from viz.stage.number_text import speed
from viz.stage.panel import ground
from viz.stage.parameters import parameter
from viz.stage.quantity import resolve, resolve_all
from viz.stage.style import Kit
from viz.stage.view import StageView


@dataclass(frozen=True, slots=True)
class Parameters:
    """Points, a row each. Lists go together: the first name, the first value, ..."""

    title: Text = parameter("text", "what the values are")
    names: tuple[Text, ...] = parameter("texts", "a name for each point")
    values: tuple[Ref, ...] = parameter("refs", "a value for each point, such as tokens a second")
    conditions: tuple[Text, ...] = parameter("texts", "under which conditions, for each point", ())
    sizes: tuple[Ref, ...] = parameter("refs", "a size of each, to sort by; 0 if not known", ())
    dates: tuple[str, ...] = parameter("words", "a date of each, to sort by: 2025-05", ())
    order: Ref | None = parameter("ref", "a word: sort by speed, size or date", None)
    shown: Ref | None = parameter("ref", "a word: all, or third-party alone", None)
    pair: tuple[Ref, ...] = parameter("refs", "two of the values whose ratio may be looked at", ())
    rate: float = parameter("number", "points that come a second of the clock; 0: all at once", 0.0)
    stream: float = parameter("number", "tokens for each circle of the streams; 0: none", 0.0)


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """The rows that have come, and the streams that run to their points."""
    kit, focus = stage.kit, stage.focus
    points = ordered(stage, p)
    count = len(points) if p.rate <= 0 else min(len(points), int(stage.hw * p.rate + 1e-9))
    place = point_rows.place_in(kit, area, points)
    title = said(p.title, kit.look.lang)
    pair = tuple(one.value for one in resolve_all(stage, p.pair))
    streams: Marks = ()
    if p.stream > 0:
        streams = point_rows.streams(
            kit, focus, place, points[:count], (stage.hw, stage.pace, p.stream)
        )
    return (
        *point_rows.head(kit, focus, place, title, p.stream),
        *streams,
        *point_rows.rows(kit, focus, place, points, (count, pair)),
        *point_rows.pair(kit, focus, place, points[:count], pair),
    )


def points_of(stage: StageView, p: Parameters) -> tuple[Point, ...]:
    """The points as the scene lists them."""
    lang = stage.kit.look.lang
    sizes = resolve_all(stage, p.sizes)
    return tuple(
        Point(
            name=said(p.names[i], lang) if i < len(p.names) else str(i + 1),
            value=max(one.value, 1e-9),
            text=speed(one.value) if one.dimension == "tokens/second" else one.text,
            says=one.says,
            condition=said(p.conditions[i], lang) if i < len(p.conditions) else "",
            size=sizes[i].value if i < len(sizes) else 0.0,
            date=p.dates[i] if i < len(p.dates) else "",
            ref=one.ref,
        )
        for i, one in enumerate(resolve_all(stage, p.values))
    )


def ordered(stage: StageView, p: Parameters) -> tuple[Point, ...]:
    """The points in the order that is asked for; what is hidden is left out."""
    points = points_of(stage, p)
    if p.shown and resolve(stage, p.shown).text == "third-party":
        points = tuple(point for point in points if point.filled)
    word = resolve(stage, p.order).text if p.order else "speed"
    if word == "size":  # what is not known comes last
        found = sorted(points, key=lambda one: (one.size <= 0, one.size))
    elif word == "date":
        found = sorted(points, key=lambda one: one.date or "9999")
    else:
        found = sorted(points, key=lambda one: one.value)
    return tuple(replace(point, index=i) for i, point in enumerate(found))
