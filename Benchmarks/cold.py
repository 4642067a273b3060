#!/usr/bin/env python3
"""A kept token from the command, in a process that begins with it, against a Swift program that prints one line.

cold.py FOLDER: the folder of the built programs.
"""
import pathlib
import statistics
import subprocess
import sys
import time

from tenant import Tenant, Worker

ROUNDS = 41


def duration(command, environment):
    start = time.perf_counter()
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main(programs):
    programs = pathlib.Path(programs)
    with Tenant(programs) as tenant:
        environment = Worker(tenant, "entra").environment | {"TESSERA_HOME": str(tenant.folder / "home")}
        settings = tenant.settings()
        command = [programs / "tessera", "token", "--settings", settings]
        subprocess.run(
            [programs / "tessera", "sign-in", "--settings", settings], check=True, env=environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        pairs = [
            (duration(command, environment), duration([programs / "PrintedLine"], environment)) for _ in range(ROUNDS)
        ]
        token, line = (statistics.median(values) * 1000 for values in zip(*pairs))
        ratio = statistics.median(a / b for a, b in pairs)
        print(f"`tessera token` with a kept token: {token:.1f} ms; a program that prints a line: {line:.1f} ms")
        print(f"  ratio {ratio:.1f} (goal 5), median of {ROUNDS}")


main(sys.argv[1])
