"""The words of one token's way, before the lens: those of the text keep the size of the world."""

from __future__ import annotations

from dataclasses import replace
from math import floor

from viz.actors.forward_pass.pass_chat import (
    CHAT,
    LENS_STEP,
    OPENS,
    level,
    ringed,
    value,
    value_shades,
    weight,
)
from viz.actors.forward_pass.pass_grid import row_values, rows_done, single, sums
from viz.actors.forward_pass.pass_layers import seen_of
from viz.actors.forward_pass.pass_moment import Moment, near
from viz.actors.forward_pass.pass_places import Counts, Lines, Way
from viz.stage.amounts import NOW, shades
from viz.stage.area import Area
from viz.stage.marks import COUNT, SCALE, Label, Mark, Marks
from viz.stage.name_tag import tag_parts
from viz.stage.number_text import counted
from viz.stage.style import Kit, dim_text
from viz.stage.text_metrics import fitted, width
from viz.stage.theme import contrast
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed
from viz.units import write

SEEN = 0.5  # what is seen less than this has no words yet


def draw(stage: StageView, counts: Counts, way: Way, now: Moment) -> Marks:
    """All words at this depth."""
    kit = stage.kit
    marks: list[Mark] = []
    lines: list[Words] = []
    chat = near(stage, way.chat, *CHAT)
    if chat > 0:
        marks += _text(stage, way.line, now, "chat", chat)
        marks += _prompt(stage, way, chat)
        if not now.runs and chat > SEEN:
            lines += _one_token(stage, way)
    if now.runs:
        lines.append(_tag(stage))
    if now.runs and stage.lens.area(way.wall.area).meets(stage.window):
        marks += _text(stage, way.wall.line, now, "wall", 1.0)
        if chat > 0.99 and stage.lens.area(way.wall.area).holds(stage.window.cx, stage.window.cy):
            lines += _of_wall(stage, counts, way, now)
    if stage.focus.lit("vector") > SEEN and near(stage, way.vector, *OPENS) > SEEN:
        marks += _numbers(stage, counts, way)
        lines += _of_vector(stage, counts, way)
    if seen_of(stage, way, now) > 0.9:
        lines += _of_book(stage, counts, way, now)
    if near(stage, way.grid, 0.55, 0.9) > SEEN and not stage.focus.lit("vector"):
        alone = single(stage, way)
        if alone > 0.9:
            safe = Area(*kit.layout.safe)
            pair = _pair(stage, counts, way, now)
            marks += [mark for mark in pair if safe.x + 60 < mark.x < safe.right - 60]
        elif alone < 0.1 and now.runs:
            lines += _of_grid(stage, counts, way, now)
    safe, layout = Area(*kit.layout.safe), kit.layout
    top = layout.slug[1] + 8
    within = Area(safe.x, top, safe.w, layout.caption - layout.sizes.caption * 1.25 - top)
    words = [mark for line in placed(lines, within, [_clock(kit)]) for mark in line.marks(kit)]
    return (*marks, *words)


def _of_model(stage: StageView, form: str) -> tuple[str, ...]:
    """A reference to numbers of the scene's model, which stands for each {} of the form."""
    name = stage.scene.model.name if stage.scene.model else ""
    return (form.replace("{}", f"model:{name}"),)


def _right(kit: Kit) -> float:
    """The right edge of what may have words."""
    return kit.layout.safe[0] + kit.layout.safe[2]


def _clock(kit: Kit) -> Area:
    """Where the clock stands: nothing else may."""
    right, y, room = kit.layout.time
    return Area(right - room, y - 40, room, 48)


def _sizes(kit: Kit) -> tuple[float, float, float]:
    label = kit.layout.sizes.label
    return label * 1.9, label * 1.25, label * 1.06


def _tag(stage: StageView) -> Words:
    """Which model this is, and how many bits its weights have."""
    kit = stage.kit
    _, _, small = _sizes(kit)
    x, y, _ = kit.layout.slug
    text = " · ".join(tag_parts(stage.scene, kit)[:2])
    part = (text, small, kit.palette.muted, 400)
    return Words(x, y + small * 1.6, (part,), key="pass/tag", refs=(SCALE,))


