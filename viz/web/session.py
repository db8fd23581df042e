"""A show in the hands of a page: events in, marks and words out, both as plain data.

The one loop of the page. It runs in a worker of the browser, and in the tests; it knows no clock
and no browser. The page sends what was done since the last picture and when that was; it gets
the marks that differ, and those parts of what is told that are new (`PARTS`). What the window
does with a key, a hand or a knob, `viz.desk` does here too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from viz.desk import interaction as hands
from viz.desk import keymap as keys
from viz.desk import playhead as ph
from viz.desk.desk_words import does
from viz.desk.interaction import Desk
from viz.desk.keymap import Action, Keyboard, Press
from viz.desk.steps import deck_of
from viz.desk.talk import THEMES, Talk, act, tick, typed
from viz.desk.telling import told as in_words
from viz.errors import VizError
from viz.paint.svg import to_svg
from viz.physics.capacity import fit
from viz.picture import hit_test
from viz.picture.explain_number import told as explained
from viz.picture.furniture.all_sources import source_sheet
from viz.picture.furniture.playback import shaded
from viz.picture.furniture.question import answered
from viz.picture.furniture.what_if import differing
from viz.picture.playlist import Reel
from viz.scene.answers import answer_in
from viz.scene.slider import share_of, stands, value_at
from viz.scene.types import Knob, KnobValue, Scene
from viz.stage.i18n import languages, on_stage, said, words
from viz.stage.knob_words import what_if
from viz.stage.look import Look, Theme
from viz.stage.marks import Frame
from viz.stage.plot.slider_track import shown
from viz.stage.style import kit_of
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Turn, compile_scene, load_of
from viz.timeline.take import Sight
from viz.units import UnitError, write
from viz.web.changes import Picture, changed
from viz.web.packed import reel_of, unpacked

# A page has its own bar and its own list of sources; the picture leaves them out.
HIDDEN: Final = ("progress", "sources")
MOST_EVENTS: Final = 400  # in one message; a page sends one message a picture
LONGEST: Final = 4_000  # px of a side of the picture
Event = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Session:
    """The show in hand, and what the page knows of it.

    `asked` is the number that is explained. `shows` is the picture that the page has, `frame` what
    it was made from; `parts` what was told last, by what it depends on. `wants` is
    what the next answer tells once: that a key asked for the knobs, or a fault.
    """

    reel: Reel
    talk: Talk
    look: Look
    keyboard: Keyboard = Keyboard()  # noqa: RUF009 - frozen
    asked: str = ""
    frame: Frame | None = None
    shows: Picture = ()
    parts: tuple[tuple[str, object], ...] = ()
    wants: tuple[tuple[str, str], ...] = ()


def opened(reel: Reel, wish: Event, now: float) -> Session:
    """A show as a link or the page itself asks for it: `lang`, `theme`, `size`, `t` (seconds),
    `playing`, `knobs` (values by name), `calm`, `large`. What makes no sense is left out, and
    told."""
    wants: list[tuple[str, str]] = []
    lang = wish.get("lang")
    lang = lang if lang in languages() else "en"
    theme: Theme = wish["theme"] if wish.get("theme") in THEMES else "dark"
    turned = wish.get("knobs")
    if isinstance(turned, dict):
        for name, value in list(turned.items())[:MOST_EVENTS]:
            reel, fault = _turned(reel, str(name), value)
            wants += [("fault", fault)] if fault else []
    head = ph.Playhead(deck_of(reel), waits="questions", since=now, seen=now)
    sight = Sight(calm=wish.get("calm") is True, large=wish.get("large") is True)
    talk = Talk(head, theme=theme, lang=lang, languages=languages(), full=False, sight=sight)
    session = Session(reel, talk, Look(hidden=HIDDEN), wants=tuple(wants))
    session = _size(session, wish.get("size"))
    moment = _number(wish.get("t"))
    if moment is not None:
        session = _sought(session, moment)
    if wish.get("playing") is True and not session.talk.head.asking:
        session = replace(
            session, talk=replace(session.talk, head=replace(session.talk.head, playing=True))
        )
    return session


def step(
    session: Session, events: Iterable[Event], now: float
) -> tuple[Session, dict[str, object]]:
    """The session after what was done, and what the page must change: at second `now` of its
    clock, in the order in which it happened."""
    session = replace(session, talk=tick(session.talk, now))
    for event in list(events)[:MOST_EVENTS]:
        for name, value in event.items():
            do = _EVENTS.get(name)
            if do is not None:
                session = do(session, value, now)
    keyboard, action = keys.repeated(session.keyboard, now)
    session = replace(session, keyboard=keyboard)
    if action is not None:
        session = _done(session, action, now)
    return _answer(session)


def begun(file: str, wish: str, now: float) -> tuple[Session, str]:
    """For the worker: the show in a file that `viz.web.packed` made, and the first answer."""
    reel = reel_of(unpacked(Path(file).read_bytes()), Look())
    session, answer = step(opened(reel, _event(wish), now), (), now)
    return session, _text(answer)


def gone_on(session: Session, events: str, now: float) -> tuple[Session, str]:
    """For the worker: `step`, with events and answer as JSON."""
    told = json.loads(events)
    session, answer = step(session, [one for one in told if isinstance(one, dict)], now)
    return session, _text(answer)


def _event(text: str) -> Event:
    found = json.loads(text)
    return found if isinstance(found, dict) else {}


def _text(answer: dict[str, object]) -> str:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


def picture(session: Session) -> Frame:
    """What is on the stage."""
    talk = session.talk
    look = replace(session.look, theme=talk.theme, lang=talk.lang)
    if talk.shade:
        return shaded(look, talk.shade)
    show = hands.as_made(session.reel) if talk.published else session.reel
    return show.seen_in(look).frame(talk.shown, replace(talk.sight, focus=session.asked))


def _answer(session: Session) -> tuple[Session, dict[str, object]]:
    frame = picture(session)
    shows, change = changed(session.shows, frame)
    head = session.talk.head
    out: dict[str, object] = {
        "change": change,
        "stage": (frame.width, frame.height, frame.ground),
        "at": round(session.talk.moment, 4),
        "running": head.running,
        "asking": head.asking,
        "ended": head.ended,
        "speed": head.speed,
        "told": dict(session.wants),
    }
    desk = hands.lent(session.talk, session.reel)
    told, parts = {}, dict(session.parts)
    for name, (key_of, make) in _PARTS.items():
        key = key_of(session, desk)
        if name not in parts or parts[name] != key:
            told[name] = make(session, desk)
            parts[name] = key
    out["parts"] = told
    session = replace(
        session,
        frame=frame,
        shows=shows,
        parts=tuple(parts.items()),
        wants=(),
    )
    return session, out


# What a page tells beside the picture: each part by what it depends on, and how it is made. Where
# there is no desk, a chapter's card is on stage.


def _setting(desk: Desk | None) -> object:
    """The knobs as they stand, and the beat."""
    if desk is None:
        return None
    return desk.timeline, desk.timeline.setting(desk.at).since, desk.timeline.span(desk.at).index


def _look_of(session: Session, _: Desk | None) -> dict[str, object]:
    talk = session.talk
    return {
        "lang": talk.lang,
        "theme": talk.theme,
        "full": talk.full,
        "sources": talk.sources,
        "large": talk.sight.large,
        "calm": talk.sight.calm,
        "near": talk.sight.view is not None,
        "shade": talk.shade,
        "typed": talk.digits,
    }


def _steps(session: Session, _: Desk | None) -> list[dict[str, object]]:
    lang, reel = session.talk.lang, session.reel
    found: list[dict[str, object]] = []
    for one in session.talk.deck.steps:
        timeline = reel.timelines[one.scene]
        beat = timeline.beats[one.beat].beat
        says = said(beat.say, lang) or (said(beat.ask.question, lang) if beat.ask else "")
        found.append(
            {
                "start": one.start,
                "seconds": one.seconds,
                "says": says,
                "asks": beat.ask is not None,
                "holds": one.holds,
                "scene": said(reel.chapters[one.scene], lang) if one.beat == 0 else "",
            }
        )
    return found


def _knobs(session: Session, desk: Desk | None) -> list[dict[str, object]]:
    if desk is None:
        return []
    scene, lang = desk.scene, session.talk.lang
    locked = desk.timeline.locked(desk.at)
    found: list[dict[str, object]] = []
    for knob in desk.timeline.scene.knobs:
        value = stands(scene, knob)
        found.append(
            {
                "name": knob.name,
                "title": said(knob.title, lang),
                "value": value,
                "shown": _named(scene, knob, shown(knob, value, lang), lang),
                "share": share_of(knob, value),
                "first": _named(scene, knob, shown(knob, knob.published, lang), lang),
                "first_share": share_of(knob, knob.published),
                "low": "" if knob.choices else shown(knob, knob.low, lang),
                "high": "" if knob.choices else shown(knob, knob.high, lang),
                "choices": knob.choices,
                "labels": [_named(scene, knob, choice, lang) for choice in knob.choices],
                "turned": value != knob.published,
                "locked": knob.name in locked,
                "side": knob.turns.split(".")[0]
                if knob.turns.startswith(("left.", "right."))
                else "",
            }
        )
    return found


def _named(scene: Scene, knob: Knob, written: str, lang: str) -> str:
    """A knob's value as people say it: a chip and a model by their titles."""
    if knob.turns == "model" and written in scene.catalog.models:
        return scene.catalog.models[written].title
    if knob.turns.endswith(".chip") and written in scene.catalog.chips:
        return scene.catalog.chips[written].title
    return on_stage(written, lang)


