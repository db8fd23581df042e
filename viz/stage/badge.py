"""What an actor may put on the badge in the place of the hardware clock: a scale, a task's clock.

An actor's module says so with `badge(stage, area, parameters) -> Badge | None`; the first of a
scene's actors that gives one has it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Badge:
    """The words of the badge: a name and its value, and under them two remarks.

    With `lens` the second line stays the clock's own: how much slower or faster the show is.
    `of` names the quantity that the value shows.
    """

    name: str
    value: str
    left: str = ""
    right: str = ""
    lens: bool = False
    of: str = "badge"
