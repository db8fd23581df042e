"""What the person at the keyboard has chosen: the transport, the look, the open panel.

`act` turns an action of the key table into the next session. Pure: the window only carries it
out, and a test needs no window.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from viz.desk import transport as tr
from viz.desk.keymap import Action, TalkAction
from viz.desk.transport import Transport
from viz.stage.look import Theme
from viz.timeline.take import Sight

Panel = Literal["", "help", "sources"]
Leave = Literal["", "next", "previous"]
NEAR: Final = 1e-9  # s; so near to a stop the show waits at it


@dataclass(frozen=True, slots=True)
class Session:
    """A run of one scene. `languages` are those that `l` goes through.

    In a program, `before` and `after` say whether a scene comes before and after this one, and
    `leave` to which of them the viewer went when the session was over. `sight` is what is open
    beside the show.
    """

    transport: Transport
    theme: Theme = "dark"
    lang: str = "en"
    languages: tuple[str, ...] = ("en", "zh")
    panel: Panel = ""
    fullscreen: bool = False
    over: bool = False
    before: bool = False
    after: bool = False
    leave: Leave = ""
    sight: Sight = Sight()  # noqa: RUF009 - frozen


def sight_of(session: Session) -> Sight:
    """What is open beside the show and over it, with the state and the speed of the playback: what
    a take keeps of it."""
    transport = session.transport
    state = ""
    if transport.ended:
        state = "ended_next" if session.after else "ended"
    elif not transport.playing:
        waits = any(abs(stop - transport.at) < NEAR for stop in transport.stops)
        state = "waiting" if waits else "paused"
    sources = session.panel == "sources"
    return replace(session.sight, sources=sources, state=state, rate=transport.speed)


def act(session: Session, action: Action | TalkAction) -> Session:
    """The session after an action."""
    if leave := _leave(session, action):
        return replace(session, over=True, leave=leave)
    moved = _moved(session.transport, action)
    if moved is not None:
        return replace(session, transport=moved)
    match action:
        case "theme":
            return replace(session, theme="dark" if session.theme == "light" else "light")
        case "language":
            return replace(session, lang=_next(session.lang, session.languages))
        case "help" | "sources":
            return replace(session, panel="" if session.panel == action else action)
        case "fullscreen":
            return replace(session, fullscreen=not session.fullscreen)
        case "close":  # a clicker sends Esc too: it never quits
            if session.panel:
                return replace(session, panel="")
            return replace(session, fullscreen=False)
        case "quit":
            return replace(session, over=True)
        case _:
            return session


def _leave(session: Session, action: Action | TalkAction) -> Leave:
    """Whether an action leads out of this scene of a program."""
    transport = session.transport
    last = transport.beat >= len(transport.starts) - 1
    if session.after and (
        (action == "next_beat" and last) or (action == "play_pause" and transport.ended)
    ):
        return "next"
    first = transport.beat == 0 and transport.at <= tr.GRACE
    return "previous" if session.before and action == "previous_beat" and first else ""


def _next(lang: str, languages: tuple[str, ...]) -> str:
    if lang not in languages:
        return languages[0] if languages else lang
    return languages[(languages.index(lang) + 1) % len(languages)]


def _moved(transport: Transport, action: Action | TalkAction) -> Transport | None:
    match action:
        case "play_pause":
            return tr.toggle(transport)
        case "next_beat":
            return tr.next_beat(transport)
        case "previous_beat":
            return tr.previous_beat(transport)
        case "frame_forward":
            return tr.step_frames(transport, 1)
        case "frame_back":
            return tr.step_frames(transport, -1)
        case "faster":
            return tr.faster(transport)
        case "slower":
            return tr.slower(transport)
        case "first":
            return tr.seek(transport, 0.0)
        case "last":
            return tr.seek(transport, transport.seconds)
        case "restart":
            return tr.play(tr.seek(transport, 0.0))
        case _:
            return None
