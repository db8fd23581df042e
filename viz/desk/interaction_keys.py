"""The keys of knobs, questions and counts, and when they mean that.

Rows of `viz.desk.keymap` that are put before the table of the show: arrows belong to a knob only
while the keyboard is on one, digits only while a question is on stage.
"""

from __future__ import annotations

from typing import Final

from viz.desk import interaction as hands
from viz.desk.interaction import Desk
from viz.desk.keymap import TABLE, Action, Binding, Table, TalkAction

_UP, _DOWN, _RIGHT, _LEFT = 82, 81, 79, 80
_HOME, _BACKSPACE, _R = 74, 42, 21
_ONE, _PAD_ONE = 30, 89  # the digits 1 to 9 and then 0 follow
_DIGITS: Final[tuple[Action, ...]] = (
    "digit_0",
    "digit_1",
    "digit_2",
    "digit_3",
    "digit_4",
    "digit_5",
    "digit_6",
    "digit_7",
    "digit_8",
    "digit_9",
)
EVERY: Final = 0.05  # s between two steps of a knob whose arrow is held down

ON_KNOB: Final[Table] = (
    Binding("more", ("→", "↑"), "", (_RIGHT, _UP), EVERY, repeats=True),
    Binding("less", ("←", "↓"), "", (_LEFT, _DOWN), EVERY, repeats=True),
    Binding("more_fine", ("Shift →",), "", (_RIGHT, _UP), EVERY, repeats=True, held="shift"),
    Binding("less_fine", ("Shift ←",), "", (_LEFT, _DOWN), EVERY, repeats=True, held="shift"),
    Binding("back", ("Home",), "", (_HOME,)),
)
KNOBS_OPEN: Final[Table] = (Binding("all_back", ("R",), "r", (_R,)),)
AT_QUESTION: Final[Table] = (
    *(
        Binding(
            _DIGITS[n], (str(n),), str(n), (_ONE + (n - 1) % 10, _PAD_ONE + (n - 1) % 10), every=0.0
        )
        for n in range(10)
    ),
    Binding("erase", ("Backspace",), "", (_BACKSPACE,)),
)


HELP: Final[Table] = (
    *TABLE,
    Binding("more", ("↑", "↓"), "", ()),
    Binding("back", ("Home", "R"), "", ()),
    Binding("digit_1", ("1", "...", "9"), "", ()),
    Binding("erase", ("Backspace",), "", ()),
)  # what the help shows: each thing once


def table(desk: Desk) -> Table:
    """The rows that count now; a later row wins over an earlier one."""
    rows = TABLE
    if desk.session.sight.knobs:
        rows += KNOBS_OPEN
    if desk.knob is not None:
        rows += ON_KNOB
    if desk.question is not None:
        rows += AT_QUESTION
    return rows


def do(desk: Desk, action: Action | TalkAction, names: tuple[str, ...]) -> Desk | None:
    """The desk after an action of these keys; None where the action is the show's own.

    `names` are the numbers on stage that may be asked.
    """
    if action in _DIGITS:
        return hands.digit(desk, int(action.removeprefix("digit_")))
    match action:
        case "knobs":
            return hands.open_knobs(desk)
        case "more" | "less":
            return hands.press(desk, 1 if action == "more" else -1)
        case "more_fine" | "less_fine":
            return hands.press(desk, 1 if action == "more_fine" else -1, fine=True)
        case "back":
            return hands.back(desk)
        case "all_back":
            return hands.all_back(desk)
        case "next_number" | "previous_number":
            by = 1 if action == "next_number" else -1
            return hands.focus(desk, hands.order(desk, names), by)
        case "ask":
            return hands.enter(desk)
        case "erase":
            return hands.erase(desk)
        case "close":
            return hands.close(desk)
        case "next_beat":
            return hands.go_on(desk)
        case _:
            return None
