"""What a program's local tenant costs, and its command: for compare.py.

Processor time is the server's alone: what the client of this script takes does not count.
"""
import html
import http.client
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

from server import Server
from comparison import Row, rounds
from tenant import Tenant

DIRECTORY, APP = "6f2c1a5e-8f2b-4f0a-9d37-0c5b1e7a4d21", "0b8e1f4c-5a3d-4c1f-8a55-2d7c9e6f3b10"
BACK, PERSON, PASSWORD, SECRET = "http://localhost:5000/back", "mara@heron.example", "correct horse", "of-the-shop"
TENANT = {
    "version": 1,
    "directories": [{
        "id": DIRECTORY, "displayName": "Heron", "domain": "heron.example", "password": PASSWORD,
        "people": [{"displayName": "Mara Lind", "userPrincipalName": PERSON, "mail": PERSON}]}],
    "apps": [{
        "appId": APP, "displayName": "Shop", "directory": "heron.example", "web": {"redirectUris": [BACK]},
        "passwordCredentials": [{"secretText": SECRET}], "consentedScopes": ["openid", "offline_access"],
        "assignedRoles": ["00000003-0000-0000-c000-000000000000/User.Read.All"]}],
}


class Running(Server):
    """A tenant in a folder, which the first one fills."""

    def __init__(self, program, folder):
        file = folder / "tenant.json"
        file.write_text(json.dumps(TENANT))
        data = folder / "data"
        super().__init__(program, "tenant", "--json", "--port", "0", "--data", data,
                         *([] if data.exists() else ["--from", file]), errors=subprocess.DEVNULL)
        self.start_ticks = self.ticks()
        address = urllib.parse.urlsplit(json.loads(self.line)["listening"])
        self.origin = f"http://{address.netloc}"
        self.connection = http.client.HTTPConnection(address.netloc)
        self.cookies = {}

    def ask(self, path, form=None, of_browser=True):
        """The answer to a request, with the cookies so far if a browser asks: status, place of a redirect, content."""
        headers = {}
        if of_browser and self.cookies:
            headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), "Origin": self.origin}
        if form is None:
            self.connection.request("GET", path, headers=headers)
        else:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            self.connection.request("POST", path, body=urllib.parse.urlencode(form), headers=headers)
        answer = self.connection.getresponse()
        for cookie in answer.msg.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, answer.getheader("Location"), answer.read().decode()

    def token(self, **form):
        form |= {"client_id": APP, "client_secret": SECRET}
        status, _, content = self.ask(f"/{DIRECTORY}/oauth2/v2.0/token", form, of_browser=False)
        if status != 200:
            sys.exit(content)
        return json.loads(content)

    def sign_in(self):
        """From the authorization request through the forms, with the password, to the tokens."""
        self.cookies = {}
        query = urllib.parse.urlencode({
            "client_id": APP, "response_type": "code", "redirect_uri": BACK, "scope": "openid offline_access",
            "state": "s", "nonce": "n"})
        path = f"/{DIRECTORY}/oauth2/v2.0/authorize?{query}"
        _, place, page = self.ask(path)
        for _ in range(10):
            if (place or "").startswith(BACK):
                break
            if place:
                _, place, page = self.ask(urllib.parse.urljoin(path, place).removeprefix(self.origin))
                continue
            action = urllib.parse.urljoin(path, html.unescape(re.search(r'<form[^>]*action="([^"]*)"', page)[1]))
            fields = [re.search(r'name="([^"]*)"', field) and field for field in re.findall(r"<input[^>]*>", page)]
            form = {re.search(r'name="([^"]*)"', field)[1]: re.search(r'value="([^"]*)"|$', field)[1] or ""
                    for field in fields if field}
            form = {name: html.unescape(value) for name, value in form.items()}
            form |= {name: text for name, text in [("username", PERSON), ("password", PASSWORD)] if name in form}
            _, place, page = self.ask(action.removeprefix(self.origin), form)
        if not (place or "").startswith(BACK):
            sys.exit(f"the sign-in does not end:\n{page}")
        code = urllib.parse.parse_qs(urllib.parse.urlsplit(place).query)["code"][0]
        return self.token(grant_type="authorization_code", code=code, redirect_uri=BACK)

    def milliseconds(self, work, times):
        """The processor time that the tenant needs for a piece of work."""
        work()
        before = self.ticks()
        for _ in range(times):
            work()
        return (self.ticks() - before) * 10 / times


def first_start(program):
    """The processor time of a start in an empty folder, in milliseconds."""
    with tempfile.TemporaryDirectory() as place, Running(program, pathlib.Path(place)) as running:
        return running.start_ticks * 10


def tenant(program):
    """The figures of one tenant, by name."""
    # Each makes an RSA key, which takes any time.
    starts = statistics.median(first_start(program) for _ in range(9))
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        with Running(program, folder):
            pass
        with Running(program, folder) as running:
            found = {"first start of the tenant, CPU in ms": starts, "later start, CPU in ms": running.start_ticks * 10,
                     "memory of the tenant after its start, in MiB": running.memory()}
            kept = running.sign_in()

            def refresh():
                kept.update(running.token(grant_type="refresh_token", refresh_token=kept["refresh_token"]))
            for name, work, times in [
                ("discovery, CPU in ms", lambda: running.ask(f"/{DIRECTORY}/v2.0/.well-known/openid-configuration"), 1000),
                ("key set, CPU in ms", lambda: running.ask(f"/{DIRECTORY}/discovery/v2.0/keys"), 1000),
                ("client credentials, CPU in ms", lambda: running.token(
                    grant_type="client_credentials", scope="https://graph.microsoft.com/.default"), 300),
                ("refresh, CPU in ms", refresh, 200), ("sign-in with a password, CPU in ms", running.sign_in, 50),
            ]:
                found[name] = running.milliseconds(work, times)
            return found


def kept_token(programs, line):
    """How long `tessera token` takes with a kept token, beside a program that prints one line."""
    with Tenant(programs) as running:
        environment, settings = running.environment(), ["--settings", running.settings()]
        command = [programs / "tessera", "token", *settings]
        subprocess.run([programs / "tessera", "sign-in", *settings], check=True, env=environment, capture_output=True)

        def milliseconds(words):
            begin = time.perf_counter()
            subprocess.run(words, check=True, env=environment, stdout=subprocess.DEVNULL)
            return (time.perf_counter() - begin) * 1000
        return statistics.median(milliseconds(command) / milliseconds([line]) for _ in range(21))


def rows(programs, earlier, helpers):
    """The rows of the tenant, and of a token that is kept."""
    both = rounds(lambda folder: tenant(folder / "tessera"), earlier, programs)
    yield from (Row(name, [(one[name], other[name], None) for one, other in both], most=goal) for name, goal in [
        ("first start of the tenant, CPU in ms", 200), ("later start, CPU in ms", 80),
        ("memory of the tenant after its start, in MiB", 45), ("discovery, CPU in ms", 0.25), ("key set, CPU in ms", 0.25),
        ("client credentials, CPU in ms", 1.0), ("refresh, CPU in ms", 2.5), ("sign-in with a password, CPU in ms", 12)])
    both = rounds(lambda folder: kept_token(folder, helpers / "PrintedLine"), earlier, programs)
    yield Row("`tessera token` / a printed line", [(*pair, None) for pair in both], most=4)
