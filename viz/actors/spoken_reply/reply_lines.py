"""A spoken reply of two machines on one axis of time: token by token, and with what is around it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Final

from viz.actors.spoken_reply.spoken_reply_places import Plan
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.icons import person
from viz.stage.marks import COUNT, Box, Disc, Hatch, Line, Mark, Marks
from viz.stage.number_text import plain_seconds
from viz.stage.quantity import Resolved, reckoned, resolve, resolve_all
from viz.stage.style import Kit
from viz.stage.task_clock import running
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed

if TYPE_CHECKING:
    from viz.actors.spoken_reply import Parameters

COLUMN: Final = 10  # tokens that stand above each other where they come faster than they are wide


@dataclass(frozen=True, slots=True)
class Reply:
    """One machine's reply: what comes before its first token, its tokens, what comes after."""

    speed: Resolved
    tokens: Resolved
    before: tuple[Resolved, ...]
    after: Resolved
    name: str

    @property
    def start(self) -> float:
        """Seconds before the first token."""
        return sum(one.value for one in self.before)

    @property
    def writes(self) -> float:
        """Seconds in which its tokens come."""
        return self.tokens.value / self.speed.value

    @property
    def seconds(self) -> float:
        """All of it."""
        return self.start + self.writes + self.after.value

    @property
    def seconds_ref(self) -> str:
        """The reference of `seconds`."""
        around = (*self.before, self.after)
        form = "{} / {}" + " + {}" * len(around)
        return reckoned(form, self.tokens, self.speed, *around)


@dataclass(frozen=True, slots=True)
class Both:
    """Both replies at a moment, the pause that people leave, and the names of the parts."""

    slow: Reply
    fast: Reply
    gap: Resolved
    now: float
    parts: tuple[str, ...]
    chain: bool


def reply_of(stage: StageView, p: Parameters) -> Both:
    """Both replies, as far as the clock of the hardware has come since this began."""
    lang = stage.kit.look.lang
    chain = p.stage == "chain"
    before = resolve_all(stage, p.before) if chain else ()
    after = resolve(stage, p.after if chain else "0 s")
    tokens = resolve(stage, p.tokens)
    names = [said(name, lang) for name in p.names]
    slow = Reply(resolve(stage, p.slow), tokens, before, after, names[0] if names else "")
    fast = Reply(resolve(stage, p.fast), tokens, before, after, names[1] if len(names) > 1 else "")
    turned = running(stage, (p.slow, p.fast, p.tokens, p.after, *p.before))
    since = max(0.0, min(turned, stage.hw - p.since))
    parts = tuple(said(part, lang) for part in p.parts)
    return Both(slow, fast, resolve(stage, p.gap), since, parts, chain)


def _scale(made: Plan, both: Both) -> float:
    """Units of the world a second: the longer line, or a gate and a little, fills its place."""
    return 0.97 * made.slow.w / max(both.slow.seconds, both.fast.seconds, 1.1 * both.gap.value)


def draw(stage: StageView, made: Plan, both: Both) -> Marks:
    """Both lines as far as time has come, and the gate."""
    palette, scale = stage.kit.palette, _scale(made, both)
    marks: list[Mark] = []
    for reply, area, who in ((both.fast, made.fast, "fast"), (both.slow, made.slow, "slow")):
        marks += _line(stage.kit, both, reply, area, scale, who)
    if not both.chain:
        x = made.slow.x + both.gap.value * scale
        r = 0.1 * (made.slow.y - made.fast.bottom + made.fast.h)
        listens = (made.slow.right - 3 * r, made.fast.cy - 0.6 * r)
        marks += person(*listens, r, palette, "reply/listener")
        shut = both.now >= both.gap.value
        top, bottom = made.fast.y, made.slow.bottom
        if shut:
            late = Box(
                x, top, made.slow.right - x, bottom - top, palette.ink, alpha=0.05, key="reply/late"
            )
            marks.insert(0, late)
            marks.append(
                Line(((x, top), (x, bottom)), 7, palette.ink, of="reply.gate", key="reply/gate")
            )
        else:  # it comes down as the pause goes by
            share = both.now / both.gap.value
            ends = ((x, top), (x, top + max(0.02, share) * (bottom - top)))
            marks.append(Line(ends, 7, palette.ink, of="reply.gate", key="reply/gate"))
    return tuple(marks)


def _line(kit: Kit, both: Both, reply: Reply, area: Area, scale: float, who: str) -> list[Mark]:
    """One reply: waits as stripes, each token a circle at its time."""
    palette, key = kit.palette, f"reply/{who}"
    marks: list[Mark] = [
        Line(
            ((area.x, area.bottom), (area.x + 0.97 * area.w, area.bottom)),
            2,
            palette.edge,
            key=f"{key}/axis",
        )
    ]
    x = area.x
    tall = min(area.h, 0.5 * area.w)
    band = area.cut(top=area.h - 0.52 * tall)
    at = 0.0
    for i, part in enumerate((*reply.before, None, reply.after)):
        long = reply.writes if part is None else part.value
        spent = min(long, max(0.0, both.now - at))
        if part is not None and spent > 0 and long * scale > 3:
            box = Area(x + 1.5, band.y, spent * scale - 3, band.h - 3)
            if box.w > 0:
                marks.append(
                    Hatch(
                        *box,
                        palette.waiting_ground,
                        palette.waiting,
                        5,
                        15,
                        1.0,
                        "reply.time",
                        key=f"{key}/part:{i}",
                    )
                )
        if part is None:
            marks += _tokens(kit, reply, Area(x, band.y, long * scale, band.h), spent, key)
        x += long * scale
        at += long
    return marks


