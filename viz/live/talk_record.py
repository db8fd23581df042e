"""Recording a talk: one take for each stay in a scene, so that each can be filmed.

A chapter's card is no part of a scene, and a stay too short to have shown anything leaves no
file, unless something was done in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from viz.desk.talk import Talk
from viz.desk.talk_interaction import session_of
from viz.live import record
from viz.live.record import Recorder
from viz.picture.playlist import Reel
from viz.timeline.compile import Timeline
from viz.timeline.take import Turn, Vote

WORTH: Final = 3.0  # s in a scene that are worth a file


@dataclass
class Recording:
    """`make` gives the recorder of a stay in a scene, the `parts`th of the talk. `began` is how
    many things were turned and counted before the stay."""

    make: Callable[[Timeline, int], Recorder]
    now: Recorder | None = None
    scene: int = -1
    parts: int = 0
    began: int = 0


def see(recording: Recording, talk: Talk, reel: Reel, now: float) -> None:
    """What the audience sees at `now` of the window's clock, in seconds."""
    session = session_of(talk, reel)
    if session is None:
        end(recording, now)
        return
    recorder = _recorder(recording, talk, reel, now)
    sight = replace(talk.sight, sources=talk.sources, shade=talk.shade)  # a talk has no pill
    record.see(recorder, session, now, sight)
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


def _recorder(recording: Recording, talk: Talk, reel: Reel, now: float) -> Recorder:
    index, _ = reel.place(talk.shown)
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
    return done or recorder.run >= WORTH
