"""Sound for a film: coded already, in a small file of its own, ready to be copied in."""

from __future__ import annotations

import io
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import av
    from av.container import OutputContainer


@dataclass(frozen=True, slots=True)
class Sound:
    """`file` is an audio file (MP4, or Matroska for Opus) whose packets are copied; its first
    sample is heard at the start of the film. `loudness` is LUFS as measured, None where it is
    silent. `digest` is the SHA-256 of the recording it was made from; `guide` names the takes in it
    that no person spoke."""

    codec: str
    file: bytes
    seconds: Fraction
    digest: str
    loudness: float | None = None
    guide: tuple[str, ...] = ()


def sound_packets(
    container: OutputContainer, sound: Sound
) -> list[tuple[Fraction, av.Packet[Any]]]:
    """Give a film its sound, before its first packet: when each packet is heard, and the packet."""
    import av

    found: list[tuple[Fraction, av.Packet[Any]]] = []
    with av.open(io.BytesIO(sound.file), "r") as file:
        source = file.streams.audio[0]
        stream = container.add_stream_from_template(source)
        first: int | None = None
        for packet in file.demux(source):
            if not packet.size or packet.pts is None or packet.time_base is None:
                continue
            first = packet.pts if first is None else first
            packet.stream = stream
            packet.pts = packet.dts = packet.pts - first
            at = packet.pts * packet.time_base
            if at < sound.seconds:
                found.append((at, packet))
    return found
