"""What comes of multiplying and dividing quantities: 30 tok / 750 tok/s is 40 ms."""

from __future__ import annotations

from typing import Final

from viz import units

Powers = tuple[tuple[str, int], ...]  # ("B", 1), ("s", -1): sorted by name, none of them 0

_POWERS: Final[dict[str, Powers]] = {
    "number": (),
    "pace": (),
    "bytes": (("B", 1),),
    "seconds": (("s", 1),),
    "flop": (("FLOP", 1),),
    "watts": (("W", 1),),
    "tokens": (("tok", 1),),
    "area": (("m²", 1),),
    "dollars": (("$", 1),),
    "bytes/second": (("B", 1), ("s", -1)),
    "flop/second": (("FLOP", 1), ("s", -1)),
    "tokens/second": (("s", -1), ("tok", 1)),
}


def product(one: str, other: str, sign: int = 1) -> str:
    """The dimension of a product, or with sign -1 of a quotient.

    Where viz.units has no name for it, it is its base units: "$ / tok".
    """
    powers = dict(powers_of(one))
    for base, power in powers_of(other):
        powers[base] = powers.get(base, 0) + sign * power
    left: Powers = tuple(sorted((base, power) for base, power in powers.items() if power))
    for name, known in _POWERS.items():
        if known == left:
            return name
    above = " ".join(_power(base, power) for base, power in left if power > 0)
    below = " ".join(_power(base, -power) for base, power in left if power < 0)
    return f"{above or '1'} / {below}" if below else above


def powers_of(dimension: str) -> Powers:
    """The base units of a dimension, also of one that only has base units for a name."""
    if dimension in _POWERS:
        return _POWERS[dimension]
    above, _, below = dimension.partition(" / ")
    found = [(_split(word), 1) for word in above.split() if word != "1"]
    found += [(_split(word), -1) for word in below.split()]
    return tuple(sorted((base, sign * power) for (base, power), sign in found))


def write(value: float, dimension: str, digits: int = 3) -> str:
    """A value as a person would write it, also where its dimension has no name."""
    if dimension in units.DIMENSIONS:
        return units.write(value, dimension, digits)
    above, slash, below = dimension.partition(" / ")
    unit = f"{above}/({below})" if " " in below else f"{above}{'/' if slash else ''}{below}"
    return f"{units.write(value, 'number', digits)} {unit}"


def _power(base: str, power: int) -> str:
    return base if power == 1 else f"{base}^{power}"


def _split(word: str) -> tuple[str, int]:
    base, _, power = word.partition("^")
    return base, int(power or 1)
