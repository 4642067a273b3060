"""The command as it was built: a running `tessera tenant --tls`, which Microsoft's library trusts by its own CA."""
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
from pathlib import Path

import requests

DEADLINE = 30  # seconds, for what takes less than one


class RunningTenant:
    """A tenant that holds what tenant.json says, until `end`.

    It listens on 443 where that is allowed: for passwords, the library asks at the host without the port.
    """

    def __init__(self, file):
        self.cleanup = contextlib.ExitStack()
        atexit.register(self.end)  # after Ctrl-C, unittest calls no cleanups
        self.home = Path(tempfile.mkdtemp(prefix="tessera-msal-"))
        self.cleanup.callback(shutil.rmtree, self.home, ignore_errors=True)
        self.port = 443 if can_listen(443) else 0
        self.process = subprocess.Popen(
            [
                os.environ["TESSERA"], "tenant", "--tls", "--json", "--port", str(self.port),
                "--base-url", "https://localhost" if self.port else "", "--from", str(file),
                "--data", str(self.home / "tenant"),
            ],
            env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TESSERA_HOME": str(self.home)},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        )
        self.cleanup.callback(end_process, self.process)
        self.report = json.loads(first_line(self.process))
        self.url = self.report["url"]

    def end(self):
        """Ends the tenant and removes what it kept; may be called again."""
        self.cleanup.close()

    def session(self):
        """A session that trusts the tenant's certificate authority, and nobody else."""
        session = requests.Session()
        session.trust_env = False
        session.verify = self.report["certificateAuthority"]
        return session


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
    """The first line of a program's output, which says that it is ready."""
    if not select.select([process.stdout], [], [], DEADLINE)[0]:
        raise AssertionError(f"tessera tenant said nothing for {DEADLINE} s")
    return process.stdout.readline() or "{}"
