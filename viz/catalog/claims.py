"""What the two articles claim: assets/claims.yaml, number by number, with the checks of each."""

from __future__ import annotations

import functools
from collections.abc import Mapping as Shelf
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, get_args

from viz import units
from viz.assets_path import data_folder
from viz.catalog.fields import Reader
from viz.catalog.types import SAYS, Says, Text
from viz.errors import Place
from viz.reading.nodes import Mapping, Node, Scalar, Sequence

Verdict = Literal["consistent", "unit slip", "contradicted", "oversimplified", "unverifiable"]
VERDICTS: Final[tuple[str, ...]] = get_args(Verdict)
_KEYS: Final = (
    "number",
    "about",
    "value",
    "says",
    "source",
    "date",
    "verdict",
    "note",
    "checks",
)


@dataclass(frozen=True, slots=True)
class Check:
    """One calculation over the catalog: its expression, what it must give, what that means."""

    compute: str
    gives: str
    words: str
    place: Place


@dataclass(frozen=True, slots=True)
class Claim:
    """A number of an article. `amount` is its SI value where it is one quantity."""

    name: str
    number: int
    about: Text
    text: str
    amount: float | None
    says: Says
    source: str
    date: str
    verdict: Verdict
    note: Text
    checks: tuple[Check, ...]
    place: Place

    @property
    def article(self) -> Literal["launch", "preview", "both"]:
        """Where it was read: the launch article of 13 August, the preview article of 26 June."""
        if "article 000" in self.source:
            return "launch"
        return "preview" if "article 001" in self.source else "both"


def load_claims(file: Path | None = None) -> Shelf[str, Claim]:
    """All claims by name. Cached. Raises VizError with every fault of the file."""
    return _load(file or data_folder("assets") / "claims.yaml")


@functools.cache
def _load(file: Path) -> dict[str, Claim]:
    from viz.reading.yaml12 import read  # what plays a packed scene needs no YAML

    reader = Reader()
    root = read(file)
    found: dict[str, Claim] = {}
    if isinstance(root, Mapping):
        for key, node in root.entries:
            claim = _claim(reader, key, node)
            if claim is not None:
                found[key.text] = claim
    else:
        reader.fault("claims must have names", root.place, write="name: {about: ...}")
    reader.done()
    return found


def _claim(reader: Reader, key: Scalar, node: Node) -> Claim | None:
    name = key.text
    if not reader.mapping(node, f"claim '{name}'", _KEYS):
        return None
    before = len(reader.faults)
    for needed in ("number", "about", "says", "source", "date", "verdict"):
        if node.get(needed) is None:
            reader.fault(f"claim '{name}' lacks {needed}", key.place)
    number = node.get("number")
    if number is not None and not (isinstance(number, Scalar) and isinstance(number.value, int)):
        reader.fault("number must be whole", number.place)
    text = reader.words(node.get("value"), "value")
    says = reader.choice(node.get("says"), "says", SAYS)
    verdict = reader.choice(node.get("verdict"), "verdict", VERDICTS)
    claim = Claim(
        name=name,
        number=number.value if isinstance(number, Scalar) and isinstance(number.value, int) else 0,
        about=_texts(reader, node.get("about"), "about"),
        text=text,
        amount=_amount(text),
        says=says,  # type: ignore[arg-type]
        source=reader.words(node.get("source"), "source"),
        date=reader.words(node.get("date"), "date"),
        verdict=verdict,  # type: ignore[arg-type]
        note=_texts(reader, node.get("note"), "note"),
        checks=tuple(_checks(reader, node.get("checks"))),
        place=key.place,
    )
    return claim if len(reader.faults) == before else None


def _texts(reader: Reader, node: Node | None, name: str) -> Text:
    """A text in its languages; {} where there is none."""
    if isinstance(node, Mapping):
        return {key.text: reader.words(value, f"{name}.{key.text}") for key, value in node.entries}
    text = reader.words(node, name)
    return {"en": text} if text else {}


def _amount(text: str) -> float | None:
    try:
        return units.parse_any(text).value
    except units.UnitError:
        return None


def _checks(reader: Reader, node: Node | None) -> list[Check]:
    if node is None:
        return []
    if not isinstance(node, Sequence):
        reader.fault("checks must be a list", node.place, write="- {compute: ..., gives: ...}")
        return []
    found = []
    for item in node.items:
        if reader.mapping(item, "a check", ("compute", "gives", "words")):
            compute, gives, words = (
                reader.words(item.get(key), key) for key in ("compute", "gives", "words")
            )
            if compute and gives and words:
                found.append(Check(compute, gives, words, item.place))
            else:
                reader.fault("a check needs compute, gives and words", item.place)
    return found
