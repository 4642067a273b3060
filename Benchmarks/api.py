#!/usr/bin/env python3
"""The task API under load, beside servers in Go, Node.js and Python, and a bare route: api.py PROGRAMS

PROGRAMS holds APIBenchmark and api_go. Each server has one core, the load the other; a second table gives both to both.
"""
import http.client
import os
import pathlib
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

from server import Server, wrk
from table import heading, row

HERE = pathlib.Path(__file__).parent
PORT, RUNS, SECONDS, CONNECTIONS, TASKS = 4660, 5, 3, 64, 20
TENANT = "4b3c1a60-5f1e-4a0e-9d0b-6f2f7d1c0a11"


def owner(number):
    return f"{TENANT} 00000000-0000-4000-8000-{100_000_000_000 + number}"


def fill(store, people):
    """Gives each person their tasks, in one transaction."""
    with sqlite3.connect(store) as database:
        database.execute("DELETE FROM task")
        database.executemany(
            INSERTION,
            ((f"{person:08x}-0000-4000-8000-{task:012x}", owner(person), f"Send the minutes of meeting {task} to Ana",
              task % 3 == 0, 1_767_960_000_000 + task * 86_400_000, task)
             for task in range(TASKS) for person in range(people)))


INSERTION = "INSERT INTO task (id, owner, text, completed, milliseconds, sequence) VALUES (?, ?, ?, ?, ?, ?)"


class API(Server):
    """A server of the task API; its port is the first line that it prints."""

    def __init__(self, name, command, cores="0", **environment):
        super().__init__(*command, cores=cores, **environment)
        self.name, self.peak, self.cores, self.port = name, 0, cores, int(self.line)

    def load(self, tokens, port=None, body=None):
        """The figures of requests with the tokens of a file in turn."""
        files = [tokens, tokens.with_name("paths"), *([body] if body else [])]
        figures = wrk(f"http://127.0.0.1:{port or self.port}", *files, cores="1" if self.cores == "0" else self.cores,
                      connections=CONNECTIONS, seconds=SECONDS)
        self.peak = max(self.peak, self.memory())
        return figures


def beside(name, ours, theirs, goal, memory):
    """Loads two servers in turn; writes the median ratio and its spread, and what each did."""
    pairs = [(ours(), theirs()) for _ in range(RUNS)]
    ratios = sorted(one[0] / two[0] for one, two in pairs)
    figures = [[statistics.median(pair[side][part] for pair in pairs) for part in range(3)] for side in (0, 1)]
    (rate, p50, p99), (other, p50_other, p99_other) = figures
    row(f"{name} ({ratios[0]:.2f} to {ratios[-1]:.2f})", statistics.median(ratios), goal)
    row(f"  ours {rate:.0f}/s p50 {p50:.1f} p99 {p99:.1f} ms, theirs {other:.0f}/s p50 {p50_other:.1f} "
        f"p99 {p99_other:.1f} ms, MiB {memory()}")


def serve(programs, folder, cores="0", port=PORT):
    return API("Tessera", [programs / "APIBenchmark", "serve", folder, port], cores)


def lists(programs, folder, cores):
    """The same list from each server."""
    tokens, fresh, forged = (folder / name for name in ("tokens", "fresh", "forged"))
    go = {"cores": cores, "GOMAXPROCS": str(len(cores.split(",")))}
    ours = serve(programs, folder, cores)
    peers = [
        (API("Go, each token verified", [programs / "api_go", folder], **go), "1.2"),
        (API("Go with the same cache", [programs / "api_go", folder, "cache"], **go), "report"),
        (API("Express and jose", ["node", HERE / "api_express.js", folder], cores,
             NODE_PATH="/usr/share/nodejs"), "2.5"),
        (API("FastAPI and PyJWT", ["/usr/bin/python3", "-B", HERE / "api_fastapi.py", folder], cores), "5"),
    ]
    try:
        for peer, goal in peers:
            beside(f"tokens seen before / {peer.name}", lambda: ours.load(tokens), lambda: peer.load(tokens), goal,
                   lambda: f"{ours.peak} and {peer.peak}")
        beside("tokens seen before / a bare route with the same bytes", lambda: ours.load(tokens),
               lambda: ours.load(tokens, PORT + 1), "0.5", lambda: ours.peak)
        verifying = peers[0][0]
        for name, file, goal in [("every token new", fresh, "0.6"), ("forged tokens refused", forged, "0.7")]:
            beside(f"{name} / Go", lambda: ours.load(file), lambda: verifying.load(file), goal,
                   lambda: f"{ours.peak} and {verifying.peak}")
        assert ours.load(tokens).errors == ours.load(fresh).errors == 0 and ours.load(forged).errors > 0
    finally:
        for server in [ours] + [peer for peer, _ in peers]:
            server.end()