def _question(session: Session, desk: Desk | None) -> dict[str, object] | None:
    asked = desk.question if desk else None
    if desk is None or asked is None:
        return None
    lang, vote = session.talk.lang, desk.vote
    span = desk.timeline.span(desk.at)
    right = None
    if answered(span, desk.at):
        try:
            right = answer_in(desk.scene, asked).index
        except UnitError:
            right = asked.answer
    return {
        "question": said(asked.question, lang),
        "choices": [said(choice, lang) for choice in asked.choices],
        "hands": vote.counts if vote else None,
        "right": right,
    }


def _changed(session: Session, desk: Desk | None) -> str:
    changes = differing(desk.timeline, desk.at) if desk else ()
    return what_if(kit_of(Look(lang=session.talk.lang)), changes)[0] if changes else ""


def _explained(session: Session, desk: Desk | None) -> dict[str, object] | None:
    told = explained(desk.scene, session.asked, session.talk.lang) if desk else None
    if told is None or not session.asked:
        return None
    says = words(session.talk.lang)["says"]
    return {
        "name": session.asked,
        "title": told.title,
        "formula": told.formula,
        "numbers": told.numbers,
        "result": told.result,
        "says": says.get(told.says, told.says),
        "basis": told.basis,
        "where": told.where,
        "lines": [(one.text, one.what, says.get(one.says, one.says), one.source) for one in told.lines],
    }  # fmt: skip


