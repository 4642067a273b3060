"""A local tenant of its own, and the program that shares accounts, for the scripts beside this file."""
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


class Tenant:
    """A running tenant; `with` ends it and removes its folder."""

    def __init__(self, programs):
        self.programs = pathlib.Path(programs)

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tessera-bench-"))
        self.process = subprocess.Popen(
            [self.programs / "tessera", "tenant", "--port", "0", "--data", self.folder / "tenant"],
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
        """The issuer and the client id of the sample app, at Entra ID or at the standard provider."""
        if kind == "standard":
            return f"{self.address}/op", "sample-native-app"
        directory = next(d for d in self.api("GET", "directories")["value"] if d["kind"] == "company")
        app = next(a for a in self.api("GET", "apps")["value"] if a.get("publicClient", {}).get("redirectUris"))
        return f"{self.address}/{directory['id']}/v2.0", app["appId"]

    def settings(self):
        """A settings.plist for the sample app, as `tessera` takes it."""
        issuer, client = self.provider("entra")
        file = self.folder / "settings.plist"
        values = {
            "authority": issuer, "clientId": client, "redirectUri": "http://localhost",
            "scopes": "openid profile offline_access User.Read", "graphAPI": self.address, "api-version": "v1.0",
        }
        file.write_bytes(plistlib.dumps(values))
        return file


class Worker:
    """Starts the program that shares one account, in a folder of its own."""

    def __init__(self, tenant, kind):
        self.program = tenant.programs / "AccountWorker"
        self.provider = tenant.provider(kind)
        self.folder = tenant.folder / f"accounts-{kind}"
        self.environment = os.environ | {
            "BROWSER": str(BROWSER), "TEST_USERNAME": "ana.silva@aldervale.example", "TEST_PASSWORD": "watchword",
            # The key beside the accounts: the same on every machine.
            "DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": str(tenant.folder),
        }

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
