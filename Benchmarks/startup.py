#!/usr/bin/env python3
"""How long `tessera tenant` takes from its start to its first answer with 1,000 people, and the memory that it has then.

Usage: startup.py TESSERA [RUNS]. Each run starts the built command anew on a free port; the first one of each kind reads
the people from a file, the others find them in the data folder.
"""
import json
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

DIRECTORY = "11111111-2222-4333-8444-555555555555"
PEOPLE = 1000


def tenant_file():
    """A directory of people who all have the same password."""
    people = [
        {
            "id": f"00000000-0000-4000-8000-{number:012d}",
            "displayName": f"Person {number}",
            "givenName": "Person",
            "surname": str(number),
            "userPrincipalName": f"person{number}@large.example",
            "mail": f"person{number}@large.example",
        }
        for number in range(PEOPLE)
    ]
    return {
        "version": 1,
        "directories": [
            {
                "id": DIRECTORY, "kind": "organization", "displayName": "A large company", "domain": "large.example",
                "password": "watchword", "people": people,
            }
        ],
        "apps": [],
    }


def run(command):
    """Seconds to the first answer, and MiB of memory after it."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        if not select.select([process.stdout], [], [], 60)[0]:
            raise SystemExit("the tenant said nothing for a minute")
        url = json.loads(process.stdout.readline())["url"]
        with urllib.request.urlopen(f"{url}/{DIRECTORY}/v2.0/.well-known/openid-configuration", timeout=10) as answer:
            answer.read()
        return time.perf_counter() - start, memory(process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)
        process.stdout.close()


def memory(process_id):
    """The resident memory of a process in MiB."""
    text = subprocess.run(["ps", "-o", "rss=", "-p", str(process_id)], capture_output=True, text=True, check=True)
    return int(text.stdout) / 1024


def main():
    tessera, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 15
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tenant.json"
        file.write_text(json.dumps(tenant_file()))
        base = [tessera, "tenant", "--json", "--port", "0", "--data", f"{folder}/data"]
        first, _ = run([*base, "--from", str(file)])
        print(f"first start, {PEOPLE} people read from a file: {first * 1000:.0f} ms")
        results = [run(base) for _ in range(runs)]
    times, sizes = zip(*results)
    print(
        f"{runs} further starts to the first answer: median {statistics.median(times) * 1000:.0f} ms "
        f"({min(times) * 1000:.0f} to {max(times) * 1000:.0f}); {statistics.median(sizes):.0f} MiB resident"
    )


if __name__ == "__main__":
    main()
