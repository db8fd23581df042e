"""How many words wafers write while cards write one, published, for models of several sizes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Final

from viz.actors.lead_columns.lead_columns_places import Place, places, slots
from viz.actors.word_strips.word_parts import parts_of
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.amounts import HERE, NEVER, whole
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.icons import flag
from viz.stage.marks import PAST, Box, Clip, Disc, Glow, Line, Mark, Marks, Shape
from viz.stage.number_text import amount_of
from viz.stage.parameters import parameter
from viz.stage.plot.small_machine import small_machine, weight_squares
from viz.stage.quantity import Resolved, reckoned, resolve, resolve_all
from viz.stage.style import Kit
from viz.stage.text_metrics import width
from viz.stage.told_settings import Told, told_settings
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed

STAGES: Final = ("fan", "dense", "all", "ours")
ALIKE: Final = 0.02  # how far the size of a model may be from that of a column
SMALL: Final = 0.8  # of the world's size: below, a card stands beside it and words have no room
R: Final = 0.42  # of the pitch of words


@dataclass(frozen=True, slots=True)
class Parameters:
    """Models by size. Lists go together: first name, first weights, ..."""

    names: tuple[Text, ...] = parameter("texts", "a name for each model")
    weights: tuple[Ref, ...] = parameter("refs", "all weights of each")
    reads: tuple[Ref, ...] = parameter("refs", "of these, read for a word")
    wafers: tuple[Ref, ...] = parameter("refs", "tokens a second on wafers, for each")
    cards: tuple[Ref, ...] = parameter("refs", "tokens a second on the best cards, for each")
    articles: tuple[Text, ...] = parameter("texts", "two that say something about it", ())
    views: tuple[Text, ...] = parameter("texts", "what each says; lines are parted by |", ())
    claims: tuple[str, ...] = parameter("words", "the claims that say so", ())
    ours: tuple[Text, ...] = parameter("texts", "what each setting of the knobs is called", ())
    square: Ref = parameter("ref", "weights that one square stands for", "1 billion")
    stage: str = parameter(
        "word",
        "what is shown: what could be, leads of dense models, all, and ours",
        "all",
        choices=STAGES,
    )


@dataclass(frozen=True, slots=True)
class Model:
    """One model with its lead."""

    number: int
    name: str
    squares: int
    read: int
    weights: tuple[Resolved, Resolved]  # all, and those that a word reads
    lead: Resolved
    says: str  # who says how fast the wafers are

    @property
    def dense(self) -> bool:
        """Whether a word reads (nearly) all of it."""
        return self.read > 0.9 * self.squares

    @property
    def key(self) -> str:
        """What its marks are called."""
        return f"lead:{self.number}"


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel."""
    return ()


def models_of(stage: StageView, p: Parameters) -> tuple[Model, ...]:
    """All models, and how many words wafers write in the time of one."""
    each = resolve(stage, p.square).value
    lang = stage.kit.look.lang
    found = []
    for i, (weights, reads) in enumerate(
        zip(resolve_all(stage, p.weights), resolve_all(stage, p.reads), strict=True)
    ):
        found.append(
            Model(
                i + 1,
                said(p.names[i], lang) if i < len(p.names) else "",
                whole(weights.value, each),
                whole(reads.value, each),
                (weights, reads),
                resolve(stage, reckoned("{} / {}", p.wafers[i], p.cards[i])),
                resolve(stage, p.wafers[i]).says,
            )
        )
    return tuple(found)


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The ground, the models under it, and what could be or what is published above it."""
    kit, palette = stage.kit, stage.kit.palette
    models = models_of(stage, p)
    every = slots(world, kit, len(models))
    first, last = every[0], every[-1]
    ends = ((first.slot.x, first.ground), (last.slot.right, first.ground))
    marks: list[Mark] = [Line(ends, 3.0, palette.waiting, key="lead/ground")]
    if p.stage == "fan":
        marks += _fan(stage, every)
    for one, place in zip(models, every, strict=True):
        marks.append(_block(stage, one, place))
        if p.stage != "fan" and (one.dense or p.stage != "dense"):
            marks += _column(stage, one, place)
    return tuple(marks)


def _block(stage: StageView, one: Model, place: Place) -> Mark:
    """The model's weights as squares: what a word reads is full, the rest is dark."""
    columns = place.columns(one.squares)
    cell = place.cell
    corner = (
        place.slot.cx - columns * cell / 2,
        place.slot.bottom - ceil(one.squares / columns) * cell - 4,
    )
    return weight_squares(
        stage.kit,
        corner,
        columns,
        cell,
        bytes([HERE]) * one.read + bytes([NEVER]) * (one.squares - one.read),
        key=f"{one.key}/squares",
        of="leads.weights",
        ref=one.weights[0].ref,
    )


