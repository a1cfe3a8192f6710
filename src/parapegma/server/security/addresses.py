"""Addresses of clients: which of them are counted as one, and which are proxies that we believe."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

_ONE_HOUSEHOLD = 64


def household(host: str) -> str:
    """What counts as one client: an IPv4 address, or an IPv6 /64, which is what one line is given.

    >>> household("192.0.2.7"), household("2001:db8:1:2:3::9"), household("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        # A socket of this machine, or a proxy that tells no address.
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((int(address), _ONE_HOUSEHOLD), strict=False))
    return str(address)


def is_one_of(host: str, named: tuple[str, ...]) -> bool:
    """Whether an address is named, alone or as part of a network; ``*`` names all.

    >>> is_one_of("10.1.2.3", ("10.0.0.0/8",)), is_one_of("192.0.2.7", ("10.0.0.1",))
    (True, False)
    """
    if "*" in named or host in named:
        return True
    try:
        address: IPv4Address | IPv6Address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    for name in named:
        try:
            if address in ip_network(name, strict=False):
                return True
        except ValueError:
            continue
    return False
