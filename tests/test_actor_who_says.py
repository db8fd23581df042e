"""Numbers turn over and fall into the bin of whoever says them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from viz.catalog.claims import load_claims
from viz.errors import VizError
from viz.picture.casting import on_stage
from viz.picture.frame import frame_at
from viz.scene.load_scene import load_scene, scene_from_text
from viz.stage.look import Look
from viz.stage.marks import Box, Label, Line
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import compile_scene

LOOKS = (Look(), Look(1080, 1920), Look(1080, 1080), Look(1440, 1080), Look(lang="zh"))
# By the claims: two of a third party, four of vendors, two of the press, two guesses; and two of ours.
COUNTS = {"measured": 2, "vendor": 4, "press": 2, "guess": 2, "ours": 2}


@cache
def shown():
    return compile_scene(load_scene("evidence"))


def end(beat, look=LOOKS[0], before=1e-3):
    """The picture before a beat, counted from 0, is over."""
    return frame_at(shown(), ScreenSeconds(shown().beats[beat].end - before), look)


def texts(frame):
    return {mark.text for mark in frame.marks if isinstance(mark, Label) and mark.alpha > 0.5}


def boxes(frame, key="/box"):
    return {
        mark.key: mark
        for mark in frame.world
        if isinstance(mark, Box) and mark.key.startswith("cards/card:") and mark.key.endswith(key)
    }


@pytest.mark.parametrize("look", LOOKS)
def test_each_card_lies_in_the_bin_of_whoever_says_it_in_every_form(look):
    """Columns, or rows where the stage is tall: five groups of 2, 4, 2, 2 and 2."""
    found = boxes(end(-1, look))
    assert len(found) == 12
    if look.form == "tall":
        rows = sorted({round(box.y) for box in found.values()})
        sizes = [sum(round(box.y) == y for box in found.values()) for y in rows]
        assert sizes == [2, 2, 2, 2, 2, 2]
    else:
        columns = sorted({round(box.x) for box in found.values()})
        assert [sum(round(b.x) == x for b in found.values()) for x in columns] == list(
            COUNTS.values()
        )
        floors = {max(b.y + b.h for b in found.values() if round(b.x) == x) for x in columns}
        assert max(floors) - min(floors) < 1


def test_the_bins_are_those_of_the_claims():
    claims, found = load_claims(), dict.fromkeys(COUNTS, 0)
    bins = {"third-party": "measured", "vendor": "vendor", "press": "press", "assumed": "guess"}
    names = {box.ref.removeprefix("claim:") for box in boxes(end(-1)).values()}
    for name in names & set(claims):
        found[bins[claims[name].says]] += 1
    found["ours"] = len(names - set(claims))
    assert found == COUNTS


def test_what_is_contradicted_is_struck_and_what_nobody_could_check_is_dotted():
    frame, claims = end(-1), load_claims()
    struck = {m.key.split("/")[1] for m in frame.marks if m.key.endswith("/struck")}
    dotted = {m.key.split("/")[1] for m in frame.world if m.key.endswith("/dotted")}
    for key, box in boxes(frame).items():
        claim = claims.get(box.ref.removeprefix("claim:"))
        verdict = claim.verdict if claim else "consistent"
        card = key.split("/")[1]
        assert (card in struck) == (verdict == "contradicted")
        assert (card in dotted) == (verdict == "unverifiable")
    assert (len(struck), len(dotted)) == (3, 2)


def test_the_counter_agrees_with_the_cards_that_were_turned_over():
    """At the end of each beat: 4, then three more, two more, three more."""
    for beat, count in ((2, 4), (3, 7), (4, 9), (5, 12), (6, 12)):
        assert f"{count} of 12" in texts(end(beat))
        assert len(boxes(end(beat))) == min(12, count + 5)  # and the upper five of the pile
        before, now = boxes(end(beat, before=0.15)), boxes(end(beat))
        assert {k: (b.x, b.y) for k, b in before.items()} == {k: (b.x, b.y) for k, b in now.items()}
        waiting = 12 - count
        assert (f"{waiting} to come" in texts(end(beat))) == (waiting > 0)


def test_the_lengths_of_a_struck_number_are_on_one_scale():
    """14 pages of 70 beside 750 of them: 10 fit and a part, and the longer is 14 / (750 / 70)."""
    start = shown().beats[3].start + 0.7
    seen = {}
    for k in range(132):
        frame = frame_at(shown(), ScreenSeconds(start + k * 0.1), Look())
        for mark in frame.world:
            if isinstance(mark, Box) and ("/said:" in mark.key or "/found:" in mark.key):
                card, name = mark.key.split("/")[1:]
                seen.setdefault((card, name), []).append(mark)
    wide = {key: marks[-1] for key, marks in seen.items()}
    pages = [box for (card, name), box in wide.items() if card == "card:5" and "said" in name]
    assert len(pages) == 14
    assert sum(bool(box.fill) for box in pages) == 10
    whole = max(b.x + b.w for b in pages) + 3 - min(b.x for b in pages)
    assert whole / wide["card:5", "found:0"].w == pytest.approx(14 / (750 / 70), rel=0.002)
    assert wide["card:4", "said:0"].w / wide["card:4", "found:0"].w == pytest.approx(826 / 814)
    assert wide["card:6", "said:0"].w / wide["card:6", "found:0"].w == pytest.approx(100, rel=0.01)


def test_only_one_card_is_told_of_at_a_time_and_nothing_jumps():
    """From picture to picture of a film no card moves by more than a sixth of the stage."""
    for beat in (2, 3):
        span, before = shown().beats[beat], {}
        for k in range(int((span.end - span.start) * 30)):
            frame = frame_at(shown(), ScreenSeconds(span.start + k / 30), Look())
            assert sum("/who" in m.key and m.alpha > 0.9 for m in frame.marks) <= 1
            now = {key: (box.x + box.w / 2, box.y + box.h / 2) for key, box in boxes(frame).items()}
            for key in now.keys() & before.keys():
                steps = (abs(a - b) for a, b in zip(now[key], before[key], strict=True))
                assert max(steps) < 320 or k < 2
            before = now


def test_a_picture_depends_on_its_moment_alone():
    moments = (44.0, 21.3, 60.0, 21.3)
    found = [frame_at(shown(), ScreenSeconds(t), Look()) for t in moments]
    assert found[1] == found[3]
    assert found[0] == frame_at(compile_scene(load_scene("evidence")), ScreenSeconds(44.0), Look())


def test_only_what_was_measured_is_bright_at_the_end_and_two_is_said_large():
    frame = end(-1)
    two = next(m for m in frame.marks if m.key == "cards/two")
    assert (two.text, two.size > 150) == ("2", True)
    assert not [m for m in end(1).marks if isinstance(m, Label) and m.key == "cards/two"]
    assert len([m for m in frame.marks if isinstance(m, Line) and m.key.endswith("/struck")]) == 3


BAD = """
title: x
show:
  - who_says: {cards: [h100-aera], faces: [a], abouts: [b, c], pictures: [die], reasons: ["-"]}
beats: [{say: y, for: 2 s}]
"""


def test_a_claim_that_is_not_there_and_lists_of_another_length_are_told():
    with pytest.raises(VizError) as error:
        on_stage(scene_from_text(BAD), 0)
    assert "there is no claim 'h100-aera'; did you mean 'h100-area'" in str(error.value)
    assert "abouts has 2 entries for 1 cards" in str(error.value)


def test_larger_type_is_read_in_the_bins_as_well():
    frame = end(-1, replace(Look(), large=True))
    assert "2,500 tok/s" in texts(frame)
