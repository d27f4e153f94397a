"""Limits of the process itself, set once when the server starts."""

import contextlib
import sys

#: A session takes 4 file descriptors: enough for some 2,000 visitors, and harmless to ask for.
FILE_DESCRIPTORS = 8_192


def raise_file_limit(wanted: int = FILE_DESCRIPTORS) -> int:
    """Raise how many files the process may open to `wanted`, as far as the system lets it.

    With the usual soft limit of 1,024 the 255th visitor is refused. Returns the limit that
    holds now; Windows, which has no such limit, gives `wanted`.

    >>> raise_file_limit(64) >= 64
    True
    """
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    target = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < target:
        # A container may forbid it: the app then serves as many visitors as it can.
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
