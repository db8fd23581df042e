"""What the two windows of a talk show, drawn only when it differs from what is on screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from viz.desk.overlay import Seen, audience, hall, help_panel
from viz.desk.talk import Talk, pill
from viz.errors import Fault
from viz.live import speaker_grid
from viz.live import speaker_view as presenter_look
from viz.live.canvas import Canvas
from viz.live.faults_panel import faults_panel
from viz.live.rehearsal import against
from viz.live.speaker_facts import Desk, Hall, desk, typing
from viz.live.thumbnails import Inset, look_of
from viz.picture.playlist import Playable, Reel
from viz.stage.look import Look
from viz.stage.marks import Frame
from viz.stage.theme import palette

if TYPE_CHECKING:
    from viz.live.windows import Stage

RATE: Final = 12  # pictures a second of the small picture in the speaker's window


@dataclass
class Pictures:
    """What each window shows; None draws it again."""

    hall: object = None
    desk: object = None
    good: bool = True

    def draw(self, stage: Stage, now: float, wall: str) -> None:
        """Draw both windows where they have changed. One that is alone shows either side."""
        hall, own, talk = stage.hall, stage.desk, stage.talk
        if hall is None:
            return
        if own is None and talk.swapped and stage.reel:
            self._desk(stage, stage.reel, hall, _hall(stage, hall, good=self.good), now, wall)
            self.hall = None
            return
        if own is None:
            self.desk = None
        self._hall(stage, hall, lone=own is None)
        if own is not None and stage.reel:  # the audience sees the last good picture
            there = _hall(stage, hall, good=self.good)
            self._desk(stage, stage.reel, own, there, now, wall)

    def _hall(self, stage: Stage, canvas: Canvas, *, lone: bool) -> None:
        if not canvas.visible:
            return
        talk, seen = stage.talk, stage.seen
        helps = talk.help and lone
        typed = typing(talk) if lone else ""
        faults = stage.faults if lone else ()
        pointing = stage.pointing and not talk.waits
        state = () if talk.waits else (talk.head.running, talk.head.held, pill(talk))
        shown = (
            *(talk.shown, talk.shade, talk.theme, talk.lang, talk.sources, talk.claims),
            talk.finished,
            *(helps, typed, faults, canvas.pixels, seen.sight, _key(seen.show), pointing, state),
        )
        if shown == self.hall:
            return
        make = partial(hall_frame, seen, talk, faults, helps=helps, typed=typed, pointing=pointing)
        self.good = canvas.show(make, talk.theme, talk.lang)
        self.hall = shown

    def _desk(
        self, stage: Stage, reel: Reel, canvas: Canvas, hall: Hall, now: float, wall: str
    ) -> None:
        talk, faults = stage.talk, stage.faults
        behind = against(stage.plan, talk, reel, now) if stage.plan is not None else None
        told = desk(reel, talk, now, wall, hall, behind)
        told = replace(told, done=round(told.done * 400) / 400)
        picture = round(talk.moment * RATE) if talk.playing else talk.moment
        looks = (
            talk.shade,
            talk.help,
            talk.theme,
            talk.sources,
            talk.claims,
            talk.digits,
            talk.chosen,
        )
        # His own picture goes on while that of the hall is frozen, and tells each choice's hands.
        seen = Seen(reel, replace(talk.sight, hands=True))
        shown = (told, picture, *looks, canvas.pixels, reel, seen.sight, faults)
        if shown == self.desk or not canvas.visible:
            return
        shape = (hall.width, hall.height)
        canvas.show(
            partial(desk_frame, told, reel, talk, faults=faults),
            talk.theme,
            talk.lang,
            partial(insets, reel, seen, replace(talk, frozen=None), shape),
        )
        self.desk = None if canvas.stale else shown


def _key(show: Playable) -> object:
    """What tells one show from another: timelines are made anew where something is turned."""
    return show.timelines if isinstance(show, Reel) else show


def hall_frame(
    seen: Seen,
    talk: Talk,
    faults: tuple[Fault, ...],
    look: Look,
    *,
    helps: bool = False,
    typed: str = "",
    pointing: bool = False,
) -> Frame:
    """The audience's picture in a look."""
    frame = hall(seen, talk, look, helps=helps, typed=typed, pointing=pointing)
    return frame.plus(faults_panel(faults, look)) if faults and not talk.shade else frame


def desk_frame(
    told: Desk, reel: Reel, talk: Talk, look: Look, *, faults: tuple[Fault, ...] = ()
) -> Frame:
    """The speaker's window without its pictures."""
    if talk.help:
        ground = Frame(*look.stage, palette(look.theme).ground, (), ())
        return ground.plus(help_panel(look, "waits"))
    if talk.digits is not None:
        frame = presenter_look.head(told, look).plus(speaker_grid.marks(reel, talk, look))
    else:
        frame = presenter_look.frame(told, look)
    return frame.plus(faults_panel(faults, look)) if faults else frame


def _hall(stage: Stage, canvas: Canvas, *, good: bool) -> Hall:
    number = stage.seats.audience.number if stage.seats else 0
    return Hall(number, *canvas.pixels, lone=stage.desk is None, good=good)


def insets(
    reel: Reel, seen: Seen, talk: Talk, shape: tuple[int, int], look: Look
) -> tuple[Inset, ...]:
    """The picture that is on and the still that comes next."""
    if talk.help:
        return ()
    if talk.digits is not None:
        return _stills(reel, talk, shape, look)
    places = presenter_look.areas(look)
    style = (talk.theme, talk.lang)
    moment = talk.shown
    now = Inset(
        places.now,
        shape,
        (round(moment * RATE) if talk.playing else moment, *style, seen, talk.sources, talk.claims),
        lambda size: audience(seen, talk, look_of(look, size)),
    )
    following = talk.step + 1
    if following >= len(talk.deck.steps):
        return (now,)
    still = talk.deck.steps[following].still
    then = replace(talk.sight, asked="", focus="", pointing="", spot=(0.5, 0.5), view=None)
    coming = Inset(
        places.coming,
        shape,
        (still, *style, reel, then),
        lambda size: reel.seen_in(look_of(look, size)).frame(still, then),
    )
    return now, coming


def _stills(reel: Reel, talk: Talk, shape: tuple[int, int], look: Look) -> tuple[Inset, ...]:
    """The stills of the overview."""
    then = replace(
        talk.sight, asked="", focus="", knobs=False, pointing="", spot=(0.5, 0.5), view=None
    )
    found = []
    for tile in speaker_grid.page(reel, talk, look).tiles:
        moment = speaker_grid.still(talk, tile.step)
        key = (moment, talk.theme, talk.lang, reel)

        def make(size: tuple[int, int], moment: float = moment) -> Frame:
            return reel.seen_in(look_of(look, size)).frame(moment, then)

        found.append(Inset(tile.area, shape, key, make))
    return tuple(found)
