"""Programs and libraries that tests use beside our own.

Where one is missing a test is skipped, and says what brings it; where `CI` is set it fails, for
nobody reads there what was skipped.
"""

import importlib
import os
import shutil

import pytest


def need(names, package):
    """The path of a program that has one of these names; `package` is Debian's that brings it."""
    found = next(filter(None, map(shutil.which, (names,) if isinstance(names, str) else names)), "")
    if not found:
        missing(f"there is no {names if isinstance(names, str) else names[0]}: install {package}")
    return found


def library(name, extra):
    """A library of one of our extras."""
    try:
        return importlib.import_module(name)
    except ImportError:
        missing(f"there is no {name}: install the extra '{extra}'")


def missing(told):
    if os.environ.get("CI"):
        pytest.fail(told)
    pytest.skip(told, allow_module_level=True)
