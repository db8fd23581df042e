"""A show in somebody's hands: where it is, what the audience sees, and what each key does.

Pure and frozen: `now` is seconds of one monotonic clock that is handed in. A talk waits at each
step, and "next" in the middle of a step shows its still at once; a lesson in a window flows on.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeVar

from viz.desk import playhead as ph
from viz.desk import timer as clock
from viz.desk.claims_view import Looking
from viz.desk.keymap import Action, Manner
from viz.desk.playhead import Playhead
from viz.desk.steps import Deck, Step
from viz.desk.timer import Timer
from viz.stage.look import Theme
from viz.timeline.take import Sight

T = TypeVar("T", bound=str)
Shade = Literal["", "black", "white"]
THEMES: Final[tuple[Theme, ...]] = ("dark", "light", "contrast")
POINTING: Final = ("", "pointer", "spotlight")
TWICE: Final = 2.0  # s in which the second "quit", or the second "reset", must follow
SMALLEST, LARGEST, USUAL = 24.0, 72.0, 30.0  # notes, stage units
GROW: Final = 4.0
DIGITS: Final = 7  # "123.456"


@dataclass(frozen=True, slots=True)
class Talk:
    """`frozen` is the moment that the audience is shown instead, `digits` what was typed after "go
    to step" and `chosen` the step that is then gone to, `scrolled` how many lines of the notes are above the window, `swapped` whether a
    lone window shows the speaker's side. `asked` is what was asked for once and needs a second
    key, and when. `sight` is what is open beside the picture, `sources` whether their panel lies
    over it, `claims` what is looked for in the list of all claims, while that does. `told` is a word of the speaker's about the last key, and what it is about. `place`
    is remembered to come back to; `published` shows the show as it was made, while a key is down.
    `offered` is the step at which a show that ended may be gone on with, `trouble` what cannot be
    kept or had to be kept elsewhere.
    """

    head: Playhead
    timer: Timer = field(default_factory=Timer)
    shade: Shade = ""
    frozen: float | None = None
    digits: str | None = None
    chosen: int | None = None
    help: bool = False
    sources: bool = False
    claims: Looking | None = None
    sight: Sight = Sight()  # noqa: RUF009 - frozen
    theme: Theme = "dark"
    lang: str = "en"
    languages: tuple[str, ...] = ("en", "zh")
    notes: float = USUAL
    scrolled: int = 0
    swapped: bool = False
    full: bool = True
    asked: tuple[Action, float] | None = None
    told: tuple[str, str] = ("", "")
    place: tuple[int, float] | None = None
    published: bool = False
    offered: str = ""
    trouble: str = ""
    over: bool = False

    @property
    def deck(self) -> Deck:
        """All steps."""
        return self.head.deck

    @property
    def step(self) -> int:
        """The number of the step that is on, from 0."""
        return self.head.step

    @property
    def now(self) -> Step:
        """The step that is on."""
        return self.head.now

    @property
    def at(self) -> float:
        """Seconds inside the step when the clock was last read."""
        return self.head.at

    @property
    def playing(self) -> bool:
        """Whether the show moves on by itself."""
        return self.head.playing

    @property
    def moment(self) -> float:
        """The moment of the whole that the talk is at."""
        return self.head.moment

    @property
    def shown(self) -> float:
        """The moment that the audience sees, but for a shade."""
        return self.moment if self.frozen is None else self.frozen

    @property
    def finished(self) -> bool:
        """In the still of its step."""
        return self.head.finished

    @property
    def waits(self) -> bool:
        """Whether it waits at each step, as a talk does."""
        return self.head.waits == "steps"

    @property
    def manner(self) -> Manner:
        """Which rows of the key table it has."""
        return "waits" if self.waits else "flows"

    @property
    def waiting_at_start(self) -> bool:
        return self.step == 0 and not self.playing and self.head.inside == 0


def pill(talk: Talk) -> Sight:
    """What is open beside the show and over it, with the state and the speed of the playback where
    whoever watches plays it: what a take keeps of it."""
    sight = replace(talk.sight, sources=talk.sources, shade=talk.shade)
    head = talk.head
    if talk.waits:
        return sight
    state = ""
    if head.ended:
        state = "ended"
    elif not head.playing:
        state = "waiting" if head.asking else "paused"
    return replace(sight, state=state, rate=head.speed)


def tick(talk: Talk, now: float) -> Talk:
    """The clock reads `now`."""
    if talk.asked is not None and not 0 <= now - talk.asked[1] <= TWICE:
        talk = replace(talk, asked=None)
    return replace(talk, head=ph.tick(talk.head, now))


def moved(talk: Talk, head: Playhead) -> Talk:
    """The talk somewhere else in the show."""
    if head.step == talk.step:
        return replace(talk, head=head)
    # What was asked belongs to the step that is left, and arrows are the clicker's again.
    sight = replace(talk.sight, asked="", focus="", pointing="", view=None)
    return replace(talk, head=head, scrolled=0, sight=sight)


def pointed(talk: Talk, x: float, y: float) -> Talk:
    """The hand is at a point of the stage (shares of its sides): what points is there too."""
    if not talk.sight.pointing or not (0 <= x <= 1 and 0 <= y <= 1):
        return talk
    return replace(talk, sight=replace(talk.sight, spot=(round(x, 4), round(y, 4))))


def act(talk: Talk, action: Action, now: float) -> Talk:
    """The talk after a key. A shade is lifted by the next key, and that is all it does then."""
    talk = replace(tick(talk, now), told=("", ""))
    if talk.asked is not None and action != talk.asked[0]:
        talk = replace(talk, asked=None)
    if talk.digits is not None:
        if action in {"enter", "erase", "close"}:
            return _entering(talk, action)
        talk = replace(talk, digits=None, chosen=None)
    if talk.shade and action in _LIFTS:
        return replace(talk, shade="")
    if talk.claims is not None and action in _LIFTS:
        return replace(talk, claims=None)
    if talk.sources and action in _LIFTS:
        return replace(talk, sources=False)
    if talk.frozen is not None and action in ("start", "close"):  # a clicker has no other key
        return replace(talk, frozen=None)
    if action in _MOVES:
        talk = replace(talk, offered="")
        return moved(replace(talk, timer=clock.begun(talk.timer, now)), _moved(talk, action))
    return _changed(talk, action, now)


def typed(talk: Talk, sign: str) -> Talk:
    """A digit or a dot, while a step's number is asked for."""
    digits = talk.digits
    if digits is None or len(digits) >= DIGITS or sign not in "0123456789.":
        return talk
    if sign == "." and ("." in digits or not digits):
        return talk
    return replace(talk, digits=digits + sign, told=("", ""))


