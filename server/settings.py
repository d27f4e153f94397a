"""Read every limit of the server that an administrator can set, in one place.

Each field of `Settings` is read from the environment variable MERGE_BY_MERGE_<FIELD>;
`docs/administrators.md` says what each is for.
"""

from __future__ import annotations

import os
import re
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
