"""Painting: exact coverage, motion finer than a pixel, clipping, any size."""

import itertools
from dataclasses import fields, replace
from functools import cache

import numpy as np
import pytest
from canvas import BLACK, KINDS, WHITE, ZOO, array, frame_of, painted, small, zoo
from stagecraft import SIZES, show, spread_times

from viz.paint.surface import Painter, sprites
from viz.stage.marks import (
    Arc,
    Box,
    Clip,
    Disc,
    Dots,
    Field,
    Frame,
    Glow,
    Gradient,
    Hatch,
    Label,
    Line,
    Ribbon,
    Shade,
    Shape,
    Trail,
)


def test_there_is_one_mark_of_every_kind_to_try():
    assert set(ZOO) == set(KINDS)


@cache
def ink_of(kind):
    """Where a mark of a kind leaves ink, at a quarter of the stage's size."""
    return painted(frame_of(ZOO[kind], width=1440.0, ground=BLACK), 360, 270).any(axis=2)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_of_mark_leaves_ink_where_it_is_and_nowhere_else(kind):
    picture = ink_of(kind)
    assert picture.sum() > 100
    for other in KINDS:
        if other is not kind:
            assert not (ink_of(other) & picture).any(), other.__name__
    together = painted(zoo(), 360, 270) != (0x0D, 0x11, 0x17)
    assert (together.any(axis=2) >= picture).mean() > 0.99, "and it is there among the others"


def test_a_box_covers_its_own_pixels_and_no_other():
    ink = small(Box(10, 20, 30, 40, WHITE))
    assert (ink[20:60, 10:40] == 1).all()
    assert ink.sum() == 30 * 40


@pytest.mark.parametrize(("fraction", "share"), [(0.125, 0.875), (0.25, 0.75), (0.5, 0.5)])
def test_the_edge_of_a_box_between_pixels_covers_them_in_part(fraction, share):
    """A box from 10.25 covers three quarters of the pixel from 10 to 11."""
    ink = small(Box(10 + fraction, 20, 30, 40, WHITE))
    assert ink[30, 10] == pytest.approx(share, abs=0.01)
    assert ink[30, 40] == pytest.approx(fraction, abs=0.01)
    assert (ink[30, 11:40] == 1).all()


def test_the_same_ink_is_there_wherever_a_disc_lies():
    """pi 20^2 = 1256.6 pixels, at any fraction of a pixel: smooth edges are exact enough."""
    for fx, fy in ((0, 0), (0.125, 0.5), (0.5, 0.5), (0.875, 0.25)):
        assert small(Disc(50 + fx, 50 + fy, 20, WHITE)).sum() == pytest.approx(1256.6, rel=0.005)


def test_edges_are_smooth():
    ink = small(Disc(50.3, 50.7, 30, WHITE))
    between = ((ink > 0.05) & (ink < 0.95)).sum()
    # The outline is 2 pi 30 = 188 pixels long, and each crossed pixel is covered in part.
    assert 150 < between < 300
    assert len(np.unique(ink)) > 30


@pytest.mark.parametrize("alpha", [0.25, 0.5, 0.75])
@pytest.mark.parametrize(
    "mark",
    [Box(20, 20, 40, 40, WHITE), Disc(40, 40, 18, WHITE), Dots(20, 20, 1, 1, 40, 40, 40, WHITE, 0),
     Line(((20, 40), (60, 40)), 30, WHITE), Shape(((20, 20), (60, 20), (60, 60), (20, 60)), WHITE),
     Hatch(20, 20, 40, 40, WHITE, WHITE), Arc(40, 40, 10, 20, 0, 1, WHITE),
     Field(20, 20, 2, 2, 20, 20, 20, bytes(4), (Shade(WHITE),), 0),
     Gradient(20, 20, 40, 40, ((0.0, WHITE, 1.0), (1.0, WHITE, 1.0))),
     Ribbon(((20, 40), (60, 40)), (30, 30), WHITE, (1.0, 1.0)),
     Clip(20, 20, 40, 40, (Box(0, 0, 99, 99, WHITE),), 9)],
    ids=lambda mark: type(mark).__name__ if not isinstance(mark, float) else str(mark),
)  # fmt: skip
def test_alpha_mixes_with_what_lies_below(mark, alpha):
    grey = Box(0, 0, 100, 100, "#808080")  # 128 of 255
    ink = small(grey, replace(mark, alpha=alpha))
    assert ink[40, 45] == pytest.approx(128 / 255 * (1 - alpha) + alpha, abs=0.012)
    assert ink[90, 90] == pytest.approx(128 / 255, abs=1e-6)


