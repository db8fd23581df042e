"""viz doctor: what is installed, what works, and what to do about the rest."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import sys
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from typing import Final, Literal

from viz import __version__
from viz.errors import EXIT_OURS, VizError

State = Literal["ok", "note", "fault"]
PROJECT: Final = "weights-stay-tokens-flow"
FONTS: Final = "pylopdf-fonts-zh-cn"
# Encoders of PyAV, and what each is for. Only the first two are needed today.
NEEDED: Final = {"libx264": "MP4", "png": "stills and sheets"}
OTHERS: Final = {
    "libx265": "HEVC",
    "libvpx-vp9": "WebM",
    "libsvtav1": "AV1",
    "prores_ks": "ProRes",
    "qtrle": "QuickTime with alpha",
    "gif": "GIF",
    "libwebp_anim": "animated WebP",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. A `fault` keeps the project from working; a `note` does not."""

    what: str
    found: str
    state: State = "ok"
    advice: str = ""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument(
        "--try", dest="tries", action="store_true", help="also try what systems do differently"
    )


def run(args: argparse.Namespace) -> int:
    findings = list(examine())
    if args.tries:
        from viz.cli.try_here import tried

        for what, wrong in tried():
            findings.append(Finding(what, wrong or "tried", "fault" if wrong else "ok"))
    if args.json:
        print(json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=2))
    else:
        _print(findings)
    return EXIT_OURS if any(finding.state == "fault" for finding in findings) else 0


def examine() -> Iterator[Finding]:
    """Everything that is looked at, in order; what goes wrong on the way is a finding too."""
    looks: tuple[Callable[[], Iterator[Finding]], ...] = (
        system,
        packages,
        both_pygames,
        fonts,
        encoders,
        scenes,
        display,
        state,
    )
    for look in looks:
        try:
            yield from look()
        except Exception as error:  # noqa: BLE001  a doctor does not fall ill with the patient
            told = f"{type(error).__name__}: {error}".splitlines()[0]
            name = look.__name__.replace("_", " ")
            yield Finding(name, told, "fault", "this looks broken; set viz up again")


def _print(findings: list[Finding]) -> None:
    wide = max(len(finding.what) for finding in findings)
    for finding in findings:
        print(f"{finding.state:<6} {finding.what:<{wide}}  {finding.found}")
    advice = [finding for finding in findings if finding.advice]
    if advice:
        print()
    for finding in advice:
        print(f"{finding.what}: {finding.advice}")
    if not any(finding.state == "fault" for finding in findings):
        print("\nAll that is needed works.")


def system() -> Iterator[Finding]:
    """Ourselves, Python, the machine."""
    yield Finding("viz", __version__)
    python = f"{platform.python_version()} ({sys.executable})"
    old = sys.version_info < (3, 11)
    yield Finding("Python", python, "fault" if old else "ok", "use Python 3.11 or later" * old)
    yield Finding("system", f"{platform.system()} {platform.release()} {platform.machine()}")


def packages() -> Iterator[Finding]:
    """Every dependency with its version, against what the project asks for."""
    for requirement in metadata.requires(PROJECT) or []:
        if "extra ==" in requirement:
            continue
        match = re.match(r"([A-Za-z0-9._-]+)\s*(.*)", requirement)
        if match is None:
            continue
        name, wanted = match[1], match[2].partition(";")[0].strip()
        cure = f"pip install '{name}{wanted}'"
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            yield Finding(name, "not installed", "fault", cure)
            continue
        if satisfies(version, wanted):
            yield Finding(name, version)
        else:
            yield Finding(name, f"{version}, but {wanted} is needed", "fault", cure)


def satisfies(version: str, wanted: str) -> bool:
    """Whether a version fulfils a list of plain bounds such as `>=2.5.8,<2.6`."""
    bounds = {
        ">=": lambda a, b: a >= b,
        "<=": lambda a, b: a <= b,
        "<": lambda a, b: a < b,
        ">": lambda a, b: a > b,
        "==": lambda a, b: a == b,
        "!=": lambda a, b: a != b,
    }
    for bound in filter(None, (part.strip() for part in wanted.split(","))):
        match = re.match(r"(>=|<=|==|!=|<|>)\s*(.+)", bound)
        if match and not bounds[match[1]](_numbers(version), _numbers(match[2])):
            return False
    return True


