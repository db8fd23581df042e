"""What a file is, told from its first bytes: so that only a file of its own kind is replaced.

A user's scene, take or picture is never written over by something else, whatever it is called.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

HEAD: Final = 8192  # bytes that tell what a file is

TAKE: Final = "a take"
STATE: Final = "the state of a talk"
REHEARSAL: Final = "the table of a rehearsal"
HANDS: Final = "a table of hands"
SIDECAR: Final = "the sidecar of a film"
SCHEMA: Final = "a JSON Schema"
YAML: Final = "a scene, a program or another text in YAML"
EMPTY: Final = "empty"
UNKNOWN: Final = ""

_BYTES: Final = (
    ("a PNG picture", re.compile(rb"\x89PNG\r\n\x1a\n")),
    ("a JPEG picture", re.compile(rb"\xff\xd8\xff")),
    ("a GIF", re.compile(rb"GIF8[79]a")),
    ("a WebP picture", re.compile(rb"RIFF....WEBP", re.DOTALL)),
    ("a recording", re.compile(rb"RIFF....WAVE|fLaC|OggS|ID3|\xff[\xf2\xf3\xfb]", re.DOTALL)),
    ("an MP4 or MOV film", re.compile(rb"....(ftyp|moov|mdat|wide|free|skip)", re.DOTALL)),
    ("a WebM or Matroska film", re.compile(rb"\x1a\x45\xdf\xa3")),
    ("a PDF", re.compile(rb"%PDF-")),
    ("a workbook, a PPTX or another ZIP file", re.compile(rb"PK\x03\x04")),
)
_TEXTS: Final = (
    (TAKE, re.compile(r"take: *\d")),
    (STATE, re.compile(r'\{\s*"format": *\d+\s*(,\s*"show"|\}|$)')),
    (SIDECAR, re.compile(r'\{\s*"viz_film":')),
    (SCHEMA, re.compile(r'\{[^{}]*"\$(schema|defs)"')),
    (HANDS, re.compile(r"step,scene,question,round,choice")),
    (REHEARSAL, re.compile(r"step,scene,beat,says,moves_s,spent_s")),
    ("an SVG picture", re.compile(r"(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<svg\b", re.DOTALL)),
    ("an HTML page", re.compile(r"<(!doctype html|html)\b", re.IGNORECASE)),
    ("captions", re.compile(r"WEBVTT|\[Script Info\]|\d+\s+\d\d:\d\d:\d\d,\d\d\d -->")),
    ("chapters", re.compile(r";FFMETADATA")),
)
_KEYS: Final = re.compile(
    r"""(?m)^["']?(title|asks|model|left|right|beats|knobs|chips|show|scenes|chapters|claims|like"""
    r"""|memory|layers|family)["']?\s*:|"beats"\s*:"""
)
# What a file with this ending is, if it is what its ending says.
_ENDINGS: Final = {
    ".png": "a PNG picture",
    ".svg": "an SVG picture",
    ".gif": "a GIF",
    ".jpg": "a JPEG picture",
    ".jpeg": "a JPEG picture",
    ".wav": "a recording",
    ".docx": "a workbook, a PPTX or another ZIP file",
    ".ass": "captions",
    ".webp": "a WebP picture",
    ".mp4": "an MP4 or MOV film",
    ".m4v": "an MP4 or MOV film",
    ".mov": "an MP4 or MOV film",
    ".webm": "a WebM or Matroska film",
    ".mkv": "a WebM or Matroska film",
    ".pdf": "a PDF",
    ".pptx": "a workbook, a PPTX or another ZIP file",
    ".html": "an HTML page",
    ".htm": "an HTML page",
    ".srt": "captions",
    ".vtt": "captions",
    ".ffmetadata": "chapters",
    ".yaml": YAML,
    ".yml": YAML,
}


def kind_of(file: Path) -> str:
    """What a regular file is, in words; EMPTY, or UNKNOWN for one that tells nothing.

    A file that cannot be read is UNKNOWN: it is not known to be ours.
    """
    try:
        with file.open("rb") as stream:
            head = stream.read(HEAD)
    except OSError:
        return UNKNOWN
    if not head.strip(b"\0 \t\r\n"):  # a disk that lost its power leaves zeros
        return EMPTY
    for kind, form in _BYTES:
        if form.match(head):
            return kind
    text = head.decode("utf-8-sig", errors="ignore").lstrip()
    for kind, pattern in _TEXTS:
        if pattern.match(text):
            return kind
    return YAML if b"\0" not in head and _KEYS.search(text) else UNKNOWN


def is_plain(file: Path) -> bool:
    """Whether a regular file is there; a name that cannot be asked about is none."""
    try:
        return file.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Whether a folder is there; a name that cannot be asked about is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def kinds_for(path: Path, ending: str = "") -> tuple[str, ...]:
    """The kinds that an output of this ending (by default the path's own) may replace, when its
    user says so. One that tells nothing is replaced only where its name has the ending too."""
    ending = (ending or path.suffix).casefold()
    kind, own = _ENDINGS.get(ending, UNKNOWN), path.suffix.casefold()
    fits = own == ending or _ENDINGS.get(own, own) == kind
    kinds = (kind, EMPTY) if kind else (EMPTY,)
    return (*kinds, UNKNOWN) if fits else kinds
