"""Which key does what in a talk: the speaker's table, with all that clickers are known to send.

Logitech's send PgUp, PgDn, "." for black, and F5 and Esc in turn from one button; Kensington's
send "b"; others send arrows, Enter or Space. So Esc never quits, and quitting takes "q" twice.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from viz.desk import interaction as hands
from viz.desk.interaction import Desk
from viz.desk.interaction_keys import AT_QUESTION, KNOBS_OPEN, ON_KNOB
from viz.desk.keymap import Binding, Press, Table

_A, _F1 = 4, 58
_ENTER, _ESC, _BACKSPACE, _TAB, _SPACE, _MINUS, _EQUALS = 40, 41, 42, 43, 44, 45, 46
_PERIOD, _SLASH, _PAUSE = 55, 56, 72
_HOME, _PAGE_UP, _END, _PAGE_DOWN, _RIGHT, _LEFT, _DOWN, _UP = 74, 75, 77, 78, 79, 80, 81, 82
_PAD_MINUS, _PAD_PLUS, _PAD_ENTER = 86, 87, 88


def _letter(char: str) -> int:
    return _A + ord(char) - ord("a")


# fmt: off
TALK_TABLE: Final[Table] = (
    Binding("next_step", ("→", "↓", "PgDn", "Space", "Enter", "N"), " n",
            (_RIGHT, _DOWN, _PAGE_DOWN, _SPACE, _ENTER, _PAD_ENTER, _letter("n"))),
    Binding("previous_step", ("←", "↑", "PgUp", "Backspace", "P"), "p",
            (_LEFT, _UP, _PAGE_UP, _BACKSPACE, _letter("p"))),
    Binding("skip_forward", ("Alt", "→"), "", (_RIGHT, _DOWN), held="alt"),
    Binding("skip_back", ("Alt", "←"), "", (_LEFT, _UP), held="alt"),
    Binding("first_step", ("Home",), "", (_HOME,)),
    Binding("first_step", ("Shift", "←"), "", (_LEFT, _UP), held="shift"),
    Binding("last_step", ("End",), "", (_END,)),
    Binding("last_step", ("Shift", "→"), "", (_RIGHT, _DOWN), held="shift"),
    Binding("go_to", ("G",), "g", (_letter("g"),)),
    Binding("start", ("F5",), "", (_F1 + 4,)),
    Binding("hold", ("M", "Pause"), "m", (_letter("m"), _PAUSE)),
    Binding("black", ("B", "."), "b.", (_letter("b"), _PERIOD)),
    Binding("white", ("W",), "w", (_letter("w"),)),
    Binding("freeze", ("Z",), "z", (_letter("z"),)),
    Binding("knobs", ("K",), "k", (_letter("k"),)),
    Binding("next_number", ("Tab",), "", (_TAB,), every=0.08, repeats=True),
    Binding("previous_number", ("Shift", "Tab"), "", (_TAB,), 0.08, repeats=True, held="shift"),
    Binding("sources", ("I",), "i", (_letter("i"),)),
    Binding("swap", ("S",), "s", (_letter("s"),)),
    Binding("reset_timer", ("R",), "r", (_letter("r"),)),
    Binding("larger", ("+",), "+=", (_EQUALS, _PAD_PLUS), every=0.1),
    Binding("smaller", ("−",), "-_−", (_MINUS, _PAD_MINUS), every=0.1),
    Binding("notes_down", ("D",), "d", (_letter("d"),), every=0.1, repeats=True),
    Binding("notes_up", ("U",), "u", (_letter("u"),), every=0.1, repeats=True),
    Binding("theme", ("T",), "t", (_letter("t"),)),
    Binding("language", ("L",), "l", (_letter("l"),)),
    Binding("fullscreen", ("F", "F11"), "f", (_letter("f"), _F1 + 10)),
    Binding("help", ("?", "H", "F1"), "?h/ß'", (_SLASH, _letter("h"), _F1)),
    Binding("close", ("Esc",), "", (_ESC,)),
    Binding("quit", ("Q", "Q"), "q", (_letter("q"),), every=0.0),  # "qq", however quick
)
# fmt: on

CAPS: Final = 3  # key caps that a row of the help has room for
ASKING: Final[Table] = (Binding("ask", ("Enter",), "", (_ENTER, _PAD_ENTER)),)


@cache
def help_rows() -> Table:
    """What the help shows, with what keys mean only on a knob, at a number or at a question.

    A row has no more keys than there is room for.
    """
    rows = [
        replace(row, shown=row.shown[first : first + CAPS])
        for row in TALK_TABLE
        for first in range(0, len(row.shown), CAPS)
    ]
    return (
        *rows,
        Binding("ask", ("Enter",), "", ()),
        Binding("more", ("↑", "↓"), "", ()),
        Binding("back", ("Home", "R"), "", ()),
        Binding("digit_1", ("1", "...", "9"), "", ()),
        Binding("erase", ("Backspace",), "", ()),
    )


def table(desk: Desk | None) -> Table:
    """The rows that count now; a later row wins over an earlier one.

    Arrows and Home belong to a knob only while the keyboard is on one, Enter only to a number
    that it is on; a digit counts a hand only at a question, and Backspace takes it back.
    """
    if desk is None:
        return TALK_TABLE
    rows = TALK_TABLE
    focus = desk.session.sight.focus
    if focus and not focus.startswith((hands.KNOB, hands.VOTE)):
        rows += ASKING
    if desk.session.sight.knobs:
        rows += KNOBS_OPEN
    if desk.knob is not None:
        rows += ON_KNOB
    if desk.question is not None:
        counted = hands.counted(desk)
        rows += tuple(row for row in AT_QUESTION if counted or row.action != "erase")
    return rows


def entered(press: Press) -> str:
    """What a press means while a step's number is asked for: a digit, "enter", "erase", or ""."""
    if press.text and press.text in "0123456789":
        return press.text
    if press.place in (_ENTER, _PAD_ENTER):
        return "enter"
    return "erase" if press.place == _BACKSPACE else ""
