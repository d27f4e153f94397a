"""The server's key, and keys derived from it, with which only this server can sign.

If the administrator doesn't set a key, the server makes one when it starts. In that case its
signatures can't be checked after a restart, nor by another replica.
"""

import hmac
import secrets
from functools import cache

from server.settings import SettingError, settings
from server.stores.shared_store import MEMORY

#: The setting that makes the server create a key.
RANDOM = "random"
#: Fewest characters of a key that nobody can guess.
_SHORTEST = 32


def check_signing_key(key: str, rooms: str = MEMORY) -> None:
    """Raise a SettingError for a key that could be guessed, or that another replica cannot have.

    A store of `rooms` that replicas share means that one replica's teacher may come to another.

    >>> check_signing_key(RANDOM), check_signing_key("k" * 32, "redis://rooms")
    (None, None)
    >>> check_signing_key("secret")
    Traceback (most recent call last):
    server.settings.SettingError: ... MERGE_BY_MERGE_SIGNING_KEY must have at least 32 ...
    >>> check_signing_key(RANDOM, "redis://rooms")
    Traceback (most recent call last):
    server.settings.SettingError: ... replicas that share rooms need one ...
    """
    if key == RANDOM and rooms != MEMORY:
        raise SettingError(
            "replicas that share rooms need one MERGE_BY_MERGE_SIGNING_KEY, the same for all, such "
            "as the output of: openssl rand -base64 32"
        )
    if key != RANDOM and len(key) < _SHORTEST:
        raise SettingError(f"MERGE_BY_MERGE_SIGNING_KEY must have at least {_SHORTEST} characters.")


@cache
def _server_key() -> bytes:
    key = settings().signing_key
    return secrets.token_bytes(32) if key == RANDOM else key.encode()


def derived_key(*names: str) -> bytes:
    """A key of 32 bytes for one purpose. The same names give the same key; others, unrelated ones.

    >>> derived_key("a", "b") == derived_key("a", "b"), derived_key("a", "b") == derived_key("ab")
    (True, False)
    """
    return hmac.digest(_server_key(), "\0".join(names).encode(), "sha256")
