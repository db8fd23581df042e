"""The line of small print: basis, error bands, and who says the numbers on stage."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from viz.scene.quantities import Resolved
from viz.scene.types import Scene
from viz.stage.cast import Role, cast
from viz.stage.furniture.beyond import notes as beyond_notes
from viz.stage.furniture.beyond import under_badge
from viz.stage.kit import Kit
from viz.stage.marks import Label, Marks
from viz.stage.rests import leaves, refs_of
from viz.stage.type import width
from viz.stage.view import ScreenView
from viz.timeline.machine import Run

_BARE: Final = re.compile(r"[0-9.]+")
_LONG: Final = re.compile(r"(?<![0-9.,])[0-9]{4,}(?![0-9.,])")


def draw(view: ScreenView) -> Marks:
    """Basis and sources at left, the step at right."""
    kit, sizes = view.kit, view.kit.layout.sizes
    x, _, w, _ = kit.layout.progress
    y = kit.layout.sources
    index, count = view.timeline.span(view.t).index + 1, len(view.timeline.beats)
    form = "step" if kit.layout.form == "wide" else "step_short"
    step = kit.word(form, now=index, count=count)
    marks: list[Label] = [kit.label(step, x + w, y, sizes.small, kit.palette.small, anchor="end")]
    room = w - width(step, sizes.small) - 24
    beyond = beyond_notes(view)
    if beyond and not under_badge(view):
        line, size = kit.first_that_fits(room, sizes.small, beyond)
        return (*marks, kit.label(line, x, y, size, kit.palette.warn, weight=600))
    long, short = text(view, long=True), text(view, long=False)
    line, size = kit.first_that_fits(room, sizes.small, (long, short, _least(view, short)))
    marks.append(kit.label(line, x, y, size, kit.palette.small))
    return tuple(marks)


def _least(view: ScreenView, short: str) -> str:
    """The least to say: the error bands, or which kinds of sources the numbers have."""
    kit, setting = view.kit, view.timeline.setting(view.t)
    separator = str(kit.word("list_separator"))
    if setting.left or setting.right:
        return short.split(separator, maxsplit=1)[0]
    kinds = _said(setting.scene, cast(view.timeline.scene))
    return separator.join(str(kit.words["says"].get(says, says)) for says, _ in kinds)


def text(view: ScreenView, *, long: bool) -> str:
    """What the numbers on stage rest on, in one line."""
    kit = view.kit
    setting = view.timeline.setting(view.t)
    runs = [run for run in (setting.left, setting.right) if run]
    if not runs:
        return _of_actors(kit, setting.scene, cast(view.timeline.scene), long=long)
    if setting.scene.basis == "limit":
        parts = [kit.word("limit")]
    else:
        bands = [_band(view, run) for run in runs]
        joiner = "，" if kit.look.lang == "zh" else ", "
        parts = [kit.word("as_published") + joiner.join(dict.fromkeys(bands))]
    says = dict.fromkeys(str(kit.words["says"][run.rig.chip.bandwidth.says]) for run in runs)
    parts.append(kit.word("bandwidths", says="/".join(says)))
    if setting.scene.basis == "published":
        parts.append(kit.word("fitted" if long else "fitted_short"))
    return str(kit.word("list_separator")).join(parts)


def _of_actors(kit: Kit, scene: Scene, roles: tuple[Role, ...], *, long: bool) -> str:
    """Where no machine runs: the numbers that the actors are given, by who says them."""
    parts = []
    for says, texts in _said(scene, roles):
        shown = texts if long else texts[:2]
        more = [] if len(shown) == len(texts) else ["..."]
        word = str(kit.words["says"].get(says, says))
        parts.append(kit.word("sources_group", numbers=", ".join([*shown, *more]), says=word))
    return str(kit.word("list_separator")).join(parts)


@lru_cache(maxsize=64)
def _said(scene: Scene, roles: tuple[Role, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Kinds of sources, each with the numbers of the actors that are of it; assumed ones last."""
    refs = tuple(ref for role in roles for ref in refs_of(role.parameters))
    said: dict[str, list[str]] = {}
    for one in leaves(scene, refs):
        if one.dimension == "number" and one.says == "assumed" and one.value == round(one.value):
            continue  # a count, such as laps: what it counts stands on stage
        said.setdefault(one.says, []).append(_written(one))
    found = sorted(said.items(), key=lambda item: item[0] == "assumed")
    return tuple((says, tuple(texts)) for says, texts in found)


def _written(one: Resolved) -> str:
    """A number as the stage writes it: a bare one tells nothing without its sign."""
    if one.dimension == "number" and _BARE.fullmatch(one.text):
        if one.value < 1:
            return f"{one.value * 100:.3g} %"
        return f"{one.text}×" if one.value < 100 else f"{one.value:,.0f}"
    if one.dimension == "seconds" and one.value >= 3600:
        hours, minutes = divmod(round(one.value / 60), 60)
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    if one.dimension == "area":
        return f"{one.value * 1e6:,.0f} mm²"
    text = _LONG.sub(lambda found: f"{int(found[0]):,}", one.text)
    return text.replace(" us", " µs")


def _band(view: ScreenView, run: Run) -> str:
    kit = view.kit
    if not run.rig.stack.validated:
        return kit.word("not_validated")
    if run.rig.chip.kind == "wafer":
        return kit.word("wafer_band", factor=f"{run.step.band:.2g}")
    return kit.word("gpu_band", percent=f"{(run.step.band - 1) * 100:.0f}")
