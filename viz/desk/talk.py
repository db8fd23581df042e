"""A talk: at which step it is, what the audience sees, and what each key of the speaker does.

Pure and frozen, like the transport: `now` is seconds of one monotonic clock that is handed in.
Each step plays once and waits in its still. "Next" in the middle of a step shows its still at
once; the still of a step is never skipped but by the keys that say so.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, Literal

from viz.desk import timer as clock
from viz.desk.keymap import Action, TalkAction
from viz.desk.steps import Deck, Step
from viz.desk.timer import Timer
from viz.desk.transport import CLAMP, SUSPENDED
from viz.stage.look import Theme
from viz.timeline.take import Sight

Shade = Literal["", "black", "white"]
QUIT: Final = 2.0  # s in which the second "quit" must follow
SMALLEST, LARGEST, USUAL = 24.0, 72.0, 30.0  # notes, stage units
GROW: Final = 4.0
DIGITS: Final = 4  # more steps than 9999 has no talk


@dataclass(frozen=True, slots=True)
class Talk:
    """`inside` is seconds in the step at `since`; `seen` is when the clock was last read.

    `frozen` is the moment that the audience is shown instead, `digits` what was typed after "go
    to step", `scrolled` how many lines of the notes are above the window, `swapped` whether a
    lone window shows the speaker's side, `asked` when "quit" was pressed once. `sight` is what is
    open beside the picture, `sources` whether their panel lies over it.
    """

    deck: Deck
    timer: Timer = field(default_factory=Timer)
    step: int = 0
    inside: float = 0.0
    since: float = 0.0
    seen: float = 0.0
    playing: bool = False
    shade: Shade = ""
    frozen: float | None = None
    digits: str | None = None
    help: bool = False
    sources: bool = False
    sight: Sight = Sight()  # noqa: RUF009 - frozen
    theme: Theme = "dark"
    lang: str = "en"
    languages: tuple[str, ...] = ("en", "zh")
    notes: float = USUAL
    scrolled: int = 0
    swapped: bool = False
    full: bool = True
    asked: float | None = None
    over: bool = False

    @property
    def now(self) -> Step:
        """The step that is on."""
        return self.deck.steps[self.step]

    @property
    def at(self) -> float:
        """Seconds inside the step when the clock was last read."""
        if not self.playing:
            return self.inside
        return min(self.inside + self.seen - self.since, self.now.next_hold(self.inside))

    @property
    def moment(self) -> float:
        """The moment of the whole that the talk is at."""
        return self.now.moment(self.at)

    @property
    def shown(self) -> float:
        """The moment that the audience sees, but for a shade."""
        return self.moment if self.frozen is None else self.frozen

    @property
    def finished(self) -> bool:
        """In the still of its step."""
        return not self.playing and self.inside >= self.now.seconds

    @property
    def waiting_at_start(self) -> bool:
        return self.step == 0 and not self.playing and self.inside == 0


def tick(talk: Talk, now: float) -> Talk:
    """The clock reads `now`; a clock that stands or jumps is survived."""
    if talk.asked is not None and not 0 <= now - talk.asked <= QUIT:
        talk = replace(talk, asked=None)
    if not talk.playing:
        return replace(talk, since=now, seen=now)
    hold = talk.now.next_hold(talk.inside)
    gap = now - talk.seen
    if gap < 0 or gap > SUSPENDED:  # the computer slept: nobody was watching
        inside = talk.at + (0.0 if gap < 0 else CLAMP)
        talk = replace(talk, inside=inside, since=now)
    talk = replace(talk, seen=now)
    if talk.inside + talk.seen - talk.since < hold:
        return talk
    return replace(talk, inside=hold, since=now, playing=False)


def go(talk: Talk, step: int, inside: float = 0.0, *, playing: bool = False) -> Talk:
    """To a place in a step, the nearest there is."""
    step = min(max(step, 0), len(talk.deck.steps) - 1)
    inside = min(max(inside, 0.0), talk.deck.steps[step].seconds)
    moved = replace(talk, step=step, inside=inside, since=talk.seen, playing=playing)
    if step == talk.step:
        return moved
    # What was asked belongs to the step that is left, and arrows are the clicker's again.
    return replace(moved, scrolled=0, sight=replace(talk.sight, asked="", focus=""))


def still(talk: Talk, step: int) -> Talk:
    """To the picture in which a step ends; before the first step, to its beginning."""
    if step < 0:
        return go(talk, 0)
    step = min(step, len(talk.deck.steps) - 1)
    return go(talk, step, talk.deck.steps[step].seconds)


def opened(talk: Talk, step: int) -> Talk:
    """To a step's still; of a question, to the one before its answer, which is not given away."""
    if step >= len(talk.deck.steps):
        return still(talk, step)
    return go(talk, step, talk.deck.steps[step].holds[0])


