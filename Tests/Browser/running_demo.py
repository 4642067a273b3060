"""The command as it was built: a running `tessera demo`, and other commands beside it."""
import atexit
import contextlib
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

DEADLINE = 10  # seconds, for what takes a fraction of one

# Stands for the browser: it leaves the address for the test, whole at once.
BROWSER = '#!/bin/sh\nprintf %s "$1" >"$0.part" && mv "$0.part" "$0.address"\n'

# What a command writes for a person whose browser is elsewhere.
CODE_NOTE = re.compile(r"open this URL:\s+(\S+)\s+and enter the code (\S+)\n")


class RunningDemo:
    """A demo on free ports with a home of its own, until `end`."""

    def __init__(self):
        self.cleanup = contextlib.ExitStack()
        atexit.register(self.end)  # after Ctrl-C, unittest calls no cleanups
        self.home = Path(tempfile.mkdtemp(prefix="tessera-pages-"))
        self.cleanup.callback(shutil.rmtree, self.home, ignore_errors=True)
        # Creating its own keys takes half of the demo's start, and no page shows them.
        demo = self.start(
            "demo", "--json", "--keys", "development", "--port", "0", "--tasks-port", "0", "--web-port", "0",
            stdout=subprocess.PIPE)
        self.report = json.loads(first_line(demo))
        self.tenant = self.report["tenant"]

    def end(self):
        """Ends every command that still runs, and removes their home; may be called again."""
        self.cleanup.close()

    def start(self, *arguments, **options):
        """Starts a command; it is ended with the demo, at the latest."""
        environment = {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "TESSERA_HOME": str(self.home),
            "BROWSER": str(self.home / "browser"),
        }
        process = subprocess.Popen(
            [os.environ["TESSERA"], *arguments], env=environment, stdin=subprocess.DEVNULL, text=True, **options
        )
        self.cleanup.callback(end_process, process)
        return process

    def start_with_browser(self, *arguments):
        """Starts a command that opens a browser; gives the process and the address that it wants opened."""
        browser = self.home / "browser"
        browser.write_text(BROWSER)
        browser.chmod(0o700)
        process = self.start(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return process, self.next_address(process)

    def next_address(self, process):
        """The next address that the command wants opened."""
        address = self.home / "browser.address"
        wait_until(lambda: address.exists() or process.poll() is not None)
        if not address.exists():
            raise AssertionError(f"the command opened no browser: {process.communicate()[1]}")
        text = address.read_text()
        address.unlink()
        return text

    def start_with_code(self, *arguments):
        """Starts a command that shows a code; gives the process, the address to open and the code to type there."""
        notes = self.home / "notes"
        with notes.open("w") as file:
            process = self.start(*arguments, stdout=subprocess.PIPE, stderr=file)
        wait_until(lambda: CODE_NOTE.search(notes.read_text()) or process.poll() is not None)
        found = CODE_NOTE.search(notes.read_text())
        if not found:
            raise AssertionError(f"tessera {arguments[0]} showed no code: {notes.read_text()}")
        return process, *found.groups()


def end_process(process):
    """Ctrl-C, and if that is not heard, the end."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    try:
        process.wait(DEADLINE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe:
            pipe.close()


def first_line(process):
    """The first line of a program's output, which says that it is ready."""
    if not select.select([process.stdout], [], [], DEADLINE)[0]:
        raise AssertionError(f"tessera demo said nothing for {DEADLINE} s")
    line = process.stdout.readline()
    if not line:
        raise AssertionError("tessera demo ended before it was ready; its error is above")
    return line


def wait_until(condition):
    """Waits for what another process does."""
    end = time.monotonic() + DEADLINE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"waited {DEADLINE} s in vain")
        time.sleep(0.02)


@contextlib.contextmanager
def idle_connections(url, count=20):
    """Connections that were opened and say nothing, and as many that stopped within the first line."""
    address = urlsplit(url)
    with contextlib.ExitStack() as connections:
        for start in [b"", b"GET / HT"] * count:
            connection = socket.create_connection((address.hostname, address.port), DEADLINE)
            connections.enter_context(connection).sendall(start)
        yield
