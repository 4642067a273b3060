"""The command as it was built: a running `tessera tenant --tls`, trusted by its own certificate authority."""
import atexit
import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from unittest import mock

import requests
from requests.adapters import HTTPAdapter

DEADLINE = 30  # seconds, for what takes less than one
FILE = Path(__file__).with_name("tenant.json")


class RunningTenant:
    """A tenant that holds what tenant.json says, until `end`.

    It listens on 443 where that is allowed. Before a password the library asks who keeps it, and does so at the host
    alone: elsewhere `session` puts the port back.
    """

    def __init__(self):
        self.cleanup = contextlib.ExitStack()
        atexit.register(self.end)  # after Ctrl-C, unittest calls no cleanups
        self.home = Path(tempfile.mkdtemp(prefix="tessera-peers-"))
        self.cleanup.callback(shutil.rmtree, self.home, ignore_errors=True)
        port = "443" if can_listen(443) else "0"
        with open(self.home / "log", "w") as log:
            self.process = subprocess.Popen(
                [os.environ["TESSERA"], "tenant", "--tls", "--json", "--port", port, "--from", str(FILE)],
                env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TESSERA_HOME": str(self.home)},
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True,
            )
        self.cleanup.callback(end_process, self.process)
        report = json.loads(first_line(self.process) or "{}")
        if "url" not in report:
            raise AssertionError(f"tessera tenant does not start: {(self.home / 'log').read_text()}")
        self.url, self.certificate_authority = report["url"], report["certificateAuthority"]

    def end(self):
        """Ends the tenant and removes what it kept; may be called again."""
        self.cleanup.close()

    def session(self):
        """A session that trusts the tenant's certificate authority, and nobody else."""
        session = requests.Session()
        session.trust_env = False
        session.verify = self.certificate_authority
        if self.url != "https://localhost":
            session.mount("https://localhost/", AtPort(self.url))
        return session

    def ask(self, method, path, content=None):
        """Asks the tenant's API for tests."""
        response = self.session().request(method, f"{self.url}/tessera/v1/{path}", json=content)
        response.raise_for_status()
        return response

    @contextlib.contextmanager
    def later(self, seconds):
        """Moves the tenant's clock, and with it that of this program: the library judges by it what is over."""
        self.ask("POST", "clock/advance", {"seconds": seconds})
        now = time.time
        try:
            with mock.patch("time.time", lambda: now() + seconds):
                yield
        finally:
            self.ask("DELETE", "clock")


class AtPort(HTTPAdapter):
    """Sends to another port what was asked for at none."""

    def __init__(self, url):
        super().__init__()
        self.url = url

    def send(self, request, **options):
        request.url = request.url.replace("https://localhost", self.url, 1)
        return super().send(request, **options)


def can_listen(port):
    """Whether this user may listen at a port, and nobody else does."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def end_process(process):
    """Ctrl-C, and if that is not heard, the end."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    try:
        process.wait(DEADLINE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()


def first_line(process):
    """The first line of a program's output, which says that it is ready; empty if it ended."""
    if not select.select([process.stdout], [], [], DEADLINE)[0]:
        raise AssertionError(f"tessera tenant said nothing for {DEADLINE} s")
    return process.stdout.readline()
