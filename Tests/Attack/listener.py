#!/usr/bin/env python3
"""Attacks the listener of `tessera sign-in`, which waits on loopback for the browser to come back.

    listener.py TESSERA [--guesses 500] [--connections 400]

No guess, no foreign host and no malformed request ends the sign-in or is told anything, whoever holds connections: the
browser that comes back with the right state still ends it. The browser's first page can be opened once.

The default is more than the listener accepts at once; those beyond the usual number have half a second."""
import argparse
import contextlib
import os
import random
import re
import stat
import subprocess
import tempfile
import time
import urllib.parse

from program import Findings, connect, demo, exchange, statuses
from rows import rows

BROWSER = """#!/bin/sh
printf '%s' "$1" >"$FOLDER/part" && mv "$FOLDER/part" "$FOLDER/address"
"""


class SignIn:
    """`tessera sign-in` with a browser that writes down what it was to open."""

    def __init__(self, tessera, settings, folder):
        browser, address = f"{folder}/browser", f"{folder}/address"
        with open(browser, "w", encoding="utf-8") as file:
            file.write(BROWSER.replace("$FOLDER", folder))
        os.chmod(browser, stat.S_IRWXU)
        with contextlib.suppress(FileNotFoundError):
            os.remove(address)
        self.process = subprocess.Popen(
            [tessera, "sign-in", "--browser", "--settings", settings], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={
                "PATH": os.environ["PATH"], "TESSERA_HOME": f"{folder}/home", "BROWSER": browser,
                "TESSERA_ACCOUNT_KEY": "A" * 43 + "="})
        deadline = time.monotonic() + 20
        while not os.path.exists(address):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"no browser was opened: {self.stop()}")
            time.sleep(0.02)
        with open(address, encoding="utf-8") as file:
            self.address = urllib.parse.urlsplit(file.read())
        self.port, self.host = self.address.port, self.address.netloc.encode()

    def open_page(self):
        """What the browser does first; the result is the head of the answer."""
        return self.get(self.address.path.encode())

    def state(self):
        return re.search(rb"[?&]state=([^&\s]+)", self.open_page())[1]

    def get(self, target, host=None):
        received = b""
        # It sees whose program a connection belongs to while the connection is open on both sides.
        with connect(self.port) as connection, contextlib.suppress(ConnectionError):
            connection.sendall(b"GET %s HTTP/1.1\r\nHost: %s\r\n\r\n" % (target, host or self.host))
            while piece := connection.recv(65536):
                received += piece
        return received

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def is_waiting(self):
        return self.process.poll() is None

    def stop(self):
        self.process.kill()
        return self.process.communicate()[0]


def guess(listener, state, options, findings):
    generator = random.Random(1)
    near = [state[:-1], state + b"a", state.swapcase(), state + b"%00", b"", state + b"&state=a", b"a&state=" + state]
    targets = [b"/?code=a&state=" + value for value in near] + [b"/?code=a", b"/?error=access_denied", b"/favicon.ico"]
    targets += [b"/?code=a&state=%s" % generator.randbytes(32).hex().encode() for _ in range(options.guesses)]
    for target in targets:
        received = listener.get(target)
        if not findings.expect(statuses(received) == [404], f"{target}: {received[:100]}"):
            break
        findings.expect(state not in received, f"{target}: the answer has the state")
    for host in (b"evil.example", b"evil.example:%d" % listener.port, b"localhost", b"127.0.0.1"):
        answers = statuses(listener.get(b"/?code=a&state=" + state, host))
        findings.expect(answers == [421], f"host {host}: {answers}")
    return len(targets)


def send_rows(listener, findings):
    """The listener answers one request on each connection, and reads no content."""
    for row in rows(listener.host, b"/"):
        answers = statuses(exchange(listener.port, row.data))
        findings.expect(answers in ([row.expected], [404], [405]), f"listener: {row.name}: {answers}")
    findings.expect(listener.is_waiting(), "a malformed request ends the sign-in")


def attack(options, settings, findings, folder):
    listener = SignIn(options.tessera, settings, folder)
    open_as_another(listener, findings)
    state, before = listener.state(), listener.descriptors()
    count = guess(listener, state, options, findings)
    send_rows(listener, findings)
    held = [connect(listener.port) for _ in range(options.connections)]
    for connection in held:
        with contextlib.suppress(ConnectionError):
            connection.sendall(b"GET / HT")
    findings.expect(listener.is_waiting(), "connections that are held end the sign-in")
    begin = time.monotonic()
    answers = statuses(listener.get(b"/?error=access_denied&state=" + state))
    seconds = time.monotonic() - begin
    findings.expect(answers == [200], f"the browser comes back, while others hold connections: {answers}")
    findings.expect(listener.process.wait(10) == 1, "the sign-in does not end as denied")
    for connection in held:
        connection.close()
    listener.stop()
    return f"listener: {count} guesses, {before} descriptors, answered after {seconds:.2f} s beside {len(held)} others"


def open_as_another(listener, findings):
    """The page of the sign-in is for the user who started it. Needs root, to be another."""
    if os.geteuid() != 0:
        return
    listener.get(b"/nothing")  # Python has loaded what it needs: another user cannot read its files.
    os.seteuid(65534)
    try:
        answers = statuses(listener.open_page())
    finally:
        os.seteuid(0)
    findings.expect(answers == [403], f"another user opens the page of the sign-in: {answers}")


def open_twice(options, settings, findings, folder):
    """Somebody else on the machine was first, perhaps: the sign-in must not go on."""
    listener = SignIn(options.tessera, settings, folder)
    answers = [statuses(listener.open_page()) for _ in range(2)]
    findings.expect(answers == [[303], [410]], f"the page of the sign-in, opened twice: {answers}")
    findings.expect(listener.process.wait(10) == 1, "the sign-in goes on though its page was opened twice")
    listener.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tessera")
    parser.add_argument("--guesses", type=int, default=500)
    parser.add_argument("--connections", type=int, default=400)
    options = parser.parse_args()
    begin, findings = time.monotonic(), Findings()
    with demo(options.tessera) as program, tempfile.TemporaryDirectory(prefix="tessera-attack-") as folder:
        settings = program.first_line["settings"]["quickstart"]
        figures = attack(options, settings, findings, folder)
        open_twice(options, settings, findings, folder)
        findings.end(figures, begin)


if __name__ == "__main__":
    main()
