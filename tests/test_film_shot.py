"""Transparent films, room for a face, safe areas, loops: pixel by pixel, without an encoder."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from filming import job

from viz.errors import VizError
from viz.film.framing import corner, shot, stage_in
from viz.film.pixels import array_of
from viz.film.request import Wanted, job_for
from viz.picture.frame import frame_at
from viz.scene.find import scene_names
from viz.show import open_show
from viz.stage.look import Look
from viz.stage.marks import Box, Disc, Frame, Label
from viz.stage.text_metrics import label_box
from viz.timeline.clocks import ScreenSeconds

GROUND = "#0D1117"


def frames(width, height):
    """A box of a known colour, half seen, and a disc that moves."""

    def frame(t):
        box = Box(100, 100, 400, 400, fill="#FF8000", alpha=0.5)
        solid = Box(600, 600, 200, 200, fill="#336699")
        disc = Disc(300 + float(t) * 100, 900, 50, fill="#FFFFFF")
        return Frame(width * 1080 / min(width, height), 1080, GROUND, (solid,), (box, disc))

    return frame


def pixels(painted):
    return array_of(painted.pixels).copy()


def test_nothing_is_clear_and_half_seen_keeps_its_own_colour(tmp_path):
    picture = shot(job(tmp_path / "a.webm", size=(216, 216), alpha=True), frames)
    array = pixels(picture(Fraction(0)))
    assert array[5, 5, 3] == 0
    blue, green, red, alpha = (int(value) for value in array[60, 60])
    assert abs(alpha - 128) <= 1
    assert np.abs(np.array([red, green, blue]) - (255, 128, 0)).max() <= 2  # straight: not darker
    assert tuple(array[140, 140]) == (0x99, 0x66, 0x33, 255)


def test_a_clear_picture_laid_over_the_ground_is_the_opaque_one(tmp_path):
    show = open_show("weights_stay")

    def of(width, height):
        look = Look(width, height)
        return lambda t: frame_at(show.timeline, ScreenSeconds(float(t)), look)

    made = job(tmp_path / "a.webm", size=(320, 180), start=Fraction(7))
    at = Fraction(8)
    clear = pixels(shot(replace(made, alpha=True), of)(at)).astype(float)
    opaque = pixels(shot(made, of)(at)).astype(float)
    share = clear[:, :, 3:] / 255
    ground = np.array([int(of(320, 180)(at).ground[i : i + 2], 16) for i in (5, 3, 1)])
    over = clear[:, :, :3] * share + ground * (1 - share)
    off = np.abs(over - opaque[:, :, :3])
    assert off[:149].max() <= 3  # above the caption, whose band is a plate where it is clear


def test_a_clear_picture_does_not_depend_on_those_painted_before(tmp_path):
    made = job(tmp_path / "a.webm", size=(216, 216), alpha=True, corner="top-left")
    walked, fresh = shot(made, frames), shot(made, frames)
    for n in range(5):
        walked(Fraction(n, 10))
    assert np.array_equal(pixels(walked(Fraction(1))), pixels(fresh(Fraction(1))))


@pytest.mark.parametrize("name", ["bottom-right", "top-right", "bottom-left", "top-left"])
@pytest.mark.parametrize("size", [(320, 180), (180, 320), (200, 200)])
@pytest.mark.parametrize("alpha", [True, False])
def test_a_quarter_in_the_corner_is_free_in_every_picture(tmp_path, name, size, alpha):
    made = job(tmp_path / "a.mov", size=size, corner=name, alpha=alpha)
    picture = shot(made, frames)
    for n in range(3):
        array = pixels(picture(Fraction(n)))
        width, height = size
        if width > height:
            cut = slice(width * 3 // 4, None) if name.endswith("right") else slice(0, width // 4)
            free = array[:, cut]
        else:
            cut = (
                slice(height * 3 // 4, None) if name.startswith("bottom") else slice(0, height // 4)
            )
            free = array[cut]
        assert free.size * 4 == array.size
        expected = (0, 0, 0, 0) if alpha else (0x17, 0x11, 0x0D, 255)
        assert (free == expected).all()
    x, y, wide, high = stage_in(made)
    assert np.any(array[y : y + high, x : x + wide, :3] > 100)  # the scene is beside it


def test_a_picture_of_4_to_5_with_a_safe_area_has_nothing_where_players_draw(tmp_path):
    x, y, width, height = stage_in(job(tmp_path / "a.mp4", size=(1080, 1350), safe=True))
    assert y >= 0.15 * 1350
    assert y + height <= 0.8 * 1350
    assert x + width <= 0.85 * 1080
    assert stage_in(job(tmp_path / "a.mp4", size=(1920, 1080), safe=True)) == (0, 0, 1920, 1080)


@pytest.mark.parametrize("name", scene_names())
def test_a_tall_stage_keeps_free_what_players_cover_and_is_not_made_smaller_for_it(tmp_path, name):
    made = job(tmp_path / "a.mp4", size=(1080, 1920), safe=True)
    assert stage_in(made) == (0, 0, 1080, 1920)
    show = open_show(name, width=1080, height=1920)
    for span in show.timeline.beats:
        frame = show.frame(span.end - 0.01)
        for mark in frame.marks:
            if not isinstance(mark, Label):
                continue
            x, y, wide, high = label_box(mark)
            if y + high <= 0 or y >= 1920 or x + wide <= 0 or x >= 1080:
                continue  # the camera has left it behind: nobody sees it
            assert x + wide <= 0.85 * 1080 + 2, mark
            assert 0.15 * 1920 <= y + high / 2 <= 0.8 * 1920, mark


def banded(width, height):
    """A caption's band from edge to edge, with words in it, and words on nothing."""

    def frame(_t):
        wide = width * 1080 / min(width, height)
        band = Box(0, 900, wide, 180, fill="#203040")
        words = Label("Said", 200, 960, 40, "#FFFFFF"), Label("Bare", 200, 400, 40, "#808080")
        return Frame(wide, 1080, GROUND, (band,), words)

    return frame


