"""What every film file is given beside its pictures: title, chapters, captions as tracks."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import av

from viz.film.sound import sound_packets
from viz.film.timecode import timecode

if TYPE_CHECKING:
    from av.container import OutputContainer
    from av.stream import Stream

    from viz.film.job import FilmJob
    from viz.film.tracks import Cue

# Captions on their way, the next one last: when it begins, and its packet.
Waiting = list[tuple[Fraction, "av.Packet[Stream]"]]

_MILLI: Final = Fraction(1, 1000)
# ISO 639-2. MP4 takes its terminological codes; Matroska, WebM and MOV the bibliographic ones.
_LANGUAGES: Final = {"en": "eng", "zh": "chi"}
_LANGUAGES_MP4: Final = {**_LANGUAGES, "zh": "zho"}


def carry(container: OutputContainer, job: FilmJob, captions: str) -> Waiting:
    """Give a file its title and chapters, before its first packet; its captions come back.

    `captions` is the codec of caption tracks, "" where the file can hold none.
    """
    if job.title:
        container.metadata["title"] = job.title
    if job.chapters:
        container.set_chapters(
            [
                {
                    "id": number,
                    "start": _ticks(chapter.start),
                    "end": _ticks(chapter.end),
                    "time_base": _MILLI,
                    "metadata": {"title": chapter.title},
                }
                for number, chapter in enumerate(job.chapters, 1)
            ]
        )
    languages = _LANGUAGES_MP4 if container.format.name == "mp4" else _LANGUAGES
    waiting: Waiting = []
    for track in job.tracks if captions else ():
        stream = container.add_mux_stream(captions)
        stream.time_base = _MILLI
        stream.metadata["language"] = languages.get(track.lang, track.lang)
        for cue in track.cues:
            data = _mov_text(cue) if captions == "mov_text" else cue.text.encode()
            waiting.append((cue.start, _packet(data, cue, stream)))
    if job.sound is not None:
        waiting += sound_packets(container, job.sound)
    waiting.sort(key=lambda entry: entry[0], reverse=True)
    return waiting


def timecode_of(job: FilmJob) -> dict[str, str]:
    """What tells the track of pictures where it stands in a programme; nothing for most films."""
    if job.timecode is None:
        return {}
    return {"timecode": timecode(job.timecode, job.fps)}


def timescale(fps: Fraction) -> str:
    """Ticks per second in which every frame lasts a whole number."""
    scale = fps.numerator
    while scale < 10_000:
        scale *= 2
    return str(scale)


def carry_captions(container: OutputContainer, waiting: Waiting, until: Fraction | None) -> None:
    """Write the captions that begin before `until`, in seconds of the film; None for all."""
    while waiting and (until is None or waiting[-1][0] < until):
        container.mux_one(waiting.pop()[1])


def _mov_text(cue: Cue) -> bytes:
    """MP4's own captions: a length, and the text. The muxer writes the empty ones between."""
    text = cue.text.encode()
    return len(text).to_bytes(2, "big") + text


def _packet(data: bytes, cue: Cue, stream: Stream) -> av.Packet[Stream]:
    packet = av.Packet(data)
    packet.stream = stream
    packet.time_base = _MILLI
    packet.pts = packet.dts = _ticks(cue.start)
    packet.duration = _ticks(cue.end) - _ticks(cue.start)
    packet.is_keyframe = True
    return packet


def _ticks(seconds: Fraction) -> int:
    return round(seconds / _MILLI)
