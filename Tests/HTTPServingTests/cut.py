#!/usr/bin/env python3
"""Cuts a handshake off behind each of the bytes that a client sends, by an end and by a reset; prints how often.

usage: cut.py FILE PORT VERSION
"""
import socket
import ssl
import struct
import sys

file, port, version = sys.argv[1], int(sys.argv[2]), ssl.TLSVersion[sys.argv[3]]
context = ssl.create_default_context(cafile=file)
context.minimum_version = context.maximum_version = version


def cut(place, is_reset):
    """Sends so many bytes of a handshake; returns whether the whole is longer."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client, sent, is_done = context.wrap_bio(incoming, outgoing, server_hostname="localhost"), 0, False
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        while not is_done and sent < place:
            try:
                client.do_handshake()
                is_done = True
            except ssl.SSLWantReadError:
                pass
            part = outgoing.read()[:place - sent]
            connection.sendall(part)
            sent += len(part)
            if not is_done and sent < place:
                incoming.write(connection.recv(65536))
        if is_reset:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return sent == place


count = 0
for is_reset in (False, True):
    place = 1
    while cut(place, is_reset):
        place += 1
        count += 1
print(count)
