"""Silicon to one scale: true areas, true amounts, and counters that agree with what they count."""

import pytest
from actorcraft import beat_at, end_of, texts
from stagecraft import show, text_of

from viz.actors.silicon.silicon_places import blocks_of, silicon_of
from viz.picture.camera_at import world_area
from viz.picture.casting import on_stage
from viz.stage.marks import Box, Field
from viz.stage.style import kit_of

TILES, ASKED, RAIN, BLOCKS, READING, PIECE = 3, 4, 5, 6, 7, 8


def keyed(frame, key):
    return next(mark for mark in frame.all if mark.key == key)


def lit(field, state=2):
    return field.cells.count(state)


def parts(opened, number):
    kit = kit_of(opened.look)
    role = on_stage(opened.scene, number - 1)[0]
    return opened.scene, world_area(kit), role.parameters, kit


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 1080), (1080, 1080), (1080, 1920)])
def test_everything_that_stands_beside_the_wafer_has_its_scale(size):
    opened = show("to_scale", *size)
    scene, world, p, kit = parts(opened, 2)
    chip = silicon_of(scene, world, p, kit)
    assert chip.square.w / chip.mm == pytest.approx(215.0)
    assert chip.die.w * chip.die.h / chip.mm**2 == pytest.approx(814.0)
    assert chip.ruler.w / chip.mm == pytest.approx(100.0)
    assert sorted((chip.phone.w / chip.mm, chip.phone.h / chip.mm)) == pytest.approx([71.5, 147.0])
    for one in (chip.disc, chip.ruler, chip.phone):
        assert world.inset(-1.0).around(one) == world.inset(-1.0), "stands on the stage"
    assert not chip.die.meets(chip.disc)


def test_the_dies_that_are_counted_lie_on_the_wafer_and_cover_it():
    """46,225 over 814 is 56.8: 56 dies, and the rest of the square is a strip cut from others."""
    opened = show("to_scale")
    start = opened.timeline.beats[TILES - 1].start
    for after in (1.7, 3.0, 4.4):
        frame = opened.frame(start + after)
        tiles = [m for m in frame.all if isinstance(m, Box) and m.key.startswith("silicon/die:")]
        square = keyed(frame, "silicon/square")
        foot = square.y + square.h
        first = max(tile.y for tile in tiles)
        places = {(round(t.x), round(foot - t.y)) for t in tiles}
        assert len(places) == len(tiles)
        assert first < foot
        count = next(m.text for m in frame.all if m.key == "silicon/count:0")
        flying = len(tiles) - int(count)
        assert 0 < flying <= 9, "12 a second, each 0.7 s on its way"
    last = opened.frame(end_of(opened, TILES))
    tiles = [m for m in last.all if isinstance(m, Box) and m.of == "silicon.dies"]
    assert len(tiles) == 64
    assert "56.8" in texts(last)


def test_with_the_area_that_the_article_prints_it_is_56_dies():
    opened = show("to_scale").turn(0.0, die="826 mm2")
    assert "56" in texts(opened.frame(end_of(opened, TILES)))


def test_nothing_falls_faster_than_half_its_length_without_being_a_streak():
    """1,600 units a second are 53 in a picture of a film: squares are drawn at rest alone."""
    opened = show("to_scale")
    one, other = (opened.frame(beat_at(opened, RAIN) + i / 30) for i in (0, 1))
    before, after = keyed(one, "silicon/sram"), keyed(other, "silicon/sram")
    assert 0 < lit(before) < lit(after)
    assert all(a in (0, b) for a, b in zip(before.cells, after.cells, strict=True))


def test_squares_and_their_number_agree_while_it_rains_and_end_at_880_against_one():
    opened = show("to_scale")
    frame = opened.frame(beat_at(opened, RAIN))
    squares = lit(keyed(frame, "silicon/sram"))
    assert any(f"{squares * 0.05:.1f} GB" in line for line in texts(frame))
    last = opened.frame(end_of(opened, RAIN))
    assert lit(keyed(last, "silicon/sram")) == 880
    assert len([m for m in last.all if m.key == "silicon/sram/one"]) == 1