def _sources(session: Session, desk: Desk | None) -> dict[str, object] | None:
    if desk is None or not session.talk.sources:
        return None
    sheet = source_sheet(desk.timeline, desk.at, session.talk.lang)
    rows = [(row.head, row.cells) for row in sheet.rows]
    return {"title": sheet.title, "rows": rows, "notes": sheet.notes}


def _words(session: Session, desk: Desk | None) -> tuple[str, ...]:
    return in_words(session.talk, session.reel, desk)


def _titles(session: Session, desk: Desk | None) -> dict[str, object]:
    lang = session.talk.lang
    scene = desk.scene if desk else session.reel.timelines[session.talk.now.scene].scene
    return {"show": said(session.reel.title, lang), "scene": said(scene.title, lang)}


def _keys(session: Session, _: Desk | None) -> list[tuple[tuple[str, ...], str]] | None:
    if not session.talk.help:
        return None
    lang = session.talk.lang
    return [(row.shown, does(lang, row.action)) for row in keys.help_rows("flows")]


def _machines(session: Session, desk: Desk | None) -> list[dict[str, object]]:
    """What the physics says of each machine as the knobs stand: speeds with their band, the parts
    of a step, whether the model is held, and how many chips would hold it."""
    if desk is None:
        return []
    scene, lang = desk.scene, session.talk.lang
    found: list[dict[str, object]] = []
    for side, rig in (("left", scene.left), ("right", scene.right)):
        run = desk.timeline.setting(desk.at).run("left" if side == "left" else "right")
        if rig is None or run is None or scene.model is None:
            continue
        held, now = fit(rig, scene.model, load_of(scene)), run.step
        count = next((one.name for one in scene.knobs if one.turns == f"{side}.count"), "")
        found.append(
            {
                "side": side,
                "name": f"{rig.count} × {rig.chip.title}",
                "speed": on_stage(f"{now.speed:,.3g} tok/s", lang),
                "all": on_stage(f"{now.speed_total:,.3g} tok/s", lang),
                "low": now.speed / now.band,
                "high": now.speed * now.band,
                "value": now.speed,
                "band": f"{now.band:.2g}" if now.band > 1 else "",
                "validated": rig.stack.validated,
                "step": on_stage(write(now.seconds, "seconds"), lang),
                "seconds": now.seconds,
                "parts": [
                    (part.name, part.seconds, on_stage(write(part.seconds, "seconds"), lang))
                    for part in now.parts
                ],
                "fits": held.fits,
                "needed": on_stage(write(held.needed_bytes, "bytes"), lang),
                "held": on_stage(write(held.held_bytes, "bytes"), lang),
                "knob": count,
                "would": held.chips_needed,
            }
        )
    return found


