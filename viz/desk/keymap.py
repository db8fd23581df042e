"""Which key does what: one table, read by the window and printed by the help.

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
    "play_pause",
    "next_beat",
    "previous_beat",
    "frame_forward",
    "frame_back",
    "faster",
    "slower",
    "first",
    "last",
    "restart",
    "theme",
    "language",
    "sources",
    "fullscreen",
    "help",
    "close",
    "quit",
    "knobs",
    "next_number",
    "previous_number",
    "ask",
    # of viz.desk.interaction_keys:
    "more",
    "less",
    "more_fine",
    "less_fine",
    "back",
    "all_back",
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
]
TalkAction = Literal[
    "next_step",
    "previous_step",
    "skip_forward",
    "skip_back",
    "first_step",
    "last_step",
    "start",
    "black",
    "white",
    "freeze",
    "hold",
    "go_to",
    "enter",
    "erase",
    "swap",
    "reset_timer",
    "larger",
    "smaller",
    "notes_down",
    "notes_up",
    "knobs",
    "next_number",
    "previous_number",
    "sources",
    "theme",
    "language",
    "fullscreen",
    "help",
    "close",
    "quit",
]  # of viz.desk.talk_keymap
Held = Literal["", "shift", "alt"]
LONG: Final = 0.4  # s that a key is down before it repeats
STEP: Final = 0.25  # s: a double click of a clicker is one step (FAULTS.md F32)


@dataclass(frozen=True, slots=True)
class Binding:
    """One row: what it does, the keys as they are written on the keyboard, and what they send.

    What it does is told, in each language, under "keys" in assets/words/.

    `chars` are characters that keys type; `places` are scancodes. `every` is in seconds. `held`
    is what must be held down with them, and is then looked up by place.
    """

    action: Action | TalkAction
    shown: tuple[str, ...]
    chars: str
    places: tuple[int, ...]
    every: float = STEP
    repeats: bool = False
    held: Held = ""


Table = tuple[Binding, ...]


# Scancodes, USB HID usage page 0x07: a is 4, digits from 30, then the named keys.
_A, _F1 = 4, 58
_ESC, _SPACE, _MINUS, _EQUALS, _COMMA, _PERIOD, _SLASH = 41, 44, 45, 46, 54, 55, 56
_HOME, _PAGE_UP, _END, _PAGE_DOWN, _RIGHT, _LEFT = 74, 75, 77, 78, 79, 80
_PAD_MINUS, _PAD_PLUS, _PAD_ENTER = 86, 87, 88
_ENTER, _TAB = 40, 43


def _letter(char: str) -> int:
    return _A + ord(char) - ord("a")


TABLE: Final[Table] = (
    Binding("play_pause", ("Space",), " ", (_SPACE,)),
    Binding(
        "next_beat",
        ("→", "PgDn"),
        "",
        (_RIGHT, _PAGE_DOWN),
    ),
    Binding(
        "previous_beat",
        ("←", "PgUp"),
        "",
        (_LEFT, _PAGE_UP),
    ),
    Binding(
        "frame_forward",
        (".",),
        ".",
        (_PERIOD,),
        every=0.03,
        repeats=True,
    ),
    Binding(
        "frame_back",
        (",",),
        ",",
        (_COMMA,),
        every=0.03,
        repeats=True,
    ),
    Binding(
        "faster",
        ("+",),
        "+=",
        (_EQUALS, _PAD_PLUS),
        every=0.1,
    ),
    Binding(
        "slower",
        ("−",),
        "-_−",
        (_MINUS, _PAD_MINUS),
        every=0.1,
    ),
    Binding("first", ("Home",), "", (_HOME,)),
    Binding("last", ("End",), "", (_END,)),
    Binding("restart", ("R",), "r", (_letter("r"),)),
    Binding("theme", ("T",), "t", (_letter("t"),)),
    Binding("language", ("L",), "l", (_letter("l"),)),
    Binding("sources", ("I",), "i", (_letter("i"),)),
    Binding(
        "fullscreen",
        ("F", "F11"),
        "f",
        (_letter("f"), _F1 + 10),
    ),
    # "?" is Shift and another key on each layout; the keys under it mean nothing else here.
    Binding("help", ("?", "H", "F1"), "?h/ß'", (_SLASH, _letter("h"), _F1)),
    Binding(
        "close",
        ("Esc",),
        "",
        (_ESC,),
    ),
    Binding("quit", ("Q",), "q", (_letter("q"),)),
    Binding("knobs", ("K",), "k", (_letter("k"),)),
    Binding("next_number", ("Tab",), "", (_TAB,), every=0.08, repeats=True),
    Binding("previous_number", ("Shift Tab",), "", (_TAB,), 0.08, repeats=True, held="shift"),
    Binding("ask", ("Enter",), "", (_ENTER, _PAD_ENTER)),
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
    acted: tuple[tuple[Action | TalkAction, float], ...] = ()
    held: tuple[Binding, int, float] | None = None
    looked: float | None = None


@cache
def _by_char(table: Table) -> dict[str, Binding]:
    return {char: row for row in table if not row.held for char in row.chars}


@cache
def _by_place(table: Table, held: Held = "") -> dict[int, Binding]:
    return {place: row for row in table if row.held == held for place in row.places}


def binding(press: Press, table: Table = TABLE) -> Binding | None:
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
    keyboard: Keyboard, key: Press, now: float, table: Table = TABLE
) -> tuple[Keyboard, Action | TalkAction | None]:
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


def repeated(keyboard: Keyboard, now: float) -> tuple[Keyboard, Action | TalkAction | None]:
    """What a key that is still down does again: asked once a frame, after all events are read.

    So a program that was late does not take a short press for a long one.
    """
    keyboard = replace(keyboard, looked=now)
    if keyboard.held is None or now - keyboard.held[2] < LONG:
        return keyboard, None
    return _act(keyboard, keyboard.held[0], now, now)


def _act(
    keyboard: Keyboard, row: Binding, now: float, earliest: float
) -> tuple[Keyboard, Action | TalkAction | None]:
    acted = dict(keyboard.acted)
    last = acted.get(row.action)
    if last is not None and now - last >= 0 and earliest - last < row.every:
        return keyboard, None
    acted[row.action] = now
    return replace(keyboard, acted=tuple(acted.items())), row.action


def release(keyboard: Keyboard, place: int) -> Keyboard:
    """A key went up."""
    held = keyboard.held if keyboard.held and keyboard.held[1] != place else None
    return replace(keyboard, down=keyboard.down - {place}, held=held)


def let_go(keyboard: Keyboard) -> Keyboard:
    """The window lost the keyboard: no key is down for it any more."""
    return replace(keyboard, down=frozenset(), held=None)
