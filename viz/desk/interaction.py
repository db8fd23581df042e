"""What the viewer has in hand: knobs, what is asked, hands counted. Pure; the window carries it out.

Each function takes a `Desk` (session and timeline) and gives the next one: a turn of a knob, or a
count, makes another timeline, in which everything before it is as it was shown.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from viz.desk import transport as tr
from viz.desk.session import Session
from viz.errors import VizError
from viz.picture.furniture.question import pause_of
from viz.scene.slider import pressed, stands
from viz.scene.types import Knob, KnobValue, Question, Scene
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline, compile_scene
from viz.timeline.take import Take, Turn, Vote, turned_on
from viz.timeline.take_file import applied

KNOB: Final = "knob:"
VOTE: Final = "vote:"
MOST_HANDS: Final = 9999


@dataclass(frozen=True, slots=True)
class Desk:
    """A session and the timeline that it is in. `run` is seconds since the run began, `done` what
    has been turned and counted on this desk."""

    session: Session
    timeline: Timeline
    run: float = 0.0
    done: tuple[Turn | Vote, ...] = ()

    @property
    def at(self) -> ScreenSeconds:
        """The moment of the show."""
        return ScreenSeconds(self.session.transport.at)

    @property
    def scene(self) -> Scene:
        """The scene with its knobs as they stand."""
        return self.timeline.setting(self.at).scene

    @property
    def question(self) -> Question | None:
        """The question that is on stage."""
        return self.timeline.span(self.at).beat.ask

    @property
    def knob(self) -> Knob | None:
        """The knob that the keyboard is on."""
        focus = self.session.sight.focus
        return next((knob for knob in self.scene.knobs if focus == KNOB + knob.name), None)


def looked(desk: Desk, **sight: str | bool) -> Desk:
    """The same with something else open or in focus."""
    after = replace(desk.session.sight, **sight)  # type: ignore[arg-type]
    return replace(desk, session=replace(desk.session, sight=after))


def open_knobs(desk: Desk) -> Desk:
    """`k`: the column of knobs comes, with its first knob in focus, or goes."""
    sight = desk.session.sight
    if sight.knobs:
        focus = "" if sight.focus.startswith(KNOB) else sight.focus
        return looked(desk, knobs=False, focus=focus)
    first = next((KNOB + knob.name for knob in desk.scene.knobs), "")
    return looked(desk, knobs=bool(first), focus=first)


def turn(desk: Desk, knob: Knob, value: KnobValue) -> Desk:
    """A knob at a new value, from this moment of the show on."""
    if stands(desk.scene, knob) == value:
        return desk
    one = Turn(desk.at, knob.name, value, desk.run)
    take = desk.timeline.take
    take = replace(take, turns=turned_on(take.turns, one))
    try:
        timeline = compile_scene(desk.timeline.scene, take)
    except VizError:  # no value that the physics can take: the knob stays where it is
        return desk
    return replace(desk, timeline=timeline, done=(*desk.done, one))


def press(desk: Desk, steps: int, *, fine: bool = False) -> Desk:
    """An arrow on the knob in focus."""
    knob = desk.knob
    if knob is None:
        return desk
    return turn(desk, knob, pressed(knob, stands(desk.scene, knob), steps, fine=fine))


def back(desk: Desk) -> Desk:
    """`Home`: the knob in focus as it was at first."""
    return turn(desk, desk.knob, desk.knob.published) if desk.knob else desk


def all_back(desk: Desk) -> Desk:
    """`r`: every knob as it was at first."""
    for knob in desk.timeline.scene.knobs:
        desk = turn(desk, knob, knob.published)
    return desk


def focus(desk: Desk, order: tuple[str, ...], by: int) -> Desk:
    """Tab: the keyboard on the next of `order`, or none after the last."""
    stops = ("", *order)
    now = desk.session.sight.focus
    at = stops.index(now) if now in stops else 0
    desk = looked(desk, focus=stops[(at + by) % len(stops)])
    asked = desk.question
    if asked and _place(desk, asked) is not None:  # its count must be seen to be in focus
        return _counted(desk, _counts(desk, asked))
    return desk


def order(desk: Desk, names: tuple[str, ...]) -> tuple[str, ...]:
    """What Tab goes through: knobs, and then the numbers on stage; at a question its counts and the
    knobs, for its card lies over numbers."""
    asked = desk.question
    knobs = tuple(KNOB + knob.name for knob in desk.scene.knobs) if desk.session.sight.knobs else ()
    if asked:
        return (*(f"{VOTE}{i}" for i in range(len(asked.choices))), *knobs)
    return (*knobs, *names)


def unfocused(desk: Desk) -> Desk:
    """At a question no number is in focus any more: its card may lie over it."""
    focus = desk.session.sight.focus
    if not focus or focus.startswith((KNOB, VOTE)) or desk.question is None:
        return desk
    return looked(desk, focus="", asked="")


def ask(desk: Desk, name: str) -> Desk:
    """A number's explanation opens; the same number again closes it."""
    return looked(desk, asked="" if name == desk.session.sight.asked else name)