def _asked_now(session: Session, desk: Desk | None) -> object:
    if desk is None or desk.question is None:
        return None
    return (
        desk.timeline,
        desk.timeline.span(desk.at).index,
        answered(desk.timeline.span(desk.at), desk.at),
        session.talk.lang,
    )


Key = Callable[[Session, "Desk | None"], object]
_PARTS: Final[Mapping[str, tuple[Key, Key]]] = {
    "look": (_look_of, _look_of),
    "titles": (lambda s, d: (s.talk.lang, s.talk.now.scene, d is None), _titles),
    "steps": (lambda s, _: s.talk.lang, _steps),
    "step": (lambda s, _: s.talk.step, lambda s, _: s.talk.step),
    "knobs": (lambda s, d: (_setting(d), s.talk.lang), _knobs),
    "question": (_asked_now, _question),
    "changed": (lambda s, d: (_setting(d), s.talk.lang), _changed),
    "explained": (lambda s, d: (s.asked and _setting(d), s.asked, s.talk.lang), _explained),
    "sources": (lambda s, d: s.talk.sources and (_setting(d), s.talk.lang), _sources),
    "words": (lambda s, d: (_setting(d), _asked_now(s, d), s.talk.lang), _words),
    "machines": (lambda s, d: (_setting(d), s.talk.lang), _machines),
    "keys": (lambda s, _: (s.talk.help, s.talk.lang), _keys),
}


# What a page may send, by name. A value that makes no sense changes nothing.


