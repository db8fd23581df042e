"""When speed is felt: an eye that a machine outruns, and a spoken reply against the pause that people
leave, alone and with all that is around it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from viz.actors.spoken_reply import reply_lines
from viz.actors.spoken_reply.spoken_reply_places import WIDE, places, plan
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.area import Area
from viz.stage.badge import Badge
from viz.stage.machine_text import prose, rows
from viz.stage.marks import COUNT, Box, Disc, Line, Mark, Marks, Ribbon, Shape
from viz.stage.number_text import clock
from viz.stage.parameters import parameter
from viz.stage.quantity import resolve
from viz.stage.style import Kit
from viz.stage.task_clock import running
from viz.stage.theme import mix
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed
from viz.stage.written_page import LINE, words_of

STAGES = ("read", "gate", "chain")


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """Who writes and reads how fast, how long the reply is, and what is around it."""

    slow: Ref = parameter("ref", "tokens a second of the slow machine")
    fast: Ref = parameter("ref", "tokens a second of the fast machine")
    read: Ref = parameter("ref", "tokens a second that a person reads", "5 tok/s")
    tokens: Ref = parameter("ref", "tokens of the spoken reply", "30 tok")
    gap: Ref = parameter("ref", "the pause that people leave between turns", "200 ms")
    before: tuple[Ref, ...] = parameter("refs", "times before the first token", ())
    after: Ref = parameter("ref", "time after the last token", "0 s")
    parts: tuple[Text, ...] = parameter("texts", "names of those times, in order", ())
    names: tuple[Text, ...] = parameter("texts", "a name for the slow and for the fast machine", ())
    since: float = parameter("seconds", "when on the clock of the scene it begins", 0.0)
    text: str = parameter("word", "what is read: a text of assets/texts", "honey")
    stage: str = parameter("word", "what is pictured", "read", choices=STAGES)


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: it stands on the ground."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The eye and its page, or both lines of time, in units of the world."""
    made, palette = plan(Area(*world), stage.kit), stage.kit.palette
    if p.stage != "read":
        return reply_lines.draw(stage, made, reply_lines.reply_of(stage, p))
    return (
        Box(*made.page, palette.panel, 12, palette.edge, 2, key="reply/page"),
        *_eye(stage.kit, made.eye),
    )


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The words that are written and read, or what the lines say."""
    made = plan(Area(*world), stage.kit)
    if p.stage != "read":
        return reply_lines.over(stage, made, reply_lines.reply_of(stage, p))
    return _reading(stage, made.page, made.waits, made.eye, p)


def badge(stage: StageView, _: Area, p: Parameters) -> Badge | None:
    """The clock of the reply, which begins when the other one has stopped to speak."""
    if p.stage == "read":
        return None
    both = reply_lines.reply_of(stage, p)
    now = min(both.now, max(both.slow.seconds, both.fast.seconds))
    return Badge(
        stage.kit.word("race_clock"), clock(now) if now > 0 else "0.0 ms", lens=True, of="hw"
    )


@lru_cache(maxsize=16)
def _eye(kit: Kit, area: Area) -> Marks:
    """An open eye that looks to its right, where the page is."""
    palette = kit.palette
    w = min(0.82 * area.w, 1.6 * area.h)
    x, y = area.cx, area.y + min(0.34 * area.h, 0.5 * w)
    lid = [(-cos(pi * i / 24) * w / 2, -sin(pi * i / 24) * 0.25 * w) for i in range(25)]
    under = [(cos(pi * i / 24) * w / 2, sin(pi * i / 24) * 0.17 * w) for i in range(25)]
    brow = tuple(
        (x - cos(pi * i / 24) * 0.52 * w, y - 0.1 * w - sin(pi * i / 24) * 0.26 * w)
        for i in range(3, 22)
    )
    white, iris = mix(palette.ink, palette.silicon, 0.85), mix(palette.silicon, palette.panel, 0.9)
    ix, iy, r = x + 0.09 * w, y - 0.035 * w, 0.17 * w
    if palette.ground > "#8":
        white = palette.panel
    return (
        Shape((*lid, *under), white, palette.muted, 4, x=x, y=y, key="reply/eye"),
        Disc(ix, iy, r, iris, palette.core, 3, key="reply/iris"),
        Disc(ix + 0.02 * w, iy, 0.5 * r, "#05080C", key="reply/pupil"),
        Disc(ix - 0.03 * w, iy - 0.06 * w, 0.2 * r, "#FFFFFF", key="reply/shine"),
        Line(tuple((x + px, y + py) for px, py in lid), 7, palette.ink, key="reply/lid"),
        Line(brow, 6, palette.muted, key="reply/brow"),
    )


def _reading(stage: StageView, page: Area, waits: Area, eye: Area, p: Parameters) -> Marks:
    """The page as far as it is written, the word that the eye is at, and the text that waits."""
    kit, palette, label = stage.kit, stage.kit.palette, stage.kit.layout.sizes.label
    text = prose(p.text, kit.look.lang)
    slow, read = resolve(stage, p.slow), resolve(stage, p.read)
    now = running(stage, (p.slow, p.read))
    at = stage.lens.area(page)
    size = (1.12 if kit.layout.form in WIDE else 1.0) * label
    body = at.inset(1.1 * label, 0.8 * label)
    most = text.tokens
    lines = rows(text, body.w, size, most)
    full = lines[min(len(lines), max(1, int(body.h / (LINE * size)))) - 1]
    done = min(now * slow.value, text.time_of(max(0, full.end - 2)))
    marks: list[Mark] = []
    word = text.until(now * read.value)
    row = next(i for i, line in enumerate(lines) if word < line.end)
    line, k = lines[row], word - lines[row].first
    x, y = body.x + line.starts[k], body.y + row * LINE * size + size
    wide = (line.starts[k + 1] if k + 1 < len(line.starts) else body.w) - line.starts[k]
    here = done > 0
    if here:
        look = stage.lens.area(eye)
        w = min(0.82 * look.w, 1.6 * look.h)
        ex, ey = look.cx + 0.11 * w, look.y + min(0.34 * look.h, 0.5 * w) - 0.035 * w
        light = palette.ink
        marks.append(
            Ribbon(
                ((x - 4, y - 0.35 * size), (ex, ey)),
                (1.2 * size, 8),
                light,
                (0.28, 0.5),
                of="reply.read",
                key="reply/gaze",
            )
        )
        marks.append(
            Box(
                x - 5,
                y - 0.98 * size,
                max(wide, size) + 4,
                1.32 * size,
                palette.silicon,
                6,
                palette.ink,
                2,
                0.75,
                of="reply.read",
                key="reply/word",
            )
        )
    if done > 0:
        written, (hx, hy) = words_of(
            kit, text, body, size, done, slow.value, "reply", of="reply.text"
        )
        marks += written
        marks.append(
            Disc(
                min(hx + 8, body.right),
                hy - 0.36 * size,
                0.3 * size,
                palette.token,
                palette.token_edge,
                2,
                of="reply.text",
                key="reply/head",
            )
        )
        side = at.right + 0.9 * label if kit.layout.form in WIDE else at.right - 0.3 * label
        marks.append(
            Line(
                ((side, y - size), (side, hy)), 5, palette.muted, of="reply.read", key="reply/waits"
            )
        )
    unit = kit.word("speed_unit")
    ew, ww = stage.lens.area(eye), stage.lens.area(waits)
    low = kit.layout.form in WIDE
    ey = ew.y + 0.72 * ew.h if low else ew.bottom - 0.9 * label
    behind = max(0.0, (done - now * read.value) / read.value)
    wy = ww.cy if low else ww.y + 2.2 * label
    wx = ww.x + 1.2 * label
    out = [
        Words(
            ew.cx,
            ey,
            ((f"{read.value:.2g} {unit}", 1.9 * label, palette.token_text, 700),),
            "middle",
            "reply/read",
            refs=(read.ref,),
        ),
        Words(
            ew.cx,
            ey + 1.5 * label,
            ((kit.word("reply_eye"), label, palette.ink, 400),),
            "middle",
            "reply/eye/word",
        ),
        Words(
            wx,
            wy + 3.6 * label,
            ((f"{slow.value:.3g} {unit}", 1.5 * label, palette.token_text, 700),),
            key="reply/slow",
            refs=(slow.ref,),
        ),
        Words(
            wx,
            wy + 4.9 * label,
            ((kit.word("reply_writes"), label, palette.ink, 400),),
            key="reply/writes",
        ),
    ]
    if behind >= 1:
        out.insert(
            0,
            Words(
                wx,
                wy,
                ((f"{behind:.0f} s", 2.6 * label, palette.ink, 700),),
                key="reply/behind",
                of="reply.read",
                refs=(COUNT,),
            ),
        )
        out.insert(
            1,
            Words(
                wx,
                wy + 1.75 * label,
                ((kit.word("reply_waits"), label, palette.muted, 400),),
                key="reply/behind/word",
            ),
        )
    for one in placed(out, Area(*kit.layout.safe), []):
        marks += one.marks(kit)
    return tuple(marks)


__all__ = ["Parameters", "badge", "draw", "over", "panel", "places"]
