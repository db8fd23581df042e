"""The catalog: every asset file has units and sources, and a wrong one tells all its faults."""

import pytest

from viz.assets_path import data_folder
from viz.catalog.entries import chip_from_node, model_from_node, stack_from_node
from viz.catalog.load_catalog import find, load_catalog
from viz.catalog.types import Sourced
from viz.errors import VizError
from viz.reading.yaml12 import read_text

ASSETS = data_folder("assets")
FILES = sorted(ASSETS.glob("chips/*.yaml")) + sorted(ASSETS.glob("models/*.yaml"))
FILES += sorted(ASSETS.glob("stacks/*.yaml"))


def load(file):
    catalog = load_catalog()
    return getattr(catalog, file.parent.name)[file.stem]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_number_of_an_asset_has_a_unit_a_source_and_a_date(file):
    entry = load(file)
    numbers = [getattr(entry, name) for name in entry.__dataclass_fields__]
    sourced = [number for number in numbers if isinstance(number, Sourced)]
    sourced += [number for _, number in getattr(entry, "flops", ())]
    assert len(sourced) >= 4
    for number in sourced:
        assert number.source
        assert number.date[:2] in {"19", "20"}
    assert entry.title


@pytest.mark.parametrize("file", sorted(ASSETS.glob("chips/*.yaml")), ids=lambda file: file.stem)
def test_the_stack_of_every_chip_exists_and_is_for_its_kind(file):
    chip = load(file)
    assert load_catalog().stacks[chip.stack].kind == chip.kind


def test_the_flagship_numbers_are_the_published_ones():
    catalog = load_catalog()
    assert catalog.chips["h100"].bandwidth.value == 3.35e12
    assert catalog.chips["h100"].capacity.value == 80e9
    assert catalog.chips["wse-3"].capacity.value == 44e9
    assert catalog.chips["wse-3"].bandwidth.value == 21e15
    assert catalog.chips["wse-3"].link.value == 150e9
    assert catalog.models["llama-3.1-70b"].parameters.value == 70.55e9


def test_contested_numbers_keep_what_others_print():
    others = load_catalog().chips["wse-3"].bandwidth.others
    assert [other.value for other in others] == [24e15, 25e15]


def test_an_unknown_name_finds_the_nearest():
    with pytest.raises(VizError, match=r"there is no chip 'h10'; did you mean 'h100'"):
        find(load_catalog().chips, "h10", "chip")


def test_a_name_may_be_written_with_capitals_and_spaces():
    assert find(load_catalog().chips, "WSE 3", "chip").name == "wse-3"


def test_asking_for_one_chip_reads_one_file(tmp_path):
    for name in ("chips", "models", "stacks"):
        (tmp_path / name).mkdir()
    (tmp_path / "chips" / "broken.yaml").write_text("title: [", encoding="utf-8")
    good = (ASSETS / "chips" / "h100.yaml").read_text(encoding="utf-8")
    (tmp_path / "chips" / "good.yaml").write_text(good, encoding="utf-8")
    catalog = load_catalog(tmp_path)
    assert catalog.chips["good"].name == "good"
    assert set(catalog.chips) == {"broken", "good"}
    with pytest.raises(VizError, match=r"broken\.yaml:"):
        catalog.chips["broken"]
    with pytest.raises(KeyError):
        catalog.chips["absent"]


BAD_CHIP = """\
title: Wrong
kind: gpuu
joins: tensor
stack: wafer
memory:
  kind: HBM
  capacity: 80 GB
  bandwith: {value: 1 TB/s, says: vendor, source: here, date: 2024}
  bandwidth: {value: 1e30 B/s, says: vendro, source: here, date: March}
flops:
  16 bit: {value: 9 TB/s, says: vendor, source: here, date: 2024}
"""


