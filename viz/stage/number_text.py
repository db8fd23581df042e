"""Numbers as the stage writes them: few digits, and always as many, so that they do not dance."""

from __future__ import annotations

from math import ceil, floor, log10

from viz.units import write


def counted(value: float, lang: str) -> str:
    """A large count as people write it in Chinese: 800亿, 4万亿; "" for others, and small ones."""
    if lang != "zh" or value < 1e8:
        return ""
    unit, power = ("万亿", 1e12) if value >= 1e12 else ("亿", 1e8)
    return f"{value / power:.4g}{unit}"


def amount_of(part: float, whole: float, lang: str) -> tuple[str, str]:
    """A part of a large count, and all of it, whose unit may stand for both: "17" of "400 billion",
    170亿 / 4000亿."""
    found = counted(part, lang), counted(whole, lang)
    if all(found):
        return found
    one, every = write(part, "number"), write(whole, "number")
    unit = every.lstrip("0123456789.,")
    return one.removesuffix(unit) if unit else one, every


def duration(seconds: float, digits: int = 3) -> str:
    """A duration with that many significant digits, zeros included: "13.8 ms", "7.0 ms"."""
    for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")):
        if seconds >= 0.9995 * scale:
            value = seconds / scale
            decimals = max(0, digits - 1 - max(0, floor(log10(value * 1.0005))))
            return f"{value:,.{decimals}f} {unit}"
    return "0 s"


def part_of(share: float, amount: float) -> tuple[str, str]:
    """A share of an amount of bytes, and all of it, with as many decimals: "9.3" of "15.0 GB"."""
    scale, unit = next(
        (
            (scale, unit)
            for scale, unit in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"))
            if amount >= scale
        ),
        (1e3, "kB"),
    )
    decimals = 0 if amount >= 100 * scale else 1
    return f"{share * amount / scale:.{decimals}f}", f"{amount / scale:.{decimals}f} {unit}"


def plain_seconds(value: float) -> str:
    """Seconds without zeros at the end, and in seconds as long as one would: "40 s", "13.3 s"."""
    if 1 <= value < 999.5:
        return f"{value:.3g} s"
    return write(value, "seconds").replace(" us", " µs")


def clock(seconds: float) -> str:
    """The hardware clock, with a fixed number of decimals within each unit."""
    if seconds < 1e-3 and seconds > 0:
        return f"{seconds * 1e6:.0f} µs"
    if seconds < 1:
        return f"{seconds * 1e3:.1f} ms"
    if seconds < 60:
        return f"{seconds:.2f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    return f"{minutes // 60:,} h {minutes % 60:02d} min"


def moment(seconds: float, pace: float) -> str:
    """The hardware clock with as many decimals as move at a pace (hardware seconds a second of the
    screen), and with those of milliseconds while it stands."""
    moves = pace if pace > 0 else seconds
    for unit, name in ((1e-12, "ps"), (1e-9, "ns")):
        if 0 < moves < 1000 * unit and seconds < 1000 * unit:
            return f"{seconds / unit:.{1 if seconds < 99.95 * unit else 0}f} {name}"
    if seconds >= 1 or pace >= 1e-3 or pace <= 0:
        return clock(seconds)
    decimals = min(6, max(1, ceil(-log10(pace * 1e3)) + 1))
    return f"{seconds * 1e3:.{decimals}f} ms"


def speed(tokens_per_second: float) -> str:
    """Tokens per second without their unit: "73", "2,310"."""
    if tokens_per_second >= 99.95:
        return f"{tokens_per_second:,.0f}"
    return f"{tokens_per_second:.0f}" if tokens_per_second >= 9.95 else f"{tokens_per_second:.1f}"


def percent(share: float) -> str:
    """A share as per cent: one decimal near 0 and 100, none between."""
    value = share * 100
    return f"{value:.1f} %" if value > 99 or value < 1 else f"{value:.0f} %"


def factor(value: float) -> str:
    """A factor: "200", "1.6"."""
    if value >= 99.5:
        return f"{value:,.0f}"
    return f"{value:.2g}" if value >= 1 else f"{value:.2f}"


def many_times(value: float, lang: str) -> str:
    """A factor that may have more digits than anyone reads: "543", "10 trillion", 10万亿."""
    return counted(value, lang) or (write(value, "number") if value >= 1e6 else factor(value))


def round_size(value: float) -> float:
    """The nearest of 1, 2, 4, 5, 8 times a power of ten: sizes that are easy to say."""
    if value <= 0:
        return 1.0
    scale = 1.0
    while value / scale >= 10:
        scale *= 10
    while value / scale < 1:
        scale /= 10
    return min((1.0, 2.0, 4.0, 5.0, 8.0, 10.0), key=lambda step: abs(step - value / scale)) * scale