def _column(stage: StageView, one: Model, place: Place) -> list[Mark]:
    """One word of the cards, and beside it those that the wafers write meanwhile."""
    palette, r = stage.kit.palette, R * place.pitch
    x, key = place.slot.cx, one.key
    apart = 1.7 * place.pitch
    marks: list[Mark] = []
    for name, chips, at in (("gpu", 1, x - apart), ("wafer", 1, x + apart)):
        area = Area(at - 17, place.ground + 10, 34, 26)
        marks += small_machine(stage.kit, area, name, chips, f"{key}/{name}", 1.0)
    lead = one.lead.value
    marks.append(Glow(x + apart, place.word(lead / 2), 60, palette.token, 0.18, key=f"{key}/light"))
    marks.append(_word(stage, x - apart, place.word(0), r, f"{key}/one"))
    marks += [
        _word(stage, x + apart, place.word(i), r, f"{key}/word:{i}") for i in range(floor(lead))
    ]
    part = lead - floor(lead)
    if part > 0.02:
        y = place.word(floor(lead))
        disc = _word(stage, x + apart, y, r, f"{key}/last")
        cut = Clip(
            x + apart - r,
            y + r - 2 * r * part,
            2 * r,
            2 * r * part,
            (disc,),
            of="leads.lead",
            key=f"{key}/part",
        )
        ring = Disc(
            x + apart,
            y,
            r,
            palette.ground,
            palette.token,
            1.5,
            0.7,
            of="leads.lead",
            key=f"{key}/ring",
        )
        marks += [ring, cut]
    return marks


def _word(stage: StageView, x: float, y: float, r: float, key: str) -> Disc:
    return Disc(x, y, r, stage.kit.palette.token, of="leads.lead", key=key)


def _fan(stage: StageView, every: tuple[Place, ...]) -> list[Mark]:
    """All that could be, from one point: growing with the model, or not."""
    palette = stage.kit.palette
    start = (every[0].slot.cx, every[0].word(6.5))
    right = every[-1].slot.right - 24
    marks: list[Mark] = []
    tops = [every[-1].word(at) for at in (24, 18.5, 13, 7.5, 2)]
    band = (start, (right, tops[0]), (right, tops[-1]))
    marks.append(Shape(band, palette.silicon, alpha=0.22, key="lead/fan"))
    marks += [
        Line((start, (right, y)), 1.6, palette.waiting, (3, 7), 0.8, key=f"lead/fan:{i}")
        for i, y in enumerate(tops[1:], 1)
    ]
    marks.append(Line((start, (right, tops[0])), 4.0, palette.ink, key="lead/fan:0"))
    return marks


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Names and numbers; what the articles say; where our own model stands."""
    kit, models = stage.kit, models_of(stage, p)
    every = slots(world, kit, len(models))
    marks: list[Mark] = []
    lines: list[Words] = []
    for one, place in zip(models, every, strict=True):
        shown = p.stage != "fan" and (one.dense or p.stage != "dense")
        flags, words = _labels(stage, one, place, shown=shown, current=p.stage != "ours")
        marks += flags
        lines += words
    if p.stage == "fan" and stage.lens.scale > SMALL:
        marks += _views(stage, every, p)
    if p.stage == "ours":
        drawn, words = _ours(stage, models, every, p)
        marks += drawn
        lines += words
    within = Area(*kit.layout.safe)
    return (*marks, *(mark for line in placed(lines, within, []) for mark in line.marks(kit)))


def _labels(
    stage: StageView, one: Model, place: Place, *, shown: bool, current: bool
) -> tuple[list[Mark], list[Words]]:
    kit, palette, sizes = stage.kit, stage.kit.palette, stage.kit.layout.sizes
    x, y = stage.lens.point(place.slot.cx, place.ground)
    room = place.slot.w * stage.lens.scale - 10
    read, every = amount_of(one.weights[1].value, one.weights[0].value, kit.look.lang)
    size = sizes.label * 1.04
    unit, half = every.lstrip("0123456789.,"), sizes.small
    top = y + 52 + size
    lines = [Words(x, top, ((one.name, size, palette.ink, 600),), "middle", f"{one.key}/name")]
    if stage.lens.scale <= SMALL:
        return [], lines
    if not one.dense:
        parts: tuple[tuple[str, float, str, int], ...] = (
            (read, size, palette.weight_text, 700),
            (kit.word("ruler_of", count=every), half, palette.weight_text, 400),
        )
        refs: tuple[str, ...] = (one.weights[1].ref, one.weights[0].ref)
        if sum(width(text, at, weight) for text, at, _, weight in parts) > room:
            parts = ((read + unit * (not read.endswith(unit)), half, palette.weight_text, 600),)
            refs = refs[:1]
    else:
        parts, refs = ((every, half, palette.weight_text, 400),), (one.weights[0].ref,)
    lines.append(Words(x, top + 1.3 * size, parts, "middle", f"{one.key}/weights", refs=refs))
    marks: list[Mark] = []
    if not shown:
        return marks, lines
    word = str(kit.words["says"].get(one.says, one.says))
    if width(word, half) + 30 < room:
        left, base = x - width(word, half) / 2 + 12, top + 2.5 * size
        marks += [
            replace(mark, key=f"{one.key}/flag:{i}")
            for i, mark in enumerate(flag(left - 24, base + 2, half * 0.86, palette.muted))
        ]
        lines.append(
            Words(left, base, ((word, half, palette.muted, 400),), "start", f"{one.key}/says")
        )
    big = sizes.numeral * 1.25
    ink = palette.ink if current else palette.muted
    number = (f"{one.lead.value:.1f}×", big, ink, 700)
    high = stage.lens.point(place.slot.cx, place.word(ceil(one.lead.value) - 0.5))[1]
    lines.append(Words(x, high - 14, (number,), "middle", f"{one.key}/lead", refs=(one.lead.ref,)))
    return marks, lines


def _views(stage: StageView, every: tuple[Place, ...], p: Parameters) -> list[Mark]:
    """The two articles, each beside the line that it stands for, with who says it."""
    kit, palette, sizes = stage.kit, stage.kit.palette, stage.kit.layout.sizes
    lang = kit.look.lang
    safe = Area(*kit.layout.safe)
    marks: list[Mark] = []
    claims = stage.scene.claims()
    for i, view in enumerate(p.views):
        pieces = [said(p.articles[i], lang), *said(view, lang).split("|")]
        size, small = sizes.label * 1.2, sizes.small
        name = p.claims[i] if i < len(p.claims) else ""
        says = claims[name].says if name in claims else ""
        word = str(kit.words["says"].get(says, says))
        wide = max(
            [width(piece, size, 600) for piece in pieces[1:]]
            + [width(f"{pieces[0]}  {word}", small) + 2.2 * small]
        )
        w, h = wide + 44, small * 1.6 + 1.3 * size * (len(pieces) - 1) + 34
        place = every[-1]
        at = stage.lens.point(place.slot.right, place.word(24 if i == 0 else 2))
        if i == 0:
            x, y = stage.lens.point(every[0].slot.x, every[0].word(23))
            x = max(x, safe.x)
        else:
            x, y = min(at[0], safe.right) - w, at[1] - h + 10
        box = Area(x, y, w, h)
        marks.append(Box(*box, palette.panel, 12, palette.edge, 2, key=f"lead/view:{i}"))
        base = box.y + 18 + small
        marks += Words(
            box.x + 22, base, ((pieces[0], small, palette.muted, 400),), key=f"lead/view:{i}/from"
        ).marks(kit)
        if word:
            left = box.right - 22 - width(word, small)
            marks += flag(left - small, base + 2, small * 0.86, palette.muted)
            marks += Words(
                left, base, ((word, small, palette.muted, 400),), key=f"lead/view:{i}/says"
            ).marks(kit)
        for k, piece in enumerate(pieces[1:], 1):
            part = ((piece, size, palette.ink, 600),)
            marks += Words(
                box.x + 22, base + 1.35 * size * k, part, key=f"lead/view:{i}/{k}"
            ).marks(kit)
    return marks


def _alike(told: Told, one: Model) -> bool:
    """Whether a setting's model is as large as one of the columns."""
    size = told.scene.model.parameters.value if told.scene.model else 0.0
    return abs(size / one.weights[0].value - 1) < ALIKE