def test_blocks_are_as_many_tiles_as_they_say_in_frames_of_the_wafer_s_area():
    """880 tiles and 6,269 tiles over 56.8: 15.5 and 110 frames."""
    opened = show("to_scale")
    blocks = blocks_of(*parts(opened, READING))
    frame = opened.frame(end_of(opened, READING))
    for name, whole in (("sram", 880), ("reading", 6268)):
        assert lit(keyed(frame, f"tiles/{name}")) == whole
        block = blocks[name]
        filled = block.amount * block.tile**2 / (block.frame.w * block.frame.h)
        assert f"{filled:.3g}×" in [m.text for m in frame.all if hasattr(m, "text")]
    tiles = {keyed(frame, f"tiles/{name}").size for name in ("one", "area", "sram", "reading")}
    assert max(tiles) - min(tiles) < 1e-6


def test_with_the_rounded_bandwidth_of_the_articles_reading_is_7000_times():
    opened = show("to_scale").turn(0.0, hbm="3 TB/s")
    assert "7,000×" in texts(opened.frame(end_of(opened, READING)))


def test_the_piece_has_the_same_squares_and_cells_as_the_die_beside_it():
    """15.5 squares against one; 0.28 of 132 cells are 37."""
    frame = show("to_scale").frame(end_of(show("to_scale"), PIECE))
    assert lit(keyed(frame, "silicon/cells")) == 132
    cells = [m for m in frame.all if m.key.startswith("piece/cell")]
    squares = [m for m in frame.all if m.key.startswith("piece/sram")]
    one = keyed(frame, "silicon/sram/one")
    assert len(cells) == 37
    area = sum(m.w * m.h for m in squares) / (one.w * one.h)
    assert area == pytest.approx(15.5, abs=0.05)
    piece, die = keyed(frame, "silicon/piece"), keyed(frame, "silicon/die")
    assert (piece.w, piece.h) == pytest.approx((die.w, die.h))


def test_no_clock_is_shown_where_nothing_is_timed_and_the_scale_is():
    opened = show("to_scale")
    for number in range(1, 9):
        frame = opened.frame(end_of(opened, number))
        assert not text_of(frame, "hw")
    assert "1 mm = 2.6 px" in texts(opened.frame(end_of(opened, 2)))


def test_the_same_picture_whatever_was_drawn_before():
    opened = show("to_scale")
    first = opened.frame(18.0)
    opened.frame(40.0)
    assert opened.frame(18.0) == first
    assert isinstance(keyed(opened.frame(31.0), "silicon/sram"), Field)


def test_the_wafer_is_round_until_it_is_cut_and_then_named():
    opened = show("to_scale")
    start = opened.timeline.beats[1].start
    before, after = opened.frame(start + 1.4), opened.frame(start + 3.0)
    assert not any(m.key == "silicon/weave" for m in before.all)
    assert "46,225 mm²" not in texts(before)
    assert any(m.key == "silicon/weave" for m in after.all)
    assert "46,225 mm²" in texts(after)
    pieces = [next(m for m in one.all if m.key == "silicon/cut:1").x for one in (before, after)]
    chip = silicon_of(*parts(opened, 2))
    assert pieces[1] - pieces[0] == pytest.approx(4 * chip.mm)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("size", [(1920, 1080), (1440, 1080), (1080, 1080), (1080, 1920)])
def test_both_are_named_with_what_they_hold_in_every_form_and_language(size, lang):
    opened = show("to_scale", *size, lang=lang)
    rain, piece = (opened.frame(end_of(opened, beat)) for beat in (RAIN, PIECE))
    assert any("50 MB" in line for line in texts(rain))
    assert any("44 GB" in line for line in texts(rain))
    names = [line for line in texts(piece) if line.startswith(("H100", "WSE-3"))]
    assert len(names) == 2
