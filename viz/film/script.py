"""What a show says and when: the source of captions, chapters and the transcript."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from viz.film.question_text import Answered, answer, answered, asked, listed
from viz.film.tracks import Chapter
from viz.picture.furniture.question import pause_of
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.take import Step, moment
from viz.timeline.times import clock

if TYPE_CHECKING:
    from viz.catalog.types import Text
    from viz.picture.playlist import Reel
    from viz.picture.replay import Replay
    from viz.scene.types import Beat
    from viz.timeline.compile import Span, Timeline
    from viz.timeline.take import Take

LEAST_CHAPTERS: Final = 3  # fewer are not shown by upload sites
LEAST_SECONDS: Final = 10
LONGEST_TITLE: Final = 49  # characters
PASSED: Final = 0.5  # seconds; a step seen for less, as the show is dragged along, is not told


@dataclass(frozen=True, slots=True)
class Said:
    """One beat, in seconds of the film. `opens` is the title of the chapter that it begins;
    `answer` is when and how its question is answered, None where that is not seen."""

    start: Fraction
    end: Fraction
    beat: Beat
    opens: Text | None = None
    answer: Answered | None = None

    def words(self, lang: str) -> str:
        """What is said, or what is asked where nothing is; "" where the beat is silent."""
        text = _in(self.beat.say, lang)
        return text or (_in(self.beat.ask.question, lang) if self.beat.ask else "")

    def lines(self, lang: str) -> tuple[tuple[Fraction, Fraction, tuple[str, ...]], ...]:
        """All that is to be read, with its times: what is said, or asked with its choices; and
        then the answer. Each in pieces that are best not parted."""
        text, ask = _in(self.beat.say, lang), self.beat.ask
        if ask is None:
            return ((self.start, self.end, (text,)),) if text else ()
        pieces = (*((text,) if text else ()), *asked(ask, lang))
        if self.answer is None:
            return ((self.start, self.end, pieces),)
        at = self.answer.at
        before = ((self.start, at, pieces),) if at > self.start else ()
        return (*before, (at, self.end, (answer(ask, self.answer, lang),)))


def narrated(said: Iterable[Said]) -> tuple[Said, ...]:
    """The same as a narrator says it."""
    return tuple(replace(one, beat=replace(one.beat, say=one.beat.narration)) for one in said)


def told_by(timeline: Timeline) -> tuple[Said, ...]:
    """What a scene says."""
    return _beats(timeline, Fraction(0), None)


def told_by_reel(reel: Reel) -> tuple[Said, ...]:
    """What a program says: each scene begins a chapter, at its card, or where the scene before
    has become it."""
    found: list[Said] = []
    at = Fraction(0)
    for index, (timeline, title) in enumerate(zip(reel.timelines, reel.chapters, strict=True)):
        lead = _exact(reel.lead(index))
        card = lead > 0 and not reel.matched(index)
        found += (_card(at, at + lead, title),) if card else ()
        found += _beats(timeline, at + lead, None if card else title)
        at += lead + _exact(timeline.seconds)
    return tuple(found)


def told_by_replay(replay: Replay) -> tuple[Said, ...]:
    """What a recorded run says, at its own seconds: a step that was held stands longer, one that
    was gone back to comes again."""
    from viz.timeline.compile import compile_scene

    beats = compile_scene(replay.scene).beats
    visits = list(_visits(replay.take, beats))
    kept = [one for one in visits if one[1] - one[0] >= PASSED] or visits[:1]
    seen: list[tuple[float, Span]] = []  # when a beat came, and which
    for start, _, span in kept:
        if not seen or seen[-1][1] is not span:
            seen.append((start if seen else 0.0, span))
    ends = [*(start for start, _ in seen[1:]), replay.seconds]
    return tuple(
        Said(_exact(start), _exact(end), span.beat, answer=_seen_answer(replay, span, start, end))
        for (start, span), end in zip(seen, ends, strict=True)
    )


def _seen_answer(replay: Replay, span: Span, start: float, end: float) -> Answered | None:
    """The answer, where the run came to it in these seconds of it."""
    if span.beat.ask is None:
        return None
    take, shown = replay.take, float(span.start) + pause_of(span.beat)
    steps = take.steps or (Step(0.0, ScreenSeconds(0.0), 1.0),)
    ends = [*(step.run for step in steps[1:]), take.seconds]
    for step, stop in zip(steps, ends, strict=True):
        first, last = max(step.run, start), min(stop, end)
        at = step.at + (first - step.run) * step.speed
        if first >= last or at + (last - first) * step.speed <= shown:
            continue
        run = first if at >= shown else first + (shown - at) / step.speed
        scene = replay.timeline(moment(take, run)).setting(ScreenSeconds(shown)).scene
        return answered(_exact(run), scene, span.beat.ask)
    return None


def _visits(take: Take, beats: Sequence[Span]) -> Iterable[tuple[float, float, Span]]:
    """The seconds of a run in which it was in each beat, in order."""
    steps = take.steps or (Step(0.0, ScreenSeconds(0.0), 1.0),)
    ends = [*(step.run for step in steps[1:]), take.seconds]
    for step, end in zip(steps, ends, strict=True):
        run, at = step.run, float(step.at)
        while run < end:
            span = next((one for one in beats if one.start <= at < one.end), beats[-1])
            until = end
            if step.speed > 0 and span is not beats[-1]:
                until = min(end, step.run + (span.end - step.at) / step.speed)
            if until > run:
                yield run, until, span
            run, at = max(run, until), max(at, float(span.end))


def _card(start: Fraction, end: Fraction, title: Text) -> Said:
    """A card: a beat that says nothing."""
    from viz.scene.types import Beat

    return Said(start, end, Beat(float(end - start)), title)


def _beats(timeline: Timeline, at: Fraction, title: Text | None) -> tuple[Said, ...]:
    return joined(
        Said(
            at + _exact(span.start),
            at + _exact(span.end),
            span.beat,
            title if span.index == 0 else None,
            _answer(timeline, span, at),
        )
        for span in timeline.beats
    )


def joined(said: Iterable[Said]) -> tuple[Said, ...]:
    """The same; a pause that was put after a beat, to give a voice its time, is a part of it."""
    found: list[Said] = []
    for one in said:
        if found and one.opens is None and _goes_on(found[-1].beat, one.beat):
            found[-1] = replace(found[-1], end=one.end)
        else:
            found.append(one)
    return tuple(found)


def _goes_on(before: Beat, beat: Beat) -> bool:
    """Whether in a beat nothing happens but that the voice goes on."""
    own = beat.ask or beat.notes or beat.mark or beat.tell or beat.set or beat.show or beat.hide
    return bool(before.say or before.tell) and before.say == beat.say and not own


def _answer(timeline: Timeline, span: Span, at: Fraction) -> Answered | None:
    shown = float(span.start) + pause_of(span.beat)
    if span.beat.ask is None or shown >= span.end:
        return None
    scene = timeline.setting(ScreenSeconds(shown)).scene
    return answered(at + _exact(shown), scene, span.beat.ask)


def _exact(seconds: float) -> Fraction:
    return Fraction(seconds).limit_denominator(1_000_000)


def within(said: Iterable[Said], start: Fraction, seconds: Fraction) -> tuple[Said, ...]:
    """The part from `start` on, counted from there, and cut at `seconds`."""
    return tuple(
        Said(
            max(one.start - start, Fraction(0)),
            min(one.end - start, seconds),
            one.beat,
            one.opens,
            _moved(one.answer, start, seconds),
        )
        for one in said
        if one.end > start and one.start < start + seconds
    )


def _moved(found: Answered | None, start: Fraction, seconds: Fraction) -> Answered | None:
    """An answer in a part of a film; None where it comes after the part."""
    if found is None or found.at >= start + seconds:
        return None
    return replace(found, at=max(found.at - start, Fraction(0)))


def chapters(said: Sequence[Said], lang: str) -> tuple[Chapter, ...]:
    """Chapters of at least ten seconds, the first from the start: scenes of a program, or steps."""
    if not said:
        return ()
    program = any(one.opens for one in said[1:])
    starts: list[tuple[Fraction, str]] = []
    for one in said:
        title = _in(one.opens, lang) if one.opens else "" if program else one.words(lang)
        if title and (not starts or one.start - starts[-1][0] >= LEAST_SECONDS):
            starts.append((one.start if starts else Fraction(0), short(title)))
    end = said[-1].end
    if len(starts) > 1 and end - starts[-1][0] < LEAST_SECONDS:
        starts.pop()
    ends = [start for start, _ in starts[1:]] + [end]
    return tuple(
        Chapter(start, stop, title) for (start, title), stop in zip(starts, ends, strict=True)
    )


def short(title: str) -> str:
    """A title of less than 50 characters, cut between words."""
    title = " ".join(title.split()).rstrip(".。")
    if len(title) <= LONGEST_TITLE:
        return title
    cut = title[: LONGEST_TITLE - 1]
    return (cut.rpartition(" ")[0] or cut).rstrip(" ,;:，；：") + "…"


def upload_text(found: Sequence[Chapter]) -> str:
    """Chapters as upload sites read them from a description; "" where there are too few."""
    if len(found) < LEAST_CHAPTERS:
        return ""
    return "".join(f"{clock(int(chapter.start))} {chapter.title}\n" for chapter in found)


def ffmetadata(found: Sequence[Chapter], title: str) -> str:
    """Chapters as FFmpeg reads them, in milliseconds."""
    lines = [";FFMETADATA1", f"title={_escaped(title)}"]
    for chapter in found:
        lines += [
            "[CHAPTER]",
            "TIMEBASE=1/1000",
            f"START={round(chapter.start * 1000)}",
            f"END={round(chapter.end * 1000)}",
            f"title={_escaped(chapter.title)}",
        ]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    for sign in "\\=;#\n":
        text = text.replace(sign, "\\" + sign)
    return text


def transcript(said: Sequence[Said], title: str, lang: str) -> str:
    """All that is said, by a narrator where there is one, and asked, as a text with times."""
    lines = [title, ""]
    for one in said:
        at = clock(int(one.start))
        if one.opens:
            lines += ["", f"{at}  {_in(one.opens, lang)}"]
        if text := _in(one.beat.narration, lang):
            lines.append(f"{at}  {text}")
        if one.beat.ask is not None:
            lines.append(f"{at}  {_in(one.beat.ask.question, lang)}")
            lines += (f"      {line}" for line in listed(one.beat.ask, lang))
            if one.answer is not None:
                told = answer(one.beat.ask, one.answer, lang)
                lines.append(f"{clock(int(one.answer.at))}  {told}")
    return "\n".join(lines) + "\n"


def _in(text: Text, lang: str) -> str:
    from viz.stage.i18n import said

    return " ".join(filter(None, said(text, lang).splitlines()))
