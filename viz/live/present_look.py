"""What the two windows of a talk show, drawn only when it differs from what is on screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from viz.errors import Fault
from viz.live import presenter_look
from viz.live.canvas import Canvas
from viz.live.displays import Seats
from viz.live.faults_panel import faults_panel
from viz.live.inset import Inset, look_of
from viz.live.panel import Row, Sheet, panel
from viz.live.presenter import Desk, Hall, desk
from viz.live.talk import Shade, Talk
from viz.live.talk_keys import TALK_TABLE
from viz.live.words import talk_does, word
from viz.stage.look import Look
from viz.stage.marks import Frame, Marks
from viz.stage.reel import Reel
from viz.stage.theme import palette

RATE: Final = 12  # pictures a second of the small picture in the speaker's window
SHADES: Final[dict[Shade, str]] = {"black": "#000000", "white": "#FFFFFF"}
HELP_ROOM: Final = 1240.0  # stage units


@dataclass
class Pictures:
    """What each window shows; None draws it again."""

    hall: object = None
    desk: object = None
    good: bool = True

    def draw(
        self,
        reel: Reel,
        talk: Talk,
        hall: Canvas,
        own: Canvas | None,
        seats: Seats,
        faults: tuple[Fault, ...],
        now: float,
        wall: str,
    ) -> None:
        """Draw both windows where they have changed. One that is alone shows either side."""
        if own is None and talk.swapped:
            self._desk(reel, talk, hall, _hall(seats, hall, lone=True, good=self.good), now, wall)
            self.hall = None
            return
        if own is None:
            self.desk = None
        self._hall(reel, talk, hall, faults, lone=own is None)
        if own is not None:
            self._desk(reel, talk, own, _hall(seats, hall, lone=False, good=self.good), now, wall)

    def _hall(
        self, reel: Reel, talk: Talk, canvas: Canvas, faults: tuple[Fault, ...], *, lone: bool
    ) -> None:
        helps = talk.help and lone
        digits = talk.digits if lone else None
        shown = (
            talk.shown,
            talk.shade,
            talk.theme,
            talk.lang,
            helps,
            digits,
            faults,
            canvas.pixels,
        )
        if shown == self.hall or not canvas.visible:
            return
        make = partial(hall_frame, reel, talk, faults, helps=helps)
        self.good = canvas.show(make, talk.theme, talk.lang)
        self.hall = shown

    def _desk(
        self, reel: Reel, talk: Talk, canvas: Canvas, hall: Hall, now: float, wall: str
    ) -> None:
        told = desk(reel, talk, now, wall, hall)
        told = replace(told, done=round(told.done * 400) / 400)
        picture = round(talk.shown * RATE) if talk.playing else talk.shown
        shown = (told, picture, talk.shade, talk.help, talk.theme, canvas.pixels)
        if shown == self.desk or not canvas.visible:
            return
        shape = (hall.width, hall.height)
        canvas.show(
            partial(desk_frame, told, helps=talk.help),
            talk.theme,
            talk.lang,
            partial(_insets, reel, talk, shape),
        )
        self.desk = None if canvas.stale else shown


def hall_frame(
    reel: Reel, talk: Talk, faults: tuple[Fault, ...], look: Look, *, helps: bool = False
) -> Frame:
    """The audience's picture in a look."""
    if talk.shade:
        return Frame(*look.stage, SHADES[talk.shade], (), ())
    frame = replace(reel, look=look).frame(talk.shown)
    if faults:
        frame = frame.plus(faults_panel(faults, look))
    return frame.plus(help_panel(look)) if helps else frame


def desk_frame(told: Desk, look: Look, *, helps: bool = False) -> Frame:
    """The speaker's window without its pictures."""
    if helps:
        ground = Frame(*look.stage, palette(look.theme).ground, (), ())
        return ground.plus(help_panel(look))
    return presenter_look.frame(told, look)


@lru_cache(maxsize=8)
def help_panel(look: Look) -> Marks:
    """Every row of the talk's key table, on one screen."""
    rows = tuple(Row(("", talk_does(look.lang, row.action)), keys=row.shown) for row in TALK_TABLE)
    sheet = Sheet(word(look.lang, "help"), word(look.lang, "close"), rows, (0.4, 0.6))
    return panel(sheet, look, HELP_ROOM)


def _hall(seats: Seats, canvas: Canvas, *, lone: bool, good: bool) -> Hall:
    return Hall(seats.audience.number, *canvas.pixels, lone=lone, good=good)


def _insets(reel: Reel, talk: Talk, shape: tuple[int, int], look: Look) -> tuple[Inset, ...]:
    """The picture that is on and the still that comes next."""
    if talk.help:
        return ()
    places = presenter_look.areas(look)
    style = (talk.theme, talk.lang, id(reel))
    moment = talk.shown
    now = Inset(
        places.now,
        shape,
        (round(moment * RATE) if talk.playing else moment, *style),
        lambda size: replace(reel, look=look_of(look, size)).frame(moment),
    )
    following = talk.step + 1
    if following >= len(talk.deck.steps):
        return (now,)
    still = talk.deck.steps[following].still
    coming = Inset(
        places.coming,
        shape,
        (still, *style),
        lambda size: replace(reel, look=look_of(look, size)).frame(still),
    )
    return now, coming
