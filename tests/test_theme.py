"""Colours: the table of the look, and the contrast of each meaning against what it stands on."""

import re
from dataclasses import fields

import pytest

from viz.stage.marks import Box, Clip, Field, Gradient, Hatch, Label, Ribbon, Shade
from viz.stage.style import Focus, dim_text, dimmed
from viz.stage.theme import DARK, LIGHT, Palette, contrast, luminance, mix, palette

THEMES = {"dark": DARK, "light": LIGHT}
SURFACES = ("ground", "panel", "chip", "strip")
# Shapes stand on panels and chips, and some on the bare ground: 3:1, as WCAG 2.2 asks of graphics.
SHAPES = ("weight", "token", "computing", "link", "waiting", "warn")
TEXTS = ("ink", "muted", "small", "weight_text", "token_text", "computing_text", "link_text",
         "clock_text")  # fmt: skip
# The look's own tables: shape and text of each meaning.
AS_AGREED = {
    ("dark", "ground"): "#0D1117",
    ("dark", "panel"): "#151B24",
    ("dark", "ink"): "#F0F3F6",
    ("dark", "muted"): "#9DA9B8",
    ("dark", "small"): "#8592A3",
    ("dark", "weight"): "#E69F00",
    ("dark", "token"): "#56B4E9",
    ("dark", "computing"): "#009E73",
    ("dark", "link"): "#CC79A7",
    ("dark", "waiting"): "#6B7685",
    ("dark", "waiting_ground"): "#2B3441",
    ("dark", "clock_text"): "#F0E442",
    ("light", "ground"): "#F2F4F7",
    ("light", "panel"): "#FFFFFF",
    ("light", "chip"): "#F6F8FA",
    ("light", "strip"): "#E7ECF1",
    ("light", "ink"): "#10161E",
    ("light", "muted"): "#47525F",
    ("light", "small"): "#55606D",
    ("light", "weight"): "#C27500",
    ("light", "weight_text"): "#945600",
    ("light", "token"): "#1C7FB6",
    ("light", "token_text"): "#0B6A9B",
    ("light", "computing"): "#00895F",
    ("light", "computing_text"): "#00704F",
    ("light", "link"): "#B25C8E",
    ("light", "link_text"): "#96437A",
    ("light", "clock_text"): "#6F6600",
    ("light", "waiting"): "#6B7685",
    ("light", "waiting_ground"): "#DDE3EA",
}


@pytest.mark.parametrize(("theme", "role"), AS_AGREED)
def test_a_meaning_has_the_colour_that_was_agreed_on(theme, role):
    assert getattr(THEMES[theme], role) == AS_AGREED[theme, role]


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_is_written_in_full(theme):
    for field in fields(Palette):
        assert re.fullmatch("#[0-9A-F]{6}", getattr(THEMES[theme], field.name)), field.name


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("role", TEXTS)
def test_words_have_a_contrast_of_4_5_on_every_surface(theme, surface, role):
    colours = THEMES[theme]
    assert contrast(getattr(colours, role), getattr(colours, surface)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("role", SHAPES)
def test_shapes_have_a_contrast_of_3_on_every_surface(theme, surface, role):
    colours = THEMES[theme]
    assert contrast(getattr(colours, role), getattr(colours, surface)) >= 3.0


@pytest.mark.parametrize("theme", THEMES)
def test_meanings_are_told_apart_from_each_other(theme):
    """Weight, token, computing, link and waiting are five colours, and none is nearly another."""
    colours = [getattr(THEMES[theme], role) for role in SHAPES[:5]]
    for i, one in enumerate(colours):
        for other in colours[i + 1 :]:
            a, b = (int(colour[1:], 16) for colour in (one, other))
            apart = sum(abs((a >> s & 255) - (b >> s & 255)) for s in (0, 8, 16))
            assert apart >= 60, (one, other)


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#FFFFFF", 21.0),  # (1 + 0.05) / (0 + 0.05)
        ("#FFFFFF", "#FFFFFF", 1.0),
        ("#777777", "#FFFFFF", 4.48),  # the grey that just fails, known to every designer
        ("#767676", "#FFFFFF", 4.54),  # and the one that just passes
        ("#FF0000", "#FFFFFF", 4.00),  # 1.05 / (0.2126 + 0.05) = 3.998
    ],
)
def test_contrast_is_that_of_wcag(one, other, ratio):
    assert contrast(one, other) == pytest.approx(ratio, abs=0.01)
    assert contrast(other, one) == contrast(one, other)


