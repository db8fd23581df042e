"""Chromium, driven by its own protocol over a pipe: real keys and clicks, and no network.

What `puppeteer-core` and `playwright-core` speak as well; this needs neither them nor Node.
"""

import base64
import json
import os
import select
import subprocess
import sys
import time
from contextlib import contextmanager

import tools

PATIENCE = 120  # seconds for one answer
# The browser listens at descriptor 3 and answers at 4.
_START = (
    "import fcntl, os, sys; r, w = (fcntl.fcntl(int(n), fcntl.F_DUPFD, 10) for n in sys.argv[1:3]);"
    "os.dup2(r, 3); os.dup2(w, 4); os.execv(sys.argv[3], sys.argv[3:])"
)
KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35, " ": 32}


class Page:
    """One page of the browser."""

    def __init__(self, ask, events, own=("file:", "data:", "blob:")):
        self.ask = ask
        self.events = events
        self.own = own

    def value(self, code):
        """What an expression is in the page, when it is settled."""
        found = self.ask("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, code, patience=PATIENCE):
        """Wait until an expression is true in the page, which may still be on its way."""
        until = time.monotonic() + patience
        while True:
            found = self.ask("Runtime.evaluate", expression=code, returnByValue=True)
            if found["result"].get("value") is True:
                return
            assert time.monotonic() < until, code
            time.sleep(0.02)

    def press(self, key):
        """A key, down and up again, as a keyboard sends it."""
        code = KEYS.get(key, ord(key[0].upper()))
        text = {"text": key} if len(key) == 1 else {}
        more = {"key": key, "windowsVirtualKeyCode": code}
        self.ask("Input.dispatchKeyEvent", type="keyDown", **more, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **more)

    def click(self, selector, share=0.5):
        """A click on an element, at a share of its width."""
        x, y, w, h = self.value(
            f"(() => {{ const b = document.querySelector({json.dumps(selector)})"
            ".getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })()"
        )
        where = {"x": x + w * share, "y": y + h / 2, "button": "left", "clickCount": 1}
        self.ask("Input.dispatchMouseEvent", type="mousePressed", **where)
        self.ask("Input.dispatchMouseEvent", type="mouseReleased", **where)

    def screenshot(self):
        """What is seen, as a PNG file."""
        return base64.b64decode(self.ask("Page.captureScreenshot")["data"])

    def faults(self):
        """What the page has thrown, has complained of, or has asked the network for."""
        told = []
        for event in self.events:
            params = event.get("params", {})
            match event.get("method"):
                case "Runtime.exceptionThrown":
                    told.append(params["exceptionDetails"]["text"])
                case "Log.entryAdded" if params["entry"]["level"] == "error":
                    told.append(params["entry"]["text"])
                case "Network.requestWillBeSent":
                    url = params["request"]["url"]
                    told += [] if url.startswith(self.own) else [url]
        return told


@contextmanager
def opened(file, folder, size=(1280, 800), first=""):
    """A file from the disk, in a browser that has no network; or an address of this machine. `first`
    is a script that runs in each page before its own."""
    chromium = tools.need(("chromium", "chromium-browser", "google-chrome"), "chromium")
    theirs, ours = os.pipe()
    hear, tell = os.pipe()
    here = ", EXCLUDE 127.0.0.1" if isinstance(file, str) else ""
    words = [
        chromium, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
        "--hide-scrollbars", f"--host-resolver-rules=MAP * ~NOTFOUND{here}", "--proxy-server=127.0.0.1:9",
        f"--user-data-dir={folder / 'profile'}", f"--window-size={size[0]},{size[1]}",
        "--lang=en-GB", "--force-device-scale-factor=1", "about:blank",
    ]  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-c", _START, str(theirs), str(tell), *words],
        pass_fds=(theirs, tell), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(theirs)
    os.close(tell)
    line = _Line(ours, hear)
    try:
        target = line.ask("Target.createTarget", url="about:blank")["targetId"]
        session = line.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(lambda method, **params: line.ask(method, session, **params), line.events)
        if isinstance(file, str):
            page.own = (*page.own, file)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.ask(f"{domain}.enable")
        page.ask(
            "Network.emulateNetworkConditions",
            offline=not isinstance(file, str), latency=0, downloadThroughput=-1,
            uploadThroughput=-1,
        )  # fmt: skip
        if first:
            page.ask("Page.addScriptToEvaluateOnNewDocument", source=first)
        page.ask("Page.navigate", url=file if isinstance(file, str) else file.as_uri())
        yield page
    finally:
        process.kill()
        process.wait()
        os.close(ours)
        os.close(hear)


class _Line:
    """Messages to the browser and back, each ended by a zero byte."""

    def __init__(self, write, read):
        self._write, self._read = write, read
        self._rest = b""
        self._number = 0
        self.events = []

    def ask(self, method, session=None, **params):
        """A command's answer; events that come meanwhile are kept."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        message |= {"sessionId": session} if session else {}
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._write, data) :]
        until = time.monotonic() + PATIENCE
        while True:
            found = self._next(until)
            if found.get("id") == self._number:
                assert "error" not in found, (method, found["error"])
                return found["result"]
            self.events.append(found)

    def _next(self, until):
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._read], [], [], max(0, until - time.monotonic()))
            data = os.read(self._read, 1 << 20) if ready else b""
            assert data, "the browser gives no answer"
            self._rest += data
        head, _, self._rest = self._rest.partition(b"\0")
        return json.loads(head)
