"""Keeps every socket of this process on loopback."""

import ipaddress
import socket

LOOPBACK = "127.0.0.1"
EVERYWHERE = {"", "0.0.0.0", "::", "<any>"}


def enforce() -> None:
    """Makes a server that asks for every interface listen on loopback, and refuses to call anywhere else."""
    socket.socket.bind = _bind
    socket.socket.connect = _connect
    socket.socket.connect_ex = _connect_ex


def _bind(self, address):
    if self.family == socket.AF_INET and address[0] in EVERYWHERE:
        address = (LOOPBACK, *address[1:])
    if self.family == socket.AF_INET6 and address[0] in EVERYWHERE:
        address = ("::1", *address[1:])
    return super(socket.socket, self).bind(address)


def _connect(self, address):
    _refuse_outside(self, address)
    return super(socket.socket, self).connect(address)


def _connect_ex(self, address):
    _refuse_outside(self, address)
    return super(socket.socket, self).connect_ex(address)


def _refuse_outside(self, address) -> None:
    if self.family not in (socket.AF_INET, socket.AF_INET6) or _is_loopback(address[0]):
        return
    raise OSError(f"the engine calls nothing outside this machine, {address[0]} included")


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