def test_what_has_no_strength_is_not_drawn():
    assert not small(Box(0, 0, 100, 100, WHITE, alpha=0.0)).any()


def test_an_edge_lies_inside_its_outline():
    ink = small(Box(20, 20, 40, 40, "#FF0000", 0, BLACK, 5))
    assert (ink[25:55, 25:55] == 1).all()
    assert ink[:, :25].sum() == ink[:25].sum() == ink[55:].sum() == 0


def test_a_box_without_a_fill_is_its_edge_alone():
    ink = small(Box(20, 20, 40, 40, "", 0, WHITE, 5))
    assert not ink[25:55, 25:55].any()
    assert ink.sum() == pytest.approx(40 * 40 - 30 * 30)


def test_a_round_corner_leaves_its_corner_free():
    ink = small(Box(20, 20, 40, 40, WHITE, 10))
    assert ink[20, 20] == 0
    assert ink[40, 20] == 1
    # Four corners of 10 x 10 lose a quarter of a circle each: (4 - pi) 100 = 85.8.
    assert ink.sum() == pytest.approx(1600 - 85.8, abs=3)


def test_squares_behind_a_clip_are_cut_off_at_it():
    """Squares of 10 each 20 from 5 on, seen through 30 to 70: 5 of the second, 10 of the third,
    and 5 of the fourth."""
    ink = small(Dots(5, 40, 5, 1, 20, 20, 10, WHITE, 0, clip=(30, 0, 40, 100)))
    assert not ink[:, :30].any()
    assert not ink[:, 70:].any()
    row = ink[45]
    assert row[30:35].all()
    assert not row[35:45].any()
    assert row[45:55].all()
    assert not row[55:65].any()
    assert row[65:70].all()
    assert row.sum() == pytest.approx(20)


def test_squares_moved_by_an_eighth_of_a_pixel_look_different():
    for clip in (None, (10, 10, 80, 60)):
        at = [small(Dots(20 + i / 8, 20, 3, 2, 20, 20, 10, WHITE, clip=clip)) for i in range(9)]
        for one, other in itertools.pairwise(at):
            assert (one != other).any()
        assert (np.roll(at[0], 1, axis=1) == at[8]).all(), "a whole pixel is the same one further"


GLIDERS = {
    "Box": lambda x: Box(20 + x, 30, 30, 20, WHITE, 4),
    "Dots": lambda x: Dots(20 + x, 30, 3, 1, 12, 12, 9, WHITE),
    "stream": lambda x: Dots(20 + x, 30, 3, 1, 12, 12, 9, WHITE, clip=(5, 5, 90, 90)),
    "Disc": lambda x: Disc(30 + x, 40, 12, WHITE),
    "Arc": lambda x: Arc(40 + x, 40, 12, 5, 0, 1, WHITE),
    "Glow": lambda x: Glow(50 + x, 50, 30, WHITE, 1.0),
    "Line": lambda x: Line(((20 + x, 30), (50 + x, 60)), 6, WHITE),
    "Shape": lambda x: Shape(((-10, -10), (14, 0), (-10, 10)), WHITE, x=40 + x, y=40),
    "Trail": lambda x: Trail(((0, 0), (-30, 0)), 14, WHITE, 1.0, x=60 + x, y=40),
    "Field": lambda x: Field(20 + x, 30, 4, 2, 12.3, 12, 9, bytes(8), (Shade(WHITE),)),
    "Gradient": lambda x: Gradient(20 + x, 30, 40, 20, ((0.0, WHITE, 0.0), (1.0, WHITE, 1.0)), r=6),
    "Ribbon": lambda x: Ribbon(((0, 0), (-30, 0)), (14, 2), WHITE, x=60 + x, y=40),
    "Clip": lambda x: Clip(20 + x, 20, 50, 50, (Box(0, 0, 99, 99, WHITE),), 25),
    "box clip": lambda x: Clip(20 + x, 20, 50, 50, (Box(0, 0, 99, 99, WHITE),)),
}