def test_without_a_ground_the_band_is_a_plate_with_ends_and_bare_words_have_a_plate(tmp_path):
    made = job(tmp_path / "a.mov", size=(640, 360), alpha=True, corner="bottom-right")
    array = pixels(shot(made, banded)(Fraction(0)))
    assert (array[:, 480:, 3] == 0).all()  # the corner's column
    row = array[310, :480, 3]  # within the band
    assert row[2] == row[477] == 0
    assert 220 < row[240] < 240  # nine tenths
    left = 200 / 3 - 4  # just beside the first letter
    assert 220 < array[130, round(left), 3] < 240
    assert array[60, 240, 3] == 0


def test_beside_a_corner_the_band_goes_on_to_the_edge_of_the_picture(tmp_path):
    made = job(tmp_path / "a.mp4", size=(640, 360), corner="bottom-right")
    array = pixels(shot(made, banded)(Fraction(0)))
    assert tuple(array[350, 639, :3]) == (0x40, 0x30, 0x20)
    assert tuple(array[200, 639, :3]) == (0x17, 0x11, 0x0D)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_all_text_of_a_wide_film_stands_within_five_per_cent_of_its_edges(lang):
    show = open_show("weights_stay", lang=lang)
    for t in range(0, int(show.seconds), 5):
        frame = show.frame(t)
        labels = [m for m in (*frame.still, *frame.marks) if isinstance(m, Label) and m.alpha > 0]
        assert labels
        for mark in labels:
            assert mark.x >= 0.05 * frame.width, mark
            assert mark.x <= 0.95 * frame.width, mark
            assert 0.05 * frame.height <= mark.y <= 0.951 * frame.height, mark


def test_the_picture_after_the_last_of_a_loop_is_its_first(tmp_path):
    made = job(tmp_path / "a.mp4", 90, 30, size=(216, 216), loop=True)
    picture = shot(made, frames)
    first = pixels(picture(made.at(0)))
    before = pixels(picture(made.at(74)))
    halfway = pixels(picture(made.at(82)))
    assert np.array_equal(pixels(picture(made.at(90))), first)
    assert not np.array_equal(before, first)
    plain = shot(replace(made, loop=False), frames)
    assert np.array_equal(before, pixels(plain(made.at(74))))  # untouched until it dissolves
    # No step at the seam: each picture of the dissolve is nearer to the first one than that before.
    off = [np.abs(pixels(picture(made.at(n))).astype(int) - first).sum() for n in (80, 84, 88, 90)]
    assert off == sorted(off, reverse=True)
    assert off[-1] == 0
    assert not np.array_equal(halfway, first)


def test_halfway_through_the_dissolve_no_words_stand_over_others(tmp_path):
    def lettered(width, height):
        def frame(t):
            words = Label("begin" if t < 1 else "end here", 200, 500, 90, "#FFFFFF")
            return Frame(1080 * width / height, 1080, GROUND, (), (words,))

        return frame

    made = job(tmp_path / "a.mp4", 90, 30, size=(216, 216), loop=True)
    picture = shot(made, lettered)
    bright = [int(pixels(picture(made.at(n)))[:, :, :3].max()) for n in (70, 78, 82, 83, 90)]
    assert bright[0] == bright[4] == 255
    assert 40 < bright[1] < 255
    assert max(bright[2:4]) < 60


def test_a_loop_painted_out_of_order_is_the_same(tmp_path):
    made = job(tmp_path / "a.mp4", 60, 30, size=(216, 216), loop=True)
    one, other = shot(made, frames), shot(made, frames)
    one(made.at(50))
    assert np.array_equal(pixels(one(made.at(10))), pixels(other(made.at(10))))
    assert one(made.at(10)).changed == ()


def test_a_corner_that_is_none_is_answered_with_the_nearest():
    assert corner("Bottom Right") == "bottom-right"
    with pytest.raises(VizError, match="did you mean 'bottom-left'"):
        corner("botom-left")


def test_a_corner_within_a_safe_area_is_refused(tmp_path):
    wanted = Wanted(corner="top-left", safe=True)
    with pytest.raises(VizError, match="--corner or --safe-area"):
        job_for(tmp_path / "a.mp4", (64, 48), 1.0, Fraction(30), (None, None), wanted)


@pytest.mark.parametrize("name", scene_names())
def test_every_scene_has_a_layout_for_what_a_tall_film_leaves_it(tmp_path, name):
    """A vertical film with its safe area, with room for a face, and forms of stages between."""
    tall = job(tmp_path / "a.mp4", 60, size=(1080, 1920), corner="top-left")
    short = job(tmp_path / "a.mp4", 60, size=(1080, 1350), safe=True)
    sizes = {stage_in(tall)[2:], stage_in(short)[2:]}
    assert sizes == {(1080, 1440), (918, 877)}
    for size in (*sizes, (1080, 1550), (1080, 1630), (1080, 1640)):
        opened = open_show(name, width=size[0], height=size[1])
        for span in opened.timeline.beats:
            assert opened.frame((span.start + span.end) / 2).marks
