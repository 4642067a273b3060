#!/usr/bin/env python3
"""Answers over TLS without a length, and ends the connection with close_notify, or without for the path /cut.

For the path /two, the answer has a length, and says that it is HTTP/2.

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
        # A client that does not trust the certificate goes away.
        with contextlib.suppress(OSError), context.wrap_socket(listening.accept()[0], server_side=True) as connection:
            request = b""
            while b"\r\n\r\n" not in request and (piece := connection.recv(65536)):
                request += piece
            head = b"HTTP/2 200\r\nContent-Length: 5" if request.startswith(b"GET /two ") else b"HTTP/1.1 200 OK"
            connection.sendall(head + b"\r\n\r\nhello")
            if not request.startswith(b"GET /cut "):
                connection.unwrap()
