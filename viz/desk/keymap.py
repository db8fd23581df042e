"""Which key does what: one table for window and talk, read by both and printed by the help.

Plain numbers of the USB keyboard page (what SDL calls scancodes) and characters, so that the
table needs no window. A press is looked up by the character it types, then by its key, then,
where the layout is not Latin or an input method sits between, by its place on the keyboard.

`press` also decides whether a press counts: a key that is held down acts once (unless its row
says that it repeats, see `repeated`), and the same action acts at most once in its row's `every`
seconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

Action = Literal[
    "next_step",
    "previous_step",
    "play_pause",
    "skip_forward",
    "skip_back",
    "first_step",
    "last_step",
    "go_to",
    "enter",
    "start",
    "black",
    "white",
    "freeze",
    "faster",
    "slower",
    "frame_forward",
    "frame_back",
    "knobs",
    "more",
    "less",
    "more_fine",
    "less_fine",
    "back",
    "all_back",
    "as_made",
    "remember",
    "next_number",
    "previous_number",
    "ask",
    "sources",
    "claims",
    "zoom_in",
    "zoom_out",
    "zoom_all",
    "point",
    "vote",
    "hands",
    "erase",
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
    "swap",
    "reset_timer",
    "question_time",
    "larger",
    "smaller",
    "notes_down",
    "notes_up",
    "theme",
    "language",
    "fullscreen",
    "help",
    "close",
    "quit",
]
Manner = Literal[
    "", "waits", "flows"
]  # a show that waits at each step, as a talk; one that does not
Held = Literal["", "shift", "alt"]
LONG: Final = 0.4  # s that a key is down before it repeats
STEP: Final = 0.25  # s: a double click of a clicker is one step (FAULTS.md F32)


@dataclass(frozen=True, slots=True)
class Binding:
    """One row: what it does, the keys as they are written on the keyboard, and what they send.

    What it does is told, in each language, under "keys" in assets/words/.

    `chars` are characters that keys type; `places` are scancodes. `every` is in seconds. `held`
    is what must be held down with them, and is then looked up by place. `manner` is the kind of
    show that it is for, "" for each.
    """

    action: Action
    shown: tuple[str, ...]
    chars: str
    places: tuple[int, ...]
    every: float = STEP
    repeats: bool = False
    held: Held = ""
    manner: Manner = ""


Table = tuple[Binding, ...]


# Scancodes, USB HID usage page 0x07: a is 4, digits from 30, then the named keys.
_A, _ONE, _F1, _PAD_ONE = 4, 30, 58, 89
_ENTER, _ESC, _BACKSPACE, _TAB, _SPACE = 40, 41, 42, 43, 44
_LEFT_BRACKET, _RIGHT_BRACKET, _COMMA, _PERIOD, _SLASH, _PAUSE = 47, 48, 54, 55, 56, 72
_HOME, _PAGE_UP, _END, _PAGE_DOWN, _RIGHT, _LEFT, _DOWN, _UP = 74, 75, 77, 78, 79, 80, 81, 82
_MINUS, _EQUALS, _PAD_MINUS, _PAD_PLUS = 45, 46, 86, 87
_PAD_ENTER, _LESS = 88, 100  # the latter beside the left Shift, on most keyboards of Europe


def _letter(char: str) -> int:
    return _A + ord(char) - ord("a")


EVERY: Final = 0.05  # s between two steps of a knob, or of the camera, whose key is held down
# One table for window and talk, with all that clickers are known to send: Logitech's send PgUp,
# PgDn, "." for black, and F5 and Esc in turn from one button; Kensington's send "b"; others send
# arrows, Enter or Space. So Esc never quits. "z", "+" and "-" are the camera's.
# fmt: off
TABLE: Final[Table] = (
    Binding("next_step", ("→", "↓", "PgDn", "Enter", "N"), "n",
            (_RIGHT, _DOWN, _PAGE_DOWN, _ENTER, _PAD_ENTER, _letter("n"))),
    Binding("next_step", ("Space",), " ", (_SPACE,), manner="waits"),
    Binding("previous_step", ("←", "↑", "PgUp", "Backspace", "P"), "p",
            (_LEFT, _UP, _PAGE_UP, _BACKSPACE, _letter("p"))),
    Binding("play_pause", ("Space",), " ", (_SPACE,), manner="flows"),
    Binding("play_pause", ("M", "Pause"), "m", (_letter("m"), _PAUSE)),
    Binding("skip_forward", ("Alt", "→"), "", (_RIGHT, _DOWN), held="alt"),
    Binding("skip_back", ("Alt", "←"), "", (_LEFT, _UP), held="alt"),
    Binding("first_step", ("Home",), "", (_HOME,)),
    Binding("first_step", ("Shift", "←"), "", (_LEFT, _UP), held="shift"),
    Binding("last_step", ("End",), "", (_END,)),
    Binding("last_step", ("Shift", "→"), "", (_RIGHT, _DOWN), held="shift"),
    Binding("go_to", ("G",), "g", (_letter("g"),)),
    Binding("start", ("F5",), "", (_F1 + 4,)),
    Binding("black", ("B", "."), "b.", (_letter("b"), _PERIOD)),
    Binding("white", ("W",), "w", (_letter("w"),)),
    Binding("freeze", ("E",), "e", (_letter("e"),), manner="waits"),
    Binding("faster", (">",), ">", (), every=0.1, manner="flows"),
    Binding("faster", (">",), "", (_PERIOD, _LESS), 0.1, held="shift", manner="flows"),
    Binding("slower", ("<",), "<", (), every=0.1, manner="flows"),
    Binding("slower", ("<",), "", (_COMMA,), 0.1, held="shift", manner="flows"),
    Binding("frame_forward", ("]",), "]", (_RIGHT_BRACKET,), 0.03, repeats=True, manner="flows"),
    Binding("frame_back", ("[",), "[", (_LEFT_BRACKET,), 0.03, repeats=True, manner="flows"),
    Binding("knobs", ("K",), "k", (_letter("k"),)),
    Binding("as_made", ("X",), "x", (_letter("x"),)),
    Binding("remember", ("J",), "j", (_letter("j"),)),
    Binding("next_number", ("Tab",), "", (_TAB,), every=0.08, repeats=True),
    Binding("previous_number", ("Shift", "Tab"), "", (_TAB,), 0.08, repeats=True, held="shift"),
    Binding("sources", ("I",), "i", (_letter("i"),)),
    Binding("claims", ("Shift", "I"), "", (_letter("i"),), held="shift"),
    Binding("zoom_in", ("+",), "+=", (_EQUALS, _PAD_PLUS), EVERY, repeats=True),
    Binding("zoom_out", ("−",), "-_−", (_MINUS, _PAD_MINUS), EVERY, repeats=True),
    Binding("zoom_all", ("Z",), "z", (_letter("z"),)),
    Binding("point", ("C",), "c", (_letter("c"),)),
    Binding("vote", ("V",), "v", (_letter("v"),)),
    Binding("hands", ("Y",), "y", (_letter("y"),)),
    Binding("swap", ("S",), "s", (_letter("s"),), manner="waits"),
    Binding("reset_timer", ("R", "R"), "r", (_letter("r"),), every=0.0, manner="waits"),
    Binding("question_time", ("O",), "o", (_letter("o"),), manner="waits"),
    Binding("larger", ("A",), "a", (_letter("a"),), every=0.1, manner="waits"),
    Binding("smaller", ("Shift", "A"), "", (_letter("a"),), 0.1, held="shift", manner="waits"),
    Binding("notes_down", ("D",), "d", (_letter("d"),), 0.1, repeats=True, manner="waits"),
    Binding("notes_up", ("U",), "u", (_letter("u"),), 0.1, repeats=True, manner="waits"),
    Binding("theme", ("T",), "t", (_letter("t"),)),
    Binding("language", ("L",), "l", (_letter("l"),)),
    Binding("fullscreen", ("F", "F11"), "f", (_letter("f"), _F1 + 10)),
    # "?" is Shift and another key on each layout; the keys under it mean nothing else here.
    Binding("help", ("?", "H", "F1"), "?h/ß'", (_SLASH, _letter("h"), _F1)),
    Binding("close", ("Esc",), "", (_ESC,)),
    Binding("quit", ("Q", "Q"), "q", (_letter("q"),), every=0.0, manner="waits"),
    Binding("quit", ("Q",), "q", (_letter("q"),), manner="flows"),
)
DIGITS: Final[tuple[Action, ...]] = (
    "digit_0", "digit_1", "digit_2", "digit_3", "digit_4",
    "digit_5", "digit_6", "digit_7", "digit_8", "digit_9",
)
ON_KNOB: Final[Table] = (
    Binding("more", ("→", "↑"), "", (_RIGHT, _UP), EVERY, repeats=True),
    Binding("less", ("←", "↓"), "", (_LEFT, _DOWN), EVERY, repeats=True),
    Binding("more_fine", ("Shift", "→"), "", (_RIGHT, _UP), EVERY, repeats=True, held="shift"),
    Binding("less_fine", ("Shift", "←"), "", (_LEFT, _DOWN), EVERY, repeats=True, held="shift"),
    Binding("back", ("Home",), "", (_HOME,)),
)
KNOBS_OPEN: Final[Table] = (Binding("all_back", ("R",), "r", (_letter("r"),)),)
ON_NUMBER: Final[Table] = (Binding("ask", ("Enter",), "", (_ENTER, _PAD_ENTER)),)
AT_QUESTION: Final[Table] = tuple(
    Binding(
        DIGITS[n], (str(n),), str(n), (_ONE + (n - 1) % 10, _PAD_ONE + (n - 1) % 10), every=0.0
    )
    for n in range(10)
)
COUNTED: Final[Table] = (Binding("erase", ("Backspace",), "", (_BACKSPACE,)),)
# fmt: on


@cache
def table(manner: Manner) -> Table:
    """The rows of a kind of show."""
    return tuple(row for row in TABLE if row.manner in ("", manner))


CAPS: Final = 3  # key caps that a row of the help has room for


@cache
def help_rows(manner: Manner) -> Table:
    """What the help shows, with what keys mean only on a knob, at a number or at a question.

    Each thing is told once, with no more keys than there is room for.
    """
    keys: dict[Action, list[str]] = {}
    rows: list[Binding] = []
    for row in table(manner):
        if row.held or len(set(row.shown)) < len(row.shown):  # keys that belong together
            if all(one.action != row.action for one in rows) and row.action not in keys:
                rows.append(row)
        else:
            keys[row.action] = [*keys.get(row.action, ()), *row.shown]
    told = [replace(row, shown=tuple(row.shown)) for row in rows]
    plain = (
        Binding(action, tuple(names[first : first + CAPS]), "", ())
        for action, names in keys.items()
        for first in range(0, len(names), CAPS)
    )
    order = {row.action: i for i, row in reversed(list(enumerate(TABLE)))}
    return (
        *sorted((*plain, *told), key=lambda row: order[row.action]),
        Binding("ask", ("Enter",), "", ()),
        Binding("more", ("↑", "↓"), "", ()),
        Binding("back", ("Home", "R"), "", ()),
        Binding("digit_1", ("1", "...", "9"), "", ()),
        Binding("erase", ("Backspace",), "", ()),
    )


@dataclass(frozen=True, slots=True)
class Press:
    """A key that went down: the character it types ("" if none), its SDL key, its scancode."""

    text: str
    key: int
    place: int
    command: bool = False  # Ctrl, Alt or Meta is held: the press belongs to the system
    held: Held = ""


@dataclass(frozen=True, slots=True)
class Keyboard:
    """Keys that are down, and when each action last acted (seconds of the monotonic clock).

    `held` is the row of the key pressed last, its place and when, while it is down and repeats.
    `looked` is when the window had last read all that was pressed.
    """

    down: frozenset[int] = frozenset()
    acted: tuple[tuple[Action, float], ...] = ()
    held: tuple[Binding, int, float] | None = None
    looked: float | None = None


@cache
def _by_char(table: Table) -> dict[str, Binding]:
    return {char: row for row in table if not row.held for char in row.chars}


@cache
def _by_place(table: Table, held: Held = "") -> dict[int, Binding]:
    return {place: row for row in table if row.held == held for place in row.places}


def binding(press: Press, table: Table) -> Binding | None:
    """The row that a press means, or None."""
    if press.command:
        return None
    if press.held and (row := _by_place(table, press.held).get(press.place)):
        return row
    if press.held == "alt":
        return None
    text = press.text.lower()
    by_char = _by_char(table)
    if text in by_char:
        return by_char[text]
    if text.isascii() and text.isprintable() and text:
        return None  # a Latin character that means nothing here
    if 32 <= press.key < 127 or 160 <= press.key < 0x250:  # a Latin layout: its own places count
        return by_char.get(chr(press.key))
    return _by_place(table).get(press.place)


def press(
    keyboard: Keyboard, key: Press, now: float, table: Table
) -> tuple[Keyboard, Action | None]:
    """A key went down: the keyboard after it, and the action that counts, if any.

    `now` is when the window read it; it may have been pressed as early as the look before.
    """
    if key.place in keyboard.down:  # it went down before and never up: the system repeats it
        return keyboard, None
    row = binding(key, table)
    if key.place:  # 0 is a place that the system does not tell
        held = (row, key.place, now) if row and row.repeats else None
        keyboard = replace(keyboard, down=keyboard.down | {key.place}, held=held)
    earliest = now if keyboard.looked is None else min(now, keyboard.looked)
    return (keyboard, None) if row is None else _act(keyboard, row, now, earliest)


def repeated(keyboard: Keyboard, now: float) -> tuple[Keyboard, Action | None]:
    """What a key that is still down does again: asked once a frame, after all events are read.

    So a program that was late does not take a short press for a long one.
    """
    keyboard = replace(keyboard, looked=now)
    if keyboard.held is None or now - keyboard.held[2] < LONG:
        return keyboard, None
    return _act(keyboard, keyboard.held[0], now, now)


def _act(
    keyboard: Keyboard, row: Binding, now: float, earliest: float
) -> tuple[Keyboard, Action | None]:
    acted = dict(keyboard.acted)
    last = acted.get(row.action)
    if last is not None and now - last >= 0 and earliest - last < row.every:
        return keyboard, None
    acted[row.action] = now
    return replace(keyboard, acted=tuple(acted.items())), row.action


def entered(press: Press) -> str:
    """What a press means while a step's number is asked for: a digit, a dot, "enter", "erase", ""."""
    if press.text and press.text in "0123456789.":
        return press.text
    if press.place in (_ENTER, _PAD_ENTER):
        return "enter"
    return "erase" if press.place == _BACKSPACE else ""


def release(keyboard: Keyboard, place: int) -> Keyboard:
    """A key went up."""
    held = keyboard.held if keyboard.held and keyboard.held[1] != place else None
    return replace(keyboard, down=keyboard.down - {place}, held=held)


def let_go(keyboard: Keyboard) -> Keyboard:
    """The window lost the keyboard: no key is down for it any more."""
    return replace(keyboard, down=frozenset(), held=None)
