"""The line of small print: basis, error bands, and who says the numbers on stage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from viz.picture.casting import Role, cast
from viz.picture.furniture.limit_note import notes as beyond_notes
from viz.picture.furniture.limit_note import under_badge
from viz.picture.furniture.what_if import differing
from viz.picture.provenance import origins, readable, references, refs_of, shown
from viz.scene.quantities import Resolved
from viz.scene.types import Scene
from viz.stage.i18n import articles_said
from viz.stage.knob_words import what_if
from viz.stage.marks import Label, Marks
from viz.stage.number_text import counted
from viz.stage.style import Kit
from viz.stage.text_metrics import width
from viz.stage.view import ScreenView
from viz.timeline.machine import Run

CROWD: Final = 8  # more numbers than these are no line to be read


def draw(view: ScreenView, drawn: Sequence[tuple[str, Marks]]) -> Marks:
    """Basis and sources at left, the step at right. `drawn` is what each actor shows,
    with its name."""
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
    told = _supposed(view, drawn) or _wordings(view, drawn)
    line, size = kit.first_that_fits(room, sizes.small, told)
    marks.append(kit.label(line, x, y, size, kit.palette.small))
    return tuple(marks)


def _supposed(view: ScreenView, drawn: Sequence[tuple[str, Marks]]) -> tuple[str, ...]:
    """The same where a viewer has turned a knob: the numbers are a supposition, and no longer as
    published."""
    kit, changes = view.kit, differing(view.timeline, view.t)
    if not changes:
        return ()
    separator, published = str(kit.word("list_separator")), str(kit.word("as_published"))
    first, *others = what_if(kit, changes)
    rest = (one.removeprefix(published) for one in _wordings(view, drawn))
    return (*(f"{first}{separator}{one}" for one in rest), first, *others)


def _wordings(view: ScreenView, drawn: Sequence[tuple[str, Marks]]) -> tuple[str, ...]:
    """What the numbers rest on, from all of it to the least: who says them and where."""
    kit, setting = view.kit, view.timeline.setting(view.t)
    runs = [run for run in (setting.left, setting.right) if run]
    if not runs:
        roles = cast(view.timeline.scene)
        return _wordings_of_actors(
            kit, setting.scene, roles, references(*(marks for _, marks in drawn))
        )
    long, short = text(view, long=True), text(view, long=False)
    separator = str(kit.word("list_separator"))
    first = short.split(separator, maxsplit=1)[0]
    makers = ", ".join(dict.fromkeys(run.rig.chip.title.split()[0] for run in runs))
    bands = first.removeprefix(str(kit.word("as_published")))
    whose = [separator.join((one, makers)) for one in (first, bands)]
    return (long, short, *whose, first)


@lru_cache(maxsize=64)
def _wordings_of_actors(
    kit: Kit, scene: Scene, roles: tuple[Role, ...], refs: tuple[str, ...]
) -> tuple[str, ...]:
    """The same where no machine runs. Cached: the line is drawn in every frame."""
    groups = _said(scene, roles, kit, refs)
    separator = str(kit.word("list_separator"))
    named = separator.join(_group(kit, one, "") for one in groups)
    kinds = [str(kit.words["says"].get(one.says, one.says)) for one in groups]
    where = tuple(dict.fromkeys(origin for one in groups for origin in one.origins))
    own = [kind for kind, one in zip(kinds, groups, strict=True) if not one.origins]
    guess = kinds[-1:] if groups[-1:] and groups[-1].says == "assumed" else []
    places = _places(kit, where)
    merged = (separator.join([places, *more]) for more in (own, guess, ()) if where)
    least = (named, *merged, separator.join(kinds))
    long = _of_actors(kit, groups, long=True, named=True)
    if kit.layout.form == "tall" or sum(len(one.numbers) for one in groups) > CROWD:
        return (long, *least)  # each number has its flag on stage: here is where it stands
    brief = _of_actors(kit, groups, long=True, named=False)
    return (long, brief, _of_actors(kit, groups, long=False, named=False), *least)


def text(view: ScreenView, *, long: bool) -> str:
    """What the numbers of the machines rest on, in one line."""
    kit = view.kit
    setting = view.timeline.setting(view.t)
    runs = [run for run in (setting.left, setting.right) if run]
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


@dataclass(frozen=True, slots=True)
class Group:
    """Numbers of one kind of source as the stage writes them, and where they stand."""

    says: str
    numbers: tuple[str, ...]
    origins: tuple[str, ...]


def _of_actors(kit: Kit, groups: tuple[Group, ...], *, long: bool, named: bool) -> str:
    """Where no machine runs: the numbers that the actors are given, by who says them."""
    parts = []
    for one in groups:
        shown = one.numbers if long else one.numbers[:2]
        more = [] if len(shown) == len(one.numbers) else ["..."]
        group = one if named else Group(one.says, one.numbers, ())
        parts.append(_group(kit, group, _joined(kit, [*shown, *more])))
    return str(kit.word("list_separator")).join(parts)


def _group(kit: Kit, one: Group, numbers: str) -> str:
    """Numbers, if any, who says them, and where: "50 tok/s: press (preview article)"."""
    says = str(kit.words["says"].get(one.says, one.says))
    if one.origins:
        says = str(kit.word("sources_where", says=says, where=_places(kit, one.origins)))
    return str(kit.word("sources_group", numbers=numbers, says=says)) if numbers else says


def _places(kit: Kit, origins: tuple[str, ...]) -> str:
    """Where numbers stand, in words: the articles first, each once."""
    articles = sorted({part for one in origins if one[:2] == "00" for part in one.split(", ")})
    where = [one for one in origins if one[:2] != "00"]
    if articles:
        where.insert(0, articles_said(articles, kit.look.lang))
    return _joined(kit, where)


def _joined(kit: Kit, parts: Iterable[str]) -> str:
    return ("、" if kit.look.lang == "zh" else ", ").join(parts)


@lru_cache(maxsize=64)
def _said(
    scene: Scene, roles: tuple[Role, ...], kit: Kit, names: tuple[str, ...]
) -> tuple[Group, ...]:
    """Kinds of sources, each with the numbers on stage that are of it; assumed ones last."""
    refs = tuple(ref for role in roles for ref in refs_of(role.parameters))
    refs += tuple(ref for name in names if (ref := readable(scene, name)))
    seen = shown(scene, names)
    said: dict[str, list[str]] = {}
    where: dict[str, dict[str, None]] = {}
    for one, origin in origins(scene, refs):
        if one not in seen:
            continue
        if one.dimension == "number" and one.says == "assumed" and one.value == round(one.value):
            continue  # a count, such as laps: what it counts stands on stage
        said.setdefault(one.says, []).append(_written(kit, one))
        where.setdefault(one.says, {}).update({origin: None} if origin else {})
    found = sorted(said.items(), key=lambda item: item[0] == "assumed")
    return tuple(Group(says, tuple(texts), tuple(where[says])) for says, texts in found)


def _written(kit: Kit, one: Resolved) -> str:
    """A number as the stage writes it: a bare one tells nothing without its sign, and "2 B" of a
    weight would be read as billions."""
    if one.dimension == "bytes" and one.value < 1000:
        key = "sources_byte" if one.value == 1 else "sources_bytes"
        return str(kit.word(key, count=f"{one.value:g}"))
    if one.dimension == "number" and one.text.replace(".", "").isdigit():
        if one.value < 1:
            return f"{one.value * 100:.3g} %"
        return f"{one.text}×" if one.value < 100 else f"{one.value:,.0f}"
    if one.dimension == "seconds" and one.value >= 3600:
        hours, minutes = divmod(round(one.value / 60), 60)
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    if one.dimension == "area":
        return f"{one.value * 1e6:,.0f} mm²"
    if one.dimension == "number" and (text := counted(one.value, kit.look.lang)):
        return text
    words = (f"{int(part):,}" if part.isdigit() else part for part in one.text.split(" "))
    text = " ".join(words).replace(" us", " µs")
    return text.replace("tok/s", kit.word("speed_unit")).replace(" tok", kit.word("sources_tokens"))


def _band(view: ScreenView, run: Run) -> str:
    """How far a machine may be from what is shown; or that its speed is as it was measured."""
    kit = view.kit
    if run.step.measured:
        return kit.word("wafer_measured" if run.rig.chip.kind == "wafer" else "gpu_measured")
    if not run.rig.stack.validated:
        return kit.word("not_validated")
    if run.rig.chip.kind == "wafer":
        return kit.word("wafer_band", factor=f"{run.step.band:.2g}")
    return kit.word("gpu_band", percent=f"{(run.step.band - 1) * 100:.0f}")
