#!/usr/bin/env python3
"""What one person costs PostgreSQL: bytes of tables with their indexes, bytes of the log for a write, pages for a read.

The statements that make the tables come from the sources. The figures are sizes, so a busy machine does not change them;
docs/capacity.md reckons with them.
"""
import pathlib
import re
import signal
import sys
import tempfile

from postgres import PostgreSQL, run

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
ROOT = ROOT if ROOT.is_dir() else ROOT.parents[1]
SCHEMAS = ("Sources/Sample/TaskServiceCommand/Postgres/PostgresTaskStore+Schema.swift",
           "Sources/Servers/PostgresStorage/Sessions/PostgresWebSessionStorage.swift")
STATEMENTS = "Sources/Sample/TaskServiceCommand/Postgres/PostgresTaskStore+Statements.swift"
PEOPLE, TASKS, WRITES = 20_000, 20, 20_000
# The sealed account of a session: its tokens, as Entra issues them.
ENTRY_BYTES = 6000


def statements(path):
    """The statements in the string literals of a Swift file that make and alter tables and indexes."""
    text = (ROOT / path).read_text()
    literals = re.findall(r'"""\n(.*?)\n\s*"""|"((?:CREATE|ALTER) [^"\n]*)"', text, re.DOTALL)
    return [one or other for one, other in literals if (one or other).lstrip().startswith(("CREATE", "ALTER"))]


def named(name):
    """A statement of the task store."""
    text = (ROOT / STATEMENTS).read_text()
    found = re.search(rf'static let {name} = \S+\(\s*(?:"""\n(.*?)\n\s*"""|"([^"\n]*)")', text, re.DOTALL)
    return found[1] or found[2]


class Server(PostgreSQL):
    def __init__(self, folder):
        # A page that changes for the first time after a checkpoint goes into the log whole: a figure of its own.
        super().__init__(folder, "autovacuum=off", "fsync=off", "max_wal_size=8GB")
        self.create().start()

    def size(self, table):
        self.sql(f"VACUUM ANALYZE {table}")
        return int(self.sql(f"SELECT pg_total_relation_size('{table}')"))

    def log_bytes(self, work):
        start = self.sql("SELECT pg_current_wal_insert_lsn()")
        work()
        return int(self.sql(f"SELECT pg_current_wal_insert_lsn() - '{start}'::pg_lsn"))


OWNER = "'4b3c1a60-5f1e-4a0e-9d0b-6f2f7d1c0a11 00000000-0000-4000-8000-' || (100000000000 + {})::text"


def whole_pages(server, state):
    """Lets a page that changes for the first time after a checkpoint go into the log whole, or not."""
    server.sql(f"ALTER SYSTEM SET full_page_writes = {state}")
    server.sql("SELECT pg_reload_conf()")
    server.sql("CHECKPOINT")
    if server.sql("SHOW full_page_writes") != state:
        sys.exit("PostgreSQL did not take the setting")


def measure(server):
    for path in SCHEMAS:
        for statement in statements(path):
            server.sql(statement)
    whole_pages(server, "off")
    server.sql(f"INSERT INTO task_owner SELECT {OWNER.format('n')}, {TASKS}, {TASKS} FROM generate_series(1, {PEOPLE}) n")
    # Tasks come in the order of time, from one person and another.
    server.sql(f"""INSERT INTO task SELECT {OWNER.format('n')}, 1700000000000 + t, gen_random_uuid()::text,
        'A task of thirty characters ' || lpad(t::text, 2), false, 1700000000000 + t, 0, NULL
        FROM generate_series(1, {TASKS}) t, generate_series(1, {PEOPLE}) n""")
    person, tasks = server.size("task_owner") / PEOPLE, server.size("task") / PEOPLE / TASKS

    plan = server.sql(f"EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) SELECT id, text, completed, milliseconds, "
                      f"sequence FROM task WHERE owner = {OWNER.format(7)} ORDER BY sequence")
    buffers = re.search(r"Buffers: shared (.*)", plan)[1]
    pages = sum(int(count) for kind, count in re.findall(r"(hit|read)=(\d+)", buffers))

    folder = server.folder
    addition = named("addition").replace("$1", f"({OWNER.format(':n')})").replace("$2", "1800000000000::bigint")
    addition = (addition.replace("$3", "500").replace("$4", "gen_random_uuid()::text")
                .replace("$5", "'A task of thirty characters 99'").replace("$6", "false").replace("$7", "NULL"))
    script = folder / "add.sql"
    script.write_text(f"\\set n random(1, {PEOPLE})\n{' '.join(addition.split())};\n")
    script.chmod(0o644)

    def additions(count):
        return server.log_bytes(lambda: run(
            "pgbench", "--host", folder, "--username=postgres", "--no-vacuum", "--client=1", f"--transactions={count}",
            "--file", script, "postgres")) / count

    add = additions(WRITES)
    whole_pages(server, "on")
    whole = additions(WRITES // 20)
    whole_pages(server, "off")
    update = server.log_bytes(lambda: server.sql(
        f"UPDATE task SET completed = true, version = 1 WHERE owner IN (SELECT owner FROM task_owner LIMIT {WRITES // TASKS})"))
    update /= int(server.sql("SELECT count(*) FROM task WHERE completed"))

    server.sql(f"""INSERT INTO web_session SELECT gen_random_uuid()::text, encode(sha256(n::text::bytea), 'hex'),
        decode(repeat('ab', 60), 'hex'), 0, 0, 0, n, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'
        FROM generate_series(1, {PEOPLE}) n""")
    server.sql(f"""INSERT INTO web_session_entry SELECT id, 'account', 1,
        (SELECT string_agg(sha256((id || i)::bytea), '') FROM generate_series(1, {ENTRY_BYTES // 32}) i),
        ARRAY['sub ' || id, 'sid ' || id], 0 FROM web_session""")
    session = (server.size("web_session") + server.size("web_session_entry")) / PEOPLE
    return (
        ("a person, bytes", person),
        ("a task of 30 characters, bytes", tasks),
        (f"a session with {ENTRY_BYTES} bytes of sealed account, bytes", session),
        ("the log of an addition, bytes", add),
        ("the same just after a checkpoint, with whole pages, bytes", whole),
        ("the log of a change, bytes", update),
        (f"a list of {TASKS} tasks, pages of 8 KiB", pages))


def main():
    with tempfile.TemporaryDirectory(prefix="tessera-capacity-") as name:
        server = Server(pathlib.Path(name))
        try:
            for what, figure in measure(server):
                print(f"{what:<60} {figure:>8.0f}")
        finally:
            server.stop(signal.SIGQUIT)


if __name__ == "__main__":
    main()
