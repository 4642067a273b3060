#!/usr/bin/env python3
"""The task API on PostgreSQL beside pgbench with the same statements, and beside SQLite: production.py PROGRAMS

Server, load and database share both cores, on both sides of a ratio. pgbench has as many connections as the API.
"""
import http.client
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from postgres import PostgreSQL, run
from server import Server, wrk
from table import heading, row

PORT, RUNS, SECONDS, CONNECTIONS, POOL, TASKS, PEOPLE = 4680, 5, 5, 64, 16, 20, 1000
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
        return text
    return f"\\set n random(0, {PEOPLE - 1})\n" + re.sub(r"\$(\d+)", value, sql).strip().rstrip(";") + ";\n"


class API(Server):
    def __init__(self, programs, folder, port, database=None):
        super().__init__(programs / "APIBenchmark", "serve", folder, port,
                         *([database.address, POOL] if database else []), cores="0,1")
        self.port, self.folder = port, folder

    def load(self, body=None):
        tokens = self.folder / "tokens"
        files = [tokens, self.folder / "paths", *([body] if body else [])]
        figures = wrk(f"http://127.0.0.1:{self.port}", *files, cores="0,1", connections=CONNECTIONS, seconds=SECONDS)
        assert figures.errors == 0, figures
        return figures

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        token = (self.folder / "tokens").read_text().splitlines()[0]
        connection.request(method, path, body, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        response = connection.getresponse()
        content = response.read()
        connection.close()
        assert response.status < 300, (response.status, content)
        return content


def beside(name, ours, theirs, goal):
    """Loads two sides in turn; writes the median ratio, its spread, and the rates."""
    pairs = [(ours(), theirs()) for _ in range(RUNS)]
    ratios = sorted(one / two for one, two in pairs)
    row(f"{name} ({ratios[0]:.2f} to {ratios[-1]:.2f})", statistics.median(ratios), goal)
    row(f"  {statistics.median(one for one, _ in pairs):.0f} a second, {statistics.median(two for _, two in pairs):.0f} beside")


def clear(database):
    """Removes the tasks of the additions, so that no list is full."""
    database.sql("WITH gone AS (DELETE FROM task WHERE text = 'Buy milk' RETURNING owner) "
                 "UPDATE task_owner SET count = task_owner.count - part.count FROM "
                 "(SELECT owner, count(*) AS count FROM gone GROUP BY owner) AS part WHERE part.owner = task_owner.owner")
    database.sql("VACUUM task, task_owner")


def main(programs, folder):
    subprocess.run([programs / "APIBenchmark", "export", folder], check=True)
    (folder / "page.json").write_bytes(b"[]")
    (folder / "paths").write_text("/api/tasks\n")
    body = folder / "body"
    body.write_text('{"Text":"Buy milk"}\n')
    database = Database(folder / "postgresql")
    try:
        with API(programs, folder, PORT, database) as ours, API(programs, folder, PORT + 10) as embedded:
            def requests():
                ours.ask("POST", "/api/tasks", body.read_text())
                ours.ask("GET", "/api/tasks")
            statements = database.statements(requests)
            insert = next(one for one in statements if "INSERT" in one[0].upper())
            select = next(one for one in statements if "INSERT" not in one[0].upper() and "SELECT" in one[0].upper())
            for server in (ours, embedded):
                tokens = (folder / "tokens").read_text().splitlines()
                for token in tokens:
                    connection = http.client.HTTPConnection("127.0.0.1", server.port)
                    for task in range(TASKS):
                        connection.request(
                            "POST", "/api/tasks", json.dumps({"Text": f"Send the minutes of meeting {task} to Ana"}),
                            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
                        connection.getresponse().read()
                    connection.close()
            clear(database)
            database.sql("VACUUM ANALYZE")
            replacing = {rf"'{TENANT} .*'": OWNER, r"'[0-9a-f]{8}-[0-9a-f-]{27}'": "gen_random_uuid()::text"}
            heading(f"{TASKS} tasks a person, {PEOPLE} people, {POOL} connections, all on both cores")
            beside("GET /api/tasks on PostgreSQL / pgbench's same statement", lambda: ours.load().rate,
                   lambda: database.pgbench(script(select, replacing)), "0.5")
            beside("  the same / own SQLite", lambda: ours.load().rate, lambda: embedded.load().rate, "report")

            def added(side):
                rate = side()
                clear(database)
                return rate
            beside("POST /api/tasks / pgbench's same insert", lambda: added(lambda: ours.load(body).rate),
                   lambda: added(lambda: database.pgbench(script(insert, replacing))), "0.5")
    finally:
        database.stop()


with tempfile.TemporaryDirectory(dir="/tmp") as place:
    os.chmod(place, 0o755)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(place))
