"""A segment as plain bytes, for a disk or another machine: nothing in it can run as code.

A line of JSON tells how it is built; the data of its pictures follows, one after the other.
"""

from __future__ import annotations

import json
from typing import Any, Final

from viz.film.h264 import Coded

_PLAIN: Final = (int, float, str, bool, type(None))


def pack(segment: Any) -> bytes:
    """A segment: coded pictures, bytes and plain values, in tuples. Raises TypeError else."""
    data: list[bytes] = []
    head = json.dumps(_built(segment, data)).encode()
    return b"".join([head, b"\n", *data])


def unpack(packed: bytes) -> Any:
    """The segment again. Raises ValueError where the bytes are none."""
    head, _, data = packed.partition(b"\n")
    try:
        segment, end = _rebuilt(json.loads(head), memoryview(data), 0)
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError("these bytes are no segment") from error
    if end != len(data):
        raise ValueError("a segment is too short or too long")
    return segment


def _built(thing: Any, data: list[bytes]) -> Any:
    if isinstance(thing, Coded):
        data.append(thing.data)
        return {"coded": [len(thing.data), thing.pts, thing.dts, thing.key]}
    if isinstance(thing, bytes | bytearray | memoryview):
        data.append(bytes(thing))
        return {"bytes": len(thing)}
    if isinstance(thing, tuple | list):
        return [_built(part, data) for part in thing]
    if isinstance(thing, _PLAIN):
        return thing
    raise TypeError(f"a segment holds no {type(thing).__name__}")


def _rebuilt(built: Any, data: memoryview, at: int) -> tuple[Any, int]:
    if isinstance(built, list):
        parts = []
        for part in built:
            found, at = _rebuilt(part, data, at)
            parts.append(found)
        return tuple(parts), at
    if not isinstance(built, dict):
        return built, at
    if "bytes" in built:
        end = at + int(built["bytes"])
        return bytes(data[at:end]), end
    length, pts, dts, key = built["coded"]
    end = at + int(length)
    return Coded(bytes(data[at:end]), int(pts), int(dts), bool(key)), end
