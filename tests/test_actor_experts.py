"""A mixture of experts: which squares work, which only lie there, and how many users wake."""

import pytest
from stagecraft import show as show_of

import viz
from viz.actors import expert_rows, held_weights
from viz.actors.expert_rows.expert_rows_places import plan, rows_of
from viz.errors import VizError
from viz.physics.equations import parameters_read
from viz.picture.camera_at import world_area
from viz.stage.amounts import DONE, HERE, NEVER, NOW
from viz.stage.look import Look
from viz.stage.style import kit_of

HELD, ASKED, WAKES, QUESTION, TRAVELS, USERS = 1, 2, 3, 4, 5, 6


def show(**look):
    return show_of("experts", **look)


def by_key(opened, t):
    return {mark.key: mark for mark in opened.frame(t).all if mark.key}


def inside(opened, beat, share):
    span = opened.timeline.beats[beat - 1]
    return span.start + (span.end - span.start) * share


def test_every_expert_of_the_model_is_a_square():
    opened = show()
    field = by_key(opened, inside(opened, ASKED, 0.5))["experts/all"]
    # Maverick: 24 of 48 layers have experts, 128 in each
    assert (field.columns, field.rows) == (128, 24)
    assert len(field.cells) == 3072
    assert rows_of(opened.scene.model)[:2] == (24, 128)


def test_one_expert_of_a_row_works_for_a_token_and_all_others_stay_dark():
    opened = show()
    for share in (0.3, 0.6, 0.9):
        cells = by_key(opened, inside(opened, WAKES, share))["experts/all"].cells
        rows = [cells[row * 128 : (row + 1) * 128] for row in range(24)]
        woken = [128 - row.count(NEVER) for row in rows]
        assert set(woken) <= {0, 1}
        assert woken == sorted(woken, reverse=True)  # row after row, none is skipped
        assert sum(row.count(NOW) for row in rows) <= 1


def test_the_next_token_takes_a_path_of_its_own_and_the_same_token_always_the_same():
    first = [expert_rows.choice(0, 0, row, 128) for row in range(24)]
    other = [expert_rows.choice(0, 1, row, 128) for row in range(24)]
    assert first != other
    assert first == [expert_rows.choice(0, 0, row, 128) for row in range(24)]
    assert all(0 <= one < 128 for one in first + other)


def test_a_token_is_where_its_path_ends():
    opened = show()
    made = plan(world_area(kit_of(opened.look)), kit_of(opened.look), opened.scene.model)
    t = inside(opened, WAKES, 0.7)
    marks = by_key(opened, t)
    token = marks["token"]
    taken = [mark for key, mark in marks.items() if key.startswith("experts/taken:")]
    # at most one row below the last expert that it was in
    assert 0 <= token.y - max(box.y + box.h / 2 for box in taken) <= made.step + 1


def test_as_many_experts_are_lit_for_64_users_as_work_in_the_mean():
    opened = show()
    cells = by_key(opened, inside(opened, USERS, 0.6))["experts/all"].cells
    # 128 (1 - (127/128)^64) = 50.5
    assert round(128 * (1 - (127 / 128) ** 64)) == 51
    for row in range(24):
        assert 128 - cells[row * 128 : (row + 1) * 128].count(NEVER) == 51
    label = by_key(opened, inside(opened, USERS, 0.6))["experts/count:0"]
    assert label.text == "51"


def test_squares_of_a_billion_are_those_of_both_models():
    opened = show()
    counts = held_weights.counts_of(opened.scene, held_weights.Parameters())
    assert (counts.dense.held, counts.mixture.held) == (71, 401)
    # attention, dense layers, shared experts and the table, and one expert of 3.02 billion
    assert counts.mixture.read == round(parameters_read(opened.scene.model, 1) / 1e9) == 16
    assert (counts.mixture.always, counts.mixture.chosen) == (13, 3)
    assert counts.dense.chosen == 0


def test_what_travels_is_counted_in_the_picture_as_in_the_words():
    opened = show()
    marks = by_key(opened, inside(opened, TRAVELS, 0.5))
    for key, read, held in (("dense", 69, 71), ("mixture", 16, 401)):
        cells = marks[f"{key}/weights"].cells
        states = [cells.count(state) for state in (DONE, HERE, NOW)]
        assert sum(states) == read
        assert sum(states) + cells.count(NEVER) == held
        assert marks[f"{key}/count:0"].text == f"{read} of {held} squares travel"


def test_both_bars_have_one_scale_and_only_the_orange_part_is_a_quarter():
    opened = show()
    marks = by_key(opened, inside(opened, TRAVELS, 0.5))
    dense, mixture = (marks[f"{key}/bar/read"].w for key in ("dense", "mixture"))
    # bytes over bandwidth: 69.8 of 16.3 GB
    assert dense / mixture == pytest.approx(69.8 / 16.35, rel=0.02)
    whole = [
        marks[f"{key}/bar/rest"].x + marks[f"{key}/bar/rest"].w - marks[f"{key}/bar/read"].x
        for key in ("dense", "mixture")
    ]
    steps = [
        held_weights.step_of(opened.scene, model).seconds
        for model in (opened.scene.catalog.models["llama-3.1-70b"], opened.scene.model)
    ]
    assert whole[0] / whole[1] == pytest.approx(steps[0] / steps[1], rel=0.01)
    assert 1.0 < whole[0] / whole[1] < 2.0  # what the question says


def test_a_dense_model_has_no_rows_of_experts_and_the_scene_says_so(tmp_path):
    file = tmp_path / "dense.yaml"
    file.write_text(
        "title: {en: A, zh: 甲}\nmodel: llama-3.1-8b\nleft: 1 x h100\nbits: 16 bit\n"
        "show: [expert_rows]\nbeats:\n  - {say: {en: A, zh: 甲}, for: 5 s}\n",
        encoding="utf-8",
    )
    with pytest.raises(VizError, match="mixture of experts"):
        viz.open(str(file))


def test_rows_stand_apart_in_every_form():
    for size in ((1920, 1080), (1440, 1080), (1080, 1080), (1080, 1920)):
        kit = kit_of(Look(*size))
        made = plan(world_area(kit), kit, show().scene.model)
        assert made.square < made.pitch
        assert made.step > 2 * made.square
        assert not made.always.meets(made.experts)
