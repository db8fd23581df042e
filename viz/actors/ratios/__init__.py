"""Ratios of two chips as rows on a log axis that starts at 1×: in all, and for each mm² or the like."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from viz.actors.ratios.ratio_rows import Divisor, Row, drawn
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.scene.types import Scene
from viz.stage.i18n import said
from viz.stage.marks import Area, Marks
from viz.stage.number_text import counted
from viz.stage.panel import ground
from viz.stage.parameters import parameter
from viz.stage.quantity import Resolved, reckoned, resolve, resolve_all, resolved
from viz.stage.style import Kit, Part
from viz.stage.view import StageView

COLOURS: Final = ("silicon", "weight", "token", "computing", "link", "waiting")
STANDINGS: Final = ("fair", "refused")


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """Rows of large / small, and what they may be divided by."""

    title: Text = parameter("text", "the title of the panel")
    names: tuple[Text, ...] = parameter("texts", "a name for each row")
    large: tuple[Ref, ...] = parameter("refs", "the larger machine's number, a row each")
    small: tuple[Ref, ...] = parameter("refs", "the smaller machine's number, a row each")
    subtitle: Text | None = parameter("text", "the line under the title", None)
    notes: tuple[Text, ...] = parameter("texts", "a remark beside each row's flag", ())
    colours: tuple[str, ...] = parameter("words", "a meaning for each row", (), choices=COLOURS)
    standing: tuple[str, ...] = parameter(
        "words",
        "refused: the row keeps its place, and nothing follows from it",
        (),
        choices=STANDINGS,
    )
    per: tuple[Ref, ...] = parameter("refs", "ratios that the thin bars are divided by", ())
    per_words: tuple[str, ...] = parameter("words", "a word for each of them", ())
    per_names: tuple[Text, ...] = parameter("texts", "how each is called: per mm²", ())
    per_ticks: tuple[Text, ...] = parameter("texts", "how each is called on the axis: area", ())
    chosen: Ref | None = parameter("ref", "which of the words is shown: value:NAME", None)


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """The rows, each with its flag, on one axis."""
    lang = stage.kit.look.lang
    divisor, shown = _divisor(stage, p)
    rows = _rows(stage.scene, stage.kit, p, divisor if shown else None)
    titles = (said(p.title, lang), said(p.subtitle or {}, lang))
    return drawn(stage.kit, stage.focus, area, titles, rows, divisor)


def _divisor(stage: StageView, p: Parameters) -> tuple[Divisor | None, bool]:
    """What the tick on the axis shows, and whether the thin bars are drawn."""
    if not p.per:
        return None, False
    ratios = resolve_all(stage, p.per)
    word = resolve(stage, p.chosen).text if p.chosen else ""
    index = p.per_words.index(word) if word in p.per_words else 0
    lang = stage.kit.look.lang
    name = said(p.per_names[index], lang) if index < len(p.per_names) else ""
    tick = said(p.per_ticks[index], lang) if index < len(p.per_ticks) else name
    return Divisor(
        ratios[index].value, name, tick, ratios[index].ref
    ), not p.chosen or word in p.per_words


@lru_cache(maxsize=64)
def _rows(scene: Scene, kit: Kit, p: Parameters, divisor: Divisor | None) -> tuple[Row, ...]:
    lang = kit.look.lang
    large, small = (tuple(resolved(scene, ref) for ref in refs) for refs in (p.large, p.small))
    rows = []
    for i, (big, little) in enumerate(zip(large, small, strict=False)):
        refused = i < len(p.standing) and p.standing[i] == "refused"
        ratio = big.value / little.value if little.value > 0 else float("nan")
        remark = said(p.notes[i], lang) if i < len(p.notes) else ""
        ref = reckoned("{} / {}", big, little)
        thin = None if refused or divisor is None else divisor
        rows.append(
            Row(
                name=said(p.names[i], lang) if i < len(p.names) else str(i + 1),
                values=_both(kit, little, big),
                notes=(remark,) if refused else _notes(kit, (little, big), remark),
                ratio=ratio,
                thin=ratio / thin.ratio if thin else None,
                colour=p.colours[i] if i < len(p.colours) else "silicon",
                refused=refused,
                ref=ref,
                thin_ref=reckoned("{} / {}", ref, thin.ref) if thin else "",
            )
        )
    return tuple(rows)


def _both(kit: Kit, little: Resolved, big: Resolved) -> tuple[Part, ...]:
    """Both numbers, with one unit if the smaller one is not far below it: 0.99 → 15.6 PFLOP/s."""
    small, large = _text(kit, little), _text(kit, big)
    number, _, unit = large.partition(" ")
    if unit and unit != small.partition(" ")[2] and number.replace(".", "").isdigit():
        scaled = float(number) * little.value / big.value
        if little.dimension != "number" and 0.1 <= scaled < 1:
            small = f"{scaled:.2g}"
    return (small, little.ref), (" → ", ""), (large, big.ref)


def _text(kit: Kit, one: Resolved) -> str:
    count = counted(one.value, kit.look.lang) if one.dimension == "number" else ""
    return count or one.text.replace("mm2", "mm²")


def _notes(kit: Kit, pair: tuple[Resolved, Resolved], remark: str) -> tuple[str, ...]:
    """Who says the two numbers, and a remark; then shorter forms."""
    says = dict.fromkeys(str(kit.words["says"].get(one.says, one.says)) for one in pair)
    joined = "/".join(says)
    return (f"{joined}{kit.word('ratios_then')}{remark}", remark) if remark else (joined,)
