"""Counting on a Dask cluster, for corpora too large for one machine.

Each file is counted by a worker, and adjacent counts are joined in pairs until one is left. Since
joining keeps the order of the files, the result is exactly that of one machine. Only the last
count is sent back; the merges run where the command runs. Unlike `counting`, which starts its own
processes, this needs workers that have this package and see the files under the same names.
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
    """No scheduler answers at the address."""

    template = (
        "No Dask cluster responds at {address}. Check the address and that its scheduler is "
        "running, or leave the address out to count on this machine."
    )


def count_on_cluster(
    names: Sequence[str], counter: Counter, address: str, progress: ReportFiles | None = None
) -> Counted:
    """Count files on the cluster at an address such as `tcp://scheduler:8786`.

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
    """Join adjacent parts in pairs until one is left."""
    while len(parts) > 1:
        pairs = zip_longest(parts[::2], parts[1::2])
        parts = [one if two is None else client.submit(joined, one, two) for one, two in pairs]
    return parts[0]


def joined(one: Counted, two: Counted) -> Counted:
    """Do the same as `join`, but leave both parts unchanged: a cluster may need them again."""
    return join(Counted(dict(one.counts), one.first_words, one.text_bytes), two)
