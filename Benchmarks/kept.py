#!/usr/bin/env python3
"""A kept token against a call of an actor that does nothing, with one stored account and with 100,000.

kept.py PROGRAM: our benchmark, which prints the nanoseconds of each, a line a round.
"""
import statistics
import subprocess
import sys

from table import heading, row

COUNT = 100_000


def main(program):
    done = subprocess.run([program, str(COUNT)], check=True, stdout=subprocess.PIPE, text=True)
    rounds = [[float(number) for number in line.split()] for line in done.stdout.splitlines()]
    call, one, many = (statistics.median(values) for values in zip(*rounds))

    def ratio(of, to):
        return statistics.median(values[of] / values[to] for values in rounds)

    heading("Accounts")
    row(f"a kept token ({one:.0f} ns) / an empty call of an actor ({call:.0f} ns)", ratio(1, 0), "20 at most")
    row(f"the same with {COUNT:,} accounts ({many:.0f} ns)", ratio(2, 0), "20 at most")
    row(f"{COUNT:,} accounts / 1 account", ratio(2, 1), "1")


main(sys.argv[1])
