"""Raise the limit on open files before the server starts, or refuse to start and say why."""

import contextlib
import sys

from server.settings import SettingError, Settings

#: File descriptors that a session needs at most, and that the server needs without any session.
FILES_A_SESSION, FILES_OF_ITS_OWN = 4, 256
#: Phones in all rooms of a process, each a websocket without a session.
MOST_PHONES = 2_000
#: Files that the server asks for. Whoever is slow to read an answer holds two of them.
MOST_FILES = 65_536


def check_files(settings: Settings) -> int:
    """Raise the process's limit on open files, as far as the system allows it.

    With the usual soft limit of 1,024, the 255th visitor would be refused. Returns the limit that
    now applies, or on Windows, which has no such limit, the one requested. Raises a SettingError if
    it is too low for all sessions.

    >>> check_files(Settings(sessions=1)) >= 256
    True
    """
    needed = needed_files(settings)
    if sys.platform == "win32":
        return max(needed, MOST_FILES)
    reached = raise_limit(max(needed, MOST_FILES))
    if reached < needed:
        fit = max(0, reached - FILES_OF_ITS_OWN) // FILES_A_SESSION
        raise SettingError(
            f"{settings.sessions} sessions need {needed} open files, and this system allows "
            f"{reached}. Allow more (ulimit -n {needed}, or LimitNOFILE in a systemd unit), or set "
            f"MERGE_BY_MERGE_SESSIONS to at most {fit}."
        )
    return reached


def raise_limit(wanted: int) -> int:
    """Let the process open `wanted` files, or as many as the system allows; return the limit."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    reached = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if reached == resource.RLIM_INFINITY else reached


def needed_files(settings: Settings) -> int:
    """The files that all sessions, and the server itself, may have open."""
    return FILES_OF_ITS_OWN + FILES_A_SESSION * settings.sessions


def most_phones(settings: Settings) -> int:
    """How many phones may be in rooms at once, besides all sessions.

    >>> 0 <= most_phones(Settings(sessions=1)) <= MOST_PHONES
    True
    """
    return min(MOST_PHONES, check_files(settings) - needed_files(settings))
