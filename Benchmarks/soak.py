#!/usr/bin/env python3
"""Kills a program at random moments of refresh and save, and sees what is left of its account each time.

soak.py FOLDER [COUNT]: the folder of the built programs, and how often to kill (1,000), half of them at each provider.
"""
import random
import sys
import threading
import time

from tenant import Tenant, Worker


def soak(worker, count, seed):
    """How often the account was good after a kill, and how often the person had to sign in again."""
    chance = random.Random(seed)
    worker.run("sign-in")
    outcomes = {"good": 0, "sign in again": 0}
    for _ in range(count):
        process = worker.start("wear")
        # The first renewal is at hand; from then on any moment will do.
        process.stdout.read(1)
        drain = threading.Thread(target=process.stdout.read)
        drain.start()
        time.sleep(chance.uniform(0, 0.03))
        process.kill()
        process.wait()
        drain.join()
        outcome = worker.run("check")
        outcomes[outcome] += 1
        if outcome != "good":
            worker.run("sign-in")
    return outcomes


def main(programs, count):
    failed = False
    with Tenant(programs) as tenant:
        for kind, rule in [("entra", "Entra ID's rules"), ("standard", "strict rotation")]:
            outcomes = soak(Worker(tenant, kind), count, kind)
            print(f"{count} kills under {rule}: {outcomes['good']} good, {outcomes['sign in again']} sign in again")
            failed |= kind == "entra" and outcomes["good"] != count
    sys.exit(failed)


main(sys.argv[1], int(sys.argv[2] if len(sys.argv) > 2 else 1000) // 2)
