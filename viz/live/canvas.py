"""A window on a real display, and what it shows: the only drawing that `live` does.

A canvas keeps a `Painter` of its size, follows every change of size, and keeps the last good
picture when drawing fails. Sizes are pixels, never the points that a system may count windows in.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from typing import Final

import pygame

from viz.desk.letterbox import Placed, placed
from viz.errors import EXIT_NO_DISPLAY, Fault, VizError
from viz.live.displays import Display
from viz.live.thumbnails import Inset, Insets
from viz.paint.surface import Painter
from viz.stage.look import Look, Theme
from viz.stage.marks import Frame
from viz.stage.theme import palette

NOT_REAL: Final = frozenset({"", "dummy", "offscreen", "evdev"})
SMALLEST: Final = (320, 180)  # pixels that a window manager lets a person shrink it to
TOO_SMALL: Final = 48  # pixels of the shorter side below which only the ground is drawn
Make = Callable[[Look], Frame]
Small = Callable[[Look], tuple[Inset, ...]]


def open_display() -> None:
    """Start the display; where there is none that a person can see, say what to do (exit 3)."""
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")  # pixels, not points
    os.environ.setdefault("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0")
    os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")  # being told to stop is no closed window
    if sys.platform.startswith("linux") and not os.environ.get("WAYLAND_DISPLAY"):
        if not os.environ.get("DISPLAY") and not os.environ.get("SDL_VIDEODRIVER"):
            raise _no_display("")  # SDL would try Wayland, which grumbles on stderr
        os.environ.setdefault("SDL_VIDEODRIVER", "x11")
    try:
        pygame.display.init()
    except pygame.error as error:
        raise _no_display(str(error)) from None
    driver = pygame.display.get_driver()
    if driver in NOT_REAL:  # SDL takes these silently, and nobody would see the show
        pygame.display.quit()
        raise _no_display("")
    if driver == "x11":  # the plain way is 20 times quicker than OpenGL without a graphics card
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    pygame.display.set_allow_screensaver(False)
    pygame.key.stop_text_input()  # an input method must not swallow keys


def close_display() -> None:
    """Give the display back."""
    pygame.display.quit()


def _no_display(why: str) -> VizError:
    detail = f" ({why})" if why else ""
    what = f"there is no display to open a window on{detail}"
    write = "'viz film SCENE -o FILE.mp4' to film it instead, or play it where there is a screen"
    if sys.platform.startswith("linux"):
        write += " (over ssh: 'ssh -X')"
    return VizError(Fault(what, write=write), EXIT_NO_DISPLAY)


class Canvas:
    """One window. `theme` gives the ground that is seen before the first picture.

    On a `display` it fills that display, where `full`, or the rectangle that the display is.
    """

    def __init__(
        self,
        title: str,
        size: tuple[int, int],
        theme: Theme,
        *,
        full: bool,
        display: Display | None = None,
    ) -> None:
        self._plain = _within(size)  # what a window that began as full screen goes back to
        rectangle = display is not None and display.corner is not None
        full = full and not rectangle
        room = (display.width, display.height) if display else _screen()
        place = (0, 0) if full else pygame.WINDOWPOS_CENTERED
        self.window = pygame.Window(
            title,
            room if full or rectangle else self._plain,  # fills a screen that nobody manages
            display.position if display else place,
            resizable=True,
            allow_high_dpi=True,
            fullscreen_desktop=full,
            borderless=rectangle,
        )
        self._fixed = rectangle
        self._room, self._display = room, display
        self._insets = Insets()
        self.window.minimum_size = SMALLEST
        self._full = full
        self._painter: Painter | None = None
        self._picture: pygame.Surface | None = None  # what was painted last
        self._good: pygame.Surface | None = None  # a copy, kept only while drawing fails
        self._told = ""
        self._settled = False
        self.visible = True
        surface = self.window.get_surface()
        surface.fill(palette(theme).ground)
        self.window.flip()

    @property
    def pixels(self) -> tuple[int, int]:
        """The size in pixels."""
        return self.window.get_surface().get_size()

    @property
    def place(self) -> Placed:
        """Where the picture lies in the window."""
        return placed(*self.pixels)

    @property
    def stale(self) -> bool:
        """Whether a small picture waits to be painted: show the same again."""
        return self._insets.stale

    def title(self, text: str) -> None:
        """The title in the window's bar."""
        if self.window.title != text:
            self.window.title = text

    def fullscreen(self, full: bool) -> None:
        """Fill the screen that the window is on, or go back."""
        if full == self._full or self._fixed:
            return
        self._full = full
        if full:
            self.window.set_fullscreen(desktop=True)
        else:
            self.window.set_windowed()
            if self.window.size in (_screen(), self._room):
                self.window.size = self._plain
                middle = pygame.WINDOWPOS_CENTERED
                self.window.position = self._display.position if self._display else middle

    def point(self, pos: tuple[int, int]) -> tuple[float, float]:
        """A mouse position (window points) in stage units of the picture."""
        points, pixels = self.window.size, self.pixels
        place = self.place
        x = pos[0] * pixels[0] / max(1, points[0]) - place.x
        y = pos[1] * pixels[1] / max(1, points[1]) - place.y
        return x / place.scale, y / place.scale

    def show(self, make: Make, theme: Theme, lang: str, insets: Small | None = None) -> bool:
        """Draw what `make` gives for the window's look, and small pictures over it. False: it
        failed, and the last good picture stands there with a small mark."""
        if min(self.pixels) < TOO_SMALL:
            self.window.get_surface().fill(palette(theme).ground)
            self.window.flip()
            return True
        try:
            self._draw(make, theme, lang, insets)
        except Exception as error:  # noqa: BLE001  # the talk goes on, whatever a scene does
            self._failed(error, theme)
            return False
        self._good = None
        return True

    def prepare(self, make: Make, theme: Theme, lang: str) -> Iterator[None]:
        """Make ready what a picture to come needs, a piece a step. Nothing is shown."""
        size, painter = self.place.size, self._painter
        if painter is None or painter.surface.get_size() != size:
            return
        frame = make(Look(*size, theme=theme, lang=lang))
        yield
        yield from painter.ready(frame)

    def again(self) -> None:
        """Show the same pixels again: something lay over the window."""
        self.window.flip()

    def close(self) -> None:
        self.window.destroy()

    def _draw(self, make: Make, theme: Theme, lang: str, insets: Small | None) -> None:
        place = self.place
        look = Look(*place.size, theme=theme, lang=lang)
        frame = make(look)
        if self._painter is None or self._painter.surface.get_size() != place.size:
            self._painter = Painter(*place.size)
        self._picture = picture = self._painter.paint(frame)
        surface = self.window.get_surface()
        if place.size != surface.get_size():
            surface.fill(palette(theme).ground)
        surface.blit(picture, (place.x, place.y))
        if insets:
            self._insets.draw(surface, place, insets(look))
        self.window.flip()
        if not self._settled:
            self._settled = True
            _settle()

    def _failed(self, error: Exception, theme: Theme) -> None:
        told = f"{type(error).__name__}: {error}".splitlines()[0]
        if told != self._told:  # once, not sixty times a second
            self._told = told
            print(f"viz: this picture could not be drawn ({told})", file=sys.stderr)
        surface = self.window.get_surface()
        size = surface.get_size()
        if self._good is None:  # the window's own pixels, unless it has just changed its size
            same = self._picture is None or self._picture.get_size() == self.place.size
            self._good = surface.copy() if same else self._picture
        self._painter = self._picture = None  # it may have stopped half-way
        good = self._good or surface
        if good is not surface:
            good = good if good.get_size() == size else pygame.transform.smoothscale(good, size)
            surface.blit(good, (0, 0))
        _mark(surface, theme)
        self.window.flip()


