"""The client address by which requests are counted for rate limits."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

#: Bits of an IPv6 address that identify a household or school; its machines choose the rest freely.
NETWORK_BITS = 64


def address_of(scope: Scope) -> str:
    """The sender's address, under which a request is counted.

    >>> address_of({"client": ("203.0.113.7", 50_000)})
    '203.0.113.7'
    """
    return counted_address(str((scope.get("client") or ("",))[0]))


def counted_address(host: str) -> str:
    """An address without the part that its owner can change at will.

    >>> counted_address("2001:db8:1:2:aaaa::1") == counted_address("2001:db8:1:2:bbbb::2")
    True
    >>> counted_address("::ffff:203.0.113.7"), counted_address("testclient")
    ('203.0.113.7', 'testclient')
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address), NETWORK_BITS), strict=False))
