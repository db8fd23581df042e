"""What every test may rely on: the words to stop are heard, also where the tests were started by a
script in the background or under `nohup`, which hand them on as ignored; and no test takes parts of
films that another made, or that are this machine's user's."""

import signal

import pytest


def pytest_configure(config):
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            # Heard here and left aside, so that a program that a test starts hears them.
            signal.signal(number, lambda *_: None)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("VIZ_CACHE", str(tmp_path_factory.mktemp("cache")))
