#!/usr/bin/env python3
"""Answers over TLS without a length, and ends the connection with close_notify, or without for the path /cut.

usage: close.py CERTIFICATE KEY

Prints its port.
"""
import contextlib
import socket
import ssl
import sys

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
with socket.create_server(("127.0.0.1", 0)) as listening:
    print(listening.getsockname()[1], flush=True)
    while True:
        with context.wrap_socket(listening.accept()[0], server_side=True) as connection:
            request = connection.recv(65536)
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\nhello")
            if not request.startswith(b"GET /cut "):
                with contextlib.suppress(OSError):
                    connection.unwrap()
