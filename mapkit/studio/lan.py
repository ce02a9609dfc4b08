"""Where players' phones find the studio: an address of this computer in the local network."""

from __future__ import annotations

import ipaddress
import socket

from mapkit.model.settings import BadSetting
from mapkit.studio.auth import listener

_ELSEWHERE = "192.0.2.1", 9
"""An address in no network at all, to find out from which address this computer would send something there."""


def local_address() -> str:
    """The address of this computer in its local network; raises BadSetting where there is none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(_ELSEWHERE)  # a datagram's connection is only a note of where its packets would go
            found = ipaddress.IPv4Address(asked.getsockname()[0])
        except (OSError, ValueError):
            raise BadSetting(
                "--lan: this computer is in no network; join the network of the phones, or name an address of this"
                " computer with --lan-address"
            ) from None
    if found.is_loopback or not found.is_private:
        raise BadSetting(
            f"--lan: the address {found} of this computer is not one of a local network; name another one with"
            " --lan-address"
        )
    return str(found)


def phones_listener(address: str, port: int) -> socket.socket:
    """A socket for phones, at an address of this computer that is named, or else found; raises BadSetting."""
    host = address or local_address()
    try:
        named = ipaddress.IPv4Address(host)
    except ValueError:
        named = ipaddress.IPv4Address(0)
    if named.is_unspecified or named.is_multicast or str(named) == "255.255.255.255":
        raise BadSetting(f"--lan-address is {address!r:.60}; it takes an address of this computer, such as 192.168.1.5")
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried:
        try:
            tried.bind((host, 0))
        except OSError:
            raise BadSetting(f"--lan-address {host}: this computer has no such address") from None
    return listener(port, host)
