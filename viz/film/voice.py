"""A recorded voice: read, made as loud as asked for, and coded for a film."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import av
import numpy as np

from viz.errors import EXIT_OUTPUT, Fault, VizError
from viz.film.loudness import RATE, Measured, block, set_to
from viz.film.sound import Sound
from viz.reading.nodes import Mapping, Scalar
from viz.reading.user_file import demand_file
from viz.reading.yaml12 import read
from viz.scene.voice_timing import Moment
from viz.timeline.times import screen_time

if TYPE_CHECKING:
    import numpy.typing as npt

    from viz.film.job import FilmJob

LONGEST: Final = 3 * 3600  # seconds
_BIT_RATE: Final = {"aac": 384_000, "libopus": 192_000}
_AAC_FRAME: Final = 1024
# By a film's ending: what its sound is coded with, and the file that holds it on the way.
_CODECS: Final = {
    ".mp4": ("aac", "mp4"),
    ".m4v": ("aac", "mp4"),
    ".mov": ("pcm_s24le", "mov"),  # cutting programs on Linux import no AAC
    ".webm": ("libopus", "matroska"),
    ".mkv": ("libopus", "matroska"),
}


@dataclass(frozen=True, slots=True)
class Voice:
    """A recording at 48 kHz in stereo: a row of samples for each channel. `guide` names the takes
    that no person spoke."""

    samples: npt.NDArray[np.float32]
    digest: str
    guide: tuple[str, ...] = ()

    @property
    def seconds(self) -> float:
        """How long it is."""
        return float(self.samples.shape[1] / RATE)


def read_voice(path: Path) -> Voice:
    """A recording: wav, flac, mp3, ogg or what else FFmpeg reads. Raises VizError."""
    write = "--voice FILE.wav (or .flac, .mp3, .ogg)"
    demand_file(path, "recording", write)
    try:
        parts = list(_decoded(path))
        with path.open("rb") as sound:
            digest = hashlib.file_digest(sound, "sha256").hexdigest()
    except (OSError, ValueError, IndexError) as error:
        raise VizError(Fault(f"{path.name} cannot be read as sound", write=write)) from error
    if not sum(part.shape[1] for part in parts):
        raise VizError(Fault(f"{path.name} holds no sound", write=write))
    return Voice(np.concatenate(parts, axis=1), digest)


def joined(parts: Sequence[tuple[float, Voice]], seconds: float) -> Voice:
    """Voices that begin at their seconds of a whole, with silence between and after them."""
    whole = np.zeros((2, round(seconds * RATE)), np.float32)
    for start, voice in parts:
        first = round(start * RATE)
        piece = voice.samples[:, : whole.shape[1] - first]
        whole[:, first : first + piece.shape[1]] = piece
    digest = hashlib.sha256("".join(voice.digest for _, voice in parts).encode()).hexdigest()
    return Voice(whole, digest, tuple(name for _, voice in parts for name in voice.guide))


def _decoded(path: Path) -> Any:
    resampler = av.AudioResampler(format="fltp", layout="stereo", rate=RATE)
    length = 0
    with av.open(f"file:{path}") as file:
        for frame in file.decode(audio=0):
            frame.pts = None  # what matters is the order; times in broken files are not
            for part in resampler.resample(frame):
                length += part.samples
                if length > LONGEST * RATE:
                    what = f"{path.name} is longer than {LONGEST // 3600} hours"
                    raise VizError(Fault(what, write="a shorter recording"))
                yield part.to_ndarray()
        for part in resampler.resample(None):
            yield part.to_ndarray()


def read_times(path: Path) -> dict[str, Moment]:
    """The named times of a voice: `mark: seconds`, one a line. Raises VizError with all faults."""
    form = "mark: seconds, like 'wall: 12.5' or 'wall: 1:02.5'"
    root = read(path)
    if not isinstance(root, Mapping):
        raise VizError(Fault("a file of times has names and seconds", root.place, write=form))
    times: dict[str, Moment] = {}
    faults: list[Fault] = []
    for key, node in root.entries:
        try:
            text = node.text if isinstance(node, Scalar) else "a list"
            times[key.text] = Moment(float(screen_time(text)), node.place)
        except VizError as error:
            faults.append(Fault(error.faults[0].what, node.place, write=form))
    if faults:
        raise VizError(faults)
    return times


def stem(job: FilmJob, voice: Voice, target: float) -> bytes:
    """The voice of a film as a file of its own, exactly as long as the film: WAV, 24 bits."""
    part, _ = _part(job, voice, target)
    return coded(part, "pcm_s24le", "wav")


def _part(job: FilmJob, voice: Voice, target: float) -> tuple[npt.NDArray[np.float32], Measured]:
    """The samples of a film, as loud as asked for, and what was measured of the whole voice."""
    loud, found = set_to(voice.samples, target)
    first = round(job.start * RATE)
    wanted = round(job.seconds * RATE)
    part = loud[:, first : first + wanted]
    if part.shape[1] < wanted:
        part = np.pad(part, ((0, 0), (0, wanted - part.shape[1])))
    return part, found


def sound_for(job: FilmJob, voice: Voice, target: float) -> Sound:
    """The voice as the sound of a film, which may be a part of the show. Raises VizError where
    the format has no sound."""
    codec, holder = demand_sound(job.path)
    part, found = _part(job, voice, target)
    loudness = None if found.loudness is None else round(found.loudness, 1)
    data = coded(part, codec, holder)
    return Sound(codec, data, job.seconds, voice.digest, loudness, voice.guide)


def demand_sound(path: Path) -> tuple[str, str]:
    """The codec of a film's sound and the file that holds it. Raises VizError where it has none."""
    found = _CODECS.get(path.suffix.casefold())
    if found is None:
        what = f"a {path.suffix} film has no sound"
        raise VizError(Fault(what, write="-o FILE with one of " + ", ".join(_CODECS)))
    return found


def coded(samples: npt.NDArray[np.float32], codec: str, holder: str) -> bytes:
    """The samples as a small file.

    AAC's first packet holds what comes before the first sample. It is left out, so that the
    sound begins at 0 without an edit list, which editors are known to ignore.
    """
    file = io.BytesIO()
    options = {"fflags": "+bitexact"}
    if holder in ("mp4", "mov"):
        options["use_editlist"] = "0"
    try:
        with av.open(file, "w", format=holder, container_options=options) as container:
            stream: Any = container.add_stream(codec, rate=RATE, layout="stereo")
            if codec in _BIT_RATE:
                stream.bit_rate = _BIT_RATE[codec]
            length = stream.codec_context.frame_size or _AAC_FRAME
            early = 1 if codec == "aac" else 0
            packets = [
                packet
                for at in range(0, samples.shape[1], length)
                for packet in stream.encode(block(samples, at, length))
            ]
            packets += stream.encode(None)
            for packet in packets[early:]:
                container.mux(packet)
    except ValueError as error:
        what = f"this PyAV has no encoder of sound ({codec})"
        write = "pip install --force-reinstall av; 'viz doctor' shows what there is"
        raise VizError(Fault(what, write=write), EXIT_OUTPUT) from error
    return file.getvalue()
