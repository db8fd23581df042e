"""The picture of `pipe`, by Manim Community: `python in_manim.py film.mp4`, or
`python in_manim.py pictures`, which paints every frame, encodes none, and prints the seconds."""

import shutil
import sys
import tempfile
import time
from pathlib import Path

import pipe
from manim import Dot, RoundedRectangle, Scene, ValueTracker, VGroup, config, linear, tempconfig

UNIT = config.frame_height / pipe.SIZE[1]  # of Manim's, for a pixel


def place(x, y):
    """Manim's origin is the middle, and its y goes up."""
    return ((x - pipe.SIZE[0] / 2) * UNIT, (pipe.SIZE[1] / 2 - y) * UNIT, 0)


class Pipe(Scene):
    """80 wafers that stand, 600 tokens that move by one clock."""

    def construct(self):
        side = (pipe.WAFER - pipe.EDGE) * UNIT  # its stroke is half outside
        wafers = VGroup(
            RoundedRectangle(
                width=side,
                height=side,
                corner_radius=(8 - pipe.EDGE / 2) * UNIT,
                fill_color=pipe.BODY,
                fill_opacity=1,
                stroke_color=pipe.RIM,
                stroke_width=pipe.EDGE * UNIT * 100,
            ).move_to(place(x, y))
            for x, y in pipe.wafers()
        )
        clock = ValueTracker(0)
        tokens = VGroup(
            Dot(place(*pipe.token(number, 0)), radius=pipe.RADIUS * UNIT, color=pipe.TOKEN)
            for number in range(pipe.TOKENS)
        )

        def moved(group):
            t = clock.get_value()
            for number, dot in enumerate(group):
                dot.move_to(place(*pipe.token(number, t)))

        tokens.add_updater(moved)
        self.add(wafers, tokens)
        before = time.process_time()
        self.play(clock.animate.set_value(pipe.SECONDS), run_time=pipe.SECONDS, rate_func=linear)
        self.seconds = time.process_time() - before


def rendered(folder, *, film):
    """The scene, rendered as `manim -qh --disable_caching` does, with its file if `film`."""
    settings = {
        "quality": "high_quality",
        "background_color": pipe.GROUND,
        "media_dir": folder,
        "disable_caching": True,
        "dry_run": not film,
        "verbosity": "ERROR",
        "progress_bar": "none",
    }
    with tempconfig(settings):
        scene = Pipe()
        scene.render()
        path = scene.renderer.file_writer.movie_file_path if film else None
        count = scene.renderer.time * pipe.FPS
    return scene, path, count


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        scene, path, count = rendered(folder, film=sys.argv[1] != "pictures")
        if path is None:
            print(scene.seconds)
        else:
            shutil.move(path, Path(sys.argv[1]))
