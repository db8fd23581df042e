"""What a viewer has in hand: knobs, what is asked, hands counted. Pure; a window carries it out.

`lent` gives the scene that is on stage as a `Desk`. Each function takes one and gives the next: a
turn of a knob, or a count, makes another timeline, in which everything before it is as it was
shown. `given` takes back what was done. `done` is what a key does: of the hands, or of the show.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from viz.desk import keymap as keys
from viz.desk.keymap import Action, Table
from viz.desk.talk import Talk, act, moved
from viz.errors import VizError
from viz.picture.camera_at import dragged, entered, zoomed
from viz.picture.furniture.question import BEFORE, answer_at
from viz.picture.hit_test import targets
from viz.picture.playlist import Reel
from viz.picture.with_open_panels import picture
from viz.scene.slider import pressed, stands
from viz.scene.types import Knob, KnobValue, Question, Scene
from viz.stage.look import Look
from viz.stage.style import Kit, kit_of
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline, compile_scene
from viz.timeline.take import AS_MADE, HandView, Sight, Take, Turn, Vote, turned_on
from viz.timeline.take_file import applied

KNOB: Final = "knob:"
VOTE: Final = "vote:"
ZOOM: Final = 1.25  # times as close with a press of a key
MOST_HANDS: Final = 9999
Done = tuple[Turn | Vote, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """A show in hand, and the scene of it that is on stage: its timeline, and the moment of it.
    `run` is seconds since the run began, `done` what has been turned and counted on this desk."""

    talk: Talk
    timeline: Timeline
    at: ScreenSeconds
    run: float = 0.0
    done: Done = ()

    @property
    def sight(self) -> Sight:
        """What is open beside the show."""
        return self.talk.sight

    @property
    def scene(self) -> Scene:
        """The scene with its knobs as they stand."""
        return self.timeline.setting(self.at).scene

    @property
    def question(self) -> Question | None:
        """The question that is on stage."""
        return self.timeline.span(self.at).beat.ask

    @property
    def vote(self) -> Vote | None:
        """The last count of the question that is on stage."""
        return self.timeline.take.vote(self.timeline.span(self.at).index)

    @property
    def knob(self) -> Knob | None:
        """The knob that the keyboard is on."""
        focus = self.sight.focus
        return next((knob for knob in self.scene.knobs if focus == KNOB + knob.name), None)


def lent(talk: Talk, reel: Reel, run: float = 0.0) -> Desk | None:
    """The scene at the show's own moment, frozen or not; None while a chapter's card stands."""
    index, at = reel.place(talk.moment)
    return None if at < 0 else Desk(talk, reel.timelines[index], ScreenSeconds(at), run)


def given(reel: Reel, desk: Desk) -> tuple[Talk, Reel]:
    """The show in hand, and what it is, after what was done on a desk."""
    index = desk.talk.now.scene
    if desk.timeline is reel.timelines[index]:
        return desk.talk, reel
    return desk.talk, reel.with_timeline(index, desk.timeline)


def done(
    talk: Talk, reel: Reel, action: Action, now: float, look: Look, run: float = 0.0
) -> tuple[Talk, Reel, Done]:
    """What an action does, `run` seconds after the scene on stage came: to the show in hand, to
    what it is, and what was turned and counted by it."""
    if action == "as_made":
        return *_as_made(talk, reel), _to_as_made(reel, talk.now.scene, run)
    desk = None if talk.digits is not None else lent(talk, reel, run)
    after = _of_hands(desk, action, look) if desk else None
    if after is not None:
        return *given(reel, after), after.done
    moves = act(talk, action, now)
    if desk is not None and talk.head.asking and moves.head != talk.head and not moves.head.asking:
        closed = close_vote(desk)  # whoever goes on to the answer has counted
        _, reel = given(reel, closed)
        return moves, reel, closed.done
    return moves, reel, ()


def covered(talk: Talk) -> bool:
    """Whether something lies over the picture, or another one stands there."""
    over = talk.help or talk.sources or talk.claims is not None
    return bool(talk.shade) or over or talk.frozen is not None


def _of_hands(desk: Desk, action: Action, look: Look) -> Desk | None:
    talk = desk.talk
    if action == "close" and covered(talk):
        return None  # what lies on top is closed first
    if action in ("zoom_in", "zoom_out"):
        w, h = look.stage
        return zoom(desk, look, ZOOM if action == "zoom_in" else 1 / ZOOM, (w / 2, h / 2))
    names = numbers(desk, look) if action in ("next_number", "previous_number") else ()
    return do(desk, action, names)


def do(desk: Desk, action: Action, names: tuple[str, ...] = ()) -> Desk | None:
    """The desk after an action of the hands; None where it is the show's own.

    `names` are the numbers on stage that may be asked.
    """
    if action in keys.DIGITS:
        return digit(desk, keys.DIGITS.index(action))
    match action:
        case "knobs":
            return open_knobs(desk)
        case "more" | "less":
            return press(desk, 1 if action == "more" else -1)
        case "more_fine" | "less_fine":
            return press(desk, 1 if action == "more_fine" else -1, fine=True)
        case "back":
            return back(desk)
        case "all_back":
            return all_back(desk)
        case "next_number" | "previous_number":
            return focus(desk, order(desk, names), 1 if action == "next_number" else -1)
        case "ask":
            return enter(desk)
        case "erase":
            return erase(desk)
        case "vote":
            return vote(desk)
        case "zoom_all":
            return looked(desk, view=None)
        case "close":
            return close(desk)
        case _:
            return None


def table(talk: Talk, desk: Desk | None) -> Table:
    """The rows that count now; a later row wins over an earlier one.

    Arrows and Home belong to a knob only while the keyboard is on one, Enter to a number that it is
    on; a digit counts a hand only at a question, and Backspace takes it back.
    """
    rows = keys.table(talk.manner)
    if desk is None:
        return rows
    on = desk.sight.focus
    if on and not on.startswith((KNOB, VOTE)):
        rows += keys.ON_NUMBER
    if desk.sight.knobs:
        rows += keys.KNOBS_OPEN
    if desk.knob is not None:
        rows += keys.ON_KNOB
    if desk.question is not None:
        rows += keys.AT_QUESTION + (keys.COUNTED if counted(desk) else ())
    return rows


def numbers(desk: Desk, look: Look) -> tuple[str, ...]:
    """The numbers on stage that may be asked."""
    look = replace(look, aside=desk.sight.aside, large=desk.sight.large)
    frame = picture(desk.timeline, desk.at, look, desk.sight)
    return tuple(one.name for one in targets(frame, desk.scene, kit_of(look)))


def _to_as_made(reel: Reel, scene: int, run: float) -> Done:
    """What a take keeps of it, of the scene on stage."""
    names = dict.fromkeys(turn.knob for turn in reel.timelines[scene].take.turns)
    return tuple(Turn(ScreenSeconds(0.0), name, AS_MADE, run) for name in names)


def _as_made(talk: Talk, reel: Reel) -> tuple[Talk, Reel]:
    """Every knob of every scene as the show was made, at the place that was remembered."""
    reel = as_made(reel)
    talk = replace(talk, published=False, told=("as_made", ""))
    if talk.place is None:
        return talk, reel
    step, inside = talk.place
    head = replace(talk.head, step=step, inside=inside, since=talk.head.seen, playing=False)
    return replace(moved(talk, head), place=None), reel


def zoom(desk: Desk, look: Look, factor: float, at: tuple[float, float]) -> Desk:
    """The camera by hand: so many times as close, about a point of the stage. What has no world stays
    as it is."""
    view = zoomed(desk.timeline, desk.at, _kit(desk, look), desk.sight.view, factor, at)
    return looked(desk, view=view)


def zoom_into(desk: Desk, look: Look, at: tuple[float, float]) -> Desk:
    """A double click: the part at that point fills the stage."""
    view = entered(desk.timeline, desk.at, _kit(desk, look), desk.sight.view, at)
    return looked(desk, view=view, asked="")


def pull(desk: Desk, look: Look, by: tuple[float, float]) -> Desk:
    """The world pulled along by hand, by so many units of the stage."""
    return looked(desk, view=dragged(desk.timeline, desk.at, _kit(desk, look), desk.sight.view, by))


def _kit(desk: Desk, look: Look) -> Kit:
    return kit_of(replace(look, aside=desk.sight.aside, large=desk.sight.large))


@lru_cache(maxsize=4)
def as_made(reel: Reel) -> Reel:
    """The show without what was turned: what it was before, held beside what it is now."""
    for index, timeline in enumerate(reel.timelines):
        if timeline.take.turns:
            plain = compile_scene(timeline.scene, replace(timeline.take, turns=()))
            reel = reel.with_timeline(index, plain)
    return reel


def looked(desk: Desk, **sight: str | bool | HandView | None) -> Desk:
    """The same with something else open or in focus."""
    after = replace(desk.sight, **sight)  # type: ignore[arg-type]
    return replace(desk, talk=replace(desk.talk, sight=after))


def open_knobs(desk: Desk) -> Desk:
    """`k`: the column of knobs comes, with its first knob in focus, or goes."""
    sight = desk.sight
    if sight.knobs:
        focus = "" if sight.focus.startswith(KNOB) else sight.focus
        return looked(desk, knobs=False, focus=focus)
    first = next((KNOB + knob.name for knob in desk.scene.knobs), "")
    return looked(desk, knobs=bool(first), focus=first)


def turn(desk: Desk, knob: Knob, value: KnobValue) -> Desk:
    """A knob at a new value, from this moment of the show on; not one that is locked."""
    if stands(desk.scene, knob) == value or knob.name in desk.timeline.locked(desk.at):
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
    now = desk.sight.focus
    at = stops.index(now) if now in stops else 0
    desk = looked(desk, focus=stops[(at + by) % len(stops)])
    asked = desk.question
    if asked and _place(desk, asked) is not None and not (desk.vote and desk.vote.closed):
        return _counted(desk, _counts(desk, asked))  # its count must be seen to be in focus
    return desk


def order(desk: Desk, names: tuple[str, ...]) -> tuple[str, ...]:
    """What Tab goes through: knobs, and then the numbers on stage; at a question its counts and the
    knobs, for its card lies over numbers."""
    asked = desk.question
    knobs = tuple(KNOB + knob.name for knob in desk.scene.knobs) if desk.sight.knobs else ()
    if asked:
        return (*(f"{VOTE}{i}" for i in range(len(asked.choices))), *knobs)
    return (*knobs, *names)


def unfocused(desk: Desk) -> Desk:
    """At a question no number is in focus any more: its card may lie over it."""
    focus = desk.sight.focus
    if not focus or focus.startswith((KNOB, VOTE)) or desk.question is None:
        return desk
    return looked(desk, focus="", asked="")


def ask(desk: Desk, name: str) -> Desk:
    """A number's explanation opens; the same number again closes it."""
    return looked(desk, asked="" if name == desk.sight.asked else name)


