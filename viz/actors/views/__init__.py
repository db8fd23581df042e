"""Views that disagree, in one row: whose each is, what it holds in our words, and who says so."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.catalog.types import Text
from viz.errors import Fault, nearest
from viz.scene.types import ActorCall, Scene
from viz.stage.i18n import said
from viz.stage.layout import columns, rows
from viz.stage.marks import Area, Box, Label, Mark, Marks
from viz.stage.panel import flagged, flagged_width, ground
from viz.stage.parameters import parameter
from viz.stage.style import Focus, Kit, dimmed
from viz.stage.text_metrics import width, wrapped
from viz.stage.view import StageView

LOOKED = ("left.quote", "right.quote")


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """Lists go together, a view each: two fit well."""

    titles: tuple[Text, ...] = parameter("texts", "whose view each is")
    lines: tuple[Text, ...] = parameter("texts", "what each holds, in a sentence of our own")
    claims: tuple[str, ...] = parameter("words", "the claim that each is; its flag is there", ())


def below(kit: Kit, p: Parameters) -> float:
    """The height of the row, which stands under the other actors."""
    side_by_side = kit.layout.form in ("wide", "narrow")
    if kit.layout.form in ("wide", "tall") and _in_one_line(kit, p):
        each = 70.0
    else:
        each = {"wide": 98.0, "narrow": 92.0, "square": 82.0}.get(kit.layout.form, 104.0)
    if side_by_side:
        return each
    return each * len(p.titles) + 12 * (len(p.titles) - 1)


def _in_one_line(kit: Kit, p: Parameters) -> bool:
    """Whether title, sentence and flag of each view stand beside each other."""
    sizes, lang = kit.layout.sizes, kit.look.lang
    count = max(1, len(p.titles)) if kit.layout.form == "wide" else 1
    room = (kit.layout.body[2] - 16 * (count - 1)) / count - 2 * 28 - 22 - 18
    room -= flagged_width(kit, "vendor")  # a wider flag is left out if need be
    pairs = zip(p.titles, p.lines, strict=False)
    return all(
        width(said(title, lang), sizes.label, 600) + width(said(line, lang), sizes.label, 600)
        <= room
        for title, line in pairs
    )


def panel(area: Area, kit: Kit, p: Parameters) -> Marks:
    """A ground for each view."""
    return tuple(mark for cell in _cells(area, kit, len(p.titles)) for mark in ground(cell, kit))


def faults(scene: Scene, call: ActorCall, p: Parameters) -> list[Fault]:
    """Claims that there are not, with the place and the nearest that there is."""
    known, place = scene.claims(), call.places.get("claims", call.place)
    missing = (one for one in p.claims if one not in known)
    return [Fault(f"there is no claim '{one}'", place, nearest(one, known)) for one in missing]


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """All views."""
    claims = stage.scene.claims()
    says = tuple(claims[one].says for one in p.claims)
    return _drawn(stage.kit, stage.focus, area, p, says)


def _cells(area: Area, kit: Kit, count: int) -> tuple[Area, ...]:
    weights = (1.0,) * count
    if kit.layout.form in ("wide", "narrow"):
        return columns(area, weights, 16)
    return rows(area, weights, 12)


@lru_cache(maxsize=32)
def _drawn(kit: Kit, focus: Focus, area: Area, p: Parameters, flags: tuple[str, ...]) -> Marks:
    lang = kit.look.lang
    marks: list[Mark] = []
    for i, cell in enumerate(_cells(area, kit, len(p.titles))):
        line = said(p.lines[i], lang) if i < len(p.lines) else ""
        says = flags[i] if i < len(flags) else "press"
        looked = LOOKED[min(i, 1)]
        ref = f"claim:{p.claims[i]}" if i < len(p.claims) else ""
        view = _view(kit, cell, (said(p.titles[i], lang), line), says, ref)
        marks += dimmed(view, focus.level(looked), kit.palette)
        if focus.lit(looked) > 0:
            colour = kit.palette.token
            marks.append(Box(*cell, "", 14, colour, 3, focus.lit(looked), of="look"))
    return tuple(marks)


def _view(kit: Kit, cell: Area, words: tuple[str, str], says: str, ref: str) -> Marks:
    """Whose it is and its flag in the first line, what it holds below."""
    palette, sizes = kit.palette, kit.layout.sizes
    x, y, w, h = cell
    title, line = words
    pad = 28.0 if kit.layout.form in ("wide", "tall") else 18.0
    first = y + sizes.label * (1.5 if kit.layout.form != "square" else 1.3)
    one_line = kit.layout.form in ("wide", "tall") and h < 80
    if one_line:
        first = y + h / 2 + sizes.label * 0.36
    marks: list[Mark] = [kit.label(title, x + pad, first, sizes.label, weight=600)]
    flag_x = x + w - pad - flagged_width(kit, says)
    if flag_x > x + pad + width(title, sizes.label, 600) + 20:
        marks += flagged(kit, says, flag_x, first)
    if one_line:
        at = x + pad + width(title, sizes.label, 600) + 22
        ink, room = palette.ink, flag_x - 18 - at
        if width(line, sizes.label, 600) > room:
            marks, room = marks[:1], x + w - pad - at
        text, size = kit.first_that_fits(room, sizes.label + 2, (line,), 600)
        return (*marks, kit.label(text, at, first, size, ink, weight=600, of="quote", ref=ref))
    size, parts = _lines(kit, line, w - 2 * pad, y + h - first - sizes.label * 0.45)
    base = first + size * 1.34
    marks += [
        Label(part, x + pad, base + i * size * 1.2, size, palette.ink, 600, of="quote", ref=ref)
        for i, part in enumerate(parts)
    ]
    return tuple(marks)


def _lines(kit: Kit, line: str, room: float, high: float) -> tuple[float, tuple[str, ...]]:
    """The largest size at which a sentence fits, and its lines."""
    sizes = kit.layout.sizes
    for size in (sizes.numeral * 0.84, sizes.label + 2, sizes.label, sizes.small):
        parts = wrapped(line, room, size, 600)
        if size * (1.34 + 1.2 * (len(parts) - 1)) <= high:
            return size, parts
    return sizes.least, wrapped(line, room, sizes.least, 600)[: max(1, int(high / sizes.least))]