@pytest.mark.parametrize("name", GLIDERS)
def test_what_glides_slowly_never_jumps(name):
    """A tenth of a pixel a frame: the middle of the ink follows, about to an eighth of a pixel;
    to a quarter for a tail, which is soft anyway."""
    columns = np.arange(100) + 0.5
    middles = []
    for i in range(31):
        ink = small(GLIDERS[name](i * 0.1))
        middles.append((ink.sum(axis=0) * columns).sum() / ink.sum())
    gone = np.array(middles) - middles[0]
    wanted = np.arange(31) * 0.1
    assert np.abs(gone - wanted).max() <= (0.27 if name == "Trail" else 0.16)
    assert np.diff(middles).max() <= (0.51 if name == "Trail" else 0.25)
    assert np.diff(middles).min() >= -0.02


def test_later_marks_lie_on_earlier_ones_and_all_on_what_is_still():
    red, green, blue = "#FF0000", "#00FF00", "#0000FF"
    frame = frame_of(
        Box(10, 10, 50, 50, green),
        Box(30, 30, 50, 50, blue),
        still=(Box(0, 0, 100, 100, red),),
        width=100,
        height=100,
    )
    picture = painted(frame, 100, 100)
    assert [tuple(picture[i, i]) for i in (5, 20, 50, 90)] == [
        (255, 0, 0),
        (0, 255, 0),
        (0, 0, 255),
        (255, 0, 0),
    ]


def test_the_ground_is_the_frame_s_own():
    assert (painted(frame_of(ground="#123456"), 64, 36) == (0x12, 0x34, 0x56)).all()


def test_marks_outside_the_picture_are_cut_off():
    ink = small(Box(-20, -20, 30, 30, WHITE), Disc(100, 100, 20, WHITE), Disc(300, 300, 9, WHITE))
    assert (ink[:10, :10] == 1).all()
    assert ink[95, 95] == 1
    assert ink[50, 50] == 0


def test_a_trail_is_brightest_at_its_head_and_fades_to_nothing():
    for points in (((0, 0), (-60, 0)), ((0, 0), (-30, 0), (-60, 0))):
        ink = small(Trail(points, 16, WHITE, 0.9, x=80, y=50))[50]
        assert ink[76] > ink[60] > ink[40] > ink[24]
        assert ink[76] > 0.5
        assert ink[22] < 0.12


def test_a_dashed_line_has_gaps_of_its_dash():
    ink = small(Line(((10, 50), (90, 50)), 6, WHITE, (20, 10)))[50]
    assert ink[20] == ink[50] == ink[80] == 1
    # 30 to 40 is a gap, less the round ends of half the width.
    assert ink[35] == ink[65] == 0


def test_an_arc_runs_clockwise_from_the_top():
    ink = small(Arc(50, 50, 30, 8, 0.0, 0.25, WHITE))
    assert ink[50 - 21, 50 + 21] == 1  # half past one
    assert ink[50 + 21, 50 + 21] == ink[50 + 21, 50 - 21] == ink[50 - 21, 50 - 21] == 0
    assert ink.sum() == pytest.approx(2 * np.pi * 30 * 8 / 4, rel=0.03)


def test_half_of_a_hatch_is_stripes():
    ink = small(Hatch(10, 10, 80, 80, BLACK, WHITE, 0, 16))
    assert ink[10:90, 10:90].mean() == pytest.approx(0.5, abs=0.03)
    # Stripes run from bottom left to top right: one further right is one further up.
    assert ink[40, 40:60] == pytest.approx(ink[39, 41:61], abs=1e-6)


def test_a_glow_fades_with_the_square_of_the_distance_left():
    ink = small(Glow(50, 50, 40, WHITE, 1.0))
    # At 20 of 40 half the radius is left: a quarter of the light.
    assert ink[49, 69] == pytest.approx(0.25, abs=0.03)
    assert ink[49, 49] > 0.9
    assert ink[49, 92] == 0


