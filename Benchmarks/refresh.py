#!/usr/bin/env python3
"""Eight processes with 1,000 tasks each ask for one token at the moment of its end: how many refreshes are there?

refresh.py FOLDER: the folder of the built programs.
"""
import sys

from tenant import Tenant, Worker

PROCESSES, TASKS = 8, 1000
AHEAD = 6000


def main(programs):
    with Tenant(programs) as tenant:
        worker = Worker(tenant, "entra")
        worker.run("sign-in")
        # A token lasts 90 minutes at most; tenant and programs are further ahead, so that it is over.
        tenant.api("POST", "clock/advance", {"seconds": AHEAD})
        # A fault that does next to nothing, and counts.
        counting = {"fault": {"kind": "latency", "milliseconds": 1}, "endpoint": "token", "grantType": "refresh_token"}
        tenant.api("POST", "faults", counting)
        processes = [worker.start("ask", "--tasks", str(TASKS), "--ahead", str(AHEAD)) for _ in range(PROCESSES)]
        for process in processes:
            assert process.stdout.readline() == "ready\n", process.stderr.read()
        for process in processes:
            process.stdin.write("\n")
            process.stdin.flush()
        for process in processes:
            output, errors = process.communicate()
            assert process.returncode == 0 and output == "1\n", (output, errors)
        met = tenant.api("GET", "faults")["value"][0]["hits"]
        print(f"{PROCESSES} processes, {TASKS} tasks each, at the end of a token: {met} refresh (goal 1)")
        sys.exit(met != 1)


main(sys.argv[1])
