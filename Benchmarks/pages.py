#!/usr/bin/env python3
"""A signed-in page of the web app with its sessions in PostgreSQL, beside the same page with SQLite: pages.py PROGRAMS

App, load and database share both cores, on both sides of the ratio.
"""
import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from postgres import PostgreSQL
from server import Server
from table import beside, heading

SESSIONS, SECONDS, CONNECTIONS = 20, 5, 32


def app(programs, folder, port, *database):
    """A running app with sessions of its own."""
    folder.mkdir()
    subprocess.run([programs / "WebBenchmark", "sessions", folder, str(port), str(SESSIONS), *database], check=True)
    # No page of these asks Graph.
    return Server(programs / "WebBenchmark", "app", folder, port, "http://127.0.0.1:9/", *database, cores="0,1")


def rate(folder, port):
    """Pages a second for one of the people."""
    cookie = (folder / "cookies").read_text().split("\n")[0]
    output = subprocess.run(
        ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-H", f"Cookie: {cookie}", "-H", "Accept: text/html",
         f"http://localhost:{port}/people"], check=True, capture_output=True, text=True).stdout
    assert "Non-2xx" not in output, output
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])


def main(programs, folder):
    database = PostgreSQL(folder / "postgresql", "synchronous_commit=on").create().start()
    with contextlib.ExitStack() as stack:
        stack.callback(database.stop)
        stack.enter_context(app(programs, folder / "many", 4660, database.address))
        stack.enter_context(app(programs, folder / "one", 4650))
        heading("the web app, all on both cores")
        beside("a signed-in page on PostgreSQL / on SQLite", lambda: rate(folder / "many", 4660),
               lambda: rate(folder / "one", 4650), "0.5")


with tempfile.TemporaryDirectory(dir="/tmp") as place:
    os.chmod(place, 0o755)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(place))
