"""A film as a cutting program takes it: clips on tracks, a marker a beat; in five kinds of file.

Addresses are relative to the file, so that the folder may be moved. Times are pictures, never
seconds that were rounded. OTIO is written by OpenTimelineIO (the extra 'cutting'); the other kinds
by us, for the common writers take 24 pictures a second for granted. After: CMX 3600 for EDL;
Apple's FCPXML 1.10; Final Cut Pro's XML interchange format, version 5, which Premiere reads.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import quote
from xml.etree import ElementTree as ET

from viz.errors import Fault, VizError
from viz.extras import missing
from viz.film.timecode import counted, drops, timecode

Element = ET.Element
_EDL_NAME: Final = 60  # signs of a line's end that cutting programs show


@dataclass(frozen=True, slots=True)
class Clip:
    """A beat on the timeline: `file` beside the list; first picture and length in pictures of the
    film. `source` is the timecode of the file's own first picture, from midnight, in pictures."""

    name: str
    file: str
    first: int
    frames: int
    source: int
    kind: str = "step"
    say: str = ""
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """All that a list tells. `start` is the timecode of the first picture, in pictures; `over` are
    the tracks above the clips, from below, each a name and a file for each clip; `voice` a file."""

    title: str
    fps: Fraction
    width: int
    height: int
    start: int
    clips: tuple[Clip, ...]
    voice: str = ""
    over: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def frames(self) -> int:
        """The length of all, in pictures."""
        return sum(clip.frames for clip in self.clips)


