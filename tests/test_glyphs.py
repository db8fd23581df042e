"""Text is made of glyphs that are drawn once: not once a colour, and from one open font."""

import pygame
import pytest

from viz.paint.surface import font, text
from viz.stage.marks import Label


@pytest.fixture
def afresh():
    for made in (font.face, text.cells, text.glyph):
        made.cache_clear()
    yield
    for made in (font.face, text.cells, text.glyph):
        made.cache_clear()


def test_one_open_font_serves_every_weight(afresh, monkeypatch):
    opened = []

    def open_font(*args):
        opened.append(args)
        return whole(*args)

    whole = pygame.freetype.Font
    monkeypatch.setattr(pygame.freetype, "Font", open_font)
    for weight in (400, 700, 600, 400):
        text.label_sprite(Label("Weights stay 权重", 0, 0, 40, "#ffffff", weight), 1.0)
    assert len(opened) == 1


def test_the_weights_do_not_depend_on_which_was_drawn_before(afresh):
    def drawn(weight):
        return bytes(
            text.label_sprite(Label("mW", 0, 0, 40, "#ffffff", weight), 1.0)
            .surface.get_buffer()
            .raw
        )

    first = {weight: drawn(weight) for weight in (400, 600, 700)}
    assert len(set(first.values())) == 3
    for made in (text.cells, text.glyph):
        made.cache_clear()
    assert {weight: drawn(weight) for weight in (700, 400, 600)} == first


def test_another_colour_draws_no_glyph_again(afresh):
    text.label_sprite(Label("abc", 0, 0, 40, "#ffffff"), 1.0)
    drawn = text.cells.cache_info().misses
    assert drawn == 3
    text.label_sprite(Label("abc", 0, 0, 40, "#336699"), 1.0)
    assert text.cells.cache_info().misses == drawn


def test_a_glyph_is_of_its_colour_and_covers_what_it_covers_in_white(afresh):
    white = text.glyph("o", 160, 400, 1, "#ffffff")
    blue = text.glyph("o", 160, 400, 1, "#336699")
    pixels = blue.surface.get_buffer().raw
    assert set(zip(pixels[0::4], pixels[1::4], pixels[2::4], strict=True)) == {(0x99, 0x66, 0x33)}
    assert pixels[3::4] == white.surface.get_buffer().raw[3::4]
    assert max(pixels[3::4]) == 255
