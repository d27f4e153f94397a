"""Counting on a Dask cluster, for corpora that outgrow a machine.

Each file is counted by a worker, and counts are joined by twos, neighbours always, until one is
left: as joining keeps the order of the files, the result is exactly that of one machine. Only
that last one travels here; the merges run where the command runs. Unlike `counting`, whose
processes are ours, the workers must have this package, and see the files under the same names.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from bpe_core.errors import BpeError
from bpe_core.text.counting import Counted, Counter, FileError, ReportFiles, join

SECONDS_TO_CONNECT = 10


class NoClusterLibraryError(BpeError):
    """The optional library is not installed."""

    template = (
        "Counting on a cluster needs the library `distributed`: install it with `pip install "
        "distributed`, or leave the cluster's address out to count on this machine."
    )


class ClusterError(BpeError):
    """Nobody answers at the address."""

    template = (
        "No Dask cluster responds at {address}. Check the address and that its scheduler is "
        "running, or leave the address out to count on this machine."
    )


def count_on_cluster(
    names: Sequence[str], counter: Counter, address: str, progress: ReportFiles | None = None
) -> Counted:
    """Count files on the cluster at that address, such as `tcp://scheduler:8786`.

    Raises `NoClusterLibraryError`, `ClusterError`, `FileError`.
    """
    try:
        import distributed
    except ImportError:
        raise NoClusterLibraryError() from None
    make_client: Any = distributed.Client
    try:
        client = make_client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError):
        raise ClusterError(address=address) from None
    with client:
        return _count(client, names, counter, progress)


def _count(
    client: Any, names: Sequence[str], counter: Counter, progress: ReportFiles | None
) -> Counted:
    counted = [client.submit(counter.count_file, name, pure=False) for name in names]
    joined = _reduce(client, counted)
    for done, (name, future) in enumerate(zip(names, counted, strict=True), start=1):
        if (error := future.exception()) is not None:
            raise FileError(name) from error
        if progress is not None:
            progress(done, len(names))
    result: Counted = joined.result()
    return result


def _reduce(client: Any, parts: Sequence[Any]) -> Any:
    """Join neighbours by twos until one is left."""
    while len(parts) > 1:
        pairs = zip_longest(parts[::2], parts[1::2])
        parts = [one if two is None else client.submit(joined, one, two) for one, two in pairs]
    return parts[0]


def joined(one: Counted, two: Counted) -> Counted:
    """`join` that leaves its parts as they are: a cluster may need them again."""
    return join(Counted(dict(one.counts), one.first_words, one.text_bytes), two)
