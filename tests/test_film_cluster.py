"""A film made on a Dask cluster: the same bytes, and a lost worker is survived."""

import logging
import os
import signal
import sys
from fractions import Fraction

import pytest
import tools

from viz.errors import EXIT_USAGE, VizError
from viz.film import cluster
from viz.film.job import FilmJob
from viz.film.make import Ways, make
from viz.film.source import source_of
from viz.show import open_show

distributed = tools.library("distributed", "cluster")
pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="kills a process by its signal"),
    pytest.mark.filterwarnings("ignore"),  # Dask's own, when a worker is killed
]


@pytest.fixture
def source():
    show = open_show("weights_stay", width=64, height=36)
    return source_of(show.scene, show.take, show.look)


def job(path, frames=500):
    return FilmJob(path, 64, 36, fps=Fraction(60), frames=frames)


def test_a_cluster_that_loses_a_worker_makes_the_bytes_of_one_process(source, tmp_path):
    alone = make(job(tmp_path / "one.mp4"), source)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
    ) as machines:
        killed = []

        def kill_one(done, total):
            if done and not killed:
                killed.append(next(iter(machines.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)

        spread = make(
            job(tmp_path / "two.mp4"), source, Ways(dask=machines.scheduler_address), kill_one
        )
    assert killed
    assert spread.read_bytes() == alone.read_bytes()
    assert not (tmp_path / ".two.mp4.parts").exists()


def test_an_address_where_no_scheduler_answers_is_one_line(source, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "_PATIENCE", 0.5)
    with pytest.raises(VizError, match="no Dask scheduler answers") as caught:
        make(job(tmp_path / "a.mp4"), source, Ways(dask="tcp://127.0.0.1:1"))
    assert caught.value.code == EXIT_USAGE
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_without_dask_the_way_to_install_it_is_told(source, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(VizError, match=r"pip install distributed"):
        make(job(tmp_path / "a.mp4"), source, Ways(dask="tcp://127.0.0.1:1"))
    assert list(tmp_path.iterdir()) == []
