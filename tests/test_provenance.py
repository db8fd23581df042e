"""One number has one flag: the catalog, the claims, the published rows and the scenes agree."""

import csv
from dataclasses import fields

import pytest
from stagecraft import SCENES, show

from viz.assets_path import data_folder
from viz.catalog.claims import load_claims
from viz.catalog.load_catalog import load_catalog
from viz.catalog.types import Sourced
from viz.picture.casting import cast
from viz.scene.quantities import value_of
from viz.units import parse_any

CATALOG, CLAIMS = load_catalog(), load_claims()
THINGS = {"wse3": CATALOG.chips["wse-3"], "h100": CATALOG.chips["h100"]}
THINGS["maverick"] = CATALOG.models["llama-4-maverick"]


def numbers_of(thing):
    """Every number of a catalog entry with its flag, and those that others print for it."""
    found = []
    for one in fields(thing):
        value = getattr(thing, one.name)
        parts = [value] if isinstance(value, Sourced) else []
        if isinstance(value, tuple):
            parts = [part for pair in value if isinstance(pair, tuple) for part in pair]
        for part in parts:
            if isinstance(part, Sourced):
                found.append((part.value, part.unit, part.says, part.source))
                found += [(o.value, part.unit, o.says, o.source) for o in part.others]
    return found


def published():
    with (data_folder("assets") / "published.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def known():
    """(SI value, dimension) -> the flags that the claims and the catalog give it."""
    flags = {}
    for claim in CLAIMS.values():
        if claim.amount is not None:
            quantity = parse_any(claim.text)
            flags.setdefault((quantity.value, quantity.dimension), set()).add(claim.says)
    return flags


def test_a_number_of_a_claim_that_the_catalog_has_too_carries_the_flag_that_it_has_there():
    compared = []
    for claim in CLAIMS.values():
        thing = THINGS.get(claim.name.split("-", maxsplit=1)[0])
        if thing is None or claim.amount is None:
            continue
        dimension = parse_any(claim.text).dimension
        same = {
            says
            for value, unit, says, _ in numbers_of(thing)
            if value == pytest.approx(claim.amount, rel=1e-9)
            and parse_any(f"1 {unit}".strip()).dimension == dimension
        }
        if same:
            compared.append(claim.name)
            assert same == {claim.says}, claim.name
    assert {"wse3-bandwidth", "h100-bandwidth", "h100-area", "wse3-sram"} <= set(compared)


def test_a_published_speed_that_an_article_repeats_carries_one_flag():
    rows = {}
    for row in published():
        rows.setdefault((row["model"], float(row["measured_tok_s_per_user"])), row["kind"])
    assert rows["Llama-4-Maverick", 2500.0] == CLAIMS["maverick-speed"].says
    assert rows["Llama-4-Maverick", 1038.0] == CLAIMS["maverick-blackwell"].says
    assert rows["GPT-5.6-Sol", 750.0] == CLAIMS["sol-ultrafast-speed"].says


def test_an_article_is_no_third_party_and_no_measurement():
    """What an article says by itself is press; a test that it quotes names who made it."""
    quoted = {"maverick-speed", "maverick-blackwell"}  # by Artificial Analysis
    for claim in CLAIMS.values():
        allowed = {"vendor", "press", "assumed"}
        assert claim.says in allowed or claim.name in quoted, claim.name
    for thing in (*CATALOG.chips.values(), *CATALOG.models.values()):
        for _, _, says, source in numbers_of(thing):
            assert says in {"press", "assumed"} or "article 00" not in source, thing.name


def test_one_source_gives_one_number_one_flag_in_the_whole_catalog():
    flags = {}
    for thing in (*CATALOG.chips.values(), *CATALOG.models.values()):
        for value, unit, says, source in numbers_of(thing):
            assert flags.setdefault((value, unit, source), says) == says, (thing.name, source)


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_flags_a_number_as_the_claims_do(name):
    scene, flags = show(name).scene, known()
    for value in scene.values:
        if value.word or not value.says:
            continue  # a word; or a reference, which brings its own flag
        found = value_of(scene, value)
        same = flags.get((found.value, found.dimension), {value.says})
        assert value.says in same, value.name
        if "article 00" in value.source:
            assert value.says in {"vendor", "press", "assumed"}, value.name


@pytest.mark.parametrize("name", SCENES)
def test_no_actor_is_told_who_says_a_number_that_is_a_reference(name):
    """A flag beside a reference would be a second place: those that are written stand by words."""
    for role in cast(show(name).scene):
        p = role.parameters
        for i, flag in enumerate(getattr(p, "flags", ())):
            assert not flag or p.words[i].get("en"), f"{role.name}: {p.names[i]}"
        assert not {"kinds", "says"} & {one.name for one in fields(p)}, role.name