def _tokens(kit: Kit, reply: Reply, area: Area, spent: float, key: str) -> list[Mark]:
    """The tokens that have come; those that are still to come are empty outlines."""
    palette = kit.palette
    count = max(1, round(reply.tokens.value))
    high = 1 if area.w / count > 6 else COLUMN
    columns = ceil(count / high)
    pitch = area.w / columns
    r = max(2.5, min(0.44 * pitch, 0.42 * area.h / high, 24.0))
    done = int(spent * reply.speed.value + 1e-6)
    marks: list[Mark] = []
    step = min(2.2 * r, area.h / high)
    for i in range(min(count, 240)):
        column, row = divmod(i, high)
        x = area.x + (column + 0.5) * pitch
        y = area.bottom - 4 - (row + 0.5) * step if high > 1 else area.bottom - 6 - r
        if i < done:
            marks.append(
                Disc(
                    x,
                    y,
                    r,
                    palette.token,
                    palette.token_edge,
                    1.5,
                    of="reply.tokens",
                    key=f"{key}/token:{i}",
                )
            )
        else:
            marks.append(Disc(x, y, r, palette.ground, palette.edge, 1.5, key=f"{key}/token:{i}"))
    return marks


def over(stage: StageView, made: Plan, both: Both) -> Marks:
    """Speeds, times at the end of each line, the pause; and how much sooner the reply is there."""
    kit, palette, label = stage.kit, stage.kit.palette, stage.kit.layout.sizes.label
    scale = _scale(made, both)
    lines: list[Words] = []
    for reply, area, who in ((both.fast, made.fast, "fast"), (both.slow, made.slow, "slow")):
        at = stage.lens.area(area)
        tall = min(at.h, 0.5 * at.w)
        y = at.bottom - 0.52 * tall - 0.7 * label
        rate = f"{reply.speed.value:.3g} {kit.word('speed_unit')}"
        name = (
            (rate, 1.5 * label, palette.token_text, 700),
            (f"  {reply.name}", label, palette.ink, 600),
        )
        done = both.now >= reply.seconds - 1e-9
        x = at.x
        if done:
            number = ((plain_seconds(reply.seconds), 1.8 * label, palette.ink, 700),)
            end = min(
                at.x + reply.seconds * scale * stage.lens.scale + 0.5 * label,
                at.right - 4.6 * label,
            )
            ny = at.bottom - 0.2 * tall if end + 5 * label < at.right and who == "fast" else y
            lines.append(
                Words(
                    end if ny != y else at.right,
                    ny,
                    number,
                    "start" if ny != y else "end",
                    f"reply/{who}/time",
                    plate=not both.chain,
                    of="reply.time",
                    refs=(reply.seconds_ref,),
                )
            )
        else:
            came = min(reply.tokens.value, max(0.0, both.now - reply.start) * reply.speed.value)
            if came > 0:
                count = (
                    (f"{int(came + 1e-6)}", 1.4 * label, palette.ink, 700),
                    (f" / {reply.tokens.value:.0f}", label, palette.muted, 400),
                )
                lines.append(
                    Words(
                        at.right,
                        y,
                        count,
                        "end",
                        f"reply/{who}/count",
                        of="reply.tokens",
                        refs=(COUNT, reply.tokens.ref),
                    )
                )
        named = Words(
            x, y, name, key=f"reply/{who}/name", plate=not both.chain, refs=(reply.speed.ref,)
        )
        beyond = named.box.right > min(stage.window.right, at.right)  # a card has its place there
        lines.append(replace(named, parts=name[:1]) if beyond else named)
        if both.chain and who == "slow":
            lines += _names(kit, both, reply, at, scale * stage.lens.scale)
    head = stage.lens.area(made.fast)
    if both.chain and both.now >= max(both.slow.seconds, both.fast.seconds) - 1e-9:
        ratio = both.slow.seconds / both.fast.seconds
        ref = reckoned("{} / {}", both.slow.seconds_ref, both.fast.seconds_ref)
        lines.insert(
            0,
            Words(
                head.right,
                head.y + 1.2 * label,
                ((f"{ratio:.3g}×", 3.2 * label, palette.ink, 700),),
                "end",
                "reply/ratio",
                of="reply.ratio",
                refs=(ref,),
            ),
        )
    elif not both.chain:
        x = head.x + both.gap.value * scale * stage.lens.scale + 0.9 * label
        gap = (
            (kit.written(both.gap), 1.9 * label, palette.ink, 700),
            ("  " + kit.word("reply_gap"), label, palette.muted, 400),
        )
        lines.append(Words(x, head.y + 0.6 * label, gap, key="reply/gap", refs=(both.gap.ref,)))
    marks: list[Mark] = []
    for line in placed(lines, Area(*kit.layout.safe), []):
        marks += line.marks(kit)
    return tuple(marks)


def _names(kit: Kit, both: Both, reply: Reply, at: Area, scale: float) -> list[Words]:
    """What each part of a line is, on it: where it is wide enough, and time has come to it."""
    label, palette = kit.layout.sizes.label, kit.palette
    found: list[Words] = []
    x, since = at.x, 0.0
    long = [*(one.value for one in reply.before), reply.writes, reply.after.value]
    for i, (seconds, name) in enumerate(zip(long, both.parts, strict=False)):
        line = ((name, label, palette.ink, 600),)
        words = Words(
            x + seconds * scale / 2, at.bottom + 1.3 * label, line, "middle", f"reply/part:{i}"
        )
        if words.wide < seconds * scale and both.now > since:
            found.append(words)
        x += seconds * scale
        since += seconds
    return found
