"""The notebook's face, and what the command line composes: a scene, opened, ready to be shown.

show = viz.open("weights_stay")
show.at(8.0)                       # the picture, inline
show.turn(bandwidth="20 TB/s")     # a new show; the first is unchanged
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viz.errors import Fault, VizError, nearest
from viz.physics.capacity import demand_fit
from viz.physics.explain import OF_MEASURED, explain
from viz.picture.camera_at import demand_sound
from viz.picture.frame import frame_at
from viz.scene.load_scene import load_scene
from viz.scene.types import KnobValue, Scene, Side
from viz.stage.look import Look
from viz.stage.look_changes import changed_look
from viz.stage.marks import Frame
from viz.stage.picture_sizes import picture_size
from viz.timeline.clocks import HwSeconds, ScreenSeconds
from viz.timeline.compile import Take, Timeline, Turn, compile_scene, load_of
from viz.timeline.machine import Doing, Machine
from viz.timeline.times import screen_time
from viz.units import UnitError, parse

if TYPE_CHECKING:
    from viz.film.job import FilmJob
    from viz.film.make import Ways
    from viz.film.request import Wanted
    from viz.physics.against import Against
    from viz.physics.types import Explanation

LEAVES = tuple(f"{side}.{what}" for side in ("left", "right") for what in OF_MEASURED)


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture; a notebook shows it."""

    frame: Frame
    width: int
    height: int

    def png(self) -> bytes:
        """The picture as a PNG file."""
        from viz.film.still import png
        from viz.paint.surface import Painter

        return png(Painter(self.width, self.height).paint(self.frame))

    def svg(self) -> str:
        """The picture as an SVG file."""
        from viz.paint.svg import to_svg

        return to_svg(self.frame)

    def _repr_png_(self) -> bytes:
        return self.png()


@dataclass(frozen=True, slots=True)
class Seat:
    """One machine of a show, at any moment of the hardware clock."""

    machine: Machine

    def at(self, hw: str | float) -> Doing:
        """What it does at a hardware time: seconds, or a text such as "4 ms"."""
        seconds = _seconds(hw)
        if seconds < 0:
            raise VizError(Fault(f"the hardware clock begins at 0, not at {seconds:g} s"))
        return self.machine.at(HwSeconds(seconds))


