"""A client of an OpenAI-compatible server: when its tokens come. Standard library alone."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from viz.errors import Fault, VizError

WORD: Final = "weights "  # a prompt is as many of it as tokens are asked for, nearly
MOST_BYTES: Final = 50_000_000  # of one answer
MOST_LINE: Final = 1_000_000
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked of a server: its address, the model it serves, lengths, and how long is
    waited for a token (seconds)."""

    url: str
    model: str
    prompt: int
    output: int
    timeout: float


@dataclass(frozen=True, slots=True)
class Answer:
    """One streamed answer, seconds: when its first token came, and when its last; `tokens` as
    the server counted them (or pieces, where it did not: `counted` is False)."""

    first: float
    last: float
    tokens: int
    prompt: int
    counted: bool

    @property
    def between(self) -> float:
        """Mean seconds from one token to the next."""
        return (self.last - self.first) / max(1, self.tokens - 1)


def ask_several(ask: Ask, users: int) -> list[Answer]:
    """So many users at once. Raises VizError with what went wrong for the first of them."""
    answers: list[Answer] = []
    faults: list[VizError] = []

    def one() -> None:
        try:
            answers.append(ask_once(ask))
        except VizError as error:
            faults.append(error)

    threads = [threading.Thread(target=one, daemon=True) for _ in range(users)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    return answers


def ask_once(ask: Ask) -> Answer:
    """One answer, streamed. Raises VizError: refused, an error, no stream, no token, too slow."""
    link, path = _connect(ask)
    body = {
        "model": ask.model,
        "messages": [{"role": "user", "content": WORD * max(1, ask.prompt)}],
        "max_tokens": ask.output,
        "temperature": 0,
        "stream": True,
        "stream_options": {"include_usage": True},
        "ignore_eos": True,
    }
    headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
    begun = time.perf_counter()
    try:
        link.request("POST", path, json.dumps(body), headers)
        with link.getresponse() as answer:
            return _answered(ask, answer, begun)
    except TimeoutError:
        what = f"{ask.url} sent no token for {ask.timeout:g} s"
        raise VizError(
            Fault(what, write="--timeout with more seconds, or a shorter --prompt")
        ) from None
    except (OSError, http.client.HTTPException) as error:
        what = f"{ask.url} cannot be asked: {_why(error)}"
        raise VizError(Fault(what, write="the address of a server that runs")) from None
    finally:
        link.close()


def _answered(ask: Ask, answer: http.client.HTTPResponse, begun: float) -> Answer:
    if answer.status != 200:
        raise _refused(ask, answer.status, answer.read(2000))
    kind = answer.headers.get("Content-Type", "")
    if "event-stream" not in kind:
        what = f"{ask.url} answers with '{kind[:40]}' and does not stream"
        raise VizError(Fault(what, write="an OpenAI-compatible server, such as ...:8000/v1"))
    return _streamed(ask, answer, begun)


def _connect(ask: Ask) -> tuple[http.client.HTTPConnection, str]:
    parts = urlsplit(ask.url if "//" in ask.url else f"http://{ask.url}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if parts.scheme not in {"http", "https"} or not host:
        what = f"'{ask.url[:80]}' is no address of a server"
        raise VizError(Fault(what, write="http://127.0.0.1:8000/v1"))
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    path = parts.path.rstrip("/")
    if not path.endswith("/chat/completions"):
        path += "/chat/completions"
    return kind(host, port, timeout=ask.timeout), path


def _streamed(ask: Ask, answer: http.client.HTTPResponse, begun: float) -> Answer:
    first = last = 0.0
    pieces = told = prompt = size = 0
    while line := answer.readline(MOST_LINE + 1):
        size += len(line)
        if len(line) > MOST_LINE or size > MOST_BYTES:
            raise VizError(Fault(f"{ask.url} sends more than any answer has"))
        if time.perf_counter() - begun > ask.timeout * (pieces + 2):
            raise TimeoutError
        if not line.startswith(b"data:"):
            continue
        data = line[5:].strip()
        if data == b"[DONE]":
            break
        event = _event(ask, data)
        if event.get("error"):
            raise _refused(ask, 200, json.dumps(event["error"]).encode())
        usage = event.get("usage")
        if isinstance(usage, dict):
            told = int(usage.get("completion_tokens") or 0)
            prompt = int(usage.get("prompt_tokens") or 0)
        if _has_text(event):
            last = time.perf_counter() - begun
            first = first or last
            pieces += 1
    if pieces < 2:
        what = f"{ask.url} sent {pieces} piece{'s' * (pieces != 1)} of an answer: no time between"
        raise VizError(Fault(what, write="--output 128, of a model that answers"))
    return Answer(first, last, told or pieces, prompt or ask.prompt, bool(told))


def _event(ask: Ask, data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        what = f"{ask.url} streams what is no answer: '{data[:60].decode(errors='replace')}'"
        raise VizError(Fault(what, write="an OpenAI-compatible server"))
    return found


def _has_text(event: dict[str, Any]) -> bool:
    choices = event.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return False
    delta = choices[0].get("delta") or {}
    keys = ("content", "reasoning_content", "reasoning")
    return isinstance(delta, dict) and any(delta.get(key) for key in keys)


def _refused(ask: Ask, status: int, body: bytes) -> VizError:
    text = body.decode(errors="replace").strip()
    try:
        told = json.loads(text)
        inner = told.get("error", told) if isinstance(told, dict) else told
        text = str(inner.get("message", inner) if isinstance(inner, dict) else inner)
    except ValueError:
        pass
    what = f"{ask.url} refuses ({status}): {text[:200] or 'without a reason'}"
    if status == 404:
        return VizError(Fault(what, write=f"--served with a model that it has, not '{ask.model}'"))
    return VizError(Fault(what))


def _why(error: Exception) -> str:
    if isinstance(error, ConnectionRefusedError):
        return "nothing listens there"
    if isinstance(error, socket.gaierror):
        return "there is no such host"
    return str(error) or type(error).__name__
