"""A local tenant of its own, and programs that use its accounts, for the scripts beside this file."""
import json
import os
import pathlib
import plistlib
import shutil
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
BROWSER = ROOT / "Tests" / "TesseraCommandTests" / "browser.py"

# The tenant's samples.
DIRECTORY, APP = "2ee50c57-e78f-47f6-a18d-8f6aae007694", "7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10"
STANDARD_CLIENT = "sample-native-app"


class Tenant:
    """A running tenant; `with` ends it and removes its folder."""

    def __init__(self, programs, people=0):
        self.programs, self.people = pathlib.Path(programs), people

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tessera-bench-"))
        self.process = subprocess.Popen(
            [self.programs / "tessera", "tenant", "--port", "0", "--data", self.folder / "tenant",
             *(["--people", str(self.people)] if self.people else [])],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("Listening on "):
            sys.exit("the tenant did not start")
        self.address = line.split()[-1].rstrip("/")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def api(self, method, path, content=None):
        request = urllib.request.Request(
            f"{self.address}/tessera/v1/{path}", method=method, headers={"Content-Type": "application/json"},
            data=None if content is None else json.dumps(content).encode())
        with urllib.request.urlopen(request) as response:
            return json.loads(response.read() or b"null")

    def provider(self, kind):
        """The issuer and the client id of a sample app, at Entra ID or at the standard provider."""
        if kind == "standard":
            return f"{self.address}/op", STANDARD_CLIENT
        return f"{self.address}/{DIRECTORY}/v2.0", APP

    def fault(self, fault, **where):
        """Adds a rule for the token endpoint, and returns its number."""
        return self.api("POST", "faults", {"fault": fault, "endpoint": "token", **where})["id"]

    def delay_refreshes(self, milliseconds, **where):
        """Adds a rule that also counts refreshes, and returns its number."""
        latency = {"kind": "latency", "milliseconds": milliseconds}
        return self.fault(latency, grantType="refresh_token", **where)

    def hits(self, rule):
        """How many requests a rule met."""
        return self.api("GET", f"faults/{rule}")["hits"]

    def environment(self):
        """Signs in without a person, and finds the key beside the accounts, as on every machine without a keyring."""
        return os.environ | {
            "BROWSER": str(BROWSER), "TEST_USERNAME": "ana.silva@aldervale.example", "TEST_PASSWORD": "watchword",
            "DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": str(self.folder),
            "TESSERA_HOME": str(self.folder / "home"),
        }

    def settings(self, scopes="User.Read"):
        """A settings.plist for the sample app, as `tessera` takes it."""
        issuer, client = self.provider("entra")
        file = self.folder / "settings.plist"
        values = {
            "authority": issuer, "clientId": client, "redirectUri": "http://localhost",
            "scopes": f"openid profile offline_access {scopes}", "graphAPI": self.address, "api-version": "v1.0",
        }
        file.write_bytes(plistlib.dumps(values))
        return file


class Worker:
    """Starts the program that shares one account, in a folder of its own."""

    def __init__(self, tenant, kind):
        self.program = tenant.programs / "AccountWorker"
        self.provider = tenant.provider(kind)
        self.folder = tenant.folder / f"accounts-{kind}"
        self.environment = tenant.environment()

    def start(self, work, *options):
        return subprocess.Popen(
            [self.program, work, *self.provider, "--folder", self.folder, *options], env=self.environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, work, *options):
        """The output; ends this script where the program fails."""
        process = self.start(work, *options)
        output, errors = process.communicate()
        if process.returncode != 0:
            sys.exit(f"{work} failed: {errors}")
        return output.strip()
