"""Recognize requests whose address is a proxy's, to which limits per address do not apply.

Depends on: uvicorn 0.54.0 replaces a proxy's address with the one that the proxy names, with port 0
if the proxy names no port. Also on its list of proxies (`FORWARDED_ALLOW_IPS`), and how it reads
that list.
Remove when: uvicorn says whether an address is a visitor's.
"""

import os
from functools import cache

from starlette.types import Scope
from uvicorn.middleware.proxy_headers import _TrustedHosts

from server.requests.addresses import address_of

#: Uvicorn's own default: proxies on the same machine.
USUAL = "127.0.0.1,::1"


@cache
def proxies() -> _TrustedHosts:
    """The addresses that are proxies; `"203.0.113.7" in proxies()`."""
    return _TrustedHosts(os.environ.get("FORWARDED_ALLOW_IPS", USUAL))


def is_from_a_proxy_itself(scope: Scope) -> bool:
    """Whether a request comes from a proxy that does not say whose request it is.

    >>> is_from_a_proxy_itself({"client": ("127.0.0.1", 50_000)})
    True
    >>> is_from_a_proxy_itself({"client": ("127.0.0.1", 0)})
    False
    """
    _, port = scope.get("client") or ("", 0)
    return bool(port) and address_of(scope) in proxies()
