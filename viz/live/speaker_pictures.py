"""What the two windows of a talk show, drawn only when it differs from what is on screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from viz.desk.desk_words import talk_does, word
from viz.desk.talk import Talk
from viz.desk.talk_keymap import help_rows
from viz.errors import Fault
from viz.live import speaker_view as presenter_look
from viz.live.canvas import Canvas
from viz.live.displays import Seats
from viz.live.faults_panel import faults_panel
from viz.live.speaker_facts import Desk, Hall, desk, typing
from viz.live.thumbnails import Inset, look_of
from viz.picture.furniture import playback
from viz.picture.furniture.table_panel import Row, Sheet, panel
from viz.picture.playlist import Reel
from viz.stage.look import Look
from viz.stage.marks import Frame, Marks
from viz.stage.theme import palette
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.take import Sight

RATE: Final = 12  # pictures a second of the small picture in the speaker's window
HELP_ROOM: Final = 1760.0  # stage units


@dataclass(frozen=True, slots=True)
class Seen:
    """What the audience is shown: the show as it has been turned, and what is open beside it."""

    reel: Reel
    sight: Sight


@dataclass
class Pictures:
    """What each window shows; None draws it again."""

    hall: object = None
    desk: object = None
    good: bool = True

    def draw(
        self,
        reel: Reel,
        seen: Seen,
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
            there = _hall(seats, hall, lone=True, good=self.good)
            self._desk(reel, talk, hall, there, now, wall, faults)
            self.hall = None
            return
        if own is None:
            self.desk = None
        self._hall(seen, talk, hall, faults if own is None else (), lone=own is None)
        if own is not None:  # the audience sees the last good picture, the speaker what is wrong
            there = _hall(seats, hall, lone=False, good=self.good)
            self._desk(reel, talk, own, there, now, wall, faults)

    def _hall(
        self, seen: Seen, talk: Talk, canvas: Canvas, faults: tuple[Fault, ...], *, lone: bool
    ) -> None:
        helps = talk.help and lone
        typed = typing(talk) if lone else ""
        shown = (
            *(talk.shown, talk.shade, talk.theme, talk.lang, talk.sources),
            *(helps, typed, faults, canvas.pixels, seen),
        )
        if shown == self.hall or not canvas.visible:
            return
        make = partial(hall_frame, seen, talk, faults, helps=helps, typed=typed)
        self.good = canvas.show(make, talk.theme, talk.lang)
        self.hall = shown

    def _desk(
        self,
        reel: Reel,
        talk: Talk,
        canvas: Canvas,
        hall: Hall,
        now: float,
        wall: str,
        faults: tuple[Fault, ...],
    ) -> None:
        told = desk(reel, talk, now, wall, hall)
        told = replace(told, done=round(told.done * 400) / 400)
        picture = round(talk.moment * RATE) if talk.playing else talk.moment
        looks = (talk.shade, talk.help, talk.theme, talk.sources)
        seen = Seen(reel, talk.sight)  # his own picture goes on while that of the hall is frozen
        shown = (told, picture, *looks, canvas.pixels, seen, faults)
        if shown == self.desk or not canvas.visible:
            return
        shape = (hall.width, hall.height)
        canvas.show(
            partial(desk_frame, told, helps=talk.help, faults=faults),
            talk.theme,
            talk.lang,
            partial(insets, reel, seen, replace(talk, frozen=None), shape),
        )
        self.desk = None if canvas.stale else shown


def hall_frame(
    seen: Seen,
    talk: Talk,
    faults: tuple[Fault, ...],
    look: Look,
    *,
    helps: bool = False,
    typed: str = "",
) -> Frame:
    """The audience's picture in a look; `typed` is what a lone window must tell its speaker."""
    if talk.shade:
        return playback.shaded(look, talk.shade)
    look = replace(look, large=seen.sight.large)
    frame = audience(seen, talk, look)
    if faults:
        frame = frame.plus(faults_panel(faults, look))
    if typed:
        frame = frame.plus(playback.plaque(typed, look))
    return frame.plus(playback.over(help_panel(look), look)) if helps else frame


def audience(seen: Seen, talk: Talk, look: Look) -> Frame:
    """The picture with what is open beside it and over it, but for a shade."""
    frame = replace(seen.reel, look=look).frame(talk.shown, seen.sight)
    index, at = seen.reel.place(talk.shown)
    if not talk.sources or at < 0:
        return frame
    return frame.plus(playback.sources(seen.reel.timelines[index], ScreenSeconds(at), look))


def desk_frame(
    told: Desk, look: Look, *, helps: bool = False, faults: tuple[Fault, ...] = ()
) -> Frame:
    """The speaker's window without its pictures."""
    if helps:
        ground = Frame(*look.stage, palette(look.theme).ground, (), ())
        return ground.plus(help_panel(look))
    frame = presenter_look.frame(told, look)
    return frame.plus(faults_panel(faults, look)) if faults else frame


@lru_cache(maxsize=8)
def help_panel(look: Look) -> Marks:
    """Every row of the talk's key table, on one screen."""
    rows = tuple(Row(("", talk_does(look.lang, row.action)), keys=row.shown) for row in help_rows())
    shares = (0.32, 0.68) if look.form == "wide" else (0.37, 0.63)
    title, hint = word(look.lang, "help"), word(look.lang, "close")
    return panel(Sheet(title, hint, rows, shares, halves=True), look, HELP_ROOM)


def _hall(seats: Seats, canvas: Canvas, *, lone: bool, good: bool) -> Hall:
    return Hall(seats.audience.number, *canvas.pixels, lone=lone, good=good)


def insets(
    reel: Reel, seen: Seen, talk: Talk, shape: tuple[int, int], look: Look
) -> tuple[Inset, ...]:
    """The picture that is on and the still that comes next."""
    if talk.help:
        return ()
    places = presenter_look.areas(look)
    style = (talk.theme, talk.lang)
    moment = talk.shown
    now = Inset(
        places.now,
        shape,
        (round(moment * RATE) if talk.playing else moment, *style, seen, talk.sources),
        lambda size: audience(seen, talk, look_of(look, size)),
    )
    following = talk.step + 1
    if following >= len(talk.deck.steps):
        return (now,)
    still = talk.deck.steps[following].still
    then = replace(talk.sight, asked="", focus="")
    coming = Inset(
        places.coming,
        shape,
        (still, *style, reel, then),
        lambda size: replace(reel, look=look_of(look, size)).frame(still, then),
    )
    return now, coming
