"""What every test has of its own."""

import pytest


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    """No test takes parts of films that another made, or that are this machine's user's."""
    monkeypatch.setenv("VIZ_CACHE", str(tmp_path_factory.mktemp("cache")))