def forward(talk: Talk) -> Talk:
    """The clicker: finish what moves, else go on to what comes. Where nothing is to move, what
    comes is a still."""
    here = talk.now
    if talk.playing and talk.at < here.lead:
        return go(talk, talk.step, here.lead, playing=True)
    if talk.playing:
        return go(talk, talk.step, here.next_hold(talk.at))
    if talk.finished and talk.step == len(talk.deck.steps) - 1:
        return talk
    if talk.finished:
        talk = go(talk, talk.step + 1)
    if talk.sight.calm:
        return go(talk, talk.step, talk.now.next_hold(talk.inside))
    return go(talk, talk.step, talk.inside, playing=True)


def act(talk: Talk, action: Action | TalkAction, now: float) -> Talk:
    """The talk after a key. A shade is lifted by the next key, and that is all it does then."""
    talk = tick(talk, now)
    if action != "quit":
        talk = replace(talk, asked=None)
    if talk.digits is not None:
        if action in {"enter", "erase", "close"}:
            return _entering(talk, action)
        talk = replace(talk, digits=None)
    if talk.shade and action in _LIFTS:
        return replace(talk, shade="")
    if talk.sources and action in _LIFTS:
        return replace(talk, sources=False)
    if action in _MOVES:
        return _moved(replace(talk, timer=clock.begun(talk.timer, now)), action)
    return _changed(talk, action, now)


def typed(talk: Talk, digit: str) -> Talk:
    """A digit, while a step's number is asked for."""
    if talk.digits is None or len(talk.digits) >= DIGITS or digit not in "0123456789":
        return talk
    return replace(talk, digits=talk.digits + digit)


_MOVES: Final = frozenset(
    {"next_step", "previous_step", "skip_forward", "skip_back", "first_step", "last_step"}
)
_LIFTS: Final = _MOVES | {"start", "close"}  # of what lies over the picture, and no more then


def _moved(talk: Talk, action: Action | TalkAction) -> Talk:
    match action:
        case "next_step":
            return forward(talk)
        case "previous_step":
            return still(talk, talk.step - 1)
        case "skip_forward":
            answers = not talk.playing and talk.inside in talk.now.holds[:-1]
            return still(talk, talk.step) if answers else opened(talk, talk.step + 1)
        case "skip_back":
            return still(talk, talk.step - 1)
        case "first_step":
            return go(talk, 0)
        case _:
            return still(talk, len(talk.deck.steps) - 1)


def _changed(talk: Talk, action: Action | TalkAction, now: float) -> Talk:
    match action:
        case "start":  # F5 of a clicker: go on where the talk is
            if talk.finished or talk.playing:
                return replace(talk, timer=clock.begun(talk.timer, now))
            return forward(replace(talk, timer=clock.begun(talk.timer, now)))
        case "black" | "white":
            return replace(talk, shade="" if talk.shade == action else action)
        case "freeze":
            return replace(talk, frozen=talk.moment if talk.frozen is None else None)
        case "hold":
            if talk.finished:
                return talk
            return go(talk, talk.step, talk.at, playing=not talk.playing)
        case "go_to":
            return replace(talk, digits="")
        case "swap":
            return replace(talk, swapped=not talk.swapped)
        case "reset_timer":
            return replace(talk, timer=clock.reset(talk.timer, now))
        case "larger":
            return replace(talk, notes=min(LARGEST, talk.notes + GROW))
        case "smaller":
            return replace(talk, notes=max(SMALLEST, talk.notes - GROW))
        case "notes_down":
            return replace(talk, scrolled=talk.scrolled + 1)
        case "notes_up":
            return replace(talk, scrolled=max(0, talk.scrolled - 1))
        case "theme":
            return replace(talk, theme="light" if talk.theme == "dark" else "dark")
        case "language":
            return replace(talk, lang=_after(talk.lang, talk.languages))
        case "fullscreen":
            return replace(talk, full=not talk.full)
        case "help":
            return replace(talk, help=not talk.help)
        case "sources":
            return replace(talk, sources=not talk.sources)
        case "close":  # half of the time it is the clicker's start button: it never quits
            return replace(talk, help=False)
        case "quit":
            return replace(talk, asked=now, over=talk.asked is not None)
        case _:
            return talk


def _entering(talk: Talk, action: Action | TalkAction) -> Talk:
    """While a step's number is typed."""
    digits = talk.digits or ""
    done = replace(talk, digits=None)
    match action:
        case "enter":
            number = int(digits or 0)
            if number > len(talk.deck.steps):  # there is no such step: nothing moves
                return replace(talk, digits="")
            return replace(opened(done, number - 1), shade="") if number else done
        case "erase":
            return replace(talk, digits=digits[:-1]) if digits else done
        case _:
            return done


def _after(lang: str, languages: tuple[str, ...]) -> str:
    if lang not in languages:
        return languages[0] if languages else lang
    return languages[(languages.index(lang) + 1) % len(languages)]
