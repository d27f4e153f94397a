"""Keep track of which sessions are still connected, by checking now and then.

A browser that loses its connection comes back within seconds, and a phone that was asleep within
minutes. Unlike a connection, presence lasts for a while after the last check that found it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic

#: Streamlit itself keeps a disconnected session for this long.
SECONDS_AWAY = 120.0


class Presence:
    """Notes how long each session has been away.

    >>> connected, now = {"ann"}, 0.0
    >>> presence = Presence(connected.__contains__, clock=lambda: now)
    >>> presence.is_gone("ann"), presence.is_gone("bob")
    (False, False)
    >>> now = 121.0
    >>> presence.is_gone("ann"), presence.is_gone("bob")
    (False, True)
    """

    def __init__(
        self,
        is_connected: Callable[[str], bool],
        *,
        seconds_away: float = SECONDS_AWAY,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._is_connected = is_connected
        self._seconds_away = seconds_away
        self._clock = clock
        self._away_since: dict[str, float] = {}
        self._lock = threading.Lock()

    def is_gone(self, session: str) -> bool:
        """Whether the session has been away for too long, as far as the checks show."""
        with self._lock:
            if self._is_connected(session):
                self._away_since.pop(session, None)
                return False
            now = self._clock()
            if now - self._away_since.setdefault(session, now) <= self._seconds_away:
                return False
            del self._away_since[session]
            return True