def test_all_faults_of_a_file_are_told_at_once_with_their_places():
    with pytest.raises(VizError) as caught:
        chip_from_node("wrong", read_text(BAD_CHIP, "wrong.yaml"), {})
    told = [str(fault) for fault in caught.value.faults]
    starts = [text.partition(" ")[0] for text in told]
    assert starts == [
        "wrong.yaml:2:7:",
        "wrong.yaml:7:13:",
        "wrong.yaml:8:3:",
        "wrong.yaml:9:22:",
        "wrong.yaml:9:38:",
        "wrong.yaml:9:66:",
        "wrong.yaml:11:19:",
    ]
    assert "did you mean 'gpu'" in told[0]
    assert "has no source; write {value:" in told[1]
    assert "did you mean 'bandwidth'" in told[2]
    assert "1 MB/s to 1 ZB/s" in told[3]
    assert "did you mean 'vendor'" in told[4]
    assert "write 2024, 2024-03" in told[5]
    assert "a rate of operations is wanted" in told[6]


@pytest.mark.parametrize("value", ["0 TB/s", "-1 TB/s", "nan TB/s", "inf TB/s", "3.35", "3.35 TB"])
def test_a_number_that_no_chip_can_have_is_refused(value):
    text = BAD_CHIP.replace("1e30 B/s", value)
    with pytest.raises(VizError) as caught:
        chip_from_node("wrong", read_text(text, "wrong.yaml"), {})
    assert any(str(fault).startswith("wrong.yaml:9:22: bandwidth") for fault in caught.value.faults)


def test_a_missing_number_is_named():
    with pytest.raises(VizError, match=r"'thin' lacks memory.capacity"):
        chip_from_node("thin", read_text("title: Thin\nmemory: {kind: HBM}\n", "t.yaml"), {})
    with pytest.raises(VizError, match="'thin' lacks layers"):
        model_from_node("thin", read_text("title: Thin\n", "t.yaml"))
    with pytest.raises(VizError, match="'thin' lacks kernel"):
        stack_from_node("thin", read_text("title: Thin\nkind: gpu\n", "t.yaml"))


def test_a_chip_of_a_scene_is_like_another_and_says_that_it_is_assumed():
    node = read_text("{like: h100, memory: {bandwidth: 33.5 TB/s}}", "scene.yaml")
    chip = chip_from_node("dream-gpu", node, load_catalog().chips, "scenes/x.yaml")
    assert chip.bandwidth == Sourced(33.5e12, "B/s", "assumed", "scenes/x.yaml", "")
    assert chip.capacity.value == 80e9
    assert (chip.name, chip.title, chip.like) == ("dream-gpu", "dream-gpu", "h100")


def test_like_an_unknown_chip_is_a_fault_with_the_nearest():
    node = read_text("like: h1000\n", "scene.yaml")
    with pytest.raises(VizError, match=r"scene.yaml:1:7: .*did you mean 'h100'"):
        chip_from_node("mine", node, load_catalog().chips, "scene")


def test_a_scene_adds_chips_without_reading_the_others():
    catalog = load_catalog()
    mine = catalog.with_chips({"mine": catalog.chips["h100"]})
    assert mine.chips["mine"].name == "h100"
    assert mine.chips["wse-3"].name == "wse-3"
    assert "mine" not in catalog.chips


@pytest.mark.parametrize("file", sorted(ASSETS.glob("models/*.yaml")), ids=lambda file: file.stem)
def test_one_stream_reads_about_what_the_vendor_calls_active(file):
    from viz.physics.equations import parameters_read

    model = load(file)
    if model.name == "sol-guess":
        return
    table = model.vocabulary.value * model.hidden.value
    # vendors count the input embedding or leave it out, and round to two digits
    low = (model.active.value - table) * 0.92
    assert low <= parameters_read(model, 1) <= model.active.value * 1.08


def test_experts_that_are_larger_than_their_model_are_refused():
    text = (ASSETS / "models" / "mixtral-8x7b.yaml").read_text(encoding="utf-8")
    with pytest.raises(VizError, match="more parameters than the whole model"):
        model_from_node("m", read_text(text.replace("5.6371 billion", "6 billion"), "m.yaml"))
