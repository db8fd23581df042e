"""Events of a machine by which a beat may end: a word is written, a layer begins, a link is reached."""

from __future__ import annotations

from math import floor
from typing import Final

from viz.timeline.clocks import HwSeconds
from viz.timeline.machine import Run

SOON: Final = 1e-9  # of a step: an event that is now is not the next one
ONE: Final = 1e-6  # of a step: a word that ends so soon has ended


def next_event(run: Run, since: HwSeconds, event: str) -> HwSeconds:
    """When an event comes next after `since`: "word" (the end of the word under way), "word:3" (of
    the third since the show began), "prompt" (the prompt is read), "words:2" (of the second from now on), "layer:41" (the token enters that layer, from 1), "link:2" (the
    token leaves wafer 2 for wafer 3).

    In hardware seconds. Where the run has no such layer or link, the end of the word.
    """
    what, _, number = event.partition(":")
    steps = run.steps(since)
    if what == "word" and number:
        done = int(number) / run.step.accepted
        target = done if done > steps + SOON else floor(steps + SOON) + 1.0
        return run.reached(target)
    if what == "prompt":
        return max(HwSeconds(run.start + run.left), since)
    if what == "words":
        target = floor(steps + ONE) + (int(number) if number else 1) / run.step.accepted
        return run.reached(target)
    share = _share(run, what, int(number) if number else 0)
    target = floor(steps) + share
    if target <= steps + SOON:
        target += 1.0
    return run.reached(target)


def _share(run: Run, what: str, number: int) -> float:
    """At which share of a step it happens."""
    seconds = run.step.seconds
    if what == "layer" and 1 <= number <= run.step.layers:
        if run.rig.chip.kind != "wafer":
            return (number - 1) / run.step.layers
        wafer = sum(1 for bound in run.layer_bounds[1:-1] if bound <= number - 1)
        inside = (number - 1 - run.layer_bounds[wafer]) * run.layer_seconds
        return (run.wafer_starts[wafer] + inside) / seconds
    if what == "link" and 1 <= number < run.rig.count and run.rig.chip.kind == "wafer":
        return (run.wafer_starts[number] - run.hop_seconds) / seconds
    return 1.0
