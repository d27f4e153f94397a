"""Choose the store for rooms, in memory or in Redis, by the administrator's setting."""

from server.settings import SettingError
from server.shared.store import Form, MemoryStore, Store, T

MEMORY = "memory"
SCHEMES = ("redis://", "rediss://", "unix://")


def check_rooms(rooms: str) -> None:
    """Raise a SettingError if the setting does not name a store.

    >>> check_rooms("memory"), check_rooms("redis://rooms:6379/0")
    (None, None)
    >>> check_rooms("rooms:6379")
    Traceback (most recent call last):
    server.settings.SettingError: ... MERGE_BY_MERGE_ROOMS has to be "memory" or ...
    """
    if rooms != MEMORY and not rooms.startswith(SCHEMES):
        raise SettingError(
            'MERGE_BY_MERGE_ROOMS has to be "memory" or the address of a Redis or Valkey: '
            "redis://host:6379/0, rediss://… with TLS, unix://… for a socket."
        )


def store_of(rooms: str, form: Form[T], most: int) -> Store[T]:
    """The store that the setting names. It does not connect before it is used."""
    if rooms == MEMORY:
        return MemoryStore(form, most)
    try:
        from server.shared.redis_store import RedisStore
    except ModuleNotFoundError as missing:
        raise SettingError(
            "MERGE_BY_MERGE_ROOMS names a Redis or Valkey, which needs a package: "
            'pip install "merge-by-merge[replicas]"'
        ) from missing
    return RedisStore(rooms, form, most)
