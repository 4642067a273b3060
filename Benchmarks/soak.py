#!/usr/bin/env python3
"""Kills a program at random moments of refresh and save, and sees what is left of its account each time.

soak.py FOLDER [COUNT]: the folder of the built programs, and how often to kill (1,000), half of them at each provider.
"""
import random
import signal
import sys
import time

from tenant import DIRECTORY, Tenant, Worker

# How many steps a program may make before it dies.
STEPS = 10


def span(worker):
    """How long the steps of a program take on this machine."""
    process = worker.start("wear")
    process.stdout.read(1)
    start = time.perf_counter()
    process.stdout.read(STEPS)
    end = time.perf_counter()
    process.kill()
    process.communicate()
    return end - start


def kill(worker, moment):
    """The steps of a program that is killed after a moment: `r` where it begins to refresh, `s` where to save."""
    process = worker.start("wear")
    first = process.stdout.read(1)
    time.sleep(moment)
    process.kill()
    rest, errors = process.communicate()
    if process.returncode != -signal.SIGKILL or not first:
        sys.exit(f"the program ended by itself: {errors}")
    return first + rest


def soak(tenant, kind, count):
    """Kills so often, and counts what came of it."""
    chance = random.Random(kind)
    worker = Worker(tenant, kind)
    place = {"directory": DIRECTORY if kind == "entra" else "op"}
    # No token lasts: whoever needs one has to refresh.
    tenant.fault({"kind": "member", "name": "expires_in", "value": 0}, **place)
    worker.run("sign-in")
    longest = span(worker)
    # What that left behind is not to be counted.
    worker.run("sign-in")
    rule = tenant.delay_refreshes(0, **place)
    killed, lost, finished = {"r": 0, "s": 0}, {"r": 0, "s": 0}, 0
    for _ in range(count):
        steps = kill(worker, chance.uniform(0, longest))
        # Ends this script unless the account can be read.
        outcome = worker.run("check")
        killed[steps[-1]] += 1
        # A save comes after each refresh; a check has asked once as well, and was answered either way.
        finished += steps.count("s") + 1
        if outcome == "sign in again":
            lost[steps[-1]] += 1
            worker.run("sign-in")
    return killed, lost, tenant.hits(rule) - finished


def report(name, killed, lost, on_the_way, most):
    """Prints what came of it, and returns whether it is as it must be."""
    print(f"{name}: {sum(killed.values())} kills, {killed['s']} of them during a save, {killed['r']} during a refresh,")
    print(f"  of those {on_the_way} after the provider was asked and before its answer was kept and used")
    print(f"  accounts that could be read afterwards  {sum(killed.values()):5}  (goal: all)")
    print(f"  sign-ins lost                           {sum(lost.values()):5}  (goal: {most} at most)", flush=True)
    return lost["s"] == 0 and sum(lost.values()) <= most


def main(programs, count):
    with Tenant(programs) as tenant:
        entra = soak(tenant, "entra", count)
        good = report("Entra ID's rules", *entra, most=0)
        strict = soak(tenant, "standard", count)
        # Only the answer that was on its way may be lost.
        good &= report("Strict rotation", *strict, most=strict[-1])
    sys.exit(not good)


main(sys.argv[1], int(sys.argv[2] if len(sys.argv) > 2 else 1000) // 2)
