"""What the tests of deploy share: places, programs, free ports, and processes that end with the test."""
import os
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
TASK_SERVICE = os.environ.get("TASK_SERVICE", "")
TESSERA = os.environ.get("TESSERA", "")
DEADLINE = 30  # seconds, for what takes less than one


def needs(program):
    """Leaves a test out, and says so, where a program is missing that script/setup-test installs on Debian."""
    return unittest.skipUnless(shutil.which(program), f"{program} is not installed here")


def run(*command, **options):
    """Runs a command to its end, and gives its output; a failure shows both outputs."""
    result = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)
    if result.returncode:
        raise AssertionError(f"{command[0]} ended with {result.returncode}:\n{result.stdout}{result.stderr}")
    return result.stdout


def free_ports(count):
    """Ports of 127.0.0.1 that were free a moment ago, each another one."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def wait_until(condition, what):
    """Asks again and again, up to the deadline."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"not within {DEADLINE} s: {what}")


def is_listening(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class DeployTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="tessera-deploy-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def start(self, *command, **options):
        """Starts a process that ends with the test, by its process id."""
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, **options)

        def end():
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(DEADLINE)
                except subprocess.TimeoutExpired:
                    process.kill()
            process.wait()

        self.addCleanup(end)
        return process
