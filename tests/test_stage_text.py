"""Every word on stage can be read: none meets another, none leaves, none is too small or faint."""

from dataclasses import replace

import pytest
from stagecraft import (
    FLAGSHIP,
    FRAME,
    LANGS,
    SCENES,
    SIZES,
    THEMES,
    labels,
    show,
    unread,
    watched,
    watched_at,
)

from viz.paint.surface import missing
from viz.stage.layout import layout

ODD = ((2560, 1080), (1366, 768), (1280, 960), (320, 240), (1000, 900), (720, 1600))
# The flagship in every look; the other scenes in every form and language.
LOOKS = [
    (name, size, theme, lang)
    for name in SCENES
    for size in SIZES
    for theme in THEMES
    for lang in LANGS
    if name == FLAGSHIP or (theme == "light") == (lang == "zh")
]
in_every_look = pytest.mark.parametrize(("name", "size", "theme", "lang"), LOOKS)
of_every_scene = pytest.mark.parametrize("name", SCENES)


def looked(name, size, theme, lang):
    """The flagship at the start, middle and end of each beat and 25 times more; others at less."""
    return watched(name, size, theme, lang, *((25, False) if name == FLAGSHIP else (3, True)))


@in_every_look
def test_no_text_meets_another_leaves_the_safe_area_or_is_too_small_or_faint(
    name, size, theme, lang
):
    """One test for the four: to draw the frames takes longest."""
    _, moments = looked(name, size, theme, lang)
    assert unread(moments) == {}


@pytest.mark.parametrize("size", ODD)
@pytest.mark.parametrize("lang", LANGS)
def test_texts_keep_apart_inside_and_readable_at_odd_sizes(size, lang):
    _, moments = watched(FLAGSHIP, size, "dark", lang, count=3, few=True)
    assert unread(moments) == {}


TURNS = (
    {"bandwidth": "33.5 TB/s"},
    {"bandwidth": "1 TB/s", "wafers": 5},
    {"wafers": 12},
    {"bandwidth": "12.345 TB/s", "wafers": 100},
)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("turns", TURNS, ids="+".join)
def test_texts_keep_apart_inside_and_readable_when_knobs_are_turned(size, lang, turns):
    opened = show(FLAGSHIP, *size, lang=lang).turn(3, **turns)
    moments = [watched_at(opened, (s.start + s.end) / 2) for s in opened.timeline.beats[1::2]]
    assert unread(moments) == {}


@pytest.mark.parametrize("size", SIZES)
def test_the_least_size_is_22_and_32_on_tall_stages(size):
    least = layout(show(FLAGSHIP, *size).look).sizes.least
    assert least >= (32 if size[1] > size[0] else 22)


@of_every_scene
@pytest.mark.parametrize("lang", LANGS)
def test_every_character_on_stage_is_in_the_font(name, lang):
    _, moments = looked(name, (1920, 1080), "dark" if lang == "en" else "light", lang)
    texts = {label.text for moment in moments for label in labels(moment.frame)}
    assert missing("".join(sorted(texts))) == ()


@of_every_scene
@pytest.mark.parametrize(("size", "lang"), [(SIZES[0], "en"), (SIZES[2], "zh"), (SIZES[3], "en")])
def test_a_caption_says_what_the_beat_says(name, size, lang):
    opened = show(name, *size, lang=lang)
    for span in opened.timeline.beats:
        said = span.beat.say.get(lang)
        if said:
            shown = "".join(label.text for label in labels(opened.frame(span.end - FRAME)))
            assert said.replace(" ", "") in shown.replace(" ", "")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", [(1920, 1080), (1440, 1080), (1080, 1920)])
@pytest.mark.parametrize("name", SCENES)
def test_no_two_texts_overlap_in_large_type(name, size, lang):
    opened = show(name, *size, lang=lang)
    opened = replace(opened, look=replace(opened.look, large=True))
    ends = (span.end - FRAME for span in opened.timeline.beats)
    assert unread([watched_at(opened, t) for t in ends], "meets") == {}
