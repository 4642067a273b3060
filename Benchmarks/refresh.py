#!/usr/bin/env python3
"""Eight processes with 1,000 tasks each ask for one token at the moment of its end: how many refreshes are there?

refresh.py FOLDER: the folder of the built programs.
"""
import sys

from table import row
from tenant import Tenant, Worker

PROCESSES, TASKS = 8, 1000
# A token of Entra ID lasts 90 minutes at most; tenant and programs are further ahead, so that it is over.
AHEAD = 6000


def main(programs):
    with Tenant(programs) as tenant:
        worker = Worker(tenant, "entra")
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
    row(f"refreshes when {PROCESSES} processes with {TASKS:,} tasks each ask at the end of a token", refreshes, "1")
    sys.exit(refreshes != 1)


main(sys.argv[1])
