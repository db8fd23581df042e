"""viz bench: speed and memory as ratios from one run, against what the project promises."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from viz.cli.common import FLAGSHIP, add_scene
from viz.errors import EXIT_OURS, EXIT_USAGE, VizError

if TYPE_CHECKING:
    from viz.film.job import Picture
    from viz.show import Show

FILM_FRAMES: Final = 600
HD: Final = (1920, 1080)
UHD: Final = (3840, 2160)


@dataclass(frozen=True, slots=True)
class Measured:
    """One number and the most that it may be. `value` is None where it cannot be measured."""

    name: str
    value: float | None
    unit: str
    most: float
    note: str = ""

    @property
    def kept(self) -> bool:
        """Whether the promise is kept; nothing measured breaks none."""
        return self.value is None or self.value <= self.most


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured: more gives steadier numbers and takes longer."""

    pictures: int
    film_frames: int
    rounds: int
    size: tuple[int, int]
    large: tuple[int, int]
    short: int  # frames of the short and the long film whose memory is compared
    long: int


Measure = Callable[[str, Effort], Iterator[Measured]]
FULL: Final = Effort(300, 240, 3, HD, UHD, 480, 1440)
QUICK: Final = Effort(16, 12, 1, (320, 180), (640, 360), 12, 36)


