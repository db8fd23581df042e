"""What is installed is what was tested: versions and hashes, licences, and a wheel that anybody can
build again to the same bytes."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Licences under which anybody may use the package with ours; the copyleft ones are not passed on.
ALLOWED = {
    *("MIT", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Zlib", "CC0-1.0", "Apache-2.0", "PSF-2.0"),
    *("OFL-1.1", "MPL-2.0", "LGPL-2.1-only", "LGPL-3.0-only"),
}
# How packages without an SPDX expression say it.
SAID = {
    "MIT License": "MIT",
    "LGPL v2.1": "LGPL-2.1-only",
    "BSD License": "BSD-3-Clause",
    "SIL Open Font License 1.1 (OFL-1.1)": "OFL-1.1",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Apache Software License": "Apache-2.0",
}


def locked(name):
    """Package -> version and hashes of a lock file."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    found = {}
    for line in text.splitlines():
        match = re.match(r"([a-z0-9-]+)==(\S+)", line)
        assert match, line
        if "python_full_version >= '3.15'" not in line:
            found[match[1]] = (match[2], re.findall(r"--hash=sha256:([0-9a-f]{64})", line))
    return found


def normal(name):
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", name)[0]).lower()


def asked():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def table():
    """Package -> licence, as THIRD_PARTY.md has it."""
    text = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z0-9-]+) \| ([^|]+) \| [^|]+ \|$", text, re.MULTILINE)
    return {name: licence for name, licence in rows if name != "package"}


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_each_package_is_locked_in_one_version_with_the_hashes_of_its_files(name):
    packages = locked(name)
    assert all(hashes for _, hashes in packages.values())
    project, groups = asked()["project"], asked()["dependency-groups"]
    wanted = [*project["dependencies"], *groups["setup"]]
    wanted += groups["dev"] if name == "requirements-dev.lock" else []
    assert {normal(one) for one in wanted} <= set(packages)


def test_both_locks_agree():
    dev = locked("requirements-dev.lock")
    for name, version in locked("requirements.lock").items():
        assert dev[name] == version


def test_what_is_installed_here_is_what_is_locked():
    from viz import checkout

    if checkout._stamp(Path(sys.prefix) / ".project") != checkout._wanted(ROOT):
        pytest.skip("the tests do not run in an environment of `python3 tests`")
    for name, (version, _) in locked("requirements.lock").items():
        assert metadata.version(name) == version, name


def test_every_package_that_is_needed_is_listed_with_a_licence_that_fits():
    extras = asked()["project"]["optional-dependencies"]
    needed = set(locked("requirements.lock")) | {
        normal(one) for libraries in extras.values() for one in libraries
    }
    listed = table()
    assert set(listed) == needed
    for name, licence in listed.items():
        assert set(re.split(r" (?:AND|OR) ", licence)) <= ALLOWED, name
        try:
            told = metadata.metadata(name)
        except metadata.PackageNotFoundError:
            continue  # an extra that is not installed here
        classes = [one for one in told.get_all("Classifier") or [] if one.startswith("License ::")]
        said = told.get("License-Expression")
        if said is None and told.get("License") in SAID:
            said = SAID[told["License"]]
        if said is None and classes:
            said = SAID[classes[0].rpartition(":: ")[2]]
        assert licence == (said or told.get("License")), name


def test_a_wheel_built_twice_from_two_places_has_the_same_bytes_and_the_notices(tmp_path):
    copy = tmp_path / "elsewhere" / "a copy"
    copy.mkdir(parents=True)
    for name in ("viz", "assets", "scenes"):
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, copy / name, ignore=ignore, copy_function=shutil.copyfile)
    for file in (*ROOT.glob("*.md"), *ROOT.glob("*.toml"), ROOT / "LICENSE", ROOT / ".gitignore"):
        if file.is_file():
            shutil.copyfile(file, copy / file.name)
    found = []
    for number, source in enumerate((ROOT, copy)):
        out = tmp_path / str(number)
        words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
        kept = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            words, cwd=source, capture_output=True, text=True, check=False, env=kept
        )
        assert done.returncode == 0, done.stderr
        (wheel,) = out.glob("*.whl")
        found.append(hashlib.sha256(wheel.read_bytes()).hexdigest())
        with zipfile.ZipFile(wheel) as held:
            names = held.namelist()
        assert any(name.endswith("licenses/THIRD_PARTY.md") for name in names)
        assert any(name.endswith("licenses/LICENSE") for name in names)
        assert not any("__pycache__" in name or name.endswith(".pyc") for name in names)
    assert found[0] == found[1]