def _number(value: object) -> float | None:
    """A number that may be trusted to be one; a page's message is data of anybody's."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) < 1e18 else None


def _numbers(value: object, count: int) -> tuple[float, ...] | None:
    if not isinstance(value, list | tuple) or len(value) != count:
        return None
    found = tuple(_number(one) for one in value)
    return None if None in found else found  # type: ignore[return-value]


def _turned(reel: Reel, name: str, value: object) -> tuple[Reel, str]:
    """A show with a knob at a value from its beginning on, in each scene that has it."""
    if not isinstance(value, str) and _number(value) is None:
        return reel, f"{name[:40]}: no value"
    kept: KnobValue = value[:80] if isinstance(value, str) else float(value)  # type: ignore[arg-type]
    found, fault = False, ""
    for index, timeline in enumerate(reel.timelines):
        if any(knob.name == name for knob in timeline.scene.knobs):
            found = True
            turn = Turn(ScreenSeconds(0.0), name, kept)
            take = replace(timeline.take, turns=(*timeline.take.turns, turn))
            try:
                reel = reel.with_timeline(index, compile_scene(timeline.scene, take))
            except VizError as error:
                fault = str(error)
    return reel, fault if found else f"there is no knob '{name[:40]}'"


def _done(session: Session, action: Action, now: float) -> Session:
    """What a key does; what a page has beside its picture, the page does."""
    match action:
        case "quit" | "ask" | "next_number" | "previous_number":
            return session
        case "knobs":
            return replace(session, wants=(*session.wants, ("to", "knobs")))
        case "close" if session.asked:
            return replace(session, asked="")
        case "close" if session.talk.sources:
            return replace(session, talk=replace(session.talk, sources=False))
        case "as_made":
            talk, reel, _ = hands.done(session.talk, session.reel, action, now, session.look)
            return replace(session, talk=talk, reel=reel)
        case _:
            step = session.talk.step
            sources = session.talk.sources
            talk = replace(session.talk, sources=False) if action != "sources" else session.talk
            look = replace(session.look, lang=talk.lang, theme=talk.theme)
            talk, reel, _ = hands.done(talk, session.reel, action, now, look)
            if action != "sources":
                talk = replace(talk, sources=sources)  # a list beside the picture hides nothing
            asked = session.asked if talk.step == step else ""
            return replace(session, talk=talk, reel=reel, asked=asked)


def _act(session: Session, value: object, now: float) -> Session:
    found = next((row.action for row in keys.TABLE if row.action == value), None)
    return session if found is None else _done(session, found, now)


def _key(session: Session, value: object, now: float) -> Session:
    """A key went down: [the character it types, its scancode, "alt", "shift" or ""]."""
    if not isinstance(value, list) or len(value) != 3:
        return session
    text, place, held = value
    if not isinstance(text, str) or not isinstance(place, int) or held not in ("", "alt", "shift"):
        return session
    press = Press(text[:4], 0, place, held=held)
    if session.talk.digits is not None and (word := keys.entered(press)):
        if word in ("enter", "erase"):
            return replace(session, talk=act(session.talk, word, now))  # type: ignore[arg-type]
        return replace(session, talk=typed(session.talk, word))
    rows = hands.table(session.talk, hands.lent(session.talk, session.reel))
    keyboard, action = keys.press(session.keyboard, press, now, rows)
    session = replace(session, keyboard=keyboard)
    return session if action is None else _done(session, action, now)


def _up(session: Session, value: object, _: float) -> Session:
    """A key went up, or with none the page lost the keyboard."""
    if isinstance(value, int) and value:
        return replace(session, keyboard=keys.release(session.keyboard, value))
    return replace(session, keyboard=keys.let_go(session.keyboard))


def _sought(session: Session, moment: float) -> Session:
    talk = replace(session.talk, sight=replace(session.talk.sight, view=None))
    return replace(session, talk=replace(talk, head=ph.seek(talk.head, moment)), asked="")


def _seek(session: Session, value: object, _: float) -> Session:
    moment = _number(value)
    return session if moment is None else _sought(session, moment)


def _to_step(session: Session, value: object, _: float) -> Session:
    number = _number(value)
    if number is None:
        return session
    talk = session.talk
    head = ph.go(talk.head, int(number), playing=talk.playing)
    head = ph.go(head, head.step, head.now.lead, playing=talk.playing)
    return replace(session, talk=replace(talk, head=head), asked="")


def _desk(session: Session) -> Desk | None:
    return hands.lent(session.talk, session.reel)


def _put(session: Session, desk: Desk) -> Session:
    talk, reel = hands.given(session.reel, desk)
    return replace(session, talk=talk, reel=reel)


def _knob(desk: Desk, name: object) -> Knob | None:
    return next((knob for knob in desk.timeline.scene.knobs if knob.name == name), None)


def _turn(session: Session, value: object, _: float) -> Session:
    """[knob, share of its way from 0 to 1]."""
    desk = _desk(session)
    if desk is None or not isinstance(value, list) or len(value) != 2:
        return session
    knob, share = _knob(desk, value[0]), _number(value[1])
    if knob is None or share is None:
        return session
    return _put(session, hands.turn(desk, knob, value_at(knob, share)))


def _set(session: Session, value: object, _: float) -> Session:
    """[knob, its value]: a number in SI, or one of its words."""
    desk = _desk(session)
    if desk is None or not isinstance(value, list) or len(value) != 2:
        return session
    knob, found = _knob(desk, value[0]), value[1]
    if knob is None or (knob.choices and found not in knob.choices):
        return session
    number = _number(found)
    if not knob.choices and number is None:
        return session
    kept: KnobValue = found if knob.choices else min(max(number or 0.0, knob.low), knob.high)
    return _put(session, hands.turn(desk, knob, kept))


def _back(session: Session, value: object, _: float) -> Session:
    """A knob as it was at first; "" is all of them."""
    desk = _desk(session)
    if desk is None:
        return session
    if value == "":
        return _put(session, hands.all_back(desk))
    knob = _knob(desk, value)
    return session if knob is None else _put(session, hands.turn(desk, knob, knob.published))


def _hand(session: Session, value: object, now: float) -> Session:
    """One viewer's own guess, from 0: it is the only hand, and the answer comes."""
    desk = _desk(session)
    if desk is None or desk.question is None or answered(desk.timeline.span(desk.at), desk.at):
        return session
    number = _number(value)
    if number is None or not 0 <= number < len(desk.question.choices):
        return session
    if desk.vote is not None and desk.vote.total:
        desk = hands.erase(desk)
    session = _put(session, hands.digit(desk, int(number) + 1))
    head = session.talk.head
    if not head.asking:  # before the pause is over
        head = ph.go(head, head.step, head.now.holds[0])
        session = replace(session, talk=replace(session.talk, head=head))
    return _done(session, "next_step", now)


