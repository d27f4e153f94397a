"""Signs of life from inside long work, for whoever watches from outside.

Progress is told where a number of steps is known. Between two such reports there may be seconds of
counting, sorting or table making: such work calls `beat` between its parts, however many there are.
Unlike progress, a beat says nothing but that there was one.
"""

from __future__ import annotations

from collections.abc import Callable

_listener: Callable[[], None] | None = None


def listen(listener: Callable[[], None] | None) -> None:
    """Let every beat in this process be told to `listener`, which has to be quick; None: to nobody.

    >>> listen(lambda: print("beat"))
    >>> beat()
    beat
    >>> listen(None)
    >>> beat()
    """
    global _listener
    _listener = listener


def beat() -> None:
    """Tell that a part of some long work is done."""
    if _listener is not None:
        _listener()
