#!/usr/bin/env python3
"""A kept token from the command, in a process that begins with it, against a Swift program that prints one line.

cold.py FOLDER: the folder of the built programs.
"""
import pathlib
import statistics
import subprocess
import sys
import time

from table import row
from tenant import Tenant

ROUNDS = 51


def milliseconds(command, environment):
    start = time.perf_counter()
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1000


def main(programs):
    programs = pathlib.Path(programs)
    with Tenant(programs) as tenant:
        environment, settings = tenant.environment(), ["--settings", tenant.settings()]
        subprocess.run(
            [programs / "tessera", "sign-in", *settings], check=True, env=environment, capture_output=True)
        commands = [[programs / "PrintedLine"], [programs / "tessera", "token", *settings]]
        pairs = [[milliseconds(command, environment) for command in commands] for _ in range(ROUNDS)]
    line, token = (statistics.median(values) for values in zip(*pairs))
    ratio = statistics.median(token / line for line, token in pairs)
    row(f"`tessera token` from the start ({token:.1f} ms) / a printed line ({line:.1f} ms)", ratio, "5 at most")


main(sys.argv[1])
