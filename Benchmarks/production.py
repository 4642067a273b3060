#!/usr/bin/env python3
"""The task API on PostgreSQL beside pgbench with the same statements, and beside SQLite: production.py PROGRAMS

Server, load and database share both cores, on both sides of a ratio. pgbench has as many connections as the API.
"""
import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from postgres import PostgreSQL, run
from server import Server, wrk
from table import beside, heading, row

PORT, SECONDS, CONNECTIONS, POOL, TASKS, PEOPLE, SENDERS = 4680, 5, 64, 8, 20, 1000, 8
MINUTES = float(os.environ.get("MINUTES", 10))
TENANT = "4b3c1a60-5f1e-4a0e-9d0b-6f2f7d1c0a11"
FIRST_OWNER = 100_000_000_000
# An owner of the sample, as an expression of SQL over pgbench's variable.
OWNER = f"'{TENANT} 00000000-0000-4000-8000-' || ({FIRST_OWNER} + :n)::text"


class Database(PostgreSQL):
    """A server as durable as one in production."""

    def __init__(self, folder):
        super().__init__(folder, "max_connections=100", "shared_buffers=512MB", "synchronous_commit=on",
                         "logging_collector=off")
        self.create().start()

    def pgbench(self, script):
        """Transactions a second of one script over as many connections as the API has."""
        file = self.folder / "script.sql"
        file.write_text(script)
        output = run("pgbench", "-h", self.folder, "-U", "postgres", "-n", "-M", "prepared", "-c", POOL, "-j", 2,
                     "-T", SECONDS, "-f", file, "postgres")
        return float(re.search(r"tps = ([\d.]+)", output)[1])

    def statements(self, requests):
        """The statements, with their parameters, that some requests cause: the server's log tells them."""
        self.sql("ALTER SYSTEM SET log_statement = 'all'")
        self.sql("SELECT pg_reload_conf()")
        log = self.folder / "log"
        while "log_statement" not in log.read_text():
            pass
        begin = log.stat().st_size
        requests()
        self.sql("ALTER SYSTEM RESET log_statement")
        self.sql("SELECT pg_reload_conf()")
        text = log.read_bytes()[begin:].decode()
        found = re.findall(r"LOG:  execute (?!<unnamed>)\S+: (.*?)\n\d{4}-.*? DETAIL:  parameters: (.*?)\n\d{4}-", text, re.S)
        return [(sql, dict(re.findall(r"\$(\d+) = ('(?:[^']|'')*'|NULL)", values))) for sql, values in found]


def script(statement, replacing):
    """A statement as a script of pgbench: each parameter as a value, or as the expression that stands for it."""
    sql, values = statement

    def value(match):
        text = values[match[1]]
        for pattern, expression in replacing.items():
            if re.fullmatch(pattern, text):
                return f"({expression})"
        # PostgreSQL takes a number in quotes for an integer of 32 bits.
        return f"{text}::bigint" if re.fullmatch(r"'\d+'", text) else text
    return f"\\set n random(0, {PEOPLE - 1})\n" + re.sub(r"\$(\d+)", value, sql).strip().rstrip(";") + ";\n"


