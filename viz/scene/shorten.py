"""A shorter scene: without its questions, or with its beats hurried to fit a time."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from viz.scene.types import Beat, Scene


def without_questions(scene: Scene) -> Scene:
    """The scene without the beats that ask; what they set is set as the next beat begins.

    A scene of nothing but questions stays as it is.
    """
    return of_beats(scene, tuple(i for i, b in enumerate(scene.beats) if b.ask is None))


def of_beats(scene: Scene, chosen: tuple[int, ...]) -> Scene:
    """The scene with only these beats, counted from 0, in the order of the scene.

    What the others set, and who enters or leaves in them, does so as the next chosen one begins.
    The whole scene if none is chosen.
    """
    beats: list[Beat] = []
    dropped: list[Beat] = []
    for i, beat in enumerate(scene.beats):
        dropped.append(beat)
        if i in chosen:
            beats.append(reduce(_after, dropped))
            dropped = []
    return replace(scene, beats=tuple(beats)) if beats else scene


def _after(dropped: Beat, beat: Beat) -> Beat:
    """A beat with what the one before it sets, shows and hides."""
    staying = (one for one in dropped.show if not any(map(one.is_called, beat.hide)))
    return replace(
        beat,
        set=(*dropped.set, *beat.set),
        show=(*staying, *beat.show),
        hide=(*dropped.hide, *beat.hide),
    )


def hurried(scene: Scene, seconds: float) -> Scene:
    """The scene in `seconds` of the screen, without questions: each beat is cut in proportion.

    Paces stay, so that the slow motion that is told stays true; less of it is seen.
    """
    short = without_questions(scene)
    whole = sum(beat.seconds for beat in short.beats)
    if whole <= seconds:
        return short
    share = seconds / whole
    return replace(short, beats=tuple(replace(b, seconds=b.seconds * share) for b in short.beats))