def configure(parser: argparse.ArgumentParser) -> None:
    add_scene(parser, default=FLAGSHIP)
    parser.add_argument("--film", action="store_true", help="films alone, longer ones")
    parser.add_argument("--scenes", action="store_true", help="every scene: pictures and turns")
    parser.add_argument(
        "--live", action="store_true", help="every scene in a window: pictures, knobs"
    )
    parser.add_argument(
        "--soak", action="store_true", help="a show of eight hours, run fast: does anything grow?"
    )
    parser.add_argument(
        "--minutes", type=float, metavar="M", help="of --soak, instead of all of it"
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument(
        "--quick", action="store_true", help="small pictures, seconds instead of minutes; a trial"
    )


def run(args: argparse.Namespace) -> int:
    effort = QUICK if args.quick else FULL
    if args.film and not args.quick:
        effort = replace(effort, film_frames=FILM_FRAMES)
    results: list[Measured] = []
    for measure in _measures(args):
        if sys.stderr.isatty():
            name = getattr(measure, "__name__", "a long show")
            print(f"measuring {name} ...", file=sys.stderr)
        results += measure(args.scene, effort)
    if args.json:
        rows = [{**asdict(one), "kept": one.kept} for one in results]
        print(json.dumps({"quick": args.quick, "cores": os.cpu_count(), "results": rows}, indent=2))
    else:
        _print(results, quick=args.quick)
    return EXIT_OURS if args.soak and not all(one.kept for one in results) else 0


def _measures(args: argparse.Namespace) -> tuple[Measure, ...]:
    if args.soak:
        from viz.cli import bench_soak

        return (partial(bench_soak.soak, minutes=args.minutes),)
    if args.live:
        from viz.cli import bench_live

        return (bench_live.live,)
    if args.scenes:
        from viz.cli import bench_scenes

        return (bench_scenes.scenes,)
    if not args.film:
        return frames, painting, filming, starting, memory, sweeping
    from viz.cli.bench_film import editing, large_memory, spreading

    return filming, spreading, editing, memory, large_memory


def _print(results: list[Measured], *, quick: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"viz bench, {os.cpu_count()} cores" + ", small trial" * quick)
    table.add_column("what")
    table.add_column("measured", justify="right")
    table.add_column("at most", justify="right")
    table.add_column("")
    table.add_column("how")
    for one in results:
        value = "-" if one.value is None else f"{one.value:.3g} {one.unit}".rstrip()
        kept = "" if one.value is None else ("yes" if one.kept else "[bold red]no[/]")
        table.add_row(one.name, value, f"{one.most:g} {one.unit}".rstrip(), kept, one.note)
    Console(width=None if sys.stdout.isatty() else 140).print(table)


def frames(scene: str, effort: Effort) -> Iterator[Measured]:
    """`frame_at` in order and in an order that jumps, at the same times."""
    show = _show(scene, effort.size)
    count = effort.pictures
    times = _times(show, count)
    stride = next(n for n in range(count * 3 // 8, count) if _coprime(n, count))
    jumping = [times[(n * stride) % count] for n in range(count)]
    for t in times:  # what is cached is cached for both
        show.frame(t)
    ordered, random = [], []
    for _ in range(effort.rounds):
        ordered.append(median(_cpu(show.frame, t) for t in times))
        random.append(median(_cpu(show.frame, t) for t in jumping))
    note = f"{min(ordered) * 1e3:.2f} ms in order, median of {count}"
    yield Measured("frame_at at random t / in order", min(random) / min(ordered), "x", 1.2, note)


def _coprime(a: int, b: int) -> bool:
    while b:
        a, b = b, a % b
    return a == 1


def painting(scene: str, effort: Effort) -> Iterator[Measured]:
    """A frame of the film: `frame_at` and paint, and what four times the pixels cost."""
    normal = _picture_ms(scene, effort.size, effort.pictures)
    large = _picture_ms(scene, effort.large, effort.pictures)
    size = "x".join(map(str, effort.size))
    yield Measured(
        f"frame_at + paint, {size}", normal, "ms", 8.0, "median CPU of frames at 60 per second"
    )
    note = f"{large:.2f} ms at {effort.large[0]}x{effort.large[1]}"
    yield Measured("twice the width and height / once", large / normal, "x", 4.5, note)


def _picture_ms(scene: str, size: tuple[int, int], count: int) -> float:
    """Median milliseconds of CPU for a frame, in runs of neighbours as a film has them."""
    from viz.paint.surface import Painter

    show, painter = _show(scene, size), Painter(*size)
    runs = max(1, min(len(show.timeline.beats), count // 8))
    length = count // runs
    seconds: list[float] = []

    def draw(t: float) -> None:
        painter.paint(show.frame(t))

    for start in _times(show, runs):
        draw(start)
        seconds += (_cpu(draw, start + n / 60) for n in range(1, length + 1))
    return median(seconds) * 1e3


def filming(scene: str, effort: Effort) -> Iterator[Measured]:
    """A film against the encoding of the same frames, converted beforehand, by the same code."""
    from viz.film.job import FilmJob
    from viz.film.pictures import pictures
    from viz.film.recorder import converted, record, record_frames
    from viz.paint.surface import Painter

    show = _show(scene, effort.size)
    start = Fraction(show.timeline.seconds / 4).limit_denominator(60)
    with tempfile.TemporaryDirectory() as folder:
        job = FilmJob(
            Path(folder) / "bench.mp4",
            *effort.size,
            fps=Fraction(60),
            frames=effort.film_frames,
            start=start,
            overwrite=True,
        )

        def painted() -> Picture:
            return pictures(lambda t: show.frame(float(t)), Painter(*effort.size))

        prepared = list(converted(job, painted()))
        film: list[float] = []
        encoding: list[float] = []
        for _ in range(effort.rounds):
            with _clocked(encoding):
                record_frames(job, prepared)
            with _clocked(film):
                record(job, painted())
    per_frame = min(film) / effort.film_frames * 1e3
    note = f"{per_frame:.1f} ms a frame, best of {effort.rounds}, {effort.film_frames} frames"
    yield Measured("film / encoding prepared frames", min(film) / min(encoding), "x", 1.1, note)


def starting(scene: str, effort: Effort) -> Iterator[Measured]:
    """What a person waits for: help, and the first picture."""
    helped = min(_child_cpu(["-m", "viz", "--help"]) for _ in range(effort.rounds))
    yield Measured("viz --help", helped, "s CPU", 0.15, f"best of {effort.rounds}")
    code = (
        "import sys; from viz.show import open_show; from viz.paint.surface import Painter;"
        "show = open_show(sys.argv[1], width=1280, height=720);"
        "Painter(1280, 720).paint(show.frame(0.0))"
    )
    waits: list[float] = []
    for _ in range(effort.rounds):
        with _clocked(waits):
            _child(["-c", code, scene])
    note = f"process start to pixels at 1280x720, without the window; best of {effort.rounds}"
    yield Measured("first picture of viz play", min(waits), "s", 1.0, note)


def memory(scene: str, effort: Effort) -> Iterator[Measured]:
    """Peak memory of a short and a long film, each in a process of its own."""
    size = "x".join(map(str, effort.size))
    peaks = [film_peak(scene, size, frames) for frames in (effort.short, effort.long)]
    short, long = peaks
    if short is None or long is None:
        note = "this system does not tell the peak memory of a process"
        yield Measured(f"peak memory of a film, {size}", None, "MB", 400, note)
        return
    note = f"{effort.long} frames"
    yield Measured(f"peak memory of a film, {size}", long, "MB", 400, note)
    note = f"{effort.long} frames against {effort.short}: {short:.0f} MB"
    yield Measured("peak memory, long film / short film", long / short, "x", 1.1, note)


def sweeping(scene: str, effort: Effort) -> Iterator[Measured]:  # noqa: ARG001 - no scene in it
    """A million points of a sweep at once, in a process of its own."""
    code = (
        "import sys, time; import numpy as np; from viz.catalog.load_catalog import load_catalog;"
        "from viz.physics.rig import parse_rig; from viz.physics.sweep import sweep;"
        "from viz.physics.types import Load; from viz.cli.bench_command import peak_memory;"
        "catalog = load_catalog(); rig = parse_rig('8 x h100', catalog);"
        "model = catalog.models['mixtral-8x7b']; values = np.linspace(1, 4096, 1_000_000);"
        "before = time.process_time();"
        "sweep(rig, model, Load(), 'published', 'batch', values);"
        "print(time.process_time() - before, peak_memory() or 0)"
    )
    told = [_child(["-c", code]).split() for _ in range(effort.rounds)]
    seconds = min(float(words[-2]) for words in told)
    note = f"{1e6 / seconds:,.0f} points per second, one core"
    yield Measured("a sweep of 1,000,000 points", seconds, "s", 1.0, note)
    peak = max(float(words[-1]) for words in told)
    yield Measured("peak memory of that sweep", peak or None, "MB", 500, "a mixture of experts")


def film_peak(scene: str, size: str, count: int) -> float | None:
    """Peak megabytes of `viz film` for that many frames."""
    code = (
        "import sys; from viz.cli import main; from viz.cli.bench_command import peak_memory;"
        "code = main(sys.argv[1:]); print(peak_memory()); sys.exit(code)"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "peak.mp4")
        seconds = f"{count / 60:.6f}"
        words = ["film", scene, "-o", path, "--size", size, "--fps", "60", "--to", seconds]
        told = _child(["-c", code, *words]).splitlines()[-1]
    return None if told == "None" else float(told)


def peak_memory() -> float | None:
    """Peak resident megabytes of this process; None where the system does not tell."""
    status = Path("/proc/self/status")
    if status.is_file():  # getrusage gives a new process the peak of the one that started it
        for line in status.read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024 / 1e6
    try:
        import resource
    except ImportError:
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6  # bytes on macOS


def _show(scene: str, size: tuple[int, int]) -> Show:
    from viz.show import open_show

    return open_show(scene, width=size[0], height=size[1])


def _times(show: Show, count: int) -> list[float]:
    """Evenly spread over the show, its end left out."""
    return [show.timeline.seconds * n / count for n in range(count)]


def _cpu(work: Callable[[float], object], t: float) -> float:
    before = time.thread_time()
    work(t)
    return time.thread_time() - before


@contextmanager
def _clocked(into: list[float]) -> Iterator[None]:
    before = time.perf_counter()
    yield
    into.append(time.perf_counter() - before)


def _child(words: list[str]) -> str:
    """Run our Python on these words; give what it prints."""
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode:
        told = done.stderr.strip().splitlines() or ["no word"]
        raise VizError(told[-1], done.returncode if done.returncode > 0 else EXIT_USAGE)
    return done.stdout


def _child_cpu(words: list[str]) -> float:
    before = os.times()
    _child(words)
    after = os.times()
    used = after.children_user + after.children_system
    return used - before.children_user - before.children_system
