"""Units: what is written becomes the nearest float, and is printed back as a person would."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz import units
from viz.units import Quantity, UnitError, parse, parse_any, write


@pytest.mark.parametrize(
    ("text", "dimension", "expected"),
    [
        ("21 PB/s", "bytes/second", 21e15),
        ("1.2 Tb/s", "bytes/second", 150e9),
        ("3.35 TB/s", "bytes/second", 3_350_000_000_000.0),
        ("214 Pb/s", "bytes/second", 26.75e15),
        ("900 GBps", "bytes/second", 900e9),
        ("2 GB per ms", "bytes/second", 2e12),
        ("27.7 us", "seconds", 27.7e-6),
        ("27.7 µs", "seconds", 27.7e-6),
        ("1.5 min", "seconds", 90.0),
        ("44 GB", "bytes", 44e9),
        ("64 GiB", "bytes", 68_719_476_736.0),
        ("16 bit", "bytes", 2.0),
        ("1 Kib", "bytes", 128.0),
        ("1 ms per second", "pace", 1e-3),
        ("1 ms/s", "pace", 1e-3),
        ("989 TFLOPS", "flop/second", 989e12),
        ("15.6 PFLOP/s", "flop/second", 15.6e15),
        ("140 GFLOP", "flop", 140e9),
        ("23 kW", "watts", 23_000.0),
        ("750 tok/s", "tokens/second", 750.0),
        ("30 tokens", "tokens", 30.0),
        ("46225 mm2", "area", 0.046225),
        ("814 mm²", "area", 0.000814),
        ("$20 billion", "dollars", 20e9),
        ("4e12", "number", 4e12),
        ("80 billion", "number", 80e9),
        ("60 %", "number", 0.6),
        ("-2 s", "seconds", -2.0),
    ],
)
def test_a_quantity_is_read_as_its_si_value(text, dimension, expected):
    assert parse(text, dimension) == expected


@given(
    st.decimals(min_value="0.001", max_value="99999", places=6),
    st.sampled_from([("us", -6), ("ns", -9), ("ms", -3), ("s", 0)]),
)
def test_a_value_is_the_float_nearest_to_what_was_written(number, unit):
    name, exponent = unit
    assert parse(f"{number} {name}", "seconds") == float(
        Fraction(str(number)) * Fraction(10) ** exponent
    )


def test_a_third_of_a_rounding_error_does_not_creep_in_by_multiplying():
    # 57.6 * 1e-6 is 5.7599999999999997e-05 in floats, one step below what was written
    assert parse("57.6 us", "seconds") == 5.76e-05


def test_bits_and_bytes_are_eight_apart():
    assert parse("8 Gb", "bytes") == parse("1 GB", "bytes")


def test_binary_and_decimal_prefixes_are_apart():
    assert parse("1 GiB", "bytes") - parse("1 GB", "bytes") == 73_741_824


def test_any_quantity_tells_its_dimension():
    assert parse_any("3.35 TB/s") == Quantity(3.35e12, "bytes/second")
    assert parse_any("12") == Quantity(12.0, "number")


@pytest.mark.parametrize(
    ("text", "dimension", "what", "form"),
    [
        ("44", "bytes", "has no unit", "44 GB"),
        ("3.35 TB", "bytes/second", "amount of data", "3.35 TB/s"),
        ("44 GB", "seconds", "a time is wanted", "27.7 us"),
        ("21 KB", "bytes", "neither 1000 nor 1024", "KiB"),
        ("3 GFLOPs", "flop/second", "by others as a rate", "GFLOP/s"),
        ("46,225 mm2", "area", "ambiguous", "46225 mm2"),
        ("nan GB", "bytes", "not a quantity", "finite"),
        ("inf s", "seconds", "not a quantity", "finite"),
        ("", "seconds", "nothing is written", "TB/s"),
        ("fast", "seconds", "does not start with a number", "TB/s"),
        ("1e99999999 s", "seconds", "out of range", "measured"),
        ("1e390 s", "seconds", "out of range", "measured"),
        ("9" * 70 + " s", "seconds", "too long", "TB/s"),
        ("$5 GB", "dollars", "both", "$10 billion"),
    ],
)
def test_a_wrong_quantity_is_refused_with_the_right_form(text, dimension, what, form):
    with pytest.raises(UnitError) as caught:
        parse(text, dimension)
    assert what in caught.value.what
    assert form in caught.value.write


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("3 gb", "GB"),
        ("3 tb/s", "TB/s"),
        ("5 MS", "Ms"),
        ("5 tokk/s", "tok/s"),
        ("5 secnd", "second"),
    ],
)
def test_an_unknown_unit_names_the_nearest(text, meant):
    with pytest.raises(UnitError) as caught:
        parse_any(text)
    assert "there is no unit" in caught.value.what
    assert meant.casefold() in [word.casefold() for word in caught.value.meant]


@pytest.mark.parametrize(
    ("value", "dimension", "expected"),
    [
        (13.84e-3, "seconds", "13.8 ms"),
        (27.7e-6, "seconds", "27.7 us"),
        (0.9999, "seconds", "1 s"),
        (0.99999e-3, "seconds", "1 ms"),
        (90, "seconds", "90 s"),
        (600, "seconds", "10 min"),
        (40_260, "seconds", "11.2 h"),
        (3.35e12, "bytes/second", "3.35 TB/s"),
        (150e9, "bytes/second", "150 GB/s"),
        (0, "bytes", "0 B"),
        (672e9, "bytes", "672 GB"),
        (73.2, "tokens/second", "73.2 tok/s"),
        (72_000, "tokens/second", "72,000 tok/s"),
        (1e-3, "pace", "1 ms per second"),
        (989e12, "flop/second", "989 TFLOP/s"),
        (814e-6, "area", "814 mm²"),
        (80e9, "number", "80 billion"),
        (900_000, "number", "900,000"),
        (8, "number", "8"),
        (20e9, "dollars", "$20 billion"),
        (-2e-3, "seconds", "-2 ms"),
    ],
)
def test_a_value_is_written_as_a_person_would(value, dimension, expected):
    assert write(value, dimension) == expected


@given(
    st.floats(min_value=1e-11, max_value=1e20),
    st.sampled_from(["seconds", "bytes", "bytes/second", "flop/second", "watts", "pace", "number"]),
)
def test_what_is_written_reads_back_within_its_digits(value, dimension):
    if dimension not in {"seconds", "pace"}:
        value += 1
    back = parse(write(value, dimension, digits=6).replace(",", ""), dimension)
    assert back == pytest.approx(value, rel=1e-5)


def test_out_of_range_names_the_range():
    with pytest.raises(UnitError, match=r"a value from 1 MB/s to 1 ZB/s"):
        units.within(1e30, "bytes/second", 1e6, 1e21)
    with pytest.raises(UnitError, match="not a number"):
        units.within(float("nan"), "bytes/second", 1e6, 1e21)