def csv_list(cut: Cut) -> str:
    """A table for people and for spreadsheets: a line for each clip."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    head = "number name file timecode_in timecode_out first_frame frames seconds kind say notes"
    table.writerow(head.split())
    for number, clip in enumerate(cut.clips, 1):
        first = cut.start + clip.first
        ends = (timecode(at, cut.fps) for at in (first, first + clip.frames))
        seconds = f"{float(clip.frames / cut.fps):.6f}"
        told = (clip.kind, _safe(clip.say), _safe(clip.notes))
        table.writerow(
            (number, clip.name, clip.file, *ends, clip.first, clip.frames, seconds, *told)
        )
    return out.getvalue()


def _safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def edl(cut: Cut) -> str:
    """CMX 3600: pictures and voice, a comment and a marker for each beat."""
    lines = [f"TITLE: {_line(cut.title)}", f"FCM: {'' if drops(cut.fps) else 'NON-'}DROP FRAME", ""]
    events: list[tuple[str, str, int, int, int, Clip | None]] = [
        (clip.file, "V", clip.source, clip.first, clip.frames, clip) for clip in cut.clips
    ]
    if cut.voice:
        events.append((cut.voice, "A", 0, 0, cut.frames, None))
    for number, (file, track, source, first, frames, clip) in enumerate(events, 1):
        at = cut.start + first
        times = (source, source + frames, at, at + frames)
        told = " ".join(timecode(time, cut.fps) for time in times)
        lines += [f"{number:03d}  AX       {track:<6}C        {told}", f"* FROM CLIP NAME: {file}"]
        if clip is not None:
            mark = timecode(at, cut.fps)
            lines += [f"* LOC: {mark} GREEN   {_line(clip.name)}"]
            lines += [f"* COMMENT: {_line(text)}" for text in (clip.say, clip.notes) if text]
    return "\n".join([*lines, ""])


def _line(text: str) -> str:
    return " ".join(text.split())


def fcpxml(cut: Cut) -> str:
    """FCPXML 1.10, for Final Cut Pro and Resolve."""
    root = ET.Element("fcpxml", version="1.10")
    known = ET.SubElement(root, "resources")
    each = 1 / cut.fps

    def at(pictures: int) -> str:
        return f"{pictures * each.numerator}/{each.denominator}s"

    ET.SubElement(
        known, "format", id="r1", frameDuration=f"{each.numerator}/{each.denominator}s",
        width=str(cut.width), height=str(cut.height), colorSpace="1-1-1 (Rec. 709)",
    )  # fmt: skip
    files = [(clip.file, clip) for clip in cut.clips]
    files += [pair for _, over in cut.over for pair in zip(over, cut.clips, strict=True)]
    for number, (file, clip) in enumerate(files, 1):
        asset = ET.SubElement(
            known, "asset", id=f"a{number}", name=clip.name, start=at(clip.source),
            duration=at(clip.frames), hasVideo="1", videoSources="1", format="r1",
        )  # fmt: skip
        ET.SubElement(asset, "media-rep", kind="original-media", src=f"./{quote(file)}")
    if cut.voice:
        asset = ET.SubElement(
            known, "asset", id="voice", name="voice", start="0s", duration=at(cut.frames),
            hasAudio="1", audioSources="1", audioChannels="2", audioRate="48000",
        )  # fmt: skip
        ET.SubElement(asset, "media-rep", kind="original-media", src=f"./{quote(cut.voice)}")
    event = ET.SubElement(ET.SubElement(root, "library"), "event", name=cut.title)
    project = ET.SubElement(event, "project", name=cut.title)
    sequence = ET.SubElement(
        project, "sequence", format="r1", duration=at(cut.frames), tcStart=at(cut.start),
        tcFormat="DF" if drops(cut.fps) else "NDF", audioLayout="stereo", audioRate="48k",
    )  # fmt: skip
    spine = ET.SubElement(sequence, "spine")
    for number, clip in enumerate(cut.clips, 1):
        own = ET.SubElement(
            spine, "asset-clip", ref=f"a{number}", name=clip.name, format="r1",
            offset=at(cut.start + clip.first), start=at(clip.source), duration=at(clip.frames),
        )  # fmt: skip
        if clip.notes:
            ET.SubElement(own, "note").text = clip.notes
        for lane in range(1, len(cut.over) + 1):
            ET.SubElement(
                own, "asset-clip", ref=f"a{lane * len(cut.clips) + number}", lane=str(lane),
                name=f"{clip.name} {cut.over[lane - 1][0]}", offset=at(clip.source),
                start=at(clip.source), duration=at(clip.frames),
            )  # fmt: skip
        if cut.voice and number == 1:
            ET.SubElement(
                own, "asset-clip", ref="voice", lane="-1", name="voice", offset=at(clip.source),
                start="0s", duration=at(cut.frames), audioRole="dialogue",
            )  # fmt: skip
        value = f"{clip.kind}: {clip.say}" if clip.say else clip.kind
        ET.SubElement(
            own, "marker", start=at(clip.source), duration=at(1), value=value, note=clip.notes
        )
    return _written(root, "<!DOCTYPE fcpxml>")


def xmeml(cut: Cut) -> str:
    """Final Cut Pro's XML, version 5: Premiere, Resolve and Kdenlive read it."""
    root = ET.Element("xmeml", version="5")
    sequence = ET.SubElement(root, "sequence", id="sequence")
    _texts(sequence, name=cut.title, duration=cut.frames)
    _rate(sequence, cut)
    code = ET.SubElement(sequence, "timecode")
    _rate(code, cut)
    _texts(
        code, string=timecode(cut.start, cut.fps), frame=cut.start,
        displayformat="DF" if drops(cut.fps) else "NDF",
    )  # fmt: skip
    media = ET.SubElement(sequence, "media")
    video = ET.SubElement(media, "video")
    form = ET.SubElement(ET.SubElement(video, "format"), "samplecharacteristics")
    _rate(form, cut)
    _texts(form, width=cut.width, height=cut.height, pixelaspectratio="square")
    tracks = (tuple(clip.file for clip in cut.clips), *(files for _, files in cut.over))
    for level, files in enumerate(tracks, 1):
        track = ET.SubElement(video, "track")
        for number, (clip, file) in enumerate(zip(cut.clips, files, strict=True), 1):
            key = f"v{level}-{number}"
            item = _item(track, cut, key, clip.name, clip.first, clip.frames)
            _file(item, cut, key, file, clip.frames, clip.source)
    if cut.voice:
        track = ET.SubElement(ET.SubElement(media, "audio"), "track")
        item = _item(track, cut, "voice", "voice", 0, cut.frames)
        _file(item, cut, "voice", cut.voice, cut.frames, None)
    for clip in cut.clips:
        marker = ET.SubElement(sequence, "marker")
        comment = "\n".join(filter(None, (clip.kind, clip.say, clip.notes)))
        _texts(marker, name=clip.name, comment=comment, **{"in": clip.first, "out": -1})
    return _written(root, "<!DOCTYPE xmeml>")


def _item(track: Element, cut: Cut, key: str, name: str, first: int, frames: int) -> Element:
    item = ET.SubElement(track, "clipitem", id=f"clip-{key}")
    _texts(item, name=name, duration=frames)
    _rate(item, cut)
    _texts(item, start=first, end=first + frames, **{"in": 0, "out": frames})
    return item