def test_a_label_stands_on_its_baseline_and_starts_at_its_anchor():
    for anchor, start in (("start", 50), ("middle", 25), ("end", 0)):
        ink = small(Label("HHH", 50, 60, 24, WHITE, anchor=anchor))
        rows, columns = np.nonzero(ink > 0.3)
        assert rows.max() == pytest.approx(59, abs=1)
        # Noto's capitals are 0.733 em: 17.6 pixels.
        assert rows.max() - rows.min() + 1 == pytest.approx(17.6, abs=1.2)
        wide = 24 * 3 * 0.73
        assert columns.min() == pytest.approx(50 - {50: 0, 25: wide / 2, 0: wide}[start], abs=4)


@pytest.mark.parametrize("size", [(3840, 2160), (640, 360), (64, 36), (16, 16), (17, 31), (1, 1)])
def test_frames_are_painted_at_any_size(size):
    opened = show()
    picture = painted(opened.frame(7.0), *size)
    assert picture.shape == (size[1], size[0], 3)
    if min(size) >= 36:
        assert picture.std() > 5


def test_a_small_picture_is_the_large_one_seen_from_afar():
    frame = show().frame(7.0)
    large = painted(frame, 1920, 1080).astype(float)
    means = large.reshape(270, 4, 480, 4, 3).mean(axis=(1, 3))
    assert np.abs(painted(frame, 480, 270) - means).mean() < 3.0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_painting_after_other_frames_gives_the_same_bytes_as_painting_afresh(size, theme):
    opened = show(width=size[0], height=size[1], theme=theme)
    pixels = size[0] // 4, size[1] // 4
    painter = Painter(*pixels)
    # Somewhere, and where captions fade, a question comes in, and its answer.
    moments = [*spread_times(opened, 4), 24.05, 27.7]
    for t in (*moments, moments[1], moments[0]):
        frame = opened.frame(t)
        assert array(painter.paint(frame)).tobytes() == painted(frame, *pixels).tobytes()


def test_painting_one_look_after_another_gives_the_same_bytes():
    """A window that changes theme or language keeps its painter."""
    painter = Painter(480, 270)
    for theme, lang, t in (
        ("dark", "en", 7),
        ("light", "en", 7),
        ("dark", "zh", 9),
        ("dark", "en", 9),
    ):
        frame = show(theme=theme, lang=lang).frame(t)
        assert (array(painter.paint(frame)) == painted(frame, 480, 270)).all()


def other_value(name, value):
    """Another value of a field, of the same kind."""
    if name == "anchor":
        return "middle"
    if name == "weight":
        return 400
    if name in ("columns", "rows"):
        return value - 1
    if name == "text":
        return value[1:]
    if name == "clip":
        return (520, 110, 100, 90)
    if name == "points":
        return (*value[:-1], (value[-1][0] + 30, value[-1][1] - 30))
    if name == "dash":
        return (12, 9)
    if name == "cells":
        return value[1:] + value[:1]
    if name == "shades":
        return (replace(value[0], size=0.5), *value[1:])
    if name == "stops":
        return ((0.2, *value[0][1:]), *value[1:])
    if name == "marks":
        return value[:1]
    if name in ("widths", "lights"):
        return (value[1], value[0])
    if isinstance(value, str):
        return "#FF00FF"
    if isinstance(value, bool):
        return not value
    return value + 0.25 if name in ("alpha", "start", "end") and value < 0.7 else value * 0.6 + 3.5


PROPERTIES = [
    (kind, field.name)
    for kind in KINDS
    for field in fields(kind)
    if field.name not in {"of", "key", "ref"}
]


@pytest.mark.parametrize(("kind", "name"), PROPERTIES, ids=lambda it: getattr(it, "__name__", it))
def test_every_property_of_a_mark_shows_and_is_not_confused_with_another(kind, name):
    """Sprites are kept by what they depend on: a property left out would show the old picture."""
    mark = ZOO[kind]
    value = getattr(mark, name)
    other = 0.4 if name == "alpha" else other_value(name, value)
    changed = frame_of(replace(mark, **{name: other}), width=1440.0)
    painter = Painter(720, 540)
    first = array(painter.paint(frame_of(mark, width=1440.0)))
    second = array(painter.paint(changed))
    assert (first != second).any()
    assert (second == painted(changed, 720, 540)).all()


