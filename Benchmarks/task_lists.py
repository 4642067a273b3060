"""The task API of a demo under load beside one in Go, with the same tokens: for compare.py."""
import base64
import http.client
import json
import pathlib
import subprocess
import tempfile
import urllib.parse

from comparison import Row, rounds
from server import Server, wrk

CONNECTIONS, SECONDS, TASKS = 64, 3, 20
# The servers remember fewer tokens than these, so each request verifies its token again.
MANY = 20_000


class Demo(Server):
    """A demo in a folder."""

    def __init__(self, program, folder):
        folder.mkdir()
        super().__init__(program, "demo", "--json", "--port", "0", "--tasks-port", "0", "--web-port", "0",
                         "--data", folder / "data", errors=subprocess.DEVNULL, TESSERA_HOME=str(folder / "home"))
        demo = json.loads(self.line)
        self.address, self.folder = demo["tasks"], folder
        self.tenant, self.people = demo["tenant"], [person["username"] for person in demo["people"]]

    def fill(self):
        """Gives its people tasks, and writes files of tokens for its task API."""
        for name, count, defect in [("tokens", 10 * len(self.people), {}), ("fresh", MANY, {}),
                                    ("forged", 10 * len(self.people), {"broken": "wrongKey"})]:
            (self.folder / name).write_text("\n".join(self.tokens(count, **defect)))
        (self.folder / "paths").write_text("/api/tasks\n")
        for token in self.some_tokens()[:len(self.people)]:
            for number in range(TASKS):
                self.ask("POST", token, json.dumps({"Text": f"Send the minutes of meeting {number} to Ana"}))
        (self.folder / "page.json").write_bytes(self.ask("GET", self.some_tokens()[0]))

    def some_tokens(self):
        return (self.folder / "tokens").read_text().splitlines()

    def tokens(self, count, **defect):
        """Distinct tokens, of all people in turn."""
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(self.tenant).netloc)
        for number in range(count):
            request = {"person": self.people[number % len(self.people)], "api": "api://tasks",
                       "scope": "Tasks.ReadWrite", "lifetime": 86400, **defect}
            connection.request("POST", "/tessera/v1/tokens", json.dumps(request), {"Content-Type": "application/json"})
            yield json.loads(connection.getresponse().read())["token"]

    def ask(self, method, token, content=None):
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(self.address).netloc)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        connection.request(method, "/api/tasks", content, headers)
        answer = connection.getresponse()
        assert answer.status < 300, answer.status
        return answer.read()

    def peer(self, program):
        """A server in Go that judges the same tokens and answers with the same bytes."""
        claims = self.some_tokens()[0].split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(claims + "=="))
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(self.tenant).netloc)
        connection.request("GET", f"/{claims['tid']}/discovery/v2.0/keys")
        (self.folder / "keys.json").write_bytes(connection.getresponse().read())
        return Server(program, self.folder, GOMAXPROCS="1", ISSUER=claims["iss"], AUDIENCE=claims["aud"])


def load(address, folder, kind):
    """Requests a second with the tokens of a file; forged ones are all refused, and others never."""
    figures = wrk(address, folder / kind, folder / "paths", connections=CONNECTIONS, seconds=SECONDS)
    # wrk measures the time a little differently.
    expected = figures.rate * SECONDS * 0.95 if kind == "forged" else 0
    assert figures.errors >= expected and (expected or not figures.errors), figures
    return figures.rate


def rows(programs, earlier, helpers):
    """The rows of the task list."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        with Demo(earlier / "tessera", folder / "before") as before, Demo(programs / "tessera", folder / "now") as now:
            before.fill()
            now.fill()
            with now.peer(helpers / "api_go") as go:
                sides = [(before.address, before.folder), (now.address, now.folder),
                         (f"http://127.0.0.1:{int(go.line)}", now.folder)]
                for name, kind, least in [("task list, tokens seen before, requests/s", "tokens", 1.3),
                                          ("task list, every token new, requests/s", "fresh", 0.8),
                                          ("task list, forged tokens refused, requests/s", "forged", 1)]:
                    yield Row(name, rounds(lambda side: load(*side, kind), *sides), "Go, no cache, no store", least=least)