def enter(desk: Desk) -> Desk:
    """Enter: explains what the keyboard is on."""
    name = desk.sight.focus
    return ask(desk, name) if name and not name.startswith((KNOB, VOTE)) else desk


def close(desk: Desk) -> Desk | None:
    """Esc: closes what is open, one thing at a time; None where nothing is."""
    sight = desk.sight
    if sight.asked:
        return looked(desk, asked="")
    if sight.knobs:
        return looked(desk, knobs=False, focus="")
    return looked(desk, focus="") if sight.focus else None


def digit(desk: Desk, number: int) -> Desk:
    """A number key while a question is on stage: a hand for that choice; where the keyboard is on
    a choice's count, one more digit of it. A hand after a round was closed opens the next."""
    asked = desk.question
    if asked is None:
        return desk
    if desk.vote is not None and desk.vote.closed:
        desk = _counted(desk, (0,) * len(asked.choices), round_=desk.vote.round + 1)
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
    if asked is None or not counted(desk):
        return desk
    counts = list(_counts(desk, asked))
    place = _place(desk, asked)
    if place is None:
        return _uncounted(desk, asked)
    counts[place] //= 10
    return _counted(desk, tuple(counts))


def counted(desk: Desk) -> bool:
    """Whether hands were counted in the open round of the question on stage."""
    return desk.vote is not None and not desk.vote.closed and desk.vote.total > 0