LEAVERS = [
    *ZOO.values(),
    *(Label("gjpqy,|（）ÅÊ權Ⓐ f", 200, 600, 260, WHITE, weight) for weight in (400, 700)),
    Line(((200, 200), (900, 260), (300, 320)), 60, WHITE),
    Trail(((500, 500), (300, 300)), 120, WHITE, 0.9),
    Shape(((200, 200), (900, 230), (200, 260)), WHITE, BLACK, 40),
    Arc(600, 500, 200, 90, 0.2, 0.6, WHITE),
]


@pytest.mark.parametrize("mark", LEAVERS, ids=lambda mark: type(mark).__name__)
@pytest.mark.parametrize("scale", [0.25, 0.5])
def test_a_mark_that_goes_leaves_nothing_behind(mark, scale):
    painter = Painter(round(1440 * scale), round(1080 * scale))
    assert array(painter.paint(frame_of(mark, width=1440.0))).any()
    assert not array(painter.paint(frame_of(width=1440.0))).any()
    empty = frame_of(width=1440.0)
    painter.paint(empty)
    assert (array(painter.paint(frame_of(mark, width=1440.0))) ==
            painted(frame_of(mark, width=1440.0), *painter.surface.get_size())).all()  # fmt: skip


def test_neighbouring_frames_repaint_a_small_part_of_the_picture():
    opened, painter = show(), Painter(960, 540)
    painter.paint(opened.frame(8.0))
    painter.paint(opened.frame(8.0 + 1 / 60))
    assert painter.changed
    assert sum(rect.w * rect.h for rect in painter.changed) < 0.25 * 960 * 540


def test_the_same_frame_again_repaints_nothing():
    opened, painter = show(), Painter(480, 270)
    painter.paint(opened.frame(8.0))
    painter.paint(opened.frame(8.0))
    assert painter.changed == []


def test_what_changed_covers_every_pixel_that_changed():
    opened, painter = show(), Painter(960, 540)
    before = array(painter.paint(opened.frame(8.0)))
    for t in (8.0 + 1 / 60, 8.1, 11.9, 12.1, 24.05, 27.7, 45.0):
        now = array(painter.paint(opened.frame(t)))
        for rect in painter.changed:
            before[rect.top : rect.bottom, rect.left : rect.right] = now[
                rect.top : rect.bottom, rect.left : rect.right
            ]
        assert (before == now).all()


@pytest.mark.parametrize("phase", [(0.0, 0.0), (0.25, 0.875)])
@pytest.mark.parametrize("fill", ["#203040", ""])
def test_a_large_box_is_the_one_that_is_computed_pixel_by_pixel(phase, fill):
    mark = Box(0, 0, 211.3, 97.6, fill=fill, r=14, edge="#d0a060", edge_w=2.5)
    sprite = sprites.box_sprite(mark, 1.5, *phase).surface
    w, h, r, e = (1.5 * one for one in (mark.w, mark.h, mark.r, mark.edge_w))
    whole = sprites.box_pixels(mark, w, h, r, e, *phase)
    found = np.frombuffer(sprite.get_buffer().raw, np.uint8).reshape(whole.shape)
    covered = whole[..., 3] > 0  # what is not seen has no colour
    assert np.abs(found[..., 3].astype(int) - whole[..., 3]).max() <= 1  # another rounding
    assert np.abs(found.astype(int) - whole)[covered].max() <= 1


ORANGE = (Shade("#E69F00", alpha=0.3), Shade("#E69F00"), Shade("", "#FFFFFF", 2, 0.5))
VECTOR = Field(10, 10, 128, 64, 7, 7, 5.4, bytes(8192), ORANGE, 3)


