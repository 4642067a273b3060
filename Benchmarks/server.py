"""A server under load, and wrk, which loads it."""
import collections
import os
import pathlib
import re
import select
import subprocess
import sys
import time

REQUESTS = pathlib.Path(__file__).parent / "requests.lua"
# Requests a second, times in ms, and the number of errors.
Figures = collections.namedtuple("Figures", "rate p50 p99 longest errors")


class Server:
    """A server on the first core unless told otherwise; the first line that it prints says that it is ready."""

    def __init__(self, *command, cores="0", errors=None, **environment):
        begin = time.perf_counter()
        self.process = subprocess.Popen(
            ["taskset", "-c", cores, *map(str, command)], stdout=subprocess.PIPE, stderr=errors, text=True,
            env={**os.environ, **environment})
        if not select.select([self.process.stdout], [], [], 600)[0]:
            sys.exit("a server did not start")
        self.line = self.process.stdout.readline()
        self.seconds = time.perf_counter() - begin

    def memory(self, name="VmRSS"):
        """The memory in MiB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{name}:\s+(\d+)", status)[1]) // 1024

    def ticks(self):
        """The used processor time, in hundredths of a second."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    def end(self):
        self.process.terminate()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


def wrk(address, *files, cores="1", connections=1, seconds=3):
    """The figures of requests with the tokens of a file in turn, to the paths of another; requests.lua makes them."""
    output = subprocess.run(
        ["taskset", "-c", cores, "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", REQUESTS, address, "--", *files],
        check=True, capture_output=True, text=True).stdout
    rate = re.search(r"Requests/sec:\s+([\d.]+)", output)[1]
    figures = re.search(r"p50 (\S+) p99 (\S+) max (\S+) errors (\d+)", output).groups()
    return Figures(*map(float, (rate, *figures)))
