#!/usr/bin/env python3
"""Kills a program at random moments of refresh and save, and sees what is left of its account each time.

soak.py FOLDER [COUNT]: the folder of the built programs, and how often to kill (1,000), half of them at each provider.
"""
import random
import signal
import statistics
import sys
import time

from tenant import DIRECTORY, Tenant, Worker

# How many steps a program may make before it dies: `r` stands for a refresh, `s` for a save.
STEPS = 6


def spans(worker):
    """How long each kind of step takes on this machine."""
    process = worker.start("wear")
    times = {"r": [], "s": []}
    step, start = process.stdout.read(1), time.perf_counter()
    for _ in range(10 * STEPS):
        following, now = process.stdout.read(1), time.perf_counter()
        times[step].append(now - start)
        step, start = following, now
    process.kill()
    process.communicate()
    return {step: statistics.median(values) for step, values in times.items()}


def kill(worker, chance, longest):
    """Kills a program at some moment of some step, and returns its steps."""
    process = worker.start("wear")
    steps = process.stdout.read(chance.randint(1, STEPS))
    if steps:
        time.sleep(chance.uniform(0, longest[steps[-1]]))
    process.kill()
    rest, errors = process.communicate()
    if process.returncode != -signal.SIGKILL:
        sys.exit(f"the program ended by itself: {errors}")
    return steps + rest


def wait_until_quiet(tenant, rule):
    """Waits for what the killed program had sent: after the check, it would spend a refresh token for the second time."""
    hits = None
    while hits != (hits := tenant.hits(rule)):
        time.sleep(0.02)


def soak(tenant, kind, count):
    """How often each step was cut off, how many sign-ins were lost by it, and how many answers were under way."""
    chance = random.Random(kind)
    worker = Worker(tenant, kind)
    place = {"directory": DIRECTORY if kind == "entra" else "op"}
    # No token lasts: whoever needs one has to refresh.
    tenant.fault({"kind": "member", "name": "expires_in", "value": 0}, **place)
    worker.run("sign-in")
    longest = spans(worker)
    worker.run("sign-in")
    rule = tenant.delay_refreshes(0, **place)
    killed, lost, finished = {"r": 0, "s": 0}, {"r": 0, "s": 0}, 0
    for _ in range(count):
        steps = kill(worker, chance, longest)
        wait_until_quiet(tenant, rule)
        # Ends this script unless the account can be read.
        outcome = worker.run("check")
        killed[steps[-1]] += 1
        # A save follows each refresh that ended; the check asked the provider once more.
        finished += steps.count("s") + 1
        if outcome == "sign in again":
            lost[steps[-1]] += 1
            worker.run("sign-in")
    return killed, lost, tenant.hits(rule) - finished


def report(name, killed, lost, under_way, most):
    """Prints what came of it, and returns whether it is as it must be."""
    count = sum(killed.values())
    print(f"{name}: {count} kills, {killed['s']} of them during a save and {killed['r']} during a refresh,")
    print(f"  {under_way} after the provider was asked and before its answer was kept and used")
    print(f"  accounts that could be read afterwards  {count:5}   goal {count}")
    print(f"  sign-ins lost                           {sum(lost.values()):5}   goal {most} at most", flush=True)
    return lost["s"] == 0 and sum(lost.values()) <= most


def main(programs, count):
    with Tenant(programs) as tenant:
        good = report("Entra ID's rules", *soak(tenant, "entra", count), most=0)
        # Only an answer that was under way may be lost.
        strict = soak(tenant, "standard", count)
        good &= report("Strict rotation", *strict, most=strict[-1])
    sys.exit(not good)


main(sys.argv[1], int(sys.argv[2] if len(sys.argv) > 2 else 1000) // 2)