def _text(stage: StageView, line: Lines, now: Moment, who: str, seen: float) -> list[Mark]:
    """The words of a text, as large as they are in the world."""
    scale, palette = stage.lens.scale, stage.kit.palette
    marks: list[Mark] = []
    given = now.written
    for i, token in enumerate(line.tokens[:given]):
        x, y = stage.lens.point(token.x, token.y)
        size = line.size * scale
        if not -size < y < stage.kit.layout.height + size or x > stage.kit.layout.width:
            continue
        marks.append(
            Label(
                token.text,
                x,
                y,
                size,
                palette.ink,
                400,
                alpha=seen,
                of=now.of,
                key=f"{who}/word:{i}",
            )
        )
    return marks


def _prompt(stage: StageView, way: Way, seen: float) -> list[Mark]:
    kit = stage.kit
    area = stage.lens.area(way.prompt)
    text = way.asked
    size = fitted(text, area.w * 0.88, area.h * 0.44, 400, 8.0)
    return [
        Label(
            text,
            area.cx,
            area.cy + 0.36 * size,
            size,
            kit.palette.ink,
            400,
            "middle",
            seen,
            key="chat/asked",
        )
    ]


def _one_token(stage: StageView, way: Way) -> list[Words]:
    kit = stage.kit
    _, big, _ = _sizes(kit)
    token = way.line.tokens[0]
    x, y = stage.lens.point(*token.disc)
    gap = 0.16 * way.line.size * stage.lens.scale
    return [
        Words(
            x + gap,
            y + 0.34 * big,
            ((kit.word("pass_token"), big, kit.palette.token_text, 400),),
            key="chat/token",
        )
    ]


DOT = 0.8  # of the pitch in the lens: how large a value is drawn at most


