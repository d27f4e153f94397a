"""Read every limit of the server that an administrator can set, in one place.

Each field of `Settings` is read from the environment variable MERGE_BY_MERGE_<FIELD>;
`docs/administrators.md` says what each is for.

The limit on open files is raised before the server starts; if it cannot be, the server refuses to
start and says why.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache

PREFIX = "MERGE_BY_MERGE_"
MEGABYTE = 1_000_000


def _number(default: int, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    value: int = field(default=default, metadata={"low": low, "high": high})
    return value


class SettingError(SystemExit):
    """A setting that cannot be used. If nobody catches this, the process ends with its text."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"Merge by Merge cannot start: {reason}")


@dataclass(frozen=True)
class Settings:
    """The limits. Sizes are in megabytes of 1,000,000 bytes, unless the name says otherwise.

    >>> Settings.read({"MERGE_BY_MERGE_SESSIONS": "40"}).sessions
    40
    >>> Settings.read({"MERGE_BY_MERGE_SESSIONS": "many"})
    Traceback (most recent call last):
    server.settings.SettingError: Merge by Merge cannot start: MERGE_BY_MERGE_SESSIONS is ...
    """

    frame_ancestors: str = "'self'"
    log_level: str = "info"
    rooms: str = "memory"
    static_edition: str = "none"
    signing_key: str = field(default="random", repr=False)
    sessions: int = _number(300, 1, 10_000)
    address_sessions: int = _number(200, 1, 10_000)
    address_seats: int = _number(640, 1, 10_000)
    session_megabytes: int = _number(50, 6, 10_000)
    quota_minutes: int = _number(10, 1, 1_440)
    workers: int = _number(max(1, (os.cpu_count() or 1) // 2), 1, 256)
    training_seconds: int = _number(60, 1, 3_600)
    training_memory_megabytes: int = _number(2_000, 200, 1_000_000)
    trace_megabytes: int = _number(200, 10, 1_000_000)
    model_file_megabytes: int = _number(200, 40, 1_000_000)
    model_files_open: int = _number(3, 1, 64)

    def __post_init__(self) -> None:
        if not re.fullmatch(r"none|https?://\S+", self.static_edition):
            raise SettingError(
                f"{PREFIX}STATIC_EDITION is {self.static_edition[:40]!r}. "
                "It must be an address that begins with https:// or http://, or none."
            )

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings that the environment asks for. Raises a SettingError."""
        values: dict[str, str | int] = {}
        for each in fields(cls):
            variable = PREFIX + each.name.upper()
            if value := environment.get(variable, "").strip():
                number = each.metadata
                values[each.name] = _checked(variable, value, number) if number else value
        return cls(**values)  # type: ignore[arg-type]


@cache
def settings() -> Settings:
    """The settings of this server, read once. Raises a SettingError."""
    return Settings.read()


def _checked(variable: str, value: str, bounds: Mapping[str, int]) -> int:
    low, high = bounds["low"], bounds["high"]
    if value.isascii() and value.isdigit() and len(value) < 12 and low <= int(value) <= high:
        return int(value)
    raise SettingError(
        f"{variable} is {value[:40]!r}. It must be a whole number from {low} to {high}. "
        "Leave it unset to use the default."
    )


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
    """The files that all sessions, and the server itself, may have open.

    >>> needed_files(Settings(sessions=100)), needed_files(Settings(sessions=101))
    (656, 660)
    """
    return FILES_OF_ITS_OWN + FILES_A_SESSION * settings.sessions


def most_phones(settings: Settings) -> int:
    """How many phones may be in rooms at once, besides all sessions.

    >>> 0 <= most_phones(Settings(sessions=1)) <= MOST_PHONES
    True
    """
    return min(MOST_PHONES, check_files(settings) - needed_files(settings))
