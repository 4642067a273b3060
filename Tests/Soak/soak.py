#!/usr/bin/env python3
"""Faults happen to two instances of the task service under load, each answer is checked: soak.py [--short] [FAULT...]

TASK_SERVICE and TESSERA name the built programs. Ends with 1 if an answer was wrong, or something acknowledged was lost.
"""
import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time

import faults_of_clients
import faults_of_instances
import faults_of_the_database
import faults_of_the_network
import faults_of_the_provider
import namespaces
from setting import Setting
from world import Failure

FAULTS = {
    "killed": faults_of_instances.killed,
    "stopped": faults_of_the_database.stopped,
    "crashed": faults_of_the_database.crashed,
    "failed-over": faults_of_the_database.failed_over,
    "full": faults_of_the_database.full,
    "full-log": faults_of_the_database.full_log,
    "provider-down": faults_of_the_provider.provider_down,
    "keys-rotated": faults_of_the_provider.keys_rotated,
    "cut": faults_of_the_network.cut,
    "slow": faults_of_clients.slow,
    "idle": faults_of_clients.idle,
    "clock-moved": faults_of_the_provider.clock_moved,
    "people": faults_of_instances.people,
    "replaced": faults_of_instances.replaced,
}


# In the short form, these happen beside the others, which need the provider for themselves.
BESIDE = {"cut", "slow", "idle", "people", "full", "full-log"}


def enter_namespaces():
    """Goes on where mounts and networks end with this program, if root may do that here."""
    if os.geteuid() != 0 or namespaces.ENTERED in os.environ:
        return
    script = f'ip link set lo up && export {namespaces.ENTERED}=yes && exec "$@"'
    command = ["unshare", "--mount", "--net", "sh", "-c", script, "sh"]
    if shutil.which("unshare") and subprocess.run([*command, "true"], capture_output=True).returncode == 0:
        os.execvp("unshare", [*command, sys.executable, "-B", *sys.argv])


async def meet(setting, name):
    """Lets a fault happen, prints the outcome, and gives whether all was right."""
    start = time.monotonic()
    try:
        world, text = await FAULTS[name](setting)
    except namespaces.NotRun as reason:
        print(f"{name:<16} not run: {reason}", flush=True)
        return True
    except (Failure, RuntimeError, OSError) as error:
        print(f"{name:<16} FAILED: {error}", flush=True)
        return False
    answers = ", ".join(f"{count} × {kind}" for kind, count in sorted(world.answers.items(), key=str))
    print(f"{name:<16} {'FAILED' if world.problems else 'passed'} {time.monotonic() - start:4.0f} s  {text}; {answers}; "
          f"longest {world.longest:.1f} s", flush=True)
    for line in world.figures:
        print(f"    {line}", flush=True)
    for problem in world.problems:
        print(f"    {problem}", flush=True)
    return not world.problems


async def meet_all(setting, names):
    beside = [name for name in names if setting.is_short and name in BESIDE]
    lanes = [beside, [name for name in names if name not in beside]]

    async def meet_each(lane):
        return [await meet(setting, name) for name in lane]
    return [outcome for lane in await asyncio.gather(*map(meet_each, lanes)) for outcome in lane]


def main(arguments):
    is_short = "--short" in arguments
    names = [argument for argument in arguments if argument != "--short"] or list(FAULTS)
    if unknown := [name for name in names if name not in FAULTS]:
        sys.exit(f"error: unknown: {', '.join(unknown)}\nhint: the faults are {', '.join(FAULTS)}")
    enter_namespaces()
    # The end of this program ends all that it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with Setting(is_short) as setting:
        outcomes = asyncio.run(meet_all(setting, names))
    sys.exit(not all(outcomes))


main(sys.argv[1:])
