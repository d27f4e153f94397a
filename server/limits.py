"""What the machine must give before the server starts: files that it may open.

Where the machine can't, the server does not start, and says why.
"""

import contextlib
import sys

from server.settings import SettingError, Settings

#: File descriptors that a session takes at most, and that the server takes without any.
FILES_A_SESSION, FILES_OF_ITS_OWN = 4, 256
#: Connections beside those of sessions: a browser that opens a page has six. As many as there are
#: files for, and these are asked for where the system allows them.
MOST_CONNECTIONS = 1_000
#: Phones in all rooms of a process, each a websocket without a session.
MOST_PHONES = 2_000
#: Of the server's own files, those that are no connections: the log, scripts, workers.
FILES_NO_CONNECTION = 128


def check_files(settings: Settings) -> int:
    """Raise how many files the process may open to what all sessions and connections take.

    With the usual soft limit of 1,024 the 255th visitor is refused. Returns the limit that holds
    now; on Windows, which has no such limit, what was asked for. Raises a SettingError.

    >>> check_files(Settings(sessions=1)) >= 256
    True
    """
    needed = FILES_OF_ITS_OWN + FILES_A_SESSION * settings.sessions
    wanted = needed + MOST_CONNECTIONS + MOST_PHONES
    if sys.platform == "win32":
        return wanted
    reached = raise_limit(wanted)
    if reached < needed:
        fit = max(0, reached - FILES_OF_ITS_OWN) // FILES_A_SESSION
        raise SettingError(
            f"{settings.sessions} sessions need {needed} open files, and this system allows "
            f"{reached}. Allow more (ulimit -n {needed}, or LimitNOFILE in a systemd unit), or set "
            f"MERGE_BY_MERGE_SESSIONS to at most {fit}."
        )
    return reached


def raise_limit(wanted: int) -> int:
    """Let the process open `wanted` files, or as many as the system allows; how many it may now."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    reached = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if reached == resource.RLIM_INFINITY else reached


def most_connections(settings: Settings) -> int:
    """How many connections may be open beside those of sessions.

    >>> most_connections(Settings(sessions=1)) <= MOST_CONNECTIONS
    True
    """
    return min(MOST_CONNECTIONS, _free_files(settings))


def most_phones(settings: Settings) -> int:
    """How many phones may be in rooms at once, beside all these.

    >>> 0 <= most_phones(Settings(sessions=1)) <= MOST_PHONES
    True
    """
    return min(MOST_PHONES, _free_files(settings) - most_connections(settings))


def _free_files(settings: Settings) -> int:
    """Files that are neither a session's nor the server's own."""
    return check_files(settings) - FILES_A_SESSION * settings.sessions - FILES_NO_CONNECTION
