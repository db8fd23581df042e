"""What is written before the lens: names and areas on their things, few numbers at a time."""

from __future__ import annotations

from dataclasses import replace
from math import floor
from typing import TYPE_CHECKING, Final

from viz.actors.silicon.silicon_amounts import (
    HEROES,
    all_landed,
    counted,
    cut,
    flown,
    grown,
    landed,
    measured,
    rained,
)
from viz.actors.silicon.silicon_places import Block, Silicon, ratios
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.marks import COUNT, SCALE, Line, Mark, Marks
from viz.stage.quantity import reckoned, resolve
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed
from viz.units import write

if TYPE_CHECKING:
    from viz.actors.silicon import Parameters

NEAR: Final = 300.0  # stage units: a die's package so wide has room for words
Part = tuple[str, float, str, int, str]  # text, size, colour, weight, reference


def draw(stage: StageView, chip: Silicon, blocks: dict[str, Block], p: Parameters) -> Marks:
    """All words of a stage."""
    say = {
        "die": _die,
        "wafer": _wafer,
        "tiles": _tiles,
        "rain": _rain,
        "piece": _piece,
    }.get(p.stage)
    lines = say(stage, chip, p) if say else _blocks(stage, blocks, p)
    kit = stage.kit
    left, _, wide, _ = kit.layout.safe
    within = Area(left, 0.0, wide, kit.layout.caption - kit.layout.sizes.caption)
    marks: list[Mark] = []
    for line in placed([_inside(line, within) for line in lines], within, []):
        marks += line.marks(kit)
    if p.stage == "wafer" and cut(stage, p) >= 1.0:
        marks += _width(stage, chip)
    return tuple(marks)


def _line(
    key: str,
    x: float,
    y: float,
    *parts: Part,
    anchor: str = "middle",
    plate: bool = False,
    of: str = "",
) -> Words:
    shown = tuple(part[:4] for part in parts)
    refs = tuple(one[4] for one in parts)
    of = of or (f"silicon.{key}" if COUNT in refs else "")
    return Words(x, y, shown, anchor, f"silicon/{key}", plate, of, refs)


def _inside(line: Words, room: Area) -> Words:
    """A line moved so that it ends within the room; art may go beyond."""
    box = line.box
    pad = 12.0 if line.plate else 0.0
    over = max(0.0, box.right + pad - room.right)
    return replace(line, x=line.x + max(0.0, room.x + pad - box.x) - over)


def _sizes(stage: StageView) -> tuple[float, float]:
    label = stage.kit.layout.sizes.label
    return label * 1.3, label * 1.05


def _name(stage: StageView, p: Parameters, which: str) -> str:
    text = p.large_name if which == "large" else p.small_name
    return said(text or {}, stage.kit.look.lang) or stage.kit.word(f"silicon_name_{which}")


def _area_text(stage: StageView, ref: str) -> str:
    value = resolve(stage, ref).value * 1e6
    return f"{value:,.0f} mm²"


def _of_die(stage: StageView, chip: Silicon, p: Parameters) -> list[Words]:
    """The die's name and area above it, the ruler's length below."""
    palette, (big, small) = stage.kit.palette, _sizes(stage)
    die, ruler = stage.lens.area(chip.die), stage.lens.area(chip.ruler)
    name = _name(stage, p, "small")
    area, ref = _area_text(stage, p.small.text), resolve(stage, p.small).ref
    shown = measured(stage, p)
    length = (f"{floor(100 * shown)} mm", small, palette.muted, 400, SCALE if shown >= 1 else COUNT)
    return [
        _line("name", die.cx, die.y - small * 1.75, (name, big, palette.ink, 700, "")),
        _line("area", die.cx, die.y - small * 0.55, (area, small, palette.muted, 400, ref)),
        _line(
            "ruler",
            ruler.cx,
            ruler.bottom + small * 1.25,
            length,
        ),
    ]


def _die(stage: StageView, chip: Silicon, p: Parameters) -> list[Words]:
    palette, (_, small) = stage.kit.palette, _sizes(stage)
    die, coin = stage.lens.area(chip.die), stage.lens.area(chip.coin)
    sides = (stage.kit.word("silicon_sides"), small, palette.small, 400, "")
    found = [*_of_die(stage, chip, p)]
    found.append(_line("sides", die.x - 24, die.cy, sides, anchor="end"))
    if measured(stage, p) >= 1.0:
        name = (stage.kit.word("silicon_coin"), small, palette.muted, 400, "")
        found.append(_line("coin", coin.cx, coin.y - small * 0.55, name))
    return found


