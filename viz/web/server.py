"""A site from this machine to its own browser: 127.0.0.1, a free port, until Ctrl-C."""

from __future__ import annotations

import re
import webbrowser
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Final
from urllib.parse import unquote, urlsplit

TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "woff": "font/woff",
    "png": "image/png",
    "txt": "text/plain; charset=utf-8",
}
HASHED: Final = re.compile(r"\.[0-9a-f]{10}\.[a-z]+")
File = Callable[[str], bytes | None]


def serve(file: File, *, browser: bool = True) -> int:
    """Answer with the files that there are, and nothing else; exit code 130 after Ctrl-C.

    Only programs of this machine can ask, and a page of another site that has its name resolved
    to this machine is refused by the name that it asks for.
    """
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, _one_by_one(file)))
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    print(f"{address}  (Ctrl-C ends it)", flush=True)
    if browser:
        webbrowser.open(address)
    try:
        server.serve_forever(poll_interval=0.2)
    finally:
        server.server_close()
    return 0


def _one_by_one(file: File) -> File:
    lock = Lock()

    def alone(name: str) -> bytes | None:
        with lock:
            return file(name)

    return alone


class _Handler(BaseHTTPRequestHandler):
    """One request. What is asked for is a name in a table, never a path."""

    def __init__(self, file: File, *rest: object) -> None:
        self.file = file
        super().__init__(*rest)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        host = (self.headers.get("Host") or "").partition(":")[0]
        name = unquote(urlsplit(self.path).path).lstrip("/") or "index.html"
        data = self.file(name) if host in ("127.0.0.1", "localhost") else None
        if data is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", TYPES.get(name.rpartition(".")[2], "text/plain"))
        self.send_header("Content-Length", str(len(data)))
        kept = "public, max-age=31536000, immutable" if HASHED.search(name) else "no-cache"
        self.send_header("Cache-Control", kept)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing: a request is no event for whoever looks at the terminal."""