def _numbers(stage: StageView, counts: Counts, way: Way) -> list[Mark]:
    """The nine values of the lens."""
    kit = stage.kit
    lens = stage.lens.area(way.lens)
    step = LENS_STEP * lens.w / 2
    size = max(0.27 * step, kit.layout.sizes.least)
    _, chosen = ringed(counts.hidden)
    marks: list[Mark] = []
    for i, index in enumerate(chosen):
        x, y = lens.cx + (i % 3 - 1) * step, lens.cy + (i // 3 - 1) * step
        wide = step * DOT * value_shades(kit.palette)[level(index)].size
        if width(_signed(value(index)), size, 600) > wide:
            continue  # a number that does not fit on its value is not read there
        marks.append(_on_value(kit, index, x, y, size, f"vector/number:{i}"))
    return marks


def _on_value(kit: Kit, index: int, x: float, y: float, size: float, key: str) -> Label:
    fill = value_shades(kit.palette)[level(index)].fill
    text, ink = _signed(value(index)), _ink_on(fill)
    return Label(text, x, y + 0.36 * size, size, ink, 600, "middle", key=key, ref=SCALE)


def _ink_on(fill: str) -> str:
    """The ink that is read best on a colour."""
    return max(("#000000", "#FFFFFF"), key=lambda one: contrast(one, fill))


def _signed(number: float) -> str:
    return f"{number:.2f}".replace("-", "−")


def _of_vector(stage: StageView, counts: Counts, way: Way) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    huge, big, small = _sizes(kit)
    lens, window = stage.lens.area(way.lens), stage.window
    size = write(counts.vector, "bytes", 2)
    values = kit.word("pass_values", count=f"{counts.hidden:,}")
    example = kit.word("pass_examples")
    token = stage.lens.area(way.token)
    word = way.line.tokens[way.given - 1].text
    named = Words(
        max(window.x, kit.layout.safe[0]) if way.book.rises else token.x,
        token.y + 0.9 * huge,
        ((word, huge, palette.token_text, 600),),
        key="vector/word",
    )
    if way.book.rises:
        x = lens.right + 0.05 * window.w
        size_of = fitted(values, _right(kit) - x, huge, 700, small)
        return [
            Words(
                x,
                lens.cy - 0.1 * huge,
                ((values, size_of, palette.ink, 700),),
                key="vector/count",
                refs=_of_model(stage, "{}.hidden"),
            ),
            Words(
                x,
                lens.cy + 1.1 * huge,
                ((size, huge, palette.token_text, 700),),
                key="vector/size",
                refs=_of_model(stage, "= {}.hidden * 2 B"),
            ),
            Words(
                x,
                lens.cy + 2.1 * huge,
                ((example, small, palette.muted, 400),),
                key="vector/examples",
            ),
            named,
        ]
    return [
        named,
        Words(
            lens.cx,
            lens.bottom + 1.7 * small,
            ((example, small, palette.muted, 400),),
            "middle",
            "vector/examples",
        ),
        Words(
            lens.cx,
            lens.bottom + 1.9 * small + 1.6 * huge,
            ((values, huge, palette.ink, 700),),
            "middle",
            "vector/count",
            refs=_of_model(stage, "{}.hidden"),
        ),
        Words(
            lens.cx,
            lens.bottom + 1.9 * small + 2.9 * huge,
            (
                (size, huge, palette.token_text, 700),
                ("  " + kit.word("pass_one_vector"), big, palette.muted, 400),
            ),
            "middle",
            "vector/size",
            refs=_of_model(stage, "= {}.hidden * 2 B"),
        ),
    ]


def _pair(stage: StageView, counts: Counts, way: Way, now: Moment) -> list[Label]:
    """The value and the weight that are multiplied now, and the sum that they join."""
    kit, palette, corner = stage.kit, stage.kit.palette, way.corner
    pitch = corner.pitch * stage.lens.scale
    size = max(0.17 * pitch, kit.layout.sizes.least)
    inside = min(now.inside if now.layer < 1 else 0.0, corner.columns - 1.0)
    column = floor(inside)
    marks: list[Label] = []
    x, y = stage.lens.point(corner.column(inside - 0.5), corner.row(-2.05))
    total = sums(counts.hidden, floor(inside + 0.5))
    marks.append(
        Label(
            _signed(total),
            x,
            y + 0.36 * size,
            size * 1.1,
            _ink_on(palette.token),
            700,
            "middle",
            of=now.of,
            key="product/total",
            ref=SCALE,
        )
    )
    if not now.runs:
        return marks
    index = row_values(counts.hidden, corner.columns)[column]
    x, y = stage.lens.point(corner.column(column), corner.row(-1))
    marks.append(replace(_on_value(kit, index, x, y, size, "product/value"), of=now.of))
    x, y = stage.lens.point(corner.column(column), corner.row(0))
    marks.append(
        Label(
            _signed(weight(column)),
            x,
            y + 0.36 * size,
            size,
            _ink_on(shades(palette, palette.weight)[NOW].fill),
            600,
            "middle",
            of=now.of,
            key="product/weight",
            ref=SCALE,
        )
    )
    left = stage.lens.point(corner.area.x, 0)[0] - 0.52 * pitch
    for text, row, colour in (
        ("pass_sum", -2.05, palette.token_text),
        ("pass_value", -1.0, palette.token_text),
        ("pass_weight", 0.0, palette.weight_text),
    ):
        y = stage.lens.point(0, corner.row(row))[1]
        named = Label(kit.word(text), left, y + 0.36 * size, size, colour, 600, "end", key=text)
        marks.append(named)
    return marks


def _of_grid(stage: StageView, counts: Counts, way: Way, now: Moment) -> list[Words]:
    kit, palette, corner = stage.kit, stage.kit.palette, way.corner
    _, big, small = _sizes(kit)
    done = rows_done(now, counts)
    row = floor(done)
    at = stage.lens.point
    pitch = corner.pitch * stage.lens.scale
    left = at(corner.area.x, 0)[0] - 0.45 * pitch
    upright = way.book.rises
    found: list[Words] = []

    def beside(text: str, y: float, colour: str, key: str) -> None:
        size = fitted(text, left - kit.layout.safe[0], big, 600, kit.layout.sizes.least)
        line = ((text, size, colour, 600),)
        found.append(Words(left, at(0, y)[1] + 0.34 * big, line, "end", key, of=now.of))

    if not upright:
        beside(kit.word("pass_vector"), corner.row(done - 1), palette.token_text, "grid/vector")
        if row >= 3:
            beside(
                kit.word("pass_used"),
                corner.row((row - 1) / 2 - 0.7),
                dim_text(palette.weight_text, (palette.ground,), 0.7),
                "grid/used",
            )
        beside(kit.word("pass_to_come"), corner.row(row + 3.0), palette.weight_text, "grid/come")
    x = (at(corner.area.right, 0)[0] + at(corner.out, 0)[0]) / 2
    y = at(0, corner.row(row))[1]
    for text, dy, key in (
        ("pass_one_row", -0.75 * pitch, "row"),
        ("pass_one_number", 0.75 * pitch + 0.7 * small, "number"),
    ):
        gap = at(corner.out, 0)[0] - at(corner.area.right, 0)[0] - 1.2 * pitch
        if width(kit.word(text), small, 400) < gap:
            found.append(
                Words(
                    x,
                    y + dy,
                    ((kit.word(text), small, palette.ink, 400),),
                    "middle",
                    f"grid/{key}",
                    of=now.of,
                )
            )
    corner_text = kit.word("pass_corner", count=f"{counts.hidden:,}")
    x, y, _ = kit.layout.slug
    tall = kit.layout.form in ("tall", "square")
    right = kit.layout.safe[0] + kit.layout.safe[2]
    found.append(
        Words(
            right,
            y + small * 1.6,
            ((corner_text, small, palette.muted, 400),),
            "end",
            "grid/corner",
            refs=_of_model(stage, "{}.hidden"),
            plate=tall,
        )
    )
    return found


def amount(kit: Kit, weights: float) -> str:
    """A number of weights: "45.0 billion", 450亿."""
    if kit.look.lang == "zh":
        return f"{weights / 1e8:,.0f}亿"
    return kit.word("pass_billion", count=f"{weights / 1e9:.1f}")


def _split(counts: Counts, now: Moment) -> tuple[float, float, float]:
    """Weights used for this word, those still to come, and both, rounded so that they add up."""
    each = 1e8
    total = round(counts.read / each) * each
    used = round(now.share * counts.read / each) * each
    return used, total - used, total


def _of_book(stage: StageView, counts: Counts, way: Way, now: Moment) -> list[Words]:
    kit, palette, book = stage.kit, stage.kit.palette, way.book
    huge, big, small = _sizes(kit)
    upright = book.step[0] == 0
    at = stage.lens.point
    work = min(floor(now.layer), book.count - 1)
    area = stage.lens.area(book.area)
    used, left, total = _split(counts, now)
    layer = kit.word("pass_layer", number=work + 1)
    x, y = book.corner(work, now.layer)
    found: list[Words] = []
    if upright:
        sx, sy = at(x, y)
        found += [
            Words(
                sx,
                sy - 0.055 * area.h,
                ((layer, big * 1.1, palette.ink, 700),),
                key="book/layer",
                refs=(COUNT,),
                of=now.of,
            ),
            Words(
                max(area.x, kit.layout.safe[0]),
                area.bottom - 0.4 * big,
                _fit(
                    (
                        (amount(kit, used), huge, palette.weight_text, 700),
                        (
                            " " + kit.word("pass_of_used", count=amount(kit, total)),
                            big,
                            palette.ink,
                            400,
                        ),
                    ),
                    kit.layout.safe[2],
                ),
                key="book/used",
                refs=(COUNT, COUNT),
                of=now.of,
            ),
        ]
        return found
    sx, sy = at(x + book.u[0] * 0.5, y + book.u[1])
    found.append(
        Words(
            sx,
            sy - 0.5 * big,
            ((layer, big * 1.1, palette.ink, 700),),
            "middle",
            "book/layer",
            refs=(COUNT,),
            of=now.of,
        )
    )
    first, last = book.corner(0, now.layer), book.corner(book.count - 1, now.layer)
    lx, ly = at(first[0] + book.u[0] * 0.5, first[1] + book.u[1])
    rx, ry = at(last[0] + book.u[0], last[1] + book.u[1])
    found += [
        Words(
            max(lx, area.x),
            ly - 0.5 * big,
            ((kit.word("pass_layer", number=1), small, palette.muted, 400),),
            "start",
            "book/first",
            refs=(COUNT,),
            of=now.of,
        ),
        Words(
            rx,
            ry - 0.5 * big,
            ((kit.word("pass_layer", number=book.count), small, palette.muted, 400),),
            "end",
            "book/last",
            refs=(COUNT,),
            of=now.of,
        ),
    ]
    y = area.bottom - 0.06 * area.h
    narrow = area.w < 1100
    big_one = huge * (0.75 if narrow else 1.0)
    found += [
        Words(
            area.x + 0.01 * area.w,
            y,
            (
                (
                    amount(kit, used),
                    big_one,
                    dim_text(palette.weight_text, (palette.ground,), 0.75),
                    700,
                ),
                (
                    " " + kit.word("pass_weights_used"),
                    big if not narrow else small,
                    palette.muted,
                    400,
                ),
            ),
            key="book/used",
            refs=(COUNT, COUNT),
            of=now.of,
        ),
        Words(
            area.x + 0.86 * area.w,
            y,
            (
                (amount(kit, left), big_one, palette.weight_text, 700),
                (" " + kit.word("pass_to_go"), big if not narrow else small, palette.ink, 400),
            ),
            "end",
            "book/left",
            refs=(COUNT,),
            of=now.of,
        ),
    ]
    return found


def _of_wall(stage: StageView, counts: Counts, way: Way, now: Moment) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    huge, big, small = _sizes(kit)
    wall = way.wall
    area, cells = stage.lens.area(wall.area), stage.lens.area(wall.cells)
    y = cells.bottom + 1.25 * huge
    lens = stage.focus.lit("wall.vector") > SEEN
    upright = way.book.rises
    held = write(counts.held, "bytes", 3)
    first: tuple[tuple[str, float, str, int], ...]
    second: tuple[tuple[str, float, str, int], ...]
    if not lens:
        used, _, total = _split(counts, now)
        first = (
            (amount(kit, used), huge, palette.weight_text, 700),
            (" " + kit.word("pass_of_used", count=amount(kit, total)), big, palette.ink, 400),
        )
        square = kit.word("pass_square", size=write(counts.square, "bytes", 3))
        second = (
            (held, huge, palette.weight_text, 700),
            ("   ■", small, palette.weight_text, 400),
            (" " + square, small, palette.muted, 400),
        )
    else:
        times = counts.held / counts.vector
        text = counted(times, kit.look.lang) or kit.word(
            "pass_million", count=_millions(times, kit)
        )
        first = (
            (write(counts.vector, "bytes", 2), huge, palette.token_text, 700),
            (" " + kit.word("pass_the_vector"), big, palette.ink, 400),
        )
        second = (
            (held, huge, palette.weight_text, 700),
            (" " + kit.word("pass_times", count=text), big, palette.ink, 400),
        )
    each = stage.scene.bits / 8
    whole = f"{{}}.parameters * {each:g} B"
    held_refs = _of_model(stage, f"= {whole}")
    if lens:
        first_refs = _of_model(stage, "= {}.hidden * 2 B")
        ratio = _of_model(stage, f"= {whole} / ({{}}.hidden * 2 B)")
        second_refs = (*held_refs, *ratio)
    else:
        first_refs = (COUNT, COUNT)
        second_refs = (*held_refs, "", SCALE)
    right = min(area.right, kit.layout.safe[0] + kit.layout.safe[2])
    left = max(area.x, kit.layout.safe[0])
    room = right - left
    need = sum(width(t, s, w) for t, s, _, w in (*first, *second)) + 60
    if upright or need > room:
        return [
            Words(left, y, _fit(first, room), key=f"wall/left/{lens}", refs=first_refs, of=now.of),
            Words(
                left,
                y + 1.25 * huge,
                _fit(second, room),
                key=f"wall/right/{lens}",
                refs=second_refs,
                of=now.of,
            ),
        ]
    return [
        Words(left, y, first, key=f"wall/left/{lens}", refs=first_refs, of=now.of),
        Words(right, y, second, "end", f"wall/right/{lens}", refs=second_refs, of=now.of),
    ]


def _millions(number: float, kit: Kit) -> str:
    """A number in millions, in Chinese in units of ten thousand."""
    return f"{number / 1e4:,.0f}" if kit.look.lang == "zh" else f"{number / 1e6:.1f}"


def _fit(
    parts: tuple[tuple[str, float, str, int], ...], room: float
) -> tuple[tuple[str, float, str, int], ...]:
    wide = sum(width(text, size, weight) for text, size, _, weight in parts)
    less = min(1.0, room / wide)
    return tuple((text, size * less, colour, weight) for text, size, colour, weight in parts)