def _wafer(stage: StageView, chip: Silicon, p: Parameters) -> list[Words]:
    """What stands beside the die; the square is named once it is cut out."""
    palette, (big, small) = stage.kit.palette, _sizes(stage)
    kit = stage.kit
    square, disc, phone = (stage.lens.area(a) for a in (chip.square, chip.disc, chip.phone))
    name = _name(stage, p, "large")
    area, ref = _area_text(stage, p.large.text), resolve(stage, p.large).ref
    up = (disc.y + square.y) / 2
    muted = palette.muted
    of_wafer = (kit.word("silicon_wafer", mm=f"{p.wafer:g}"), small, muted, 400, SCALE)
    of_phone = (kit.word("silicon_phone"), small, muted, 400, "")
    found = [
        *_of_die(stage, chip, p),
        _line("round", disc.cx, up + small * 0.5, of_wafer),
        _line("phone", phone.cx, phone.y - 14, of_phone),
    ]
    if cut(stage, p) >= 1.0:
        large, amount = (name, big * 1.5, palette.ink, 700, ""), (area, big, palette.ink, 400, ref)
        y = square.cy
        found.append(_line("large", square.cx, y - 4, large, plate=True, of="silicon.cut"))
        found.append(
            _line("large/area", square.cx, y + big * 1.5, amount, plate=True, of="silicon.cut")
        )
    return found


def _width(stage: StageView, chip: Silicon) -> list[Mark]:
    """How wide the square is, inside its lower edge."""
    kit, palette, (big, _) = stage.kit, stage.kit.palette, _sizes(stage)
    square = stage.lens.area(chip.square)
    y = square.bottom - big * 1.1
    words = _line(
        "width",
        square.cx,
        y + big * 0.35,
        (f"{chip.square.w / chip.mm:.0f} mm", big, palette.ink, 600, SCALE),
        plate=True,
        of="silicon.cut",
    )
    room = words.wide / 2 + 22
    marks: list[Mark] = []
    for name, x0, x1 in (
        ("left", square.x + 12, square.cx - room),
        ("right", square.right - 12, square.cx + room),
    ):
        marks.append(
            Line(
                ((x0, y), (x1, y)), 2.5, palette.ink, of="silicon.cut", key=f"silicon/width/{name}"
            )
        )
        marks.append(
            Line(
                ((x0, y - 9), (x0, y + 9)),
                2.5,
                palette.ink,
                of="silicon.cut",
                key=f"silicon/end/{name}",
            )
        )
    return [*marks, *words.marks(kit)]


def _tiles(stage: StageView, chip: Silicon, p: Parameters) -> list[Words]:
    """How many dies lie there; when all do, the ratio of the areas."""
    kit, palette, (big, _) = stage.kit, stage.kit.palette, _sizes(stage)
    square, sent = stage.lens.area(chip.square), flown(stage)
    die, name = stage.lens.area(chip.die), _name(stage, p, "small")
    done = all_landed(chip, sent)
    number = f"{chip.count:.3g}" if done else f"{landed(chip, sent)}"
    ref = reckoned("{} / {}", p.large, p.small) if done else COUNT
    size = kit.layout.sizes.title * 1.3
    return [
        _line("name", die.x - 12, die.bottom - 6, (name, big, palette.ink, 700, ""), anchor="end"),
        _line(
            "count",
            square.cx,
            square.cy + size * 0.1,
            (number, size, palette.ink, 700, ref),
            plate=True,
        ),
        _line(
            "count/of",
            square.cx,
            square.cy + size * 0.35 + big * 1.1,
            (kit.word("silicon_dies"), big * 0.9, palette.ink, 400, ""),
            plate=True,
        ),
    ]


def _rain(stage: StageView, chip: Silicon, p: Parameters) -> list[Words]:
    """What has fallen into each."""
    kit, palette, (big, small) = stage.kit, stage.kit.palette, _sizes(stage)
    square, die = stage.lens.area(chip.square), stage.lens.area(chip.die)
    lying, count = rained(stage, p)
    each, whole = resolve(stage, p.small_sram), resolve(stage, p.large_sram)
    full = lying >= count
    held = write(whole.value if full else lying * each.value, "bytes", 3)
    large, one = _name(stage, p, "large"), _name(stage, p, "small")
    amount = kit.written(each)
    orange = palette.weight_text
    y = die.y - small * 0.5 - big * 1.35
    lines = [
        _line(
            "rain/large",
            square.cx,
            square.y - small * 0.7,
            (f"{large}  ", big, palette.ink, 700, ""),
            (held, big, orange, 700, whole.ref if full else COUNT),
            (f"  {lying:,} ", small, palette.muted, 400, COUNT if not full else ""),
            (kit.word("silicon_squares"), small, palette.muted, 400, ""),
        ),
        _line("rain/name", die.cx, y, (one, big, palette.ink, 700, "")),
    ]
    if full and lines[0].refs:
        ref = reckoned("{} / {}", p.large_sram, p.small_sram)
        lines[0] = _line(
            "rain/large",
            square.cx,
            square.y - small * 0.7,
            (f"{large}  ", big, palette.ink, 700, ""),
            (held, big, orange, 700, whole.ref),
            (f"  {count:,} ", small, palette.muted, 400, ref),
            (kit.word("silicon_squares"), small, palette.muted, 400, ""),
        )
    if stage.hw > stage.since + 0.25:
        lines.append(
            _line("rain/one", die.cx, die.y - small * 0.5, (amount, big, orange, 700, each.ref))
        )
    return lines