def _ours(
    stage: StageView, models: tuple[Model, ...], every: tuple[Place, ...], p: Parameters
) -> tuple[list[Mark], list[Words]]:
    """Our own model's leads, as the knobs stood, at the columns of the same size."""
    kit, palette, sizes = stage.kit, stage.kit.palette, stage.kit.layout.sizes
    marks: list[Mark] = []
    lines: list[Words] = []
    heights: dict[int, list[float]] = {}
    found = [
        (told, one, place)
        for told in told_settings(stage)
        for one, place in zip(models, every, strict=True)
        if told.number >= 0 and one.dense and _alike(told, one)
    ]
    for told, one, place in found:
        alone = sum(other.number == one.number for _, other, _ in found) == 1
        if alone and kit.layout.form not in ("wide", "narrow"):
            continue  # no room for its number
        lead = parts_of(told.scene).lead
        x, y = stage.lens.point(place.slot.cx - 5.6 * place.pitch, place.word(lead - 0.5))
        key = f"lead/ours:{told.number}"
        name = said(p.ours[told.number], kit.look.lang) if told.number < len(p.ours) else ""
        parts: tuple[tuple[str, float, str, int], ...] = (
            (f"{name} ", sizes.small, palette.muted, 400),
            (f"{lead:.2g}×", sizes.label * 1.06, palette.ink, 700),
        )
        ref = "= left.step / right.step" if told.current else PAST
        line = Words(x - 20, y + 0.36 * sizes.label, parts, "end", f"{key}/words", refs=("", ref))
        if not name or line.wide > place.slot.w * stage.lens.scale * 0.75:
            line = replace(line, parts=parts[1:], refs=(ref,))
        if line.box.x < kit.layout.safe[0]:
            continue
        lines.append(line)
        marks.append(Line(((x - 12, y), (x + 12, y)), 3.0, palette.ink, key=key))
        heights.setdefault(one.number, []).append(y)
        bar = heights[one.number]
        if len(bar) > 1:
            ends = ((x, min(bar)), (x, max(bar)))
            marks.append(Line(ends, 2.0, palette.ink, key=f"lead/ours/bar:{told.number}"))
    return marks, lines


__all__ = ["Parameters", "draw", "over", "panel", "places"]
