"""Standard output and error as they may be: closed, full, or with nobody who reads them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Watched:
    """A stream that remembers that it could not be written, for argparse says nothing of it.

    A `forgiving` one raises nothing: a fault that cannot be told keeps its exit code.
    """

    stream: Any
    forgiving: bool = False
    failed: OSError | None = None

    def write(self, text: str) -> int:
        """Write as the stream does."""
        try:
            return int(self.stream.write(text))
        except OSError as error:
            self.failed = error
            if not self.forgiving:
                raise
        return len(text)

    def writelines(self, texts: Iterable[str]) -> None:
        """Write one text after the other."""
        for text in texts:
            self.write(text)

    def flush(self) -> None:
        """Flush as the stream does."""
        try:
            self.stream.flush()
        except OSError as error:
            self.failed = error
            if not self.forgiving:
                raise

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def watched_streams() -> Iterator[Watched]:
    """Within the block both streams can be written to; gives standard output.

    A closed one leads nowhere: else the next file that is opened would get its number, and what
    is printed would go into a film.
    """
    before = sys.stdout, sys.stderr
    opened = []
    if before[0] is None or before[1] is None:
        while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(descriptor)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            stream = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
            opened.append(stream)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
        setattr(sys, name, Watched(stream, forgiving=name == "stderr"))
    printed, told = sys.stdout, sys.stderr
    assert isinstance(printed, Watched)  # noqa: S101  for mypy
    assert isinstance(told, Watched)  # noqa: S101
    try:
        yield printed
    finally:
        told.flush()
        if told.failed is not None:
            nowhere(told)
        sys.stdout, sys.stderr = before
        for stream in opened:
            stream.close()


def nowhere(stream: Watched) -> None:
    """Let what is still to be written go nowhere, so that nothing is said of it at the end."""
    with suppress(OSError, ValueError, AttributeError):
        number = stream.fileno()
        descriptor = os.open(os.devnull, os.O_WRONLY)
        os.dup2(descriptor, number)
        os.close(descriptor)