def _settle() -> None:
    """Take what is loaded by the first picture out of the search for unused memory.

    Scenes and catalog stay to the end: to look through them each time costs 50 to 130 ms, in the
    midst of a show.
    """
    gc.collect()
    gc.freeze()


def _mark(surface: pygame.Surface, theme: Theme) -> None:
    """A small exclamation mark in the corner, drawn without the painter."""
    side = max(12, min(surface.get_size()) // 36)
    colours = palette(theme)
    x, y = side // 2, side // 2
    pygame.draw.rect(surface, colours.warn, (x, y, side, side), border_radius=side // 5)
    bar = max(2, side // 7)
    left = x + (side - bar) // 2
    pygame.draw.rect(surface, colours.panel, (left, y + side // 5, bar, side * 2 // 5))
    pygame.draw.rect(surface, colours.panel, (left, y + side * 7 // 10, bar, bar))


def _within(size: tuple[int, int]) -> tuple[int, int]:
    """No larger than the screen, with room for the window's frame; the same shape."""
    wide, high = _screen()
    share = min(1.0, wide / size[0], high / size[1])
    return max(1, round(size[0] * share)), max(1, round(size[1] * share))


def _screen() -> tuple[int, int]:
    """The size of the first screen."""
    sizes = pygame.display.get_desktop_sizes()
    return sizes[0] if sizes else (1920, 1080)
