"""Programs of this package in processes of their own: instances of the task service, and the local tenant."""
import asyncio
import json
import os
import select
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

API_CLIENT = "b3f0c6de-52f4-4e0b-8f0d-2a9c7f51d6e4"
PROGRAMS = {name: os.environ.get(name.replace("-", "_").upper(), name) for name in ("task-service", "tessera")}
DEADLINE = 60


class Process:
    """A program whose first line says where it listens."""

    def __init__(self, command, log, environment=None):
        self.command, self.log, self.environment = [str(word) for word in command], Path(log), environment or {}
        self.process = self.port = None

    def start(self):
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True,
                env={"PATH": os.environ["PATH"], **self.environment})
        line = ""
        if select.select([self.process.stdout], [], [], DEADLINE)[0]:
            line = self.process.stdout.readline()
        if not line.startswith("Listening on "):
            raise RuntimeError(f"{self.command[0]} does not start:\n{self.log.read_text()[-2000:]}")
        self.port = int(line.strip().rstrip("/").rpartition(":")[2])
        return self

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()

    async def end(self, number=signal.SIGTERM):
        """Ends it as an operator does, and gives its exit code."""
        self.process.send_signal(number)
        return await asyncio.to_thread(self.process.wait)

    @property
    def runs(self):
        return self.process is not None and self.process.poll() is None


class Instance(Process):
    """An instance of the task service; after a restart, it has the same ports."""

    def __init__(self, name, folder, tenant, address, environment, **settings):
        self.name, self.operators = name, None
        self.serves = self.ready = False
        self.settings = {
            "log_format": "json", "database_address": address, "limits_tasks": 10_000,
            "limits_requests_per_minute": 1_000_000, "provider_default_authority": f"{tenant.url}/common",
            "provider_default_audiences": API_CLIENT, **settings}
        self.own = {"TESSERA_HOME": str(folder), **environment}
        super().__init__([PROGRAMS["task-service"]], folder / f"{name}.log")

    def start(self):
        settings = self.settings | {"listen_port": self.port or 0, "metrics_port": self.operators or 0}
        self.environment = self.own | {f"TESSERA_TASKS_{name.upper()}": str(value) for name, value in settings.items()}
        super().start()
        end = time.monotonic() + DEADLINE
        while not self.operators and time.monotonic() < end:
            for line in self.log.read_text().splitlines():
                if "metrics, health, and readiness" in line:
                    self.operators = int(json.loads(line)["url"].rstrip("/").rpartition(":")[2])
        self.serves = self.ready = True
        return self

    def is_ready(self):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.operators}/readyz", timeout=15) as response:
                return response.status == 200
        except OSError:
            return False

    def memory(self):
        """Resident memory in MiB."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0

    def files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def processor_seconds(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Tenant(Process):
    """The local tenant, as provider."""

    def __init__(self, folder, people):
        self.folder, self.people = folder, people
        super().__init__([], folder / "tenant.log", {"TESSERA_HOME": str(folder)})

    def start(self):
        self.command = [PROGRAMS["tessera"], "tenant", "--port", str(self.port or 0), "--data",
                        str(self.folder / "tenant"), "--people", str(self.people)]
        return super().start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def api(self, method, path, content=None):
        request = urllib.request.Request(
            f"{self.url}/tessera/v1/{path}", method=method, headers={"Content-Type": "application/json"},
            data=None if content is None else json.dumps(content).encode())
        with urllib.request.urlopen(request, timeout=DEADLINE) as response:
            return json.loads(response.read() or b"null")

    def names(self):
        """The user names of its people."""
        people = self.api("GET", f"directories/aldervale.example/people?top={self.people}")
        return [one["userPrincipalName"] for one in people["value"]]

    def token(self, name, **members):
        return self.api("POST", "tokens", {
            "person": name, "api": "api://tasks", "scope": "Tasks.ReadWrite", **members})["token"]
