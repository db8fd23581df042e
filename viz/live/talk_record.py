"""Recording a talk: one take for each stay in a scene, so that each can be filmed.

A chapter's card is no part of a scene, and a stay too short to have shown anything leaves no
file, unless something was done in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from viz.desk.overlay import Seen
from viz.desk.talk import Talk, pill
from viz.live import record
from viz.live.record import Recorder
from viz.picture.playlist import Reel
from viz.timeline.compile import Timeline
from viz.timeline.take import Turn, Vote

WORTH: Final = 3.0  # s in a scene that are worth a file


@dataclass
class Recording:
    """`make` gives the recorder of a stay in a scene, the `parts`th of the talk. `worth` is how many
    seconds of a stay are worth a file. `began` is how many things were turned and counted before
    it."""

    make: Callable[[Timeline, int], Recorder]
    worth: float = WORTH
    now: Recorder | None = None
    scene: int = -1
    parts: int = 0
    began: int = 0


def see(recording: Recording, talk: Talk, seen: Seen, now: float) -> None:
    """What the audience sees at `now` of the window's clock, in seconds."""
    reel = seen.show
    if not isinstance(reel, Reel):
        return
    index, at = reel.place(talk.shown)
    if at < 0:
        end(recording, now)
        return
    recorder = _recorder(recording, reel, index, now)
    runs = talk.head.running and talk.frozen is None
    speed = talk.head.speed if runs else 0.0
    sight = replace(pill(talk), theme=talk.theme, lang=talk.lang)
    record.see(recorder, min(at, float(reel.timelines[index].seconds)), speed, sight, now)
    if _worth(recording, recorder):
        record.keep(recorder, now)


def note(recording: Recording, talk: Talk, done: tuple[Turn | Vote, ...]) -> None:
    """What was turned and counted; in a scene that the audience does not see, it is there when
    that scene comes."""
    if recording.now is not None and recording.scene == talk.now.scene:
        record.note(recording.now, done)


def run_of(recording: Recording, now: float) -> float:
    """Seconds since the stay in this scene began."""
    return max(0.0, now - recording.now.begun) if recording.now else 0.0


def end(recording: Recording, now: float) -> None:
    """The stay is over."""
    recorder = recording.now
    if recorder is not None and _worth(recording, recorder):
        record.keep(recorder, now, last=True)
        recording.parts += 1
    recording.now, recording.scene = None, -1


def _recorder(recording: Recording, reel: Reel, index: int, now: float) -> Recorder:
    if recording.now is not None and recording.scene == index:
        return recording.now
    end(recording, now)
    timeline = reel.timelines[index]
    recorder = recording.make(timeline, recording.parts)
    recorder.begun = now
    recorder.votes += [replace(vote, run=0.0) for vote in timeline.take.votes]
    recording.began = len(recorder.turns) + len(recorder.votes)
    recording.now, recording.scene = recorder, index
    return recorder


def _worth(recording: Recording, recorder: Recorder) -> bool:
    done = len(recorder.turns) + len(recorder.votes) > recording.began
    return done or recorder.run >= recording.worth