@dataclass(frozen=True)
class Show:
    """A scene with its timeline and a look. Nothing changes it: verbs give new shows."""

    scene: Scene
    look: Look = field(default_factory=Look)
    take: Take = field(default_factory=Take)

    @cached_property
    def timeline(self) -> Timeline:
        """What happens when."""
        return compile_scene(self.scene, self.take)

    @property
    def name(self) -> str:
        """The name of the scene."""
        return self.scene.name

    @property
    def seconds(self) -> float:
        """How long the show is on screen."""
        return float(self.timeline.seconds)

    @property
    def left(self) -> Seat:
        """The machine at left."""
        return self._side("left")

    @property
    def right(self) -> Seat:
        """The machine at right."""
        return self._side("right")

    def frame(self, t: float) -> Frame:
        """The marks of the picture at a screen time in seconds."""
        return frame_at(self.timeline, ScreenSeconds(t), self.look)

    def at(self, t: str | float) -> Picture:
        """The picture at a screen time: seconds, or a text such as "3.5 s"."""
        return Picture(self.frame(_screen(t)), self.look.width, self.look.height)

    def looking(self, **look: Any) -> Show:
        """The same show in another look: width, height, theme, lang."""
        return replace(self, look=changed_look(self.look, look))

    def turn(self, at: str | float = 0.0, /, **knobs: KnobValue) -> Show:
        """A new show in which knobs stand at new values from a screen time on.

        Values are texts such as "20 TB/s", or SI numbers. Raises VizError, with the nearest
        name, for a knob that the scene does not have or a value that is none, and where the
        machine would no longer hold the model.
        """
        when = ScreenSeconds(_screen(at))
        turns = tuple(Turn(when, knob, value) for knob, value in knobs.items())
        show = replace(self, take=Take((*self.take.turns, *turns)))
        for setting in show.timeline.settings:  # a wrong turn is told now, not later
            model = setting.scene.model
            for run in (setting.left, setting.right):
                if run is not None and model is not None:
                    demand_fit(run.rig, model, load_of(setting.scene))
        return show

    def explain(self, what: str = "", at: str | float = 0.0) -> Explanations:
        """Where numbers come from: "left.token", "right.links", "left", or all of them."""
        chosen = [
            leaf for leaf in LEAVES if not what or leaf == what or leaf.startswith(what + ".")
        ]
        if not chosen:
            known = (*LEAVES, "left", "right")
            fault = Fault(
                f"there is nothing called '{what}' to explain", meant=nearest(what, known)
            )
            raise VizError(replace(fault, write=f"one of {', '.join(LEAVES)}"))
        setting = self.timeline.setting(ScreenSeconds(_screen(at)))
        found = []
        from viz.physics.against import against_published

        published: dict[str, Against] = {}
        for leaf in chosen:
            side, _, part = leaf.partition(".")
            run = setting.left if side == "left" else setting.right
            model = setting.scene.model
            if run is None or model is None:
                continue
            if part == "unexplained" and not run.step.measured:
                continue
            told = explain(
                run.rig, model, load_of(setting.scene), setting.scene.basis, part, run.step
            )
            found.append((leaf, told))
            if part == "token" and told.basis == "published":
                published[side] = against_published(run.rig, model, load_of(setting.scene))
        return Explanations(tuple(found), tuple(published.items()))

    def still(
        self, path: str | Path, at: str | float = 0.0, *, size: str = "", overwrite: bool = False
    ) -> Path:
        """One picture as a .png or .svg file; gives back its path."""
        from viz.film.still import save_still

        show = self._sized(size)
        frame = show.frame(_screen(at))
        pixels = (show.look.width, show.look.height)
        return save_still(frame, pixels, Path(path), overwrite=overwrite)

    def film(
        self,
        path: str | Path,
        *,
        fps: float | str | Fraction = 60,
        size: str = "",
        start: str | float | None = None,
        end: str | float | None = None,
        format: str = "",  # noqa: A002  what the command line calls it
        transparent: bool = False,
        corner: str = "",
        loop: bool = False,
        overwrite: bool = False,
        jobs: int = 1,
        dask: str = "",
        resume: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> Path:
        """The show, or the part from `start` to `end`, as a film; gives back its path.

        The ending of `path` chooses the format, or `format` ("viz list formats"). Sides are
        rounded up to what the format needs. `transparent`: no ground, straight alpha. `corner`,
        such as "bottom-right", keeps a quarter free for a face. `loop`: the end becomes the start.
        A page or a deck (.html, .pdf, .pptx) has all steps, and follows `size` and `overwrite`.
        `jobs` processes of this machine make it, or the Dask cluster at the address `dask`; its
        bytes do not depend on that. `resume` goes on where a run was stopped or killed.
        """
        from viz.film.formats import format_for, is_pages
        from viz.film.make import Ways
        from viz.film.request import Wanted

        if is_pages(format_for(Path(path), format, alpha=transparent)):
            if start is not None or end is not None or corner or loop or dask or resume:
                what = f"{Path(path).name} has pages and no frames, one for each step"
                raise VizError(Fault(what, write="only size and overwrite beside the path"))
            return _pages(self._sized(size), Path(path), format, overwrite, progress)
        form = Wanted(format, transparent, corner, loop=loop, overwrite=overwrite)
        job = self.film_job(path, fps, size, start, end, form)
        return self.record(job, progress, Ways(jobs, dask, resume))

    def film_job(
        self,
        path: str | Path,
        fps: float | str | Fraction = 60,
        size: str = "",
        start: str | float | Fraction | None = None,
        end: str | float | Fraction | None = None,
        wanted: Wanted | None = None,
    ) -> FilmJob:
        """What `film` would film: which frames, how large, how fast. Nothing is written."""
        from viz.film.rate import frame_rate
        from viz.film.request import Wanted, job_for
        from viz.film.script import told_by

        look = self._sized(size).look
        first, last = (None if t is None else Fraction(str(_screen(t))) for t in (start, end))
        pixels, rate = (look.width, look.height), frame_rate(str(fps))
        beats = tuple(one.start for one in told_by(self.timeline))
        return job_for(
            Path(path), pixels, self.seconds, rate, (first, last), wanted or Wanted(), beats
        )

    def record(
        self,
        job: FilmJob,
        progress: Callable[[int, int], None] | None = None,
        ways: Ways | None = None,
    ) -> Path:
        """Film a job of `film_job`; gives back the path of the film, which is whole."""
        from viz.film.make import make
        from viz.film.source import source_of

        return make(job, source_of(self.scene, self.take, self.look), ways, progress)

    def _sized(self, size: str) -> Show:
        if not size:
            return self
        width, height = picture_size(size)
        return self.looking(width=width, height=height)

    def _side(self, side: Side) -> Seat:
        machine = self.timeline.machine(side)
        if machine is None:
            raise VizError(Fault(f"scene '{self.scene.name}' has no machine at {side}"))
        return Seat(machine)


@dataclass(frozen=True, slots=True)
class Explanations:
    """What `explain` tells; printing it gives one paragraph a number."""

    items: tuple[tuple[str, Explanation], ...]
    published: tuple[tuple[str, Against], ...] = ()  # side -> the model against published speeds

    def __str__(self) -> str:
        from viz.physics.against import in_words

        told = [_paragraph(name, told) for name, told in self.items]
        for side, against in self.published:
            head, *rows = in_words(against)
            told.append("\n".join([f"{side}: {head}", *(f"    {row}" for row in rows)]))
        return "\n\n".join(told)

    __repr__ = __str__


def open_show(name: str, **look: Any) -> Show:
    """Open a scene by name or file. Look: width, height, theme "dark" or "light", lang.

    Raises VizError with every fault of the file, those of its actors' parameters included.
    """
    scene = load_scene(name)
    demand_sound(scene)
    return Show(scene, changed_look(Look(), look))


def _pages(
    show: Show, path: Path, form: str, overwrite: bool, progress: Callable[[int, int], None] | None
) -> Path:
    from viz.film.script import told_by
    from viz.show_pages import Told, write_pages

    title, steps, lang = show.scene.title, told_by(show.timeline), show.look.lang
    told = Told(
        show.name, title, steps, show.seconds, lang, lambda one: show.looking(lang=one).frame
    )
    return write_pages(told, path, format=form, overwrite=overwrite, progress=progress)


def _paragraph(name: str, told: Explanation) -> str:
    band = f", within x{told.band:.3g}" if told.band > 1 else ""
    basis = "as published" if told.basis == "published" else "limit"
    if told.basis == "published" and not told.validated:
        band += ", NOT VALIDATED"
    lines = [
        f"{name} = {told.text}   ({basis}{band})",
        f"  {told.formula}",
        f"  = {told.with_numbers}",
    ]
    for item in told.inputs:
        note = f"; {item.note}" if item.note else ""
        lines.append(f"    {item.symbol:<8} {item.text:<16} {item.says}: {item.source}{note}")
    return "\n".join(lines)


def _screen(value: str | float | Fraction) -> float:
    """A screen time: seconds, or a text such as "3.5 s", "800 ms" or "1:02.5"."""
    if isinstance(value, str) and ":" in value:
        return float(screen_time(value))
    return _seconds(value)


def _seconds(value: str | float | Fraction) -> float:
    if not isinstance(value, str):
        if not isfinite(value):
            raise VizError(Fault(f"{value} is no time", write="seconds, or a text such as '3.5 s'"))
        return float(value)
    try:
        return parse(value, "seconds")
    except UnitError as error:
        raise VizError(Fault(error.what, write=error.write)) from None