def lens(cells, shift=0.0):
    inner = (
        Box(100, 100, 500, 300, "#203040"),
        Field(120 + shift, 120, 20, 10, 21.3, 20, 15, cells, ORANGE, 4),
        Gradient(100, 300, 400, 60, ((0.0, WHITE, 0.0), (1.0, WHITE, 0.8)), r=8),
        Ribbon(((0, 0), (-150, 40), (-200, 0)), (20, 3), "#56B4E9", x=400 + shift, y=250),
        Clip(350, 150, 120, 120, (Disc(380 + shift, 200, 60, "#009E73"),), 60, 0.7),
    )
    return Clip(150.3, 110, 300.5, 260, inner, 130, 0.9)


def test_a_cell_that_changes_repaints_its_own_place_and_one_that_empties_is_gone():
    """A cell of 5.4 pixels at a pitch of 7: with room for smooth edges less than 12 x 12 pixels."""
    painter = Painter(920, 470)
    cells = bytearray(8192)
    for i in (0, 127, 4000, 8191):
        cells[i] = 1
        frame = frame_of(replace(VECTOR, cells=bytes(cells)), width=920.0, height=470.0)
        after = array(painter.paint(frame))
        assert (after == painted(frame, 920, 470)).all()
        if i:
            assert sum(rect.w * rect.h for rect in painter.changed) <= 12 * 12
            (rect,) = painter.changed
            assert rect.collidepoint(10 + 7 * (i % 128) + 2, 10 + 7 * (i // 128) + 2)


def test_what_changes_behind_a_lens_is_repainted_to_the_pixel_and_only_there():
    painter = Painter(640, 360)
    cells = bytearray(i % 3 for i in range(200))
    for i in range(12):
        cells[i * 17 % 200] = (cells[i * 17 % 200] + 1) % 3
        frame = frame_of(lens(bytes(cells), shift=i // 4 * 3.3), width=960.0, height=540.0)
        assert (array(painter.paint(frame)) == painted(frame, 640, 360)).all()
        if i % 4:
            assert sum(rect.w * rect.h for rect in painter.changed) < 0.02 * 640 * 360


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_what_glides_does_not_depend_on_the_frames_before_and_comes_to_rest_as_sharp_as_ever(scale):
    size = round(640 * scale), round(360 * scale)
    painter = Painter(*size)
    cells = bytes(i % 3 for i in range(200))
    over = (Label("before the lens", 20, 60, 30, WHITE), Box(20.4, 400, 90.3, 40, "#D55E00", 6))
    still = (Box(0, 500, 960, 40, "#203040"),)
    frames = [
        Frame(960, 540, BLACK, still, over, (lens(cells, i * 2.7), *list(ZOO.values())[:9]), i < 4)
        for i in range(6)
    ]
    for frame in (*frames, frames[1], frames[1], frames[5]):
        assert (array(painter.paint(frame)) == painted(frame, *size)).all()
    at_rest = replace(frames[1], glides=False)
    apart = np.abs(painted(frames[1], *size).astype(int) - painted(at_rest, *size))
    assert 0 < apart.mean() < 3  # coarser, and the same picture
    assert not apart[round(490 * scale) :].any()


def test_the_world_lies_on_what_is_still_and_under_what_stands_before_the_lens():
    red, green, blue = (Box(0, 0, 100, 100, c) for c in ("#FF0000", "#00FF00", "#0000FF"))
    frame = Frame(100, 100, BLACK, (red,), (replace(blue, x=60),), (replace(green, x=30),))
    picture = painted(frame, 100, 100)
    assert [tuple(picture[50, x]) for x in (10, 45, 80)] == [(255, 0, 0), (0, 255, 0), (0, 0, 255)]


def test_a_gradient_is_mixed_in_equal_steps_and_its_corners_are_round():
    ramp = Gradient(10, 20, 80, 40, ((0.0, BLACK, 1.0), (0.5, WHITE, 1.0), (1.0, WHITE, 0.0)), r=10)
    ink = small(ramp)
    # In the middle of pixel 30: 20.5 of 40 on the way from black to white; 70: half faded out.
    assert ink[40, 30] == pytest.approx(20.5 / 40, abs=0.006)
    assert ink[40, 70] == pytest.approx(1 - 20.5 / 40, abs=0.006)
    assert (np.diff(ink[40, 10:49]) > 0).all()
    down = small(replace(ramp, y=10, w=40, h=80, down=True))
    assert np.abs(down[10:90, 30] - ink[40, 10:90]).max() < 0.005
    whole = small(replace(ramp, stops=((0.0, WHITE, 1.0), (1.0, WHITE, 1.0))))
    assert whole.sum() == pytest.approx(80 * 40 - (4 - np.pi) * 100, abs=3)


def test_a_large_gradient_has_no_visible_steps():
    """One step of 8 bits at most from pixel to pixel, where light changes by 60 over 1,900."""
    frame = frame_of(Gradient(10, 10, 1900, 300, ((0.0, WHITE, 0.0), (1.0, WHITE, 60 / 255))))
    row = painted(frame)[100, 10:1910, 0].astype(int)
    assert np.abs(np.diff(row)).max() <= 1
    assert len(np.unique(row)) >= 58


def test_a_ribbon_tapers_evenly_and_has_no_beads():
    """From 20 wide to 4 over 80 pixels: 20 - 16 (x + 0.5) / 80 at pixel x, as bright all along."""
    ribbon = Ribbon(((0, 0), (80, 0)), (20, 4), WHITE, (1.0, 1.0), x=10, y=50)
    wide = small(ribbon)[:, 10:90].sum(axis=0)
    assert wide == pytest.approx(20 - 16 * (np.arange(80) + 0.5) / 80, abs=0.35)
    light = small(replace(ribbon, widths=(20, 20), lights=(1.0, 0.0)))[50, 10:90]
    assert light == pytest.approx(1 - (np.arange(80) + 0.5) / 80, abs=0.012)


def test_a_bend_of_a_ribbon_is_no_brighter_than_its_arms():
    bent = Ribbon(((0, 0), (40, 0), (40, 40)), (12, 12), WHITE, (0.5, 0.5), x=20, y=30)
    assert small(bent).max() == pytest.approx(0.5, abs=0.01)


def test_a_lens_shows_a_circle_of_what_lies_behind_it():
    everything = (Box(0, 0, 100, 100, WHITE),)
    ink = small(Clip(20, 30, 40, 40, everything, 20))
    assert ink.sum() == pytest.approx(np.pi * 400, rel=0.005)
    assert ink[50, 40] == 1
    assert ink[31, 21] == ink[29, 40] == 0
    nested = small(Clip(20, 30, 40, 40, (Clip(40, 0, 50, 100, everything),), 20))
    assert nested.sum() == pytest.approx(np.pi * 200, rel=0.01)


def test_marks_that_fade_together_do_not_show_through_one_another():
    two = (Box(10, 10, 60, 60, WHITE), Box(30, 30, 60, 60, WHITE))
    ink = small(Clip(0, 0, 100, 100, two, alpha=0.5))
    assert ink[50, 50] == pytest.approx(ink[20, 20], abs=0.004)
    assert ink[20, 20] == pytest.approx(0.5, abs=0.004)


def test_what_is_far_larger_than_the_stage_looks_as_it_does_and_takes_no_memory():
    """As a camera that is close makes it: nobody could hold a box of a million pixels."""
    wide = 1_000_000.0
    near = small(Box(20, -wide / 2, wide, wide, WHITE, 8, "#FF0000", 4))
    assert (near[:, 24:] == 1).all()
    assert not near[:, :20].any()
    half = small(Gradient(-wide / 2, 10, wide, 50, ((0.0, BLACK, 1.0), (1.0, WHITE, 1.0))))
    assert half[10:60] == pytest.approx(0.5, abs=0.01)
    seen = small(Clip(20, -wide / 2, wide, wide, (Box(0, 0, 100, 100, WHITE),), 8))
    assert seen[:, 20:].all()
    assert not seen[:, :20].any()
    cells = Field(
        -wide, -wide, 20, 20, wide / 10, wide / 10, wide / 20, bytes(400), (Shade(WHITE),)
    )
    # The corner of a cell of 50,000 is at 40, 30, and the next one is far.
    ink = small(replace(cells, x=40 - 3 * wide / 10, y=30 - 7 * wide / 10, r=0))
    assert ink[30:, 40:].all()
    assert not ink[:30].any()
    assert not ink[:, :40].any()
