"""viz bench --film: what is promised of films, as ratios from one run on one machine."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from viz.cli.bench_command import Effort, Measured, film_peak
from viz.film.recorder import record
from viz.film.source import picture_of

if TYPE_CHECKING:
    from viz.film.job import FilmJob
    from viz.film.source import Source


def spreading(scene: str, effort: Effort) -> Iterator[Measured]:
    """Two processes against one, whole runs: the same film, the same bytes."""
    from viz.film.make import Ways, make

    with tempfile.TemporaryDirectory() as folder:
        job, source = _job(scene, effort, Path(folder) / "bench.mp4")
        seconds: dict[int, float] = {}
        films = set()
        for jobs in (1, 2):
            before = time.perf_counter()
            make(job, source, Ways(jobs=jobs))
            seconds[jobs] = time.perf_counter() - before
            films.add(job.path.read_bytes())
        cores = os.cpu_count() or 1
        note = f"{job.frames} frames, {seconds[2]:.1f} s against {seconds[1]:.1f} s"
        value = seconds[2] / seconds[1] if cores > 1 else None
        yield Measured("2 jobs / 1 job", value, "x", 1.0, note)
        yield Measured("films that differ", len(films) - 1.0, "", 0, "1 job and 2 jobs, by bytes")
        before = time.perf_counter()
        make(replace(job, draft=True), source)
        draft = time.perf_counter() - before
        yield Measured("draft / film", draft / seconds[1], "x", 1.0, "the fastest encoding")


def large_memory(scene: str, effort: Effort) -> Iterator[Measured]:
    """Peak memory of a film of four times the pixels, in a process of its own."""
    size = "x".join(map(str, effort.large))
    peak = film_peak(scene, size, effort.short)
    note = f"{effort.short} frames" if peak else "this system does not tell the peak memory"
    yield Measured(f"peak memory of a film, {size}", peak, "MB", 1000, note)


def editing(scene: str, effort: Effort) -> Iterator[Measured]:
    """Transparent films for cutting and for pages: how much of the processors a frame takes, and in
    the same run how far the film is from what was painted. Fifteen ProRes frames a second on two
    cores are 133 ms of them a frame."""
    kinds = (("ProRes", "prores", ".mov", 2000 / 15, 0.5), ("WebM", "webm_alpha", ".webm", 350, 3))
    frames = max(4, effort.short // 8)
    for name, form, ending, most, most_off in kinds:
        with tempfile.TemporaryDirectory() as folder:
            made, source = _job(scene, effort, Path(folder) / f"bench{ending}")
            job = replace(made, format=form, alpha=True, frames=frames, start=Fraction(8))
            before = time.process_time()
            record(job, picture_of(job, source))
            each = (time.process_time() - before) / frames * 1e3
            colour, alpha = _differences(job, source)
        note = f"{frames} transparent frames"
        yield Measured(f"{name}, processor time of a frame", each, "ms", most, note)
        note = "mean of what is opaque, of 255"
        yield Measured(f"{name}, colour off", colour, "", most_off, note)
        yield Measured(f"{name}, alpha off at most", alpha, "", 1 if form == "prores" else 20)


def _differences(job: FilmJob, source: Source) -> tuple[float, float]:
    """How far the last frame of a transparent film is from what was painted: mean difference of
    colour where it is opaque, and greatest of alpha, of 255."""
    import av
    import numpy as np

    from viz.film.pixels import array_of

    decoder = av.CodecContext.create("libvpx-vp9", "r") if job.path.suffix == ".webm" else None
    frame: av.VideoFrame | None = None
    with av.open(str(job.path)) as film:
        for packet in film.demux(video=0):
            # FFmpeg's own decoder of VP9 does not look at alpha.
            found = decoder.decode(packet) if decoder else packet.decode()
            frame = found[-1] if found else frame
    assert frame is not None  # noqa: S101  the film was read back when it was made
    seen = frame.to_ndarray(format="bgra").astype(int)
    painted = array_of(picture_of(job, source)(job.at(job.frames - 1)).pixels).astype(int)
    opaque = painted[:, :, 3] == 255
    colour = np.abs(seen - painted)[:, :, :3][opaque].mean()
    return float(colour), float(np.abs(seen - painted)[:, :, 3].max())


def _job(scene: str, effort: Effort, path: Path) -> tuple[FilmJob, Source]:
    from viz.film.job import SEGMENT_FRAMES, FilmJob
    from viz.film.source import source_of
    from viz.show import open_show

    show = open_show(scene, width=effort.size[0], height=effort.size[1])
    most = int(show.seconds * 60)
    # A part for each of the two and a little, or there is nothing to spread.
    frames = min(most, max(effort.film_frames, SEGMENT_FRAMES + effort.film_frames))
    job = FilmJob(path, *effort.size, fps=Fraction(60), frames=frames, overwrite=True)
    return job, source_of(show.scene, show.take, show.look)