@pytest.mark.parametrize(
    ("colour", "value"),
    [("#000000", 0.0), ("#FFFFFF", 1.0), ("#FF0000", 0.2126), ("#00FF00", 0.7152),
     ("#0000FF", 0.0722), ("#808080", 0.2159)],
)  # fmt: skip
def test_luminance_is_that_of_wcag(colour, value):
    assert luminance(colour) == pytest.approx(value, abs=5e-5)


@pytest.mark.parametrize(
    ("share", "mixed"), [(1.0, "#102030"), (0.0, "#F0E0D0"), (0.5, "#808080"), (0.25, "#B8B0A8")]
)
def test_a_mixture_lies_straight_between_its_colours(share, mixed):
    assert mix("#102030", "#F0E0D0", share) == mixed


def test_a_theme_is_chosen_by_its_name():
    assert palette("dark") is DARK
    assert palette("light") is LIGHT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", TEXTS)
@pytest.mark.parametrize("level", [0.6, 0.7, 0.8, 0.9])
def test_dimmed_words_stay_readable(theme, role, level):
    colours = THEMES[theme]
    (label,) = dimmed((Label("x", 0, 0, 24, getattr(colours, role)),), level, colours)
    assert label.alpha == 1.0, "words dim by colour, not by opacity"
    for surface in SURFACES:
        assert contrast(label.fill, getattr(colours, surface)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_bright_words_do_dim(theme):
    colours = THEMES[theme]
    ink = dim_text(colours.ink, (colours.panel, colours.ground), 0.6)
    assert contrast(ink, colours.panel) < contrast(colours.ink, colours.panel)


@pytest.mark.parametrize(
    ("role", "level"),
    [("weight", 0.6), ("token", 0.6), ("silicon", 0.6), ("computing", 0.7), ("link", 0.7)],
)
def test_shapes_dim_to_60_per_cent_and_green_and_purple_to_70(role, level):
    (box,) = dimmed((Box(0, 0, 9, 9, getattr(DARK, role)),), 0.6, DARK)
    assert box.alpha == pytest.approx(level)


def test_cells_gradients_ribbons_and_what_clips_show_dim_each_by_its_own_colour():
    """To 60 per cent, and green to 70; what is behind a clip is dimmed once, not twice."""
    orange, green = DARK.weight, DARK.computing
    field = Field(0, 0, 1, 2, 9, 9, 9, b"\0\1", (Shade(orange, alpha=0.5), Shade("", green, 1)))
    ramp = Gradient(0, 0, 9, 9, ((0.0, orange, 1.0), (1.0, green, 0.5)))
    ribbon = Ribbon(((0, 0), (9, 0)), (2, 1), green)
    clip = Clip(0, 0, 9, 9, (Box(0, 0, 9, 9, orange), ribbon))
    field, ramp, clip = dimmed((field, ramp, clip), 0.6, DARK)
    assert [shade.alpha for shade in field.shades] == pytest.approx([0.3, 0.7])
    assert [alpha for _, _, alpha in ramp.stops] == pytest.approx([0.6, 0.35])
    assert (field.alpha, ramp.alpha, clip.alpha) == (1.0, 1.0, 1.0)
    assert [mark.alpha for mark in clip.marks] == pytest.approx([0.6, 0.7])


def test_hatch_dims_to_86_per_cent():
    (hatch,) = dimmed((Hatch(0, 0, 9, 9, DARK.waiting_ground, DARK.waiting),), 0.6, DARK)
    assert hatch.alpha == pytest.approx(0.86)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("role", "level"), [("computing", 0.7), ("link", 0.7), ("weight", 0.6)])
def test_a_dimmed_meaning_is_still_seen_on_its_panel(theme, role, level):
    colours = THEMES[theme]
    seen = mix(getattr(colours, role), colours.panel, level)
    assert contrast(seen, colours.panel) >= (2.0 if theme == "light" else 3.0)


def test_what_a_beat_looks_at_is_bright_and_the_rest_is_dim():
    focus = Focus(((("left.bus",), 1.0),))
    assert focus.level("left.bus") == 1.0
    assert focus.lit("left.bus") == 1.0
    assert focus.level("right.weights") == pytest.approx(0.6)
    assert focus.level("left.cores") == pytest.approx(0.8)
    assert focus.lit("right.weights") == 0
    assert Focus().level("left.bus") == Focus().level("right.weights") == 1.0


def test_nothing_is_ever_dimmer_than_60_per_cent():
    focus = Focus(((("left.bus",), 1.0), (("left.cores",), 1.0)))
    assert focus.level("right.weights") == pytest.approx(0.6)