def vote(desk: Desk) -> Desk:
    """`v`: the round is closed, and talked about; again: the next one is open."""
    asked, last = desk.question, desk.vote
    if asked is None:
        return desk
    if last is not None and last.closed:
        return _counted(desk, (0,) * len(asked.choices), round_=last.round + 1)
    return close_vote(desk)


def close_vote(desk: Desk) -> Desk:
    """No hand of this round is to come; nothing where none was counted."""
    return _counted(desk, desk.vote.counts, closed=True) if desk.vote and counted(desk) else desk


def _counts(desk: Desk, asked: Question) -> tuple[int, ...]:
    return desk.vote.counts if desk.vote else (0,) * len(asked.choices)


def _place(desk: Desk, asked: Question) -> int | None:
    index = desk.sight.focus.removeprefix(VOTE)
    at = int(index) if desk.sight.focus.startswith(VOTE) and index.isdigit() else -1
    return at if 0 <= at < len(asked.choices) else None


def _counted(desk: Desk, counts: tuple[int, ...], *, round_: int = 0, closed: bool = False) -> Desk:
    timeline = desk.timeline
    number = round_ or (desk.vote.round if desk.vote else 1)
    one = Vote(timeline.span(desk.at).index, counts, desk.run, number, closed)
    take = replace(timeline.take, votes=(*timeline.take.votes, one))  # earlier ones: to go back to
    return replace(desk, timeline=replace(timeline, take=take), done=(*desk.done, one))


