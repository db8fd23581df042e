"""The smallest window manager that full screen and minimising need, spoken straight to libX11.

Run as `python window_manager.py` with DISPLAY set; prints "ready", then works until it is ended.
It maps what asks to be mapped, grants every size, and carries out two messages of the window
manager conventions: _NET_WM_STATE with _NET_WM_STATE_FULLSCREEN, and WM_CHANGE_STATE.
"""

from __future__ import annotations

import ctypes
import struct
from ctypes import byref, c_char_p, c_int, c_long, c_uint, c_ulong, c_void_p

MAP_REQUEST, CONFIGURE_REQUEST, CLIENT_MESSAGE = 20, 23, 33
REDIRECT, NOTIFY = 1 << 20, 1 << 19
ATOM, WINDOW = 4, 33
NORMAL, ICONIC = 1, 3

X = ctypes.CDLL("libX11.so.6")
X.XOpenDisplay.restype = c_void_p
X.XInternAtom.restype = c_ulong
X.XDefaultRootWindow.restype = c_ulong
X.XCreateSimpleWindow.restype = c_ulong


class Manager:
    def __init__(self) -> None:
        self.display = c_void_p(X.XOpenDisplay(None))
        assert self.display, "no display"
        self.root = c_ulong(X.XDefaultRootWindow(self.display))
        self.screen = self.geometry(self.root.value)[2:]
        self.before: dict[int, tuple[int, int, int, int]] = {}  # geometry before full screen
        X.XSelectInput(self.display, self.root, c_long(REDIRECT | NOTIFY))
        me = X.XCreateSimpleWindow(self.display, self.root, 0, 0, 1, 1, 0, c_ulong(0), c_ulong(0))
        for window in (self.root.value, me):
            self.put(window, "_NET_SUPPORTING_WM_CHECK", WINDOW, [me])
        supported = ["_NET_WM_STATE", "_NET_WM_STATE_FULLSCREEN", "_NET_SUPPORTING_WM_CHECK"]
        self.put(self.root.value, "_NET_SUPPORTED", ATOM, [self.atom(name) for name in supported])
        X.XSync(self.display, 0)

    def atom(self, name: str) -> int:
        return int(X.XInternAtom(self.display, c_char_p(name.encode()), 0))

    def put(self, window: int, name: str, kind: int, values: list[int]) -> None:
        data = (c_long * max(1, len(values)))(*values)
        X.XChangeProperty(
            self.display, c_ulong(window), c_ulong(self.atom(name)), c_ulong(kind),
            32, 0, byref(data), len(values),
        )  # fmt: skip

    def geometry(self, window: int) -> tuple[int, int, int, int]:
        root, x, y = c_ulong(), c_int(), c_int()
        w, h, border, depth = c_uint(), c_uint(), c_uint(), c_uint()
        X.XGetGeometry(
            self.display, c_ulong(window), byref(root), byref(x), byref(y),
            byref(w), byref(h), byref(border), byref(depth),
        )  # fmt: skip
        return x.value, y.value, w.value, h.value

    def state(self, window: int, state: int) -> None:
        self.put(window, "WM_STATE", self.atom("WM_STATE"), [state, 0])

    def full(self, window: int, *, on: bool) -> None:
        if on:
            self.before.setdefault(window, self.geometry(window))
            place = (0, 0, *self.screen)
        else:
            place = self.before.pop(window, self.geometry(window))
        X.XMoveResizeWindow(self.display, c_ulong(window), *place)
        X.XRaiseWindow(self.display, c_ulong(window))
        states = [self.atom("_NET_WM_STATE_FULLSCREEN")] if on else []
        self.put(window, "_NET_WM_STATE", ATOM, states)

    def take(self, event: bytes) -> None:
        kind = struct.unpack_from("i", event)[0]
        if kind == MAP_REQUEST:
            window = struct.unpack_from("L", event, 40)[0]
            self.state(window, NORMAL)
            X.XMapWindow(self.display, c_ulong(window))
            X.XSync(self.display, 0)
            X.XSetInputFocus(self.display, c_ulong(window), 2, c_ulong(0))
        elif kind == CONFIGURE_REQUEST:
            window = struct.unpack_from("L", event, 40)[0]
            mask = struct.unpack_from("L", event, 88)[0]
            sizes = struct.unpack_from("5i", event, 48)
            changes = struct.pack("5i4xLi4x", *sizes, 0, 0)
            X.XConfigureWindow(self.display, c_ulong(window), c_uint(mask & 31), changes)
        elif kind == CLIENT_MESSAGE:
            window, message = struct.unpack_from("2L", event, 32)
            first, second = struct.unpack_from("2l", event, 56)
            fullscreen = self.atom("_NET_WM_STATE_FULLSCREEN")
            if message == self.atom("_NET_WM_STATE") and second == fullscreen:
                self.full(window, on=first == 1 or (first == 2 and window not in self.before))
            elif message == self.atom("WM_CHANGE_STATE") and first == ICONIC:
                self.state(window, ICONIC)
                X.XUnmapWindow(self.display, c_ulong(window))

    def run(self) -> None:
        event = ctypes.create_string_buffer(192)
        while True:
            X.XNextEvent(self.display, event)
            self.take(event.raw)
            X.XSync(self.display, 0)


if __name__ == "__main__":
    # A window may be gone before its message is read: nobody's fault.
    ignore = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)(lambda *_: 0)
    X.XSetErrorHandler(ignore)
    manager = Manager()
    print("ready", flush=True)
    manager.run()