def large_store(programs, folder):
    """The same callers beside a hundred times as many people."""
    large = folder / "large"
    shutil.copytree(folder, large, ignore=shutil.ignore_patterns("large"))
    fill(large / "tasks.sqlite", 100_000)
    tokens = folder / "tokens"
    with serve(programs, large, port=PORT + 2) as one, serve(programs, folder) as other:
        beside("a store of 2,000,000 tasks / one with the callers' 20 each", lambda: one.load(tokens),
               lambda: other.load(tokens), "0.9", lambda: f"{one.peak} and {other.peak}")
    shutil.rmtree(large)


def inserted(store, batch):
    """Rows a second that SQLite alone inserts, in groups of this size, as durable as the task API."""
    os.sched_setaffinity(0, {0})
    database = sqlite3.connect(store, isolation_level=None)
    database.execute("PRAGMA synchronous = FULL")
    number, begin = 0, time.perf_counter()
    while time.perf_counter() < begin + SECONDS:
        database.execute("BEGIN IMMEDIATE")
        for _ in range(batch):
            number += 1
            database.execute(INSERTION, (f"{time.perf_counter_ns():08x}-{number:012x}", owner(number % 1000),
                                         "Buy milk", False, 1_767_960_000_000, 1_000_000_000 + number))
        database.execute("COMMIT")
    rate = number / (time.perf_counter() - begin)
    database.execute("DELETE FROM task WHERE sequence > 1000000000")
    database.close()
    return rate, 0, 0, 0


def additions(programs, folder):
    """POST beside inserts of the same group size; perf counts how often the task API waits for the disk."""
    body, tokens, store = folder / "body", folder / "tokens", folder / "tasks.sqlite"
    body.write_text('{"Text":"Buy milk"}\n')
    fill(store, 0)
    with serve(programs, folder) as ours:
        perf = subprocess.Popen(
            ["perf", "stat", "-x,", "-e", "syscalls:sys_enter_fdatasync,syscalls:sys_enter_fsync",
             "-p", str(ours.process.pid)], stderr=subprocess.PIPE, text=True)
        *_, errors = ours.load(tokens, body=body)
        perf.send_signal(signal.SIGINT)
        counts = [line.split(",")[0] for line in perf.communicate()[1].splitlines()]
        waits = sum(int(count) for count in counts if count.isdigit())
        if not waits:
            sys.exit(f"error: perf cannot count the waits for the disk: {counts}")
        with sqlite3.connect(store) as database:
            added, = database.execute("SELECT COUNT(*) FROM task").fetchone()
        assert errors == 0
        batch = max(1, round(added / waits))
        row(f"POST: {added} tasks, {waits} waits for the disk, {added / waits:.1f} tasks each")

        def post():
            figures = ours.load(tokens, body=body)
            assert figures.errors == 0
            return figures
        beside(f"POST /api/tasks / SQLite's inserts in groups of {batch}", post, lambda: inserted(store, batch), "0.6", lambda: ours.peak)
    fill(store, 1000)


def processor_time(programs, folder):
    """The processor time of a request with a token seen before, and of one at the bare route."""
    with serve(programs, folder) as server:
        def microseconds(port):
            before = server.ticks()
            rate, *_ = server.load(folder / "tokens", port)
            return (server.ticks() - before) * 10_000 / (rate * SECONDS)
        pairs = [(microseconds(PORT), microseconds(PORT + 1)) for _ in range(RUNS)]
    ours, bare = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
    row(f"processor time of a request: {ours:.0f} / {bare:.0f} µs of the bare route", ours / bare, "report")


def main(programs, folder):
    subprocess.run([programs / "APIBenchmark", "export", folder], check=True)
    fill(folder / "tasks.sqlite", 1000)
    (folder / "page.json").write_bytes(b"[]")
    (folder / "paths").write_text("/api/tasks\n")
    with serve(programs, folder) as first:
        connection = http.client.HTTPConnection("127.0.0.1", first.port)
        token = (folder / "tokens").read_text().splitlines()[0]
        connection.request("GET", "/api/tasks", headers={"Authorization": f"Bearer {token}"})
        page = connection.getresponse().read()
        connection.close()
    (folder / "page.json").write_bytes(page)
    heading(f"GET /api/tasks, {TASKS} tasks, {len(page)} bytes; a server on one core")
    lists(programs, folder, "0")
    large_store(programs, folder)
    additions(programs, folder)
    processor_time(programs, folder)
    heading("The same, a server and its load on both cores")
    lists(programs, folder, "0,1")


with tempfile.TemporaryDirectory() as place:
    main(pathlib.Path(sys.argv[1]), pathlib.Path(place))
