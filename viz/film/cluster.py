"""Parts of a film from a Dask cluster. The machines share nothing but the versions installed."""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from contextlib import suppress
from typing import Any, Final

from viz.errors import EXIT_OUTPUT, Fault, VizError
from viz.extras import missing
from viz.film.segment import Made, Order
from viz.film.workers import made_here

_PATIENCE: Final = 20  # seconds for the scheduler to answer, and for a first worker
_AHEAD: Final = 2  # parts asked for, for each thread of the cluster


def made_there(order: Order, wanted: Sequence[int], address: str) -> Generator[Made]:
    """The wanted parts as they get ready, from the cluster whose scheduler is at `address`.

    A part whose worker is lost is made again by another; the scheduler sees to that. Raises
    VizError where there is no cluster, or where Dask is not installed.
    """
    try:
        import distributed
    except ImportError as error:
        raise missing("cluster", "--dask", "Dask") from error
    for name in ("distributed", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters is told as a fault
    connect: Any = distributed.Client  # no types
    try:
        client = connect(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:  # a timeout is an OSError
        what = f"no Dask scheduler answers at {address[:80]}"
        raise VizError(Fault(what, write="--dask tcp://HOST:8786")) from error
    try:
        yield from _made(client, distributed.as_completed, order, wanted, address)
    finally:
        with suppress(Exception):
            client.close(timeout=2)


def _made(
    client: Any, as_completed: Any, order: Order, wanted: Sequence[int], address: str
) -> Generator[Made]:
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except OSError as error:
        what = f"the cluster at {address[:80]} has no workers"
        raise VizError(Fault(what, write="dask worker ADDRESS on each machine")) from error
    todo = iter(wanted)

    def ask() -> Any:
        index = next(todo, None)
        if index is None:
            return None
        return client.submit(make_one, order, index, pure=False, retries=2)

    threads = max(1, sum(client.nthreads().values()))
    first = [future for _ in range(threads * _AHEAD) if (future := ask()) is not None]
    arriving = as_completed(first, loop=client.loop)
    for future in arriving:
        try:
            made = future.result()
        except Exception as error:
            what = f"a part is lost on the cluster: {type(error).__name__}"
            write = "--resume when the cluster is well; what is made is kept"
            raise VizError(Fault(what, write=write), EXIT_OUTPUT) from error
        yield made
        future.release()
        if (another := ask()) is not None:
            arriving.add(another)


def make_one(order: Order, index: int) -> Made:
    """Runs on a worker of the cluster, whose threads and profiler paint badly: Dask looks at the
    frames of a thread and keeps a surface locked. So the part is made in a process of its own,
    which ends when the worker does."""
    (made,) = made_here(order, [index], 1)
    return made