def _numbers(version: str) -> tuple[int, ...]:
    release = re.match(r"[0-9]+(?:\.[0-9]+)*", version)
    numbers = [int(part) for part in release[0].split(".")] if release else []
    while numbers and numbers[-1] == 0:  # 2.0 is 2
        numbers.pop()
    return tuple(numbers)


def both_pygames() -> Iterator[Finding]:
    """pygame and pygame-ce write into the same folder; with both, which one runs is chance."""
    try:
        other = metadata.version("pygame")
    except metadata.PackageNotFoundError:
        yield Finding("pygame and pygame-ce", "only pygame-ce")
        return
    advice = "pip uninstall -y pygame pygame-ce && pip install pygame-ce"
    yield Finding("pygame and pygame-ce", f"both are installed (pygame {other})", "fault", advice)


def fonts() -> Iterator[Finding]:
    """The font's file against the hash that its wheel gives for it."""
    from viz.paint.surface import font_path

    path = font_path()
    cure = f"pip install --force-reinstall {FONTS}"
    if not path.is_file():
        yield Finding("font", f"{path} is missing", "fault", cure)
        return
    digest = hashlib.sha256(path.read_bytes())
    listed = urlsafe_b64encode(digest.digest()).rstrip(b"=").decode()
    told = f"{path.name}, SHA-256 {digest.hexdigest()[:16]}"
    hashes = {
        file.name: file.hash.value
        for file in metadata.distribution(FONTS).files or []
        if file.hash is not None
    }
    if hashes.get(path.name, listed) != listed:
        yield Finding("font", f"{told}: not the file of its wheel", "fault", cure)
        return
    yield Finding("font", told)


def encoders() -> Iterator[Finding]:
    """Which video encoders PyAV has, and whether the one for MP4 really encodes."""
    import av

    versions = ", ".join(
        f"{name} {'.'.join(map(str, version))}"
        for name, version in sorted(av.library_versions.items())
        if name in {"libavcodec", "libavformat"}
    )
    yield Finding("FFmpeg in PyAV", versions)
    for name, use in NEEDED.items():
        if has_encoder(name):
            yield Finding(f"encoder {name}", use)
        else:
            cure = "pip install --force-reinstall --only-binary av av"
            yield Finding(f"encoder {name}", f"missing, needed for {use}", "fault", cure)
    there = [f"{use} ({name})" for name, use in OTHERS.items() if has_encoder(name)]
    yield Finding("other encoders", ", ".join(there) or "none")


def has_encoder(name: str) -> bool:
    """Whether PyAV's FFmpeg was built with this encoder."""
    import av

    try:
        av.Codec(name, "w")
    except ValueError:
        return False
    return True


def scenes() -> Iterator[Finding]:
    """The folders that come with the project."""
    from viz.assets_path import data_folder

    for name, pattern in (("scenes", "*.yaml"), ("assets", "*/*")):
        folder = data_folder(name)
        count = len(list(folder.glob(pattern)))
        if count:
            yield Finding(name, f"{count} files in {folder}")
        else:
            cure = f"pip install --force-reinstall {PROJECT}"
            yield Finding(name, f"nothing in {folder}", "fault", cure)


def display() -> Iterator[Finding]:
    """Whether a window could be opened. Films and stills need none."""
    from viz.live.canvas import close_display, open_display

    try:
        open_display()
    except VizError as error:
        yield Finding("display", error.faults[0].what, "note", error.faults[0].write)
        return
    close_display()
    yield Finding("display", "a window can be opened")


def state() -> Iterator[Finding]:
    """Where takes and talks are kept, and whether they can be."""
    from viz.live.state import folder

    kept = folder()
    there = next(path for path in (kept, *kept.parents) if path.exists())
    if os.access(there, os.W_OK):
        yield Finding("takes and talks", str(kept))
    else:
        advice = "set XDG_STATE_HOME to a folder that can be written"
        yield Finding("takes and talks", f"{kept} cannot be written", "note", advice)
