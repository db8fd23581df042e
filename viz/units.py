"""Quantities with units: "21 PB/s" to SI and back, exactly.

Decimal prefixes (kB MB GB) and binary ones (KiB MiB GiB) are different units, and so are bits
(b) and bytes (B). A value is the quotient of two whole numbers, divided once: the result is the
float nearest to what was written. A bare number where a quantity is wanted is an error.

Dimensions and their SI values: "bytes" (B), "seconds" (s), "flop" (FLOP), "watts" (W), "tokens"
(tok), "area" (m2), "hertz" (Hz), "dollars", "number", and the rates "bytes/second", "flop/second",
"tokens/second" and "pace" (seconds of the hardware clock per second of the screen).
"""

from __future__ import annotations

import difflib
import functools
import math
import re
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 64  # characters; nobody writes a longer quantity by hand
MOST_EXPONENT: Final = 400  # beyond a float anyway; keeps whole numbers small

_NUMBER: Final = re.compile(r"([+-]?)([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE]([+-]?[0-9]+))?")
_SI: Final = (("k", 3), ("M", 6), ("G", 9), ("T", 12), ("P", 15), ("E", 18), ("Z", 21), ("Y", 24))
_BINARY: Final = ("Ki", "Mi", "Gi", "Ti", "Pi", "Ei")
_SMALL: Final = (("m", 3), ("u", 6), ("µ", 6), ("μ", 6), ("n", 9), ("p", 12))
_WORDS: Final = (("thousand", 3), ("million", 6), ("billion", 9), ("trillion", 12))
_COUNTS: Final = (("k", 3), ("K", 3))  # how counts are also written: 128k
_RATES: Final = (
    ("bytes", "bytes/second"),
    ("flop", "flop/second"),
    ("tokens", "tokens/second"),
    ("seconds", "pace"),
)
# dimension, how it is called in an error, forms to copy
_ABOUT: Final = (
    ("bytes", "an amount of data", "'44 GB' or '64 GiB'"),
    ("seconds", "a time", "'27.7 us' or '2 s'"),
    ("flop", "a number of operations", "'140 GFLOP'"),
    ("watts", "a power", "'700 W' or '23 kW'"),
    ("tokens", "a number of tokens", "'30 tok'"),
    ("bytes/second", "a data rate", "'3.35 TB/s' or '1.2 Tb/s'"),
    ("flop/second", "a rate of operations", "'989 TFLOP/s'"),
    ("tokens/second", "a speed", "'750 tok/s'"),
    ("pace", "a pace", "'1 ms per second'"),
    ("area", "an area", "'814 mm2'"),
    ("hertz", "a clock rate", "'1.83 GHz'"),
    ("dollars", "an amount of money", "'$10 billion'"),
    ("number", "a plain number", "'8', '4e12' or '80 billion'"),
)
DIMENSIONS: Final = tuple(name for name, _, _ in _ABOUT)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value in SI units and its dimension."""

    value: float
    dimension: str


class UnitError(ValueError):
    """A text that is no quantity, or not the wanted one.

    `what` is the fault, `write` the right form, `meant` the nearest right units.
    """

    def __init__(self, what: str, write: str = "", meant: tuple[str, ...] = ()) -> None:
        self.what = what
        self.write = write
        self.meant = meant
        hint = f"; did you mean {' or '.join(repr(word) for word in meant)}?" if meant else ""
        super().__init__(what + hint + (f"; write {write}" if write else ""))


def parse(text: str, dimension: str) -> float:
    """The SI value of `text`, which must be of `dimension`. Raises UnitError."""
    found = parse_any(text)
    if found.dimension == dimension:
        return found.value
    called, form = _about(dimension)
    if found.dimension == "number":
        raise UnitError(f"'{text}' has no unit, and {called} is wanted", form)
    was, _ = _about(found.dimension)
    raise UnitError(f"'{text}' is {was}, and {called} is wanted", form)


def parse_any(text: str) -> Quantity:
    """Any quantity. A number without a unit is of the dimension "number". Raises UnitError."""
    stripped = text.strip()
    if len(stripped) > LONGEST:
        raise UnitError(f"'{stripped[:20]}...' is too long for a quantity", "'3.35 TB/s'")
    body, money = stripped, False
    if body.startswith("$"):
        body, money = body[1:].lstrip(), True
    match = _NUMBER.match(body)
    if match is None:
        raise _no_number(stripped)
    rest = body[match.end() :]
    if rest[:1] in {",", "_", "'"} and rest[1:2].isdigit():
        plain = re.sub(r"(?<=[0-9])[,_'](?=[0-9])", "", stripped)
        raise UnitError(f"'{stripped}': '{rest[0]}' inside a number is ambiguous", f"'{plain}'")
    tenth, unit = _word_scale(rest.strip())
    if money:
        if unit:
            raise UnitError(f"'{stripped}' has both $ and '{unit}'", "'$10 billion'")
        unit = "$"
    dimension, up, down = (
        ("number", 1, 1) if not unit else _unit(unit) or _fail_unit(stripped, unit)
    )
    return Quantity(_divide(match, tenth, up, down, stripped), dimension)


def write(value: float, dimension: str, digits: int = 3) -> str:
    """`value` (SI) as a person would write it, with `digits` significant digits."""
    if not math.isfinite(value):
        return f"{value} {_base(dimension)}".strip()
    if value < 0:
        return "-" + write(-value, dimension, digits)
    if dimension == "pace":
        return write(value, "seconds", digits) + " per second"
    if dimension == "seconds" and value >= 120:
        return _write_long(value, digits)
    if dimension == "area":
        return f"{_digits(value * 1e6, digits)} mm²"
    if dimension in {"number", "dollars"}:
        sign = "$" if dimension == "dollars" else ""
        return sign + _write_count(value, digits)
    if dimension in {"tokens", "tokens/second"} and value < 999_999.5:
        return f"{_digits(value, digits)} {_base(dimension)}"
    return _write_prefixed(value, dimension, digits)


def within(value: float, dimension: str, low: float, high: float) -> float:
    """`value` if it is a finite number from `low` to `high`; else a UnitError with the range."""
    if low <= value <= high:
        return value
    span = f"{write(low, dimension)} to {write(high, dimension)}"
    kind = "not a number" if math.isnan(value) else write(value, dimension)
    raise UnitError(f"{kind} is out of range", f"a value from {span}")


def _divide(match: re.Match[str], tenth: int, up: int, down: int, text: str) -> float:
    sign, mantissa, power = match.groups()
    whole, _, part = mantissa.partition(".")
    if power and len(power) > 5:
        raise UnitError(f"'{text}' is out of range", "a value that can be measured")
    exponent = int(power or 0) + tenth - len(part)
    if abs(exponent) > MOST_EXPONENT:
        raise UnitError(f"'{text}' is out of range", "a value that can be measured")
    top, bottom = int(whole + part) * up, down
    if exponent >= 0:
        top *= 10**exponent
    else:
        bottom *= 10**-exponent
    try:
        value = top / bottom
    except OverflowError:
        raise UnitError(f"'{text}' is out of range", "a value that can be measured") from None
    return -value if sign == "-" else value


def _word_scale(unit: str) -> tuple[int, str]:
    for word, tenth in (*_WORDS, *_COUNTS):
        if unit == word or unit.startswith(word + " "):
            return tenth, unit[len(word) :].strip()
    return 0, unit


@functools.cache
def _units() -> dict[str, tuple[str, int, int]]:
    """Every unit without a rate: name -> dimension and the SI value as a fraction."""
    table: dict[str, tuple[str, int, int]] = {}
    for name, dimension, down in (
        ("B", "bytes", 1),
        ("b", "bytes", 8),
        ("bit", "bytes", 8),
        ("FLOP", "flop", 1),
        ("W", "watts", 1),
        ("tok", "tokens", 1),
        ("Hz", "hertz", 1),
    ):
        table[name] = (dimension, 1, down)
        table |= {p + name: (dimension, 10**e, down) for p, e in _SI}
        if dimension == "bytes":
            table |= {p + name: (dimension, 1024 ** (i + 1), down) for i, p in enumerate(_BINARY)}
    table["byte"] = table["bytes"] = ("bytes", 1, 1)
    table["bits"] = ("bytes", 1, 8)
    table["token"] = table["tokens"] = ("tokens", 1, 1)
    table |= {p + "s": ("seconds", 1, 10**e) for p, e in _SMALL}
    times: tuple[tuple[tuple[str, ...], int], ...] = (
        (("s", "second", "seconds"), 1),
        (("min", "minute", "minutes"), 60),
        (("h", "hour", "hours"), 3600),
        (("d", "day", "days"), 86400),
    )
    for names, size in times:
        table |= dict.fromkeys(names, ("seconds", size, 1))
    table["mW"] = ("watts", 1, 1000)
    for names, down in ((("m2", "m²"), 1), (("cm2", "cm²"), 10**4), (("mm2", "mm²"), 10**6)):
        table |= dict.fromkeys(names, ("area", 1, down))
    table |= {"$": ("dollars", 1, 1), "USD": ("dollars", 1, 1), "%": ("number", 1, 100)}
    table["x"] = table["×"] = ("number", 1, 1)  # "14 x": that many times
    return table


def _unit(unit: str) -> tuple[str, int, int] | None:
    table = _units()
    if unit in table:
        return table[unit]
    above, below = _split_rate(unit)
    if above not in table or below not in table:
        return None
    dimension, up, down = table[above]
    kind, per_up, per_down = table[below]
    rate = dict(_RATES).get(dimension)
    if rate is None or kind != "seconds":
        return None
    return rate, up * per_down, down * per_up


def _split_rate(unit: str) -> tuple[str, str]:
    for mark in ("/", " per "):
        above, found, below = unit.partition(mark)
        if found:
            return above.strip(), below.strip()
    if unit.endswith("FLOPS"):
        return unit[:-1], "s"
    if unit.endswith(("bps", "Bps")):
        return unit[:-2], "s"
    return unit, ""


def _fail_unit(text: str, unit: str) -> tuple[str, int, int]:
    if unit.endswith("FLOPs"):
        raise UnitError(
            f"'{text}': FLOPs is read by some as operations, by others as a rate",
            f"'{text[:-1]}' for operations or '{text[:-1]}/s' for a rate",
        )
    above, below = _split_rate(unit)
    if above[:1] == "K" and above[1:] in {"B", "b", "bit"}:
        rate = f"/{below}" if below else ""
        raise UnitError(
            f"'{text}': K is neither 1000 nor 1024 for everyone",
            f"'k{above[1:]}{rate}' for 1000 or 'Ki{above[1:]}{rate}' for 1024",
        )
    known = [*_units(), "GB/s", "TB/s", "PB/s", "Gb/s", "Tb/s", "tok/s", "FLOP/s", "TFLOP/s"]
    folded = [name for name in known if name.casefold() == unit.casefold()]
    meant = tuple(folded[:2] or difflib.get_close_matches(unit, known, n=2, cutoff=0.5))
    raise UnitError(f"'{text}': there is no unit '{unit}'", "" if meant else "'3.35 TB/s'", meant)


def _no_number(text: str) -> UnitError:
    if not text:
        return UnitError("a quantity is wanted, and nothing is written", "'3.35 TB/s'")
    if text.casefold().lstrip("+-.").startswith(("nan", "inf")):
        return UnitError(f"'{text}' is not a quantity", "a finite number with its unit")
    return UnitError(f"'{text}' does not start with a number", "'3.35 TB/s'")


def _about(dimension: str) -> tuple[str, str]:
    for name, called, form in _ABOUT:
        if name == dimension:
            return called, form
    raise ValueError(f"there is no dimension {dimension!r}")


def _base(dimension: str) -> str:
    return {
        "bytes": "B",
        "seconds": "s",
        "flop": "FLOP",
        "watts": "W",
        "tokens": "tok",
        "bytes/second": "B/s",
        "flop/second": "FLOP/s",
        "tokens/second": "tok/s",
        "pace": "s per second",
        "area": "mm²",
        "hertz": "Hz",
        "dollars": "$",
        "number": "",
    }[dimension]


def _digits(value: float, digits: int) -> str:
    if value == 0:
        return "0"
    places = digits - 1 - math.floor(math.log10(value))
    shown = round(value, places)
    if shown >= 10**digits or places <= 0:
        return f"{shown:,.0f}" if shown >= 10_000 else f"{shown:.0f}"
    text = f"{shown:.{min(places, 30)}f}"
    return text.rstrip("0").rstrip(".")


def _write_prefixed(value: float, dimension: str, digits: int) -> str:
    base = _base(dimension)
    steps = [("", 0), *_SI]
    if dimension == "seconds":
        steps = [("p", -12), ("n", -9), ("u", -6), ("m", -3), ("", 0)]
    if value == 0:
        return f"0 {base}"
    for prefix, exponent in steps:
        scaled = value / 10**exponent if exponent >= 0 else value * 10**-exponent
        last = (prefix, exponent) == steps[-1]
        if last or float(f"{scaled:.{digits}g}") < 1000:
            return f"{_digits(scaled, digits)} {prefix}{base}"
    raise AssertionError(value)  # the last step always returns


def _write_long(value: float, digits: int) -> str:
    for size, name, limit in ((60, "min", 7200), (3600, "h", 172_800)):
        if value < limit:
            return f"{_digits(value / size, digits)} {name}"
    return f"{_digits(value / 86400, digits)} d"


def _write_count(value: float, digits: int) -> str:
    for word, tenth in reversed(_WORDS[1:]):
        if float(f"{value:.{digits}g}") >= 10**tenth:
            return f"{_digits(value / 10**tenth, digits)} {word}"
    return _digits(value, digits)