def enter(desk: Desk) -> Desk:
    """Enter: explains what the keyboard is on."""
    name = desk.session.sight.focus
    return ask(desk, name) if name and not name.startswith((KNOB, VOTE)) else desk


def close(desk: Desk) -> Desk | None:
    """Esc: closes what is open, one thing at a time; None where nothing is."""
    sight = desk.session.sight
    if desk.session.panel:
        return None
    if sight.asked:
        return looked(desk, asked="")
    if sight.knobs:
        return looked(desk, knobs=False, focus="")
    return looked(desk, focus="") if sight.focus else None


def digit(desk: Desk, number: int) -> Desk:
    """A number key while a question is on stage: a hand for that choice; where the keyboard is on
    a choice's count, one more digit of it."""
    asked = desk.question
    if asked is None:
        return desk
    counts = list(_counts(desk, asked))
    place = _place(desk, asked)
    if place is not None:
        count = counts[place] * 10 + number
        counts[place] = count if count <= MOST_HANDS else number
    elif 1 <= number <= len(counts):
        counts[number - 1] = min(counts[number - 1] + 1, MOST_HANDS)
    else:
        return desk
    return _counted(desk, tuple(counts))


def erase(desk: Desk) -> Desk:
    """Backspace: the last digit of the count in focus, or the last hand that was counted."""
    asked = desk.question
    if asked is None:
        return desk
    counts = list(_counts(desk, asked))
    place = _place(desk, asked)
    if place is None:
        return _uncounted(desk, asked)
    counts[place] //= 10
    return _counted(desk, tuple(counts))


def counted(desk: Desk) -> bool:
    """Whether hands were counted for the question on stage."""
    asked = desk.question
    return asked is not None and any(_counts(desk, asked))


def go_on(desk: Desk) -> Desk | None:
    """Next, where the show waits for an answer: it shows the answer, and skips nothing."""
    transport = desk.session.transport
    waits = any(abs(stop - transport.at) < tr.NEAR for stop in transport.stops)
    if transport.playing or not waits:
        return None
    return replace(desk, session=replace(desk.session, transport=tr.play(transport)))


def _counts(desk: Desk, asked: Question) -> tuple[int, ...]:
    vote = desk.timeline.take.vote(desk.timeline.span(desk.at).index)
    return vote.counts if vote else (0,) * len(asked.choices)


def _place(desk: Desk, asked: Question) -> int | None:
    index = desk.session.sight.focus.removeprefix(VOTE)
    at = int(index) if desk.session.sight.focus.startswith(VOTE) and index.isdigit() else -1
    return at if 0 <= at < len(asked.choices) else None


def _counted(desk: Desk, counts: tuple[int, ...]) -> Desk:
    timeline = desk.timeline
    beat = timeline.span(desk.at).index
    vote = Vote(beat, counts, desk.run)
    take = replace(timeline.take, votes=(*timeline.take.votes, vote))  # earlier ones: to go back to
    return replace(desk, timeline=replace(timeline, take=take), done=(*desk.done, vote))


def _uncounted(desk: Desk, asked: Question) -> Desk:
    """The counts as they were before the last one of this question."""
    timeline = desk.timeline
    beat = timeline.span(desk.at).index
    mine = [vote for vote in timeline.take.votes if vote.beat == beat]
    if not mine:
        return desk
    left = tuple(vote for vote in timeline.take.votes if vote is not mine[-1])
    counts = mine[-2].counts if len(mine) > 1 else (0,) * len(asked.choices)
    done = Vote(beat, counts, desk.run)
    take = replace(timeline.take, votes=left)
    return replace(desk, timeline=replace(timeline, take=take), done=(*desk.done, done))


def stops(timeline: Timeline) -> tuple[float, ...]:
    """Where the show waits for a key: at each question, before its answer."""
    return tuple(
        float(span.start + pause_of(span.beat)) for span in timeline.beats if span.beat.ask
    )


def again(timeline: Timeline, take: Take) -> Timeline:
    """A scene that was saved anew, with what had been done in the one before, where it applies."""
    kept, _ = applied(timeline.scene, take, float(timeline.seconds))
    return compile_scene(timeline.scene, kept) if kept.turns or kept.votes else timeline