def _blocks(stage: StageView, blocks: dict[str, Block], p: Parameters) -> list[Words]:
    """Under each block what it is; above it how many frames it fills."""
    kit, palette, (big, small) = stage.kit, stage.kit.palette, _sizes(stage)
    found = ratios(stage.scene, p)
    refs = {
        "area": reckoned("{} / {}", p.large, p.small),
        "sram": reckoned("{} / {}", p.large_sram, p.small_sram),
        "reading": reckoned("{} / {}", p.large_reading, p.small_reading),
    }
    lines: list[Words] = []
    one = stage.lens.area(blocks["one"].area)
    name = kit.word("silicon_one", name=_name(stage, p, "small"))
    lines.append(
        _line("one", one.x - 14, one.bottom, (name, small, palette.ink, 600, ""), anchor="end")
    )
    numeral = kit.layout.sizes.numeral * 1.15
    shown = ("area", "sram") if p.stage == "blocks" else ("reading", "sram", "area")
    for key in shown:
        block = grown(stage, blocks[key], key, p)
        area = stage.lens.area(block.area)
        hero = key == HEROES[p.stage]
        done = not hero or counted(stage) >= 1.0
        digits = ",.3g" if done and found[key] < 1000 else ",.0f"
        times = f"{block.amount:{digits}}"
        foot = stage.lens.area(blocks[key].area).bottom
        size, y = numeral if hero else big, foot + numeral
        ink = palette.ink if hero else palette.muted
        if p.stage == "blocks" or hero:
            lines.append(
                _line(
                    f"{key}/times",
                    area.x,
                    y,
                    (f"{times}×", size, ink, 700, refs[key] if done else COUNT),
                    anchor="start",
                )
            )
            words = kit.word(f"silicon_{key}")
            lines.append(
                _line(
                    f"{key}/name",
                    area.x,
                    y + small * 1.25,
                    (words, small, ink, 400, ""),
                    anchor="start",
                )
            )
        if key != "area":
            ref = f"= ({refs[key][2:]}) / ({refs['area'][2:]})"
            filled = block.amount / found["area"]
            text = f"{filled:.3g}×" if done else f"{filled:.0f}×"
            frames = (text, numeral, palette.ink, 700, ref if done else COUNT)
            word = (" " + kit.word("silicon_frames"), small, ink, 400, "")
            x, y = area.x, area.y - small * 0.7
            lines.append(_line(f"{key}/frames", x, y, frames, word, anchor="start"))
        elif p.stage == "blocks":
            word = (kit.word("silicon_frame"), small, palette.muted, 400, "")
            top = stage.lens.area(blocks[key].frame).y
            lines.append(_line("frame", area.x, top - small * 0.7, word, anchor="start"))
    return lines


def _piece(stage: StageView, chip: Silicon, p: Parameters) -> list[Words]:
    """Above both what they are; below, or beside, what the same area has."""
    kit, palette, (big, small) = stage.kit, stage.kit.palette, _sizes(stage)
    package, piece = stage.lens.area(chip.package), stage.lens.area(chip.piece)
    if package.w < NEAR:
        return []
    found = ratios(stage.scene, p)
    area = reckoned("{} / {}", p.large, p.small)
    sram = f"= ({p.large_sram.text} / {p.small_sram.text}) / ({area[2:]})"
    flops = f"= ({p.large_flops.text} / {p.small_flops.text}) / ({area[2:]})"
    computing = resolve(stage, flops).value
    numeral = kit.layout.sizes.numeral * 1.2
    y = package.y - small * 0.6
    lines = [
        _line(
            "piece/die",
            package.x,
            y,
            (_name(stage, p, "small"), big, palette.ink, 700, ""),
            (" · " + kit.word("silicon_outside"), small, palette.muted, 400, ""),
            anchor="start",
        ),
        _line(
            "piece/cut",
            piece.x,
            piece.y - small * 0.6,
            (_name(stage, p, "large"), big, palette.ink, 700, ""),
            (" · " + kit.word("silicon_same"), small, palette.muted, 400, ""),
            anchor="start",
        ),
    ]
    share = counted(stage)
    done = share >= 1.0
    squares = found["sram"] / found["area"]
    shown = f"{squares:.3g}×" if done else f"{floor(squares * share)}×"
    orange, green = palette.weight_text, palette.computing_text
    rows = (
        (shown, kit.word("silicon_more"), sram, orange),
        (f"{computing * share:.2f}×", kit.word("silicon_less"), flops, green),
    )
    x, y = piece.right + 36, piece.y + numeral * 1.4
    for i, (times, word, ref, ink) in enumerate(rows):
        lines.append(
            _line(
                f"piece:{i}",
                x,
                y,
                (times, numeral, ink, 700, ref if done else COUNT),
                anchor="start",
            )
        )
        named = (word, small, palette.ink, 400, "")
        lines.append(_line(f"piece:{i}/of", x, y + small * 1.3, named, anchor="start"))
        y += numeral * 3.2
    return lines
