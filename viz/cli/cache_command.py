"""viz cache: the parts of films that are kept, so that only what changes is made again."""

from __future__ import annotations

import argparse

from viz.units import write


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--clear", action="store_true", help="let go of all of them")


def run(args: argparse.Namespace) -> int:
    from viz.film.parts_cache import Cache, cache_folder

    cache = Cache(cache_folder())
    if args.clear:
        count, size = cache.clear()
        print(f"{_parts(count)} gone, {write(size, 'bytes')}: {cache.folder}")
        return 0
    count, size = cache.size()
    held = f"{write(size, 'bytes')} of at most {write(cache.most, 'bytes')}"
    print(f"{_parts(count)}, {held}: {cache.folder}")
    return 0


def _parts(count: int) -> str:
    return "1 part" if count == 1 else f"{count} parts"