_MOVES: Final = frozenset(
    {"next_step", "previous_step", "skip_forward", "skip_back", "first_step", "last_step"}
)
_LIFTS: Final = _MOVES | {"start", "close"}  # of what lies over the picture, and no more then


def _moved(talk: Talk, action: Action) -> Playhead:
    head = talk.head
    match action:
        case "next_step":
            return ph.forward(head, calm=talk.sight.calm)
        case "previous_step":
            return ph.back(head)
        case "skip_forward":
            return ph.skip(head)
        case "skip_back":
            return ph.still(head, head.step - 1)
        case "first_step":
            return ph.go(head, 0, playing=head.playing and not talk.waits)
        case _:
            return ph.still(head, len(head.deck.steps) - 1)


def _changed(talk: Talk, action: Action, now: float) -> Talk:
    head = talk.head
    match action:
        case "start":  # F5 of a clicker: go on where the talk is
            talk = replace(talk, timer=clock.begun(talk.timer, now))
            return talk if head.finished or head.playing else moved(talk, ph.forward(head))
        case "play_pause":
            return replace(talk, head=ph.toggle(head))
        case "faster":
            return replace(talk, head=ph.faster(head))
        case "slower":
            return replace(talk, head=ph.slower(head))
        case "frame_forward" | "frame_back":
            return moved(talk, ph.by_frames(head, 1 if action == "frame_forward" else -1))
        case "black" | "white":
            return replace(talk, shade="" if talk.shade == action else action)
        case "freeze":
            return replace(talk, frozen=talk.moment if talk.frozen is None else None)
        case "go_to":
            return replace(talk, digits="", chosen=head.step)
        case "remember":
            return replace(talk, place=(head.step, head.at), told=("remembered", ""))
        case "point":
            manner = _after(talk.sight.pointing, POINTING)
            return replace(talk, sight=replace(talk.sight, pointing=manner))
        case "hands":
            return replace(talk, sight=replace(talk.sight, hands=not talk.sight.hands))
        case "swap":
            return replace(talk, swapped=not talk.swapped)
        case "reset_timer":
            if talk.asked is None:
                return replace(talk, asked=(action, now))
            return replace(talk, asked=None, timer=clock.reset(talk.timer, now))
        case "question_time":
            return replace(talk, timer=clock.question_time(talk.timer, now))
        case "larger":
            return replace(talk, notes=min(LARGEST, talk.notes + GROW))
        case "smaller":
            return replace(talk, notes=max(SMALLEST, talk.notes - GROW))
        case "notes_down":
            return replace(talk, scrolled=talk.scrolled + 1)
        case "notes_up":
            return replace(talk, scrolled=max(0, talk.scrolled - 1))
        case "theme":
            return replace(talk, theme=_after(talk.theme, THEMES))
        case "language":
            return replace(talk, lang=_after(talk.lang, talk.languages))
        case "fullscreen":
            return replace(talk, full=not talk.full)
        case "help":
            return replace(talk, help=not talk.help)
        case "sources":
            return replace(talk, sources=not talk.sources)
        case "claims":
            return replace(talk, claims=Looking() if talk.claims is None else None)
        case "close":  # half of the time it is the clicker's start button: it never quits
            return replace(talk, help=False)
        case "quit":
            if talk.waits and talk.asked is None:
                return replace(talk, asked=(action, now))
            return replace(talk, over=True)
        case _:
            return talk


def _entering(talk: Talk, action: Action) -> Talk:
    """While a step's number is typed."""
    digits = talk.digits or ""
    done = replace(talk, digits=None, chosen=None)
    match action:
        case "enter":
            step = talk.deck.called(digits.removesuffix(".")) if digits else talk.chosen
            if digits and not set(digits) <= set("0123456789."):
                step = talk.chosen
            if step is None:  # there is no such step: nothing moves
                return replace(talk, digits="", told=("no_step", digits))
            head = ph.opened(done.head, step)
            if not talk.waits:
                head = ph.go(done.head, step, head.now.lead, playing=talk.playing)
            return replace(moved(done, head), shade="")
        case "erase":
            return replace(talk, digits=digits[:-1]) if digits else done
        case _:
            return done


def _after(one: T, those: tuple[T, ...]) -> T:
    if one not in those:
        return those[0] if those else one
    return those[(those.index(one) + 1) % len(those)]