class API(Server):
    def __init__(self, programs, folder, port, database=None, cores="0,1"):
        super().__init__(programs / "APIBenchmark", "serve", folder, port,
                         *([database.address, POOL] if database else []), cores=cores)
        self.port, self.folder = port, folder

    def load(self, body=None, cores="0,1", connections=CONNECTIONS):
        """Requests a second; not one may fail."""
        files = [self.folder / "tokens", self.folder / "paths", *([body] if body else [])]
        figures = wrk(f"http://127.0.0.1:{self.port}", *files, cores=cores, connections=connections, seconds=SECONDS)
        assert figures.errors == 0, figures
        return figures.rate

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        token = (self.folder / "tokens").read_text().splitlines()[0]
        connection.request(method, path, body, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        response = connection.getresponse()
        content = response.read()
        connection.close()
        assert response.status < 300, (response.status, content)
        return content


def clear(database):
    """Removes the tasks of the additions, so that no list is full."""
    database.sql("WITH gone AS (DELETE FROM task WHERE text = 'Buy milk' RETURNING owner) "
                 "UPDATE task_owner SET count = task_owner.count - part.count FROM "
                 "(SELECT owner, count(*) AS count FROM gone GROUP BY owner) AS part WHERE part.owner = task_owner.owner")
    database.sql("VACUUM task, task_owner")


def several(programs, folder, database, cores):
    """Requests a second of an instance on each of these cores, with load and database on the same ones."""
    # Connections of new instances get new processes, which inherit this.
    subprocess.run(["taskset", "-p", "-c", ",".join(cores), str(database.process.pid)], check=True, capture_output=True)
    with contextlib.ExitStack() as stack, concurrent.futures.ThreadPoolExecutor() as threads:
        instances = [stack.enter_context(API(programs, folder, PORT + 20 + 2 * int(core), database, core))
                     for core in cores]
        return sum(threads.map(
            lambda one: one.load(cores=",".join(cores), connections=CONNECTIONS // len(cores)), instances))


def h2load(ours, seconds, rate=None):
    """Starts requests of some people for a time, at a rate or as fast as they are answered."""
    clients = 32
    pace = ["--rps", f"{rate / SENDERS / clients:.3f}"] if rate else []
    tokens = (ours.folder / "tokens").read_text().splitlines()[:SENDERS]
    return [subprocess.Popen(
        ["h2load", "--h1", "-t1", f"-c{clients}", f"-D{seconds}", *pace, f"--log-file={ours.folder}/h2load.{number}",
         "-H", f"Authorization: Bearer {token}", f"http://127.0.0.1:{ours.port}/api/tasks"],
        stdout=subprocess.DEVNULL) for number, token in enumerate(tokens)]


def answers(ours, senders):
    """Waits for the senders, and gives the sorted milliseconds of all answers; each one is 200."""
    times = []
    for number, sender in enumerate(senders):
        assert sender.wait() == 0
        for line in (ours.folder / f"h2load.{number}").read_text().splitlines():
            _, status, microseconds = line.split("\t")
            assert status == "200", line
            times.append(int(microseconds) / 1000)
    return sorted(times)


def open_loop(ours):
    """Requests at fixed times for ten minutes, at 70 percent of the most that the same senders reach."""
    rate = 0.7 * len(answers(ours, h2load(ours, SECONDS))) / SECONDS
    senders = h2load(ours, int(MINUTES * 60), rate)
    time.sleep(60)
    before = ours.memory()
    times = answers(ours, senders)
    middle, slow = times[len(times) // 2], times[len(times) * 999 // 1000]
    row(f"{MINUTES} min at {rate:.0f} lists a second: p99.9 {slow:.1f} ms / p50 {middle:.2f} ms", slow / middle, "20")
    row(f"  {len(times)} answers; memory after a minute {before} MiB, at the end {ours.memory()} MiB")


@contextlib.contextmanager
def filled(programs, folder):
    """The API on PostgreSQL and on SQLite, with the same tasks, the database, and pgbench's scripts for a list and an addition."""
    subprocess.run([programs / "APIBenchmark", "export", folder], check=True)
    (folder / "page.json").write_bytes(b"[]")
    (folder / "paths").write_text("/api/tasks\n")
    (folder / "body").write_text('{"Text":"Buy milk"}\n')
    database = Database(folder / "postgresql")
    try:
        with API(programs, folder, PORT, database) as ours, API(programs, folder, PORT + 10) as embedded:
            def requests():
                ours.ask("POST", "/api/tasks", (folder / "body").read_text())
                ours.ask("GET", "/api/tasks")
            statements = database.statements(requests)
            insert = next(one for one in statements if "INSERT" in one[0].upper())
            select = next(one for one in statements if "INSERT" not in one[0].upper() and "SELECT" in one[0].upper())
            for server in (ours, embedded):
                add_tasks(server)
            clear(database)
            database.sql("VACUUM ANALYZE")
            replacing = {rf"'{TENANT} .*'": OWNER, r"'[0-9a-f]{8}-[0-9a-f-]{27}'": "gen_random_uuid()::text"}
            yield ours, embedded, database, script(select, replacing), script(insert, replacing)
    finally:
        database.stop()


def add_tasks(server):
    """Gives each person their tasks."""
    for token in (server.folder / "tokens").read_text().splitlines():
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        for task in range(TASKS):
            connection.request(
                "POST", "/api/tasks", json.dumps({"Text": f"Send the minutes of meeting {task} to Ana"}),
                {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
            connection.getresponse().read()
        connection.close()


def main(programs, folder):
    with filled(programs, folder) as (ours, embedded, database, select, insert):
        heading(f"{TASKS} tasks a person, {PEOPLE} people, {POOL} connections, all on both cores")
        beside("GET /api/tasks on PostgreSQL / pgbench's same statement", ours.load, lambda: database.pgbench(select), "0.5")
        beside("  the same / own SQLite", ours.load, embedded.load, "report")

        def added(side):
            rate = side()
            clear(database)
            return rate
        beside("POST /api/tasks / pgbench's same insert", lambda: added(lambda: ours.load(folder / "body")),
               lambda: added(lambda: database.pgbench(insert)), "0.5")
        open_loop(ours)
        ours.end()
        embedded.end()
        beside("two instances on two cores / one on one core", lambda: several(programs, folder, database, "01"),
               lambda: several(programs, folder, database, "0"), "report")


if __name__ == "__main__":
    # PostgreSQL's user must reach it.
    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        os.chmod(place, 0o755)
        main(pathlib.Path(sys.argv[1]), pathlib.Path(place))
