"""Scenes of one actor, written in a test, and what they show."""

from stagecraft import sentences

import viz

BEATS = """
beats:
  - say: {en: A, zh: 甲}
    for: 10 s
    pace: %s per second
"""


def scene_of(folder, body, pace="1 s"):
    """A scene opened from YAML; it lasts ten seconds at one pace."""
    file = folder / "made.yaml"
    head = "title: {en: Made, zh: 自制}\n"
    file.write_text(head + body.strip("\n") + "\n" + BEATS % pace, encoding="utf-8")
    return viz.open(str(file))


def texts(frame):
    """Every text on stage, the parts of one line as one."""
    return sentences((*frame.still, *frame.all))


def beat_at(opened, number):
    """A moment in the middle of a beat, counted from 1, when nothing eases."""
    span = opened.timeline.beats[number - 1]
    return (span.start + span.end) / 2


def end_of(opened, number):
    """The last moment of a beat, counted from 1."""
    return opened.timeline.beats[number - 1].end - 1 / 60
