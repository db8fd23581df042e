"""The shelf in a window: what `viz` shows without a command. It is a choice, and no show."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from viz.desk import shelf as shelves
from viz.desk.desk_words import word
from viz.desk.shelf import Item, Move, Shelf
from viz.desk.talk import THEMES
from viz.live.canvas import Canvas
from viz.live.thumbnails import Inset
from viz.picture.furniture.table_panel import clipped
from viz.stage.i18n import languages, said
from viz.stage.look import HIDEABLE, Look
from viz.stage.marks import Area, Box, Frame, Label, Mark
from viz.stage.theme import Palette, palette

IDLE: Final = 1 / 40  # s between two looks at the keyboard
POSTER: Final = (4, 3)
_ARROWS: Final[dict[int, Move]] = {79: "right", 80: "left", 81: "down", 82: "up"}
_CLICKER: Final = {78: 1, 75: -1}  # PgDn, PgUp
_ENTER: Final = (40, 88, 44)
_ESC, _BACKSPACE, _SLASH, _F5, _Q, _T, _L = 41, 42, 56, 62, 20, 23, 15
Still = Callable[[Item, Look], Frame]


def choose(canvas: Canvas, shelf: Shelf, still: Still) -> tuple[Shelf, str]:
    """Let somebody choose; gives back the shelf as it then stands, and "play", "present", or "" for
    whoever leaves."""
    drawn: object = None
    while True:
        for event in pygame.event.get():
            shelf, verb = _event(canvas, shelf, event)
            if verb is not None:
                return shelf, verb
            if event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED):
                drawn = None
        if drawn != (shelf, canvas.pixels) or canvas.stale:
            small = partial(insets, shelf, still)
            canvas.show(partial(frame, shelf), shelf.theme, shelf.lang, small)
            drawn = (shelf, canvas.pixels)
        time.sleep(IDLE)


def _event(canvas: Canvas, shelf: Shelf, event: pygame.event.Event) -> tuple[Shelf, str | None]:
    look = Look(*canvas.place.size)
    if event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
        return shelf, ""
    if event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
        at = shelves.pressed(shelf, look, *canvas.point(event.pos))
        return (shelf, None) if at is None else (replace(shelf, chosen=at), "play")
    if event.type != pygame.KEYDOWN:
        return shelf, None
    place, typed = event.scancode, event.unicode
    if place in _ARROWS:
        return shelves.moved(shelf, _ARROWS[place], look), None
    if place in _CLICKER and shelf.found:  # a clicker goes from one to the next, and F5 presents
        found = shelf.found
        at = found.index(shelf.chosen) if shelf.chosen in found else 0
        return replace(shelf, chosen=found[(at + _CLICKER[place]) % len(found)]), None
    if place in _ENTER and (place != _ENTER[2] or shelf.sought is None):
        return shelf, "play" if shelf.item else None
    if place == _F5:
        return shelf, "present" if shelf.item else None
    return _typed(shelf, place, typed)


def _typed(shelf: Shelf, place: int, typed: str) -> tuple[Shelf, str | None]:
    """A letter: of what is looked for, or one that does something."""
    if shelf.sought is not None:
        if place == _ESC:
            return shelves.sought(shelf, None), None
        if place == _BACKSPACE:
            return shelves.sought(shelf, shelf.sought[:-1]), None
        good = bool(typed) and typed.isprintable() and len(shelf.sought) < 40
        return (shelves.sought(shelf, shelf.sought + typed) if good else shelf), None
    if typed == "/" or place == _SLASH:
        return shelves.sought(shelf, ""), None
    if place == _Q:
        return shelf, ""
    if place == _T:
        theme = THEMES[(THEMES.index(shelf.theme) + 1) % len(THEMES)]
        return replace(shelf, theme=theme), None
    if place == _L:
        known = languages()
        lang = known[(known.index(shelf.lang) + 1) % len(known)] if shelf.lang in known else "en"
        return replace(shelf, lang=lang), None
    return shelf, None


def frame(shelf: Shelf, look: Look) -> Frame:
    """The shelf without its posters."""
    colours, (w, h) = palette(look.theme), look.stage
    side, lang = shelves.MARGIN, shelf.lang
    marks: list[Mark] = [
        Label(word(lang, "shelf"), side, 110, 54, colours.ink, 700),
        *_search(shelf, w, colours),
    ]
    for i, area in shelves.places(shelf, look):
        marks += _item(shelf.items[i], area, lang, colours, chosen=i == shelf.chosen)
    if not shelf.found:
        marks.append(Label(word(lang, "shelf_none"), side, 240, 30, colours.muted))
    hint = clipped(word(lang, "shelf_keys"), w - 2 * side, 26, 400)
    marks.append(Label(hint, side, h - 44, 26, colours.small))
    return Frame(w, h, colours.ground, still=(), marks=tuple(marks))


def _search(shelf: Shelf, w: float, colours: Palette) -> list[Mark]:
    """What is looked for, at the top right."""
    text = word(shelf.lang, "shelf_search") if shelf.sought is None else shelf.sought + "_"
    wide = min(560.0, 0.34 * w)
    x, edge = w - shelves.MARGIN - wide, colours.waiting if shelf.sought is None else colours.ink
    ink = colours.muted if shelf.sought is None else colours.ink
    return [
        Box(x, 62, wide, 62, colours.panel, 12, edge, 2.5),
        Label(clipped(text, wide - 40, 26, 400), x + 20, 102, 26, ink),
    ]


def _item(item: Item, area: Area, lang: str, colours: Palette, *, chosen: bool) -> list[Mark]:
    """A card of a program, or what stands under a scene's poster; a ring where the keyboard is."""
    x, y, w, h = area
    edge, wide = (colours.ink, 5.0) if chosen else (colours.edge, 2.0)
    ring = Box(x - wide, y - wide, w + 2 * wide, h + 2 * wide, r=12, edge=edge, edge_w=wide)
    title = shelves.title_of(item, lang)
    if item.kind == "scene":
        text = clipped(title, w, 26, 600 if chosen else 400)
        return [ring, Label(text, x, y + h + 38, 26, colours.ink, 600 if chosen else 400)]
    room = w - 40 - (_poster(area)[2] + 20)
    about = said(item.about, lang)
    marks: list[Mark] = [Box(x, y, w, h, colours.panel, 12), ring]
    if item.kind == "resume":
        told = word(lang, "shelf_resume")
        marks.append(Label(clipped(told, room, 24, 400), x + 22, y + 38, 24, colours.muted))
        marks.append(Label(clipped(title, room, 30, 700), x + 22, y + 76, 30, colours.ink, 700))
        marks.append(Label(clipped(about, room, 24, 400), x + 22, y + 112, 24, colours.muted))
        return marks
    marks.append(Label(clipped(title, room, 32, 700), x + 22, y + 52, 32, colours.ink, 700))
    marks.append(Label(clipped(about, room, 26, 400), x + 22, y + 98, 26, colours.muted))
    return marks


def _poster(area: Area) -> Area:
    """Where the picture of a card stands."""
    x, y, w, h = area
    high = h - 28
    wide = high * POSTER[0] / POSTER[1]
    return x + w - wide - 14, y + 14, wide, high


def insets(shelf: Shelf, still: Still, look: Look) -> tuple[Inset, ...]:
    """The posters."""
    found = []
    for i, area in shelves.places(shelf, look):
        item = shelf.items[i]
        place = area if item.kind == "scene" else _poster(area)

        def make(size: tuple[int, int], item: Item = item) -> Frame:
            own = Look(*size, theme=look.theme, lang=look.lang, hidden=HIDEABLE)
            return still(item, own)

        shape = (round(place[2]), round(place[3]))
        found.append(Inset(place, shape, (item.name, item.moment, look.theme, look.lang), make))
    return tuple(found)