def _click(session: Session, value: object, _: float) -> Session:
    """A point of the stage: the number there is explained; the same again closes it."""
    point, desk = _numbers(value, 2), _desk(session)
    if point is None or desk is None or session.frame is None:
        return session
    if session.talk.shade:
        return replace(session, talk=replace(session.talk, shade=""))
    name = hit_test.at(session.frame, *point)
    if not name or not explained(desk.scene, name, session.talk.lang) or name == session.asked:
        name = ""
    return replace(session, asked=name)


def _ask(session: Session, value: object, _: float) -> Session:
    known = isinstance(value, str) and len(value) < 400
    return replace(session, asked=value if known else "")  # type: ignore[arg-type]


def _zoom(session: Session, value: object, _: float) -> Session:
    """[times as close, x, y of the stage]."""
    found, desk = _numbers(value, 3), _desk(session)
    if found is None or desk is None or not desk.timeline.scene.framed or found[0] <= 0:
        return session
    return _put(session, hands.zoom(desk, _seen(session), found[0], found[1:]))  # type: ignore[arg-type]


def _into(session: Session, value: object, _: float) -> Session:
    """A double click: the part at that point fills the stage."""
    point, desk = _numbers(value, 2), _desk(session)
    if point is None or desk is None or not desk.timeline.scene.framed:
        return session
    return _put(session, hands.zoom_into(desk, _seen(session), point))  # type: ignore[arg-type]


def _pull(session: Session, value: object, _: float) -> Session:
    by, desk = _numbers(value, 2), _desk(session)
    if by is None or desk is None or not desk.timeline.scene.framed:
        return session
    return _put(session, hands.pull(desk, _seen(session), by))  # type: ignore[arg-type]


def _seen(session: Session) -> Look:
    return replace(session.look, theme=session.talk.theme, lang=session.talk.lang)


def _size(session: Session, value: object, _: float = 0.0) -> Session:
    size = _numbers(value, 2)
    if size is None or not all(1 <= side <= LONGEST for side in size):
        return session
    return replace(session, look=replace(session.look, width=int(size[0]), height=int(size[1])))


def _lang(session: Session, value: object, _: float) -> Session:
    known = value in session.talk.languages
    return replace(session, talk=replace(session.talk, lang=value)) if known else session  # type: ignore[arg-type]


def _theme(session: Session, value: object, _: float) -> Session:
    known = value in THEMES
    return replace(session, talk=replace(session.talk, theme=value)) if known else session  # type: ignore[arg-type]


def _sight(name: str) -> Callable[[Session, object, float], Session]:
    def put(session: Session, value: object, _: float) -> Session:
        if not isinstance(value, bool):
            return session
        sight = replace(session.talk.sight, **{name: value})  # type: ignore[arg-type]
        return replace(session, talk=replace(session.talk, sight=sight))

    return put


def _speed(session: Session, value: object, _: float) -> Session:
    speed = _number(value)
    if speed not in ph.SPEEDS:
        return session
    head = ph.with_speed(session.talk.head, speed)
    return replace(session, talk=replace(session.talk, head=head))


def _pause(session: Session, _: object, __: float) -> Session:
    """The page is out of sight."""
    head = session.talk.head
    if not head.running:
        return session
    return replace(session, talk=replace(session.talk, head=ph.toggle(head)))


def _svg(session: Session, _: object, __: float) -> Session:
    """The picture as a file."""
    if session.frame is None:
        return session
    return replace(session, wants=(*session.wants, ("svg", to_svg(session.frame))))


_EVENTS: Final[Mapping[str, Callable[[Session, Any, float], Session]]] = {
    "act": _act,
    "key": _key,
    "up": _up,
    "seek": _seek,
    "step": _to_step,
    "turn": _turn,
    "set": _set,
    "back": _back,
    "hand": _hand,
    "click": _click,
    "ask": _ask,
    "zoom": _zoom,
    "into": _into,
    "pull": _pull,
    "size": _size,
    "lang": _lang,
    "theme": _theme,
    "calm": _sight("calm"),
    "large": _sight("large"),
    "speed": _speed,
    "pause": _pause,
    "svg": _svg,
}
