"""The memory of connections that wait: for compare.py."""
import json
import pathlib
import re
import resource
import socket
import subprocess
import tempfile
import time
import urllib.parse

from bare_routes import folder_of_answers, free_port
from comparison import Row, rounds
from server import Server

COUNT = 4000
PATH = "/common/v2.0/.well-known/openid-configuration"


def bytes_of(server):
    """The memory of a server, in bytes."""
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024


def settled(server):
    """The memory once it no longer changes."""
    last = bytes_of(server)
    for _ in range(20):
        time.sleep(0.5)
        if last == (last := bytes_of(server)):
            break
    return last


def answered(connection):
    """Sends a request, and reads its answer."""
    connection.sendall(f"GET {PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += piece(connection)
    head, _, content = answer.partition(b"\r\n\r\n")
    rest = int(re.search(rb"content-length: (\d+)", head.lower())[1]) - len(content)
    while rest > 0:
        rest -= len(piece(connection))


def piece(connection):
    received = connection.recv(65536)
    assert received, "the server has closed the connection"
    return received


def kilobytes(server, address):
    """The memory of a connection before its first request, and after it, in kB."""
    place = (address.hostname, address.port)
    for _ in range(100):
        with socket.create_connection(place) as one:
            answered(one)
    before = settled(server)
    connections = [socket.create_connection(place) for _ in range(COUNT)]
    fresh = settled(server)
    for connection in connections:
        answered(connection)
    used = settled(server)
    for connection in connections:
        connection.close()
    return (fresh - before) / COUNT / 1000, (used - before) / COUNT / 1000


def bare(helpers, folder, ours):
    """A connection to the bare route, of Tessera or of Go."""
    port = free_port()
    command = [helpers / "APIBenchmark", "bare", folder, port] if ours else [helpers / "api_go", folder, "bare"]
    with Server(*command, errors=subprocess.DEVNULL) as server:
        return kilobytes(server, urllib.parse.urlsplit(f"http://127.0.0.1:{int(server.line)}"))


def tenant(program):
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "tenant", "--json", "--port", "0", "--data", f"{folder}/data"]
        with Server(*command, errors=subprocess.DEVNULL) as server:
            return kilobytes(server, urllib.parse.urlsplit(json.loads(server.line)["listening"]))


def rows(programs, earlier, helpers):
    """The rows of idle connections."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with folder_of_answers(2000) as folder:
        found = rounds(lambda ours: bare(helpers, folder, ours), True, False)
    for index, (name, most) in enumerate([("idle connection, in kB", 6.5), ("idle connection after one request, in kB", 8.5)]):
        yield Row(name, [(None, ours[index], go[index]) for ours, go in found], "Go", most=most, judges_ratio=False)
    found = rounds(lambda folder: tenant(folder / "tessera"), earlier, programs)
    yield Row("idle connection to the tenant after one request, in kB", [(before[1], now[1], None) for before, now in found])
