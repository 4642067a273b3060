"""A program under attack, and what an attacker and its operator see of it: answers, descriptors, memory, its log."""
import contextlib
import errno
import json
import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time

# A path and its status for a good request, by the member of the program's first line that names the address.
GOOD = {
    "tenant": (b"/common/v2.0/.well-known/openid-configuration", 200),
    "tasks": (b"/", 200),
    "web": (b"/", 200),
    "listening": (b"/common/v2.0/.well-known/openid-configuration", 200),
}


class Program:
    """`command` with its own home; the first line it writes is JSON with the addresses, or ends with one."""

    def __init__(self, command, folder, environment=None, most_descriptors=None):
        self.log_file = os.path.join(folder, "log")
        with open(self.log_file, "ab") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL, text=True,
                env={"PATH": os.environ["PATH"], "TESSERA_HOME": folder} | (environment or {}))
        if most_descriptors:
            resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE, (most_descriptors, most_descriptors))
        line = self.process.stdout.readline()
        self.first_line = {}
        if line.startswith("{"):
            self.first_line = json.loads(line)
        elif "http" in line:
            self.first_line = {"listening": line.split()[-1]}

    def port(self, name):
        return int(self.first_line[name].rsplit(":", 1)[1])

    def name(self, name):
        """Host and port, as clients must write them."""
        return self.first_line[name].split("//")[1].encode()

    def log(self):
        with open(self.log_file, encoding="utf-8", errors="surrogateescape") as file:
            return file.read()

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def memory(self):
        """Its resident memory in MiB."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize() >> 20

    def good(self, name):
        """The status of a request as it should be, on a new connection."""
        path, _ = GOOD[name]
        request = b"GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % (path, self.name(name))
        answers = statuses(exchange(self.port(name), request))
        return answers[0] if answers else None

    def is_well(self, name):
        return self.process.poll() is None and self.good(name) == GOOD[name][1]

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def connect(port, seconds=10):
    connection = socket.create_connection(("127.0.0.1", port), seconds)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def exchange(port, data, pieces=(), seconds=10):
    """Sends `data`, cut at `pieces`, then the end, and reads all that comes back. A reset is an end as well."""
    with connect(port, seconds) as connection:
        return exchange_on(connection, data, pieces)


def exchange_on(connection, data, pieces=()):
    received = b""
    try:
        for begin, end in zip((0, *pieces), (*pieces, len(data))):
            connection.sendall(data[begin:end])
        connection.shutdown(socket.SHUT_WR)
    except OSError as error:
        # A server may answer and close before it has read all.
        if not isinstance(error, ConnectionError) and error.errno != errno.ENOTCONN:
            raise
    with contextlib.suppress(ConnectionError):
        while piece := connection.recv(65536):
            received += piece
    return received


def statuses(received):
    """The statuses of the answers, without 100 Continue, which is none."""
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", received) if status != b"100"]


@contextlib.contextmanager
def demo(tessera, **settings):
    """Tenant, task API and web app in one program."""
    with started(tessera, "demo", "--tasks-port", "0", "--web-port", "0", **settings) as program:
        yield program


@contextlib.contextmanager
def started(tessera, command, *options, **settings):
    with tempfile.TemporaryDirectory(prefix="tessera-attack-") as folder:
        data = os.path.join(folder, "data")
        arguments = [tessera, command, "--json", "--port", "0", "--data", data, *options]
        program = Program(arguments, folder, **settings)
        try:
            yield program
        finally:
            program.stop()


def settles(value, limit, seconds=10):
    """Whether `value()` is at most `limit` within some seconds: closing takes a moment."""
    deadline = time.monotonic() + seconds
    while value() > limit:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


class Findings:
    """What differs from what is expected; the exit status of a script."""

    def __init__(self):
        self.count = 0

    def expect(self, holds, text):
        if not holds:
            self.count += 1
            print(f"FAIL: {text}", flush=True)
        return holds

    def end(self, figures, begin):
        print(f"{figures}; {time.monotonic() - begin:.1f} s, {self.count} failed", flush=True)
        sys.exit(1 if self.count else 0)
