"""What the machine must give before the server starts: files that it may open.

Where the machine can't, the server does not start, and says why.
"""

import contextlib
import sys

from server.settings import SettingError, Settings

#: File descriptors that a session takes at most, and that the server takes without any.
FILES_A_SESSION, FILES_OF_ITS_OWN = 4, 256


def check_files(settings: Settings) -> int:
    """Raise how many files the process may open to what all sessions take.

    With the usual soft limit of 1,024 the 255th visitor is refused. Returns the limit that holds
    now; on Windows, which has no such limit, what was asked for. Raises a SettingError.

    >>> check_files(Settings(sessions=1)) >= 256
    True
    """
    wanted = FILES_OF_ITS_OWN + FILES_A_SESSION * settings.sessions
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return soft if soft != resource.RLIM_INFINITY else wanted
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    reached = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if reached < wanted:
        fit = max(0, reached - FILES_OF_ITS_OWN) // FILES_A_SESSION
        raise SettingError(
            f"{settings.sessions} sessions need {wanted} open files, and this system allows "
            f"{reached}. Allow more (ulimit -n {wanted}, or LimitNOFILE in a systemd unit), or set "
            f"MERGE_BY_MERGE_SESSIONS to at most {fit}."
        )
    return reached
