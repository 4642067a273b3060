#!/usr/bin/env python3
"""The task API under load, beside servers in Go, Node.js and Python, and a bare route: api.py PROGRAMS FOLDER

PROGRAMS holds APIBenchmark and api_go. Each server has one core, the load the other; a second table gives each both.
"""
import os
import pathlib
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import urllib.request

from table import heading, row

HERE = pathlib.Path(__file__).parent
PORT, RUNS, SECONDS, CONNECTIONS, TASKS = 4660, 5, 3, 64, 20
TENANT = "4b3c1a60-5f1e-4a0e-9d0b-6f2f7d1c0a11"


def owner(number):
    return f"{TENANT} 00000000-0000-4000-8000-{100_000_000_000 + number}"


def fill(folder, people):
    """Gives each person their tasks, in one transaction."""
    with sqlite3.connect(folder / "tasks.sqlite") as store:
        store.execute("DELETE FROM task")
        store.executemany(
            "INSERT INTO task (id, owner, text, completed, milliseconds, sequence) VALUES (?, ?, ?, ?, ?, ?)",
            ((f"{person:08x}-0000-4000-8000-{task:012x}", owner(person), f"Send the minutes of meeting {task} to Ana",
              task % 3 == 0, 1_767_960_000_000 + task * 86_400_000, task) for task in range(TASKS) for person in range(people)))


class Server:
    """A server of its own, on these cores; its port is the first line that it prints, or the usual one."""

    def __init__(self, name, command, cores="0", **environment):
        self.name, self.peak = name, 0
        self.process = subprocess.Popen(
            ["taskset", "-c", cores, *map(str, command)], stdout=subprocess.PIPE, text=True,
            env={**os.environ, **environment})
        line = self.process.stdout.readline().strip()
        self.port = PORT if line == "ready" else int(line)

    def load(self, tokens, port=None, connections=CONNECTIONS):
        """Requests a second with the tokens of a file in turn, and the times of the answers."""
        output = subprocess.run(
            ["taskset", "-c", "1", "wrk", "-t1", f"-c{connections}", f"-d{SECONDS}s", "--latency", "-s",
             HERE / "requests.lua", f"http://127.0.0.1:{port or self.port}", "--", tokens,
             tokens.with_name("paths")],
            check=True, capture_output=True, text=True).stdout
        rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
        p50, p99, errors = re.search(r"p50 (\S+) p99 (\S+) max \S+ errors (\d+)", output).groups()
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        self.peak = max(self.peak, int(re.search(r"VmRSS:\s+(\d+)", status)[1]) // 1024)
        return rate, float(p50), float(p99), int(errors)

    def end(self):
        self.process.terminate()
        self.process.wait()


def beside(name, ours, theirs, goal, memory):
    """Loads two servers in turn; writes the median ratio and its spread, and what each did."""
    pairs = [(ours(), theirs()) for _ in range(RUNS)]
    ratios = sorted(one[0] / two[0] for one, two in pairs)
    figures = [[statistics.median(pair[side][part] for pair in pairs) for part in range(3)] for side in (0, 1)]
    (rate, p50, p99), (other, p50_other, p99_other) = figures
    row(f"{name} ({ratios[0]:.2f} to {ratios[-1]:.2f})", statistics.median(ratios), goal)
    row(f"  ours {rate:.0f}/s p50 {p50:.1f} p99 {p99:.1f} ms, theirs {other:.0f}/s p50 {p50_other:.1f} "
        f"p99 {p99_other:.1f} ms, MiB {memory()}")


def main(programs, folder):
    subprocess.run([programs / "APIBenchmark", "export", folder], check=True)
    fill(folder, 1000)
    (folder / "page.json").write_bytes(b"[]")
    (folder / "paths").write_text("/api/tasks\n")
    tokens, forged = folder / "tokens", folder / "forged"
    first = Server("ours", [programs / "APIBenchmark", "serve", folder])
    request = urllib.request.Request(
        f"http://127.0.0.1:{PORT}/api/tasks", headers={"Authorization": f"Bearer {tokens.read_text().splitlines()[0]}"})
    page = urllib.request.urlopen(request).read()
    first.end()
    (folder / "page.json").write_bytes(page)
    heading(f"GET /api/tasks, {TASKS} tasks, {len(page)} bytes")
    ours = Server("Tessera", [programs / "APIBenchmark", "serve", folder])
    peers = [
        (Server("Go, each token verified", [programs / "api_go", folder], GOMAXPROCS="1"), "1.2"),
        (Server("Go with the same cache", [programs / "api_go", folder, "cache"], GOMAXPROCS="1"), "report"),
        (Server("Express and jose", ["node", HERE / "api_express.js", folder], NODE_PATH="/usr/share/nodejs"), "2.5"),
        (Server("FastAPI and PyJWT", ["/usr/bin/python3", "-B", HERE / "api_fastapi.py", folder]), "5"),
    ]
    try:
        for peer, goal in peers:
            beside(f"tokens seen before / {peer.name}", lambda: ours.load(tokens), lambda: peer.load(tokens), goal,
                   lambda: f"{ours.peak} and {peer.peak}")
        beside("tokens seen before / a bare route with the same bytes", lambda: ours.load(tokens),
               lambda: ours.load(tokens, PORT + 1), "0.5", lambda: ours.peak)
        go = peers[0][0]
        beside("forged tokens refused / Go", lambda: ours.load(forged), lambda: go.load(forged), "0.7",
               lambda: f"{ours.peak} and {go.peak}")
        assert ours.load(tokens)[3] == 0 and ours.load(forged)[3] > 0
    finally:
        for server in [ours] + [peer for peer, _ in peers]:
            server.end()


with tempfile.TemporaryDirectory() as place:
    main(pathlib.Path(sys.argv[1]), pathlib.Path(place))
