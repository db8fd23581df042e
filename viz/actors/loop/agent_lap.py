"""One lap of an agent, in parts, as equation 10 counts it: first token, tokens / speed, tool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from viz.physics.serving import task_seconds
from viz.stage.quantity import reckoned

STATIONS: Final = ("read", "think", "act")


@dataclass(frozen=True, slots=True)
class Lap:
    """A lap's times in seconds (equation 10), and how its numbers are written."""

    title: str
    speed: float
    tokens: float
    tool: float
    laps: int
    first: float
    speed_says: str
    tokens_says: str
    tool_says: str
    refs: tuple[str, str, str, str, str] = ("",) * 5  # of speed, tokens, tool, laps and first

    @property
    def generation_ref(self) -> str:
        """The reference of `generation`."""
        return reckoned("{} / {}", self.refs[1], self.refs[0])

    @property
    def seconds_ref(self) -> str:
        """The reference of `seconds`."""
        speed, tokens, tool, _, first = self.refs
        return reckoned("{} + {} / {} + {}", first, tokens, speed, tool)

    @property
    def fixed_ref(self) -> str:
        """The reference of `fixed`."""
        return reckoned("({} + {}) / {}", self.refs[2], self.refs[4], self.seconds_ref)

    @property
    def generation(self) -> float:
        """Time in which the model writes."""
        return self.tokens / self.speed

    @property
    def seconds(self) -> float:
        """Time of a whole lap."""
        return task_seconds(1, self.first, self.tokens, self.speed, self.tool)

    @property
    def fixed(self) -> float:
        """The share of a lap that a faster model leaves as it is."""
        return (self.tool + self.first) / self.seconds

    def stations(self) -> tuple[tuple[str, float, float], ...]:
        """Name, start and end of each station in turns from the top; the tool is at the bottom."""
        tool, first = self.tool / self.seconds, self.first / self.seconds
        each = (1 - tool - first) / len(STATIONS)
        at = 0.5 + tool / 2
        found = []
        for name, share in (("wait", first), *((name, each) for name in STATIONS), ("tool", tool)):
            if share > 0:
                found.append((name, at, at + share))
                at += share
        return tuple(found)
