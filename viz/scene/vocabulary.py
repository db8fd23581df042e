"""The words a scene may use, in one place: what can be looked at, turned and said, and how long.

The stage reads `LOOKS` too: what is named here is what it can highlight.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from viz.assets_path import data_folder

# What `look:` can highlight -> what a person would call it.
LOOKS: Final = {
    "left": "the left machine",
    "right": "the right machine",
    "left.reading": "weights on their way from memory to cores",
    "left.token": "the time and the speed of one token",
    "left.bus": "the bus between memory and cores",
    "left.cores": "the cores, computing or waiting",
    "left.memory": "the memory that holds the weights",
    "right.weights": "the weights that stay",
    "right.token": "the token that travels",
    "right.links": "the links from wafer to wafer, and back",
    "left.bar": "the time of one token, in parts",
    "right.bar": "the time of one token, in parts",
    "left.odometer": "weights moved so far",
    "right.odometer": "weights moved so far",
    "lap": "the ring of one agent's lap",
    "laps": "the rings of both agents' laps",
    "unrolled": "laps as bars, one below the other",
    "unrolled.bar": "one lap of the slow agent as a bar",
    "task": "a task before and after, and how many times sooner it is done",
    "task.before": "the bar of the task before",
    "bars": "the bars on one time axis",
    "bars.1": "the first bar",
    "bars.2": "the second bar",
    "bars.limit": "the bar of the limit",
    "left.cards": "the cards that share a layer",
    "left.trip": "the weights on their way to the users",
    "left.weight": "one weight, inside of a core",
    "left.users": "speed for each user against speed for all",
    "left.heap": "what one kilowatt of the left machine writes",
    "right.heap": "what one kilowatt of the right machine writes",
    "carried": "the words, each with the weights that were carried in for it",
    "what_if": "the time of a word for each setting of the knobs",
    "answers": "both answers, and the machines that write them",
    "reply.page": "the page that is read",
    "reply.lines": "both spoken replies on one axis of time",
    "race.pages": "the first page of both machines, near enough to be read",
    "bars.3": "the third bar",
    "bars.mark": "a mark that people feel, on the time axis",
    "bars.ratio": "how many times as quick the last bar is",
    "exam": "two runs of one exam, their times, and what is open",
    "clock": "the hardware clock and its slow motion",
    "all": "the whole stage",
}


@dataclass(frozen=True, slots=True)
class Renaming:
    """What was called `old`, or is by people who try, is called `new`; `actor` is the one whose
    parameter it is."""

    kind: Literal["key", "actor", "parameter", "look"]
    old: str
    new: str
    actor: str = ""


# Who renames an actor, a parameter of one, or a part that `look:` names, enters it here in the same
# commit: then old files are told of it, and `viz check --fix` brings them up to date.
RENAMED: Final = (
    Renaming("key", "actors", "show"),
    Renaming("key", "answers", "choices"),
    Renaming("key", "caption", "say"),
    Renaming("key", "default", "from"),
    Renaming("key", "duration", "for"),
    Renaming("key", "enter", "show"),
    Renaming("key", "gpu", "left"),
    Renaming("key", "heading", "title"),
    Renaming("key", "highlight", "look"),
    Renaming("key", "leave", "hide"),
    Renaming("key", "max", "to"),
    Renaming("key", "min", "from"),
    Renaming("key", "name", "title"),
    Renaming("key", "narration", "tell"),
    Renaming("key", "narrator", "tell"),
    Renaming("key", "options", "choices"),
    Renaming("key", "quiz", "ask"),
    Renaming("key", "remove", "hide"),
    Renaming("key", "seconds", "for"),
    Renaming("key", "slow", "pace"),
    Renaming("key", "speed", "pace"),
    Renaming("key", "steps", "beats"),
    Renaming("key", "subtitle", "asks"),
    Renaming("key", "text", "say"),
    Renaming("key", "time", "for"),
    Renaming("key", "wafer", "right"),
)


def new_name(kind: str, old: str, actor: str = "", table: tuple[Renaming, ...] = RENAMED) -> str:
    """What a word of a scene file is called now; "" where it has no other name."""
    found = (one.new for one in table if (one.kind, one.old, one.actor) == (kind, old, actor))
    return next(found, "")


# How much of a text the stage has room for, in narrow letters; a wide one counts `WIDE`.
# A caption has two lines of 42 letters (16 Chinese ones): what Netflix's timed text guide allows.
CAPTION_LINE: Final = 42
WIDE: Final = CAPTION_LINE / 16
LENGTHS: Final = {
    "title": 48.0,
    "asks": 84.0,
    "say": 2.0 * CAPTION_LINE,
    "question": 84.0,
    "choices": 42.0,
    "knob": 32.0,
    "chip": 24.0,
}


def width_of(text: str) -> float:
    """The length of a text in narrow letters; a Chinese one counts as 42 / 16 of them."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) - wide + wide * WIDE


def languages() -> tuple[str, ...]:
    """Languages that a text may have: those of assets/words; English and Chinese always."""
    folder = data_folder("assets") / "words"
    found = {path.stem for path in folder.glob("*.json")}
    return ("en", *sorted({"zh", *found} - {"en"}))


# What the parts of a world begin with, besides a machine's side: what stands in it has a name.
WORLD_THINGS: Final = (
    "power",
    "chat",
    "vector",
    "grid",
    "book",
    "wall",
    "dive",
    "speeds",
    "silicon",
    "wafers",
    "strips",
    "leads",
)
_THING: Final = r"[a-z_]+(:[0-9]{1,4})?"
WORLD_PART: Final = re.compile(
    rf"(left|right)(\.{_THING})+|({'|'.join(WORLD_THINGS)})(:[0-9]{{1,4}})?(\.{_THING})*"
)

LOOK_SCHEMA: Final[dict[str, Any]] = {
    "anyOf": [{"enum": list(LOOKS)}, {"type": "string", "pattern": WORLD_PART.pattern}]
}
# What may end a beat: a prompt is read, a word is written, a layer begins, a link is reached.
EVENT: Final = re.compile(r"(left|right)\.(words?|layer|link|prompt)(:[0-9]{1,6})?")


def is_look(word: str) -> bool:
    """Whether `look:` may name it: one of LOOKS, or a part of the world such as "left.gpu:3"."""
    return word in LOOKS or bool(WORLD_PART.fullmatch(word))


def world_actors() -> tuple[str, ...]:
    """Those of them that are seen through the camera: each has a file NAME_places.py."""
    folder = Path(__file__).resolve().parent.parent / "actors"
    return tuple(sorted(p.parent.name for p in folder.glob("*/*_places.py")))


def actors() -> tuple[str, ...]:
    """The actors that `show:` may name: the folders of viz/actors, none of them imported."""
    folder = Path(__file__).resolve().parent.parent / "actors"
    return tuple(sorted(p.parent.name for p in folder.glob("*/__init__.py")))
