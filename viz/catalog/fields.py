"""From nodes of a YAML file to numbers with provenance; every fault is kept, with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, TypeGuard

from viz import units
from viz.catalog.types import SAYS, Other, Says, Sourced
from viz.errors import Fault, Place, VizError, nearest
from viz.reading.nodes import Mapping, Node, Scalar, Sequence

FORM: Final = '{value: 3.35 TB/s, says: vendor, source: "...", date: 2024-03}'
_DATE: Final = re.compile(
    r"(?:19|20)[0-9]{2}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?"
)
_KEYS: Final = ("value", "says", "source", "date", "note", "verified", "others", "range", "give")


@dataclass(frozen=True, slots=True)
class Kind:
    """What a number must be: its dimension, SI unit and valid range (SI)."""

    dimension: str
    unit: str
    low: float
    high: float


BYTES: Final = Kind("bytes", "B", 1e3, 1e18)
RATE: Final = Kind("bytes/second", "B/s", 1e6, 1e21)
FLOPS: Final = Kind("flop/second", "FLOP/s", 1e6, 1e21)
WATTS: Final = Kind("watts", "W", 1e-3, 1e9)
AREA: Final = Kind("area", "m2", 1e-8, 10.0)
COUNT: Final = Kind("number", "", 1, 1e16)
TIME: Final = Kind("seconds", "s", 0.0, 60.0)
SHARE: Final = Kind("number", "", 1e-4, 1.0)
FACTOR: Final = Kind("number", "", 1.0, 100.0)
CLOCK: Final = Kind("hertz", "Hz", 1e6, 1e11)
OPERATIONS: Final = Kind("number", "", 0.0, 1e6)


@dataclass(slots=True)
class Reader:
    """Reads one file or one part of a scene. `assumed` is not empty where bare quantities may
    stand (in a scene): it is then their source, and they are `assumed`."""

    assumed: str = ""
    faults: list[Fault] = field(default_factory=list)

    def fault(self, what: str, place: Place, meant: tuple[str, ...] = (), write: str = "") -> None:
        self.faults.append(Fault(what, place, meant, write))

    def done(self) -> None:
        """Raises VizError with all faults, if there are any."""
        if self.faults:
            raise VizError(sorted(self.faults, key=_order))

    def mapping(self, node: Node, what: str, known: Iterable[str]) -> TypeGuard[Mapping]:
        """Whether `node` has keys; each unknown one is a fault."""
        if not isinstance(node, Mapping):
            self.fault(f"{what} must have keys", node.place, write=f"{next(iter(known))}: ...")
            return False
        words = tuple(known)
        for key, _ in node.entries:
            if key.text not in words:
                self.fault(f"{what} has no key '{key.text}'", key.place, nearest(key.text, words))
        return True

    def words(self, node: Node | None, what: str) -> str:
        """A text; empty and a fault where there is none."""
        if isinstance(node, Scalar) and node.text.strip():
            return node.text.strip()
        if node is not None:
            self.fault(f"{what} must be a text", node.place)
        return ""

    def names(self, node: Node | None, what: str) -> tuple[str, ...]:
        """A list of words."""
        if node is None:
            return ()
        if not isinstance(node, Sequence):
            self.fault(f"{what} must be a list", node.place, write="[one, two]")
            return ()
        return tuple(self.words(item, what) for item in node.items)

    def choice(self, node: Node | None, what: str, known: tuple[str, ...]) -> str:
        """One of the known words."""
        text = self.words(node, what)
        if node is not None and text and text not in known:
            form = ", ".join(known)
            self.fault(f"{what} is '{text}'", node.place, nearest(text, known), f"one of {form}")
        return text

    def flag(self, node: Node | None, what: str, default: bool) -> bool:
        if node is None:
            return default
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        self.fault(f"{what} must be true or false", node.place)
        return default

    def number(self, node: Node, what: str, kind: Kind) -> float | None:
        """A bare quantity in SI units."""
        if not isinstance(node, Scalar):
            self.fault(f"{what} must be one quantity", node.place)
            return None
        try:
            value = units.parse(node.text, kind.dimension)
            return units.within(value, kind.dimension, kind.low, kind.high)
        except units.UnitError as error:
            self.fault(f"{what}: {error.what}", node.place, error.meant, error.write)
            return None

    def sourced(self, node: Node, what: str, kind: Kind) -> Sourced | None:
        """A number with all that must be known about it."""
        if isinstance(node, Scalar) and self.assumed:
            value = self.number(node, what, kind)
            if value is None:
                return None
            return Sourced(value, kind.unit, "assumed", self.assumed, "")
        if isinstance(node, Scalar):
            self.fault(f"{what} has no source", node.place, write=FORM)
            return None
        if not self.mapping(node, what, _KEYS):
            return None
        before = len(self.faults)
        value, says, source, date = self._said(node, what, kind)
        others = tuple(self._others(node.get("others"), what, kind))
        span = self._span(node.get("range"), what, kind)
        give = self._give(node.get("give"), what, kind)
        note = self.words(node.get("note"), f"note of {what}")
        verified = self.flag(node.get("verified"), f"verified of {what}", default=True)
        if value is None or len(self.faults) > before:
            return None
        return Sourced(value, kind.unit, says, source, date, note, verified, others, span, give)

    def _said(self, node: Mapping, what: str, kind: Kind) -> tuple[float | None, Says, str, str]:
        missing = [name for name in _KEYS[:4] if node.get(name) is None]
        if missing:
            self.fault(f"{what} lacks {' and '.join(missing)}", node.place, write=FORM)
        worth = node.get("value")
        value = None if worth is None else self.number(worth, what, kind)
        says = self.choice(node.get("says"), f"says of {what}", SAYS)
        source = self.words(node.get("source"), f"source of {what}")
        date = self.words(node.get("date"), f"date of {what}")
        when = node.get("date")
        if date and when is not None and not _DATE.fullmatch(date):
            self.fault(
                f"date of {what} is '{date}'", when.place, write="2024, 2024-03 or 2024-03-13"
            )
        return value, says, source, date  # type: ignore[return-value]

    def _others(self, node: Node | None, what: str, kind: Kind) -> Iterable[Other]:
        if node is None:
            return
        if not isinstance(node, Sequence):
            self.fault(f"others of {what} must be a list", node.place, write=f"[{FORM}]")
            return
        for item in node.items:
            if self.mapping(item, f"another value of {what}", _KEYS[:4]):
                value, says, source, date = self._said(item, what, kind)
                if value is not None:
                    yield Other(value, says, source, date)

    def _give(self, node: Node | None, what: str, kind: Kind) -> float:
        if node is None:
            return 0.0
        any_size = Kind(kind.dimension, kind.unit, 0.0, kind.high)
        return self.number(node, f"give of {what}", any_size) or 0.0

    def _span(self, node: Node | None, what: str, kind: Kind) -> tuple[float, float] | None:
        if node is None:
            return None
        if not isinstance(node, Sequence) or len(node.items) != 2:
            self.fault(f"range of {what} needs two ends", node.place, write="[2e12, 4e12]")
            return None
        low, high = (self.number(item, f"range of {what}", kind) for item in node.items)
        if low is None or high is None:
            return None
        if low > high:
            self.fault(f"range of {what} ends before it begins", node.place)
        return low, high


def _order(fault: Fault) -> tuple[int, int]:
    return (fault.place.line, fault.place.column) if fault.place else (0, 0)
