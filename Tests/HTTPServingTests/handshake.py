#!/usr/bin/env python3
"""Asks a server for its first page over TLS, trusting one file of authorities, and prints the status line.

usage: handshake.py FILE HOST PORT [VERSION [waiting]]

VERSION is TLSv1_2 or TLSv1_3. Python's ssl is OpenSSL: what it accepts was judged by others than those who made it.
It ends the connection, or waits until the server does. In both cases the server must send close_notify, RFC 8446 §6.1.
"""
import socket
import ssl
import sys

file, host, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
context = ssl.create_default_context(cafile=file)
context.verify_flags |= ssl.VERIFY_X509_STRICT
if len(sys.argv) > 4:
    context.minimum_version = context.maximum_version = ssl.TLSVersion[sys.argv[4]]
try:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        with context.wrap_socket(connection, server_hostname=host, suppress_ragged_eofs=False) as secured:
            secured.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            version, status = secured.version(), secured.recv(16384).split(b"\r\n")[0].decode()
            if len(sys.argv) > 5:
                assert secured.recv(1) == b""
            else:
                secured.unwrap()
            print(version, status)
except ssl.SSLError as error:
    print(error.reason or type(error).__name__)