def _file(item: Element, cut: Cut, key: str, file: str, frames: int, source: int | None) -> None:
    """Where a clip's pictures are; or its sound, which has no timecode."""
    own = ET.SubElement(item, "file", id=f"file-{key}")
    _texts(own, name=file, pathurl=quote(file), duration=frames)
    _rate(own, cut)
    media = ET.SubElement(own, "media")
    if source is None:
        form = ET.SubElement(ET.SubElement(media, "audio"), "samplecharacteristics")
        _texts(form, depth=24, samplerate=48000)
        return
    code = ET.SubElement(own, "timecode")
    _rate(code, cut)
    _texts(code, string=timecode(source, cut.fps), frame=source)
    form = ET.SubElement(ET.SubElement(media, "video"), "samplecharacteristics")
    _texts(form, width=cut.width, height=cut.height)


def _rate(parent: Element, cut: Cut) -> None:
    rate = ET.SubElement(parent, "rate")
    ntsc = "TRUE" if cut.fps.denominator == 1001 else "FALSE"
    _texts(rate, timebase=counted(cut.fps), ntsc=ntsc)


def _texts(parent: Element, **values: object) -> None:
    for name, value in values.items():
        ET.SubElement(parent, name).text = str(value)


def _written(root: Element, kind: str) -> str:
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{kind}\n{text}\n'


def otio(cut: Cut) -> str:
    """OpenTimelineIO's own JSON. Raises VizError where the extra 'cutting' is missing."""
    try:
        import opentimelineio
    except ImportError as error:
        raise missing("cutting", "a timeline as .otio", "opentimelineio") from error
    library: Any = opentimelineio
    schema, rate = library.schema, float(cut.fps)

    def time(pictures: int) -> Any:
        return library.opentime.RationalTime(pictures, rate)

    def clip(name: str, file: str, source: int, frames: int) -> Any:
        whole = library.opentime.TimeRange(time(source), time(frames))
        media = schema.ExternalReference(target_url=quote(file), available_range=whole)
        return schema.Clip(name=name, media_reference=media, source_range=whole)

    line = schema.Timeline(name=cut.title, global_start_time=time(cut.start))
    line.metadata["viz"] = {"rate": str(cut.fps), "width": cut.width, "height": cut.height}
    below = schema.Track(name="V1", kind=schema.TrackKind.Video)
    for one in cut.clips:
        own = clip(one.name, one.file, one.source, one.frames)
        told = {"kind": one.kind, "say": one.say, "notes": one.notes}
        span = library.opentime.TimeRange(time(one.source), time(1))
        own.markers.append(
            schema.Marker(
                name=one.name, marked_range=span, color=schema.MarkerColor.GREEN,
                comment=one.say or one.kind, metadata={"viz": told},
            )
        )  # fmt: skip
        below.append(own)
    line.tracks.append(below)
    for number, (name, files) in enumerate(cut.over, 2):
        track = schema.Track(name=f"V{number}", kind=schema.TrackKind.Video)
        for one, file in zip(cut.clips, files, strict=True):
            track.append(clip(f"{one.name} {name}", file, one.source, one.frames))
        line.tracks.append(track)
    if cut.voice:
        track = schema.Track(name="A1", kind=schema.TrackKind.Audio)
        track.append(clip("voice", cut.voice, 0, cut.frames))
        line.tracks.append(track)
    told_: str = library.adapters.write_to_string(line, "otio_json")
    return told_ + "\n"


LISTS: Final[Mapping[str, Callable[[Cut], str]]] = MappingProxyType(
    {"otio": otio, "fcpxml": fcpxml, "xml": xmeml, "edl": edl, "csv": csv_list}
)


def demand_rate(names: Iterable[str], fps: Fraction) -> None:
    """Raises VizError where a kind of list cannot count pictures of this rate: timecode knows whole
    rates, and those that are a thousandth below one."""
    known = fps.denominator == 1 or (fps.denominator == 1001 and not fps.numerator % 1000)
    if not known and {"csv", "edl", "xml"}.intersection(names):
        what = f"no cutting program counts {float(fps):.5g} pictures a second"
        raise VizError(Fault(what, write="--fps 24, 25, 29.97, 30, 50, 59.94 or 60"))
