"""The hands of a lesson in a talk: knobs, numbers that are asked, hands counted. Pure.

`lent` gives the scene that is on stage as the `Desk` that `viz.desk.interaction` works on; `given`
takes back what was done there. So a knob, a vote and an explanation are the same in both.
"""

from __future__ import annotations

from dataclasses import replace

from viz.desk import interaction_keys as hand_keys
from viz.desk.interaction import Desk, again
from viz.desk.keymap import Action, TalkAction
from viz.desk.pointer import Grip, moved, pressed
from viz.desk.session import Session
from viz.desk.talk import Talk
from viz.desk.transport import Transport
from viz.picture.hit_test import targets
from viz.picture.playlist import Reel
from viz.picture.with_open_panels import picture
from viz.stage.look import Look
from viz.stage.style import kit_of


def session_of(talk: Talk, reel: Reel) -> Session | None:
    """What the audience sees of a scene, as a session of its own; None while a card stands.

    A frozen picture is a show that stands there.
    """
    index, at = reel.place(talk.shown)
    if at < 0:
        return None
    timeline = reel.timelines[index]
    moves = talk.playing and talk.frozen is None
    starts = tuple(float(span.start) for span in timeline.beats)
    transport = Transport(starts, float(timeline.seconds), at, talk.seen, talk.seen, playing=moves)
    return Session(transport, talk.theme, talk.lang, talk.languages, sight=talk.sight)


def lent(talk: Talk, reel: Reel, run: float = 0.0) -> Desk | None:
    """The scene at the talk's own moment, frozen or not; None while a chapter's card stands."""
    session = session_of(replace(talk, frozen=None), reel)
    return Desk(session, reel.timelines[talk.now.scene], run) if session else None


def given(talk: Talk, reel: Reel, desk: Desk) -> tuple[Talk, Reel]:
    """The talk and the reel after what was done on a desk."""
    talk = replace(talk, sight=desk.session.sight)
    if desk.timeline is reel.timelines[talk.now.scene]:
        return talk, reel
    return talk, reel.with_timeline(talk.now.scene, desk.timeline)


def do(talk: Talk, desk: Desk, action: Action | TalkAction, look: Look) -> Desk | None:
    """The desk after an action of the hands; None where it is the talk's own."""
    if action == "close" and (talk.shade or talk.help or talk.sources or talk.digits is not None):
        return None  # what lies on top is closed first
    names = asked(desk, look) if action in ("next_number", "previous_number") else ()
    return hand_keys.do(desk, action, names)


def asked(desk: Desk, look: Look) -> tuple[str, ...]:
    """The numbers on stage that may be asked."""
    sight = desk.session.sight
    look = replace(look, aside=sight.aside, large=sight.large)
    frame = picture(desk.timeline, desk.at, look, sight)
    return tuple(one.name for one in targets(frame, desk.scene, kit_of(look)))


def touched(desk: Desk, look: Look, x: float, y: float) -> tuple[Desk, Grip | None]:
    """A press on the audience's picture at a point in its stage units."""
    sight = desk.session.sight
    return pressed(desk, replace(look, aside=sight.aside, large=sight.large), x, y)


def dragged(desk: Desk, grip: Grip) -> Desk:
    """The knob that is held follows the hand."""
    return moved(desk, grip)


def carried(before: Reel, after: Reel) -> Reel:
    """A reel that was read anew, with what had been turned and counted in the one before."""
    takes = {timeline.scene.name: timeline.take for timeline in before.timelines}
    timelines = tuple(
        again(timeline, takes[timeline.scene.name]) if timeline.scene.name in takes else timeline
        for timeline in after.timelines
    )
    return replace(after, timelines=timelines)
