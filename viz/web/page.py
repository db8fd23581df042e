"""A show as one HTML file: pictures, steps, a bar to scrub, languages, captions; no network."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from viz.stage.marks import Frame
from viz.web.recording import Rows, recorded

RATE: Final = 30  # pictures a second
# What is said of each step, by language.
Text = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Step:
    """A step: when it begins, in seconds of the screen, and what it says. `rest` is where a key
    that goes to it stops: its start, or where a question, or an answer, can be read."""

    start: float
    says: Text
    rest: float = -1.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list: the heading that it stands under, what it says, a word on it, the rest."""

    under: Text
    says: Text
    word: Text
    more: Text


@dataclass(frozen=True, slots=True)
class Board:
    """A list that can be searched, with its title, the name of its button, and what its field says."""

    title: Text
    button: Text
    search: Text
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class WebShow:
    """What a page replays. `frame` gives the picture at a time, in a language. `lines` are what
    is read below it, where that is more than what the steps say. `board`: a list that it opens."""

    title: Text
    langs: tuple[str, ...]
    seconds: float
    steps: tuple[Step, ...]
    frame: Callable[[float, str], Frame]
    licence: str = ""
    lines: tuple[Step, ...] = ()
    board: Board | None = None


def page(show: WebShow, progress: Callable[[int, int], None] | None = None) -> str:
    """The whole page as text. It opens from a disk, and asks for nothing else."""
    marks = Rows()
    count = int(show.seconds * RATE) + 1
    total = count * len(show.langs)
    frames: dict[str, list[list[int]]] = {}
    first = show.frame(0.0, show.langs[0])
    for number, lang in enumerate(show.langs):

        def taken(lang: str = lang, done: int = number * count) -> Sequence[Frame]:
            return [
                _told(show.frame(n / RATE, lang), done + n, total, progress) for n in range(count)
            ]

        frames[lang] = recorded(taken(), marks)
    data = {
        "title": dict(show.title),
        "langs": show.langs,
        "seconds": show.seconds,
        "rate": RATE,
        "width": first.width,
        "height": first.height,
        "ground": first.ground,
        "steps": [
            {"start": step.start, "rest": max(step.rest, step.start), "says": dict(step.says)}
            for step in show.steps
        ],
        "lines": [
            {"start": line.start, "says": dict(line.says)} for line in show.lines or show.steps
        ],
        "board": _board(show.board) if show.board else None,
        "marks": marks.rows,
        "frames": frames,
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # mtime: the same show gives the same bytes.
    packed = base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()
    lang = show.langs[0]
    title = show.title.get(lang) or next(iter(show.title.values()), "")
    filled = _part("player.html")
    for name, value in {
        "LANG": lang,
        "TITLE": escape(title),
        "STYLE": _part("player.css"),
        "DRAW": _part("draw.js"),
        "PLAYER": _part("player.js"),
        "DATA": packed,
        "GROUND": first.ground,
    }.items():
        filled = filled.replace("{{" + name + "}}", value)
    return filled


def _board(board: Board) -> dict[str, object]:
    rows = [[dict(e.under), dict(e.says), dict(e.word), dict(e.more)] for e in board.entries]
    return {
        "title": dict(board.title),
        "button": dict(board.button),
        "search": dict(board.search),
        "rows": rows,
    }


def _told(
    frame: Frame, done: int, total: int, progress: Callable[[int, int], None] | None
) -> Frame:
    if progress is not None:
        progress(done + 1, total)
    return frame


def _part(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")