def _uncounted(desk: Desk, asked: Question) -> Desk:
    """The counts as they were before the last one of this round."""
    timeline, last = desk.timeline, desk.vote
    if last is None:
        return desk
    mine = [one for one in timeline.take.votes if one.beat == last.beat and one.round == last.round]
    left = tuple(one for one in timeline.take.votes if one is not mine[-1])
    counts = mine[-2].counts if len(mine) > 1 else (0,) * len(asked.choices)
    one = Vote(last.beat, counts, desk.run, last.round)
    take = replace(timeline.take, votes=left)
    return replace(desk, timeline=replace(timeline, take=take), done=(*desk.done, one))


def stops(timeline: Timeline) -> tuple[float, ...]:
    """Where the show waits for a key: at each question, before its answer."""
    return tuple(answer_at(span) - BEFORE for span in timeline.beats if span.beat.ask)


def again(timeline: Timeline, take: Take) -> Timeline:
    """A scene that was saved anew, with what had been done in the one before, where it applies."""
    kept, _ = applied(timeline.scene, take, float(timeline.seconds))
    return compile_scene(timeline.scene, kept) if kept.turns or kept.votes else timeline


def carried(before: Reel, after: Reel) -> Reel:
    """A reel that was read anew, with what had been turned and counted in the one before."""
    takes = {timeline.scene.name: timeline.take for timeline in before.timelines}
    timelines = tuple(
        again(timeline, takes[timeline.scene.name]) if timeline.scene.name in takes else timeline
        for timeline in after.timelines
    )
    return replace(after, timelines=timelines)
