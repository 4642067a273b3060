#!/usr/bin/env python3
"""Eight processes with 1,000 tasks each ask for one token at the moment of its end: how many refreshes are there?

refresh.py FOLDER [postgresql]: the folder of the built programs, and whether the accounts are in PostgreSQL.
"""
import base64
import contextlib
import os
import sys

from postgres import PostgreSQL
from table import row
from tenant import Tenant, Worker

PROCESSES, TASKS = 8, 1000
# A token of Entra ID lasts 90 minutes at most; tenant and programs are further ahead, so that it is over.
AHEAD = 6000


@contextlib.contextmanager
def accounts_in_postgresql(worker, folder):
    """Lets the programs keep their accounts in a database, with a key that they share."""
    key = folder / "key"
    key.write_bytes(base64.b64encode(os.urandom(32)))
    key.chmod(0o600)
    folder.chmod(0o755)
    database = PostgreSQL(folder / "postgresql").create().start()
    worker.environment |= {"DATABASE": database.address, "TESSERA_ACCOUNT_KEY_FILE": str(key)}
    try:
        yield
    finally:
        database.stop()


def main(programs, place="folder"):
    with Tenant(programs) as tenant, contextlib.ExitStack() as stack:
        worker = Worker(tenant, "entra")
        if place == "postgresql":
            stack.enter_context(accounts_in_postgresql(worker, tenant.folder))
        worker.run("sign-in")
        tenant.api("POST", "clock/advance", {"seconds": AHEAD})
        # Long enough for all to wait for the one answer.
        rule = tenant.delay_refreshes(500)
        processes = [worker.start("ask", "--tasks", str(TASKS), "--ahead", str(AHEAD)) for _ in range(PROCESSES)]
        for process in processes:
            assert process.stdout.readline() == "ready\n", process.stderr.read()
        for process in processes:
            process.stdin.write("\n")
            process.stdin.flush()
        for process in processes:
            output, errors = process.communicate()
            # All tasks of a process got the same token.
            assert process.returncode == 0 and output == "1\n", (output, errors)
        refreshes = tenant.hits(rule)
    row(f"refreshes when {PROCESSES} processes with {TASKS:,} tasks each ask at the end of a token ({place})", refreshes, "1")
    sys.exit(refreshes != 1)


main(*sys.argv[1:])
