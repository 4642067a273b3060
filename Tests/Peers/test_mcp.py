"""The Model Context Protocol's Python package: `tessera call` opens its server, and its client opens an API of ours."""
import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import httpx2
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.shared.auth import OAuthClientMetadata

from peer_test import HERE, MARA, PASSWORD, PeerTest
from running_tenant import DEADLINE, first_line

BROWSER = HERE.parent / "TesseraCommandTests" / "browser.py"
SCOPE = "notes.read"
FIELDS = ["-H", "Content-Type: application/json", "-H", "Accept: application/json, text/event-stream"]
HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}


class Caller:
    """Runs `tessera call` with a folder of its own, and Mara at the browser."""

    def __init__(self, test, environment):
        self.test = test
        self.home = Path(tempfile.mkdtemp(prefix="tessera-mcp-"))
        test.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.environment = {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TESSERA_HOME": self.home, "TEST_USERNAME": MARA,
            "TEST_PASSWORD": PASSWORD, "TEST_COOKIES": self.home / "cookies", **environment,
        }

    def tessera(self, *arguments, browser=BROWSER, status=0):
        outcome = subprocess.run(
            [os.environ["TESSERA"], *arguments], env={**self.environment, "BROWSER": browser},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=DEADLINE)
        self.test.assertEqual(outcome.returncode, status, outcome.stdout + outcome.stderr)
        return outcome.stdout if status == 0 else outcome.stderr

    def hello(self, address, *options, **expected):
        """Begins a session of the protocol, as any client does; gives the server's answer."""
        text = self.tessera("call", *options, *FIELDS, "-d", json.dumps(HELLO), address, **expected)
        if expected.get("status"):
            return text
        return json.loads(next(line for line in text.splitlines() if line.startswith("data:"))[5:])["result"]


def started(test, *arguments, environment=None):
    """A program that writes its address first, and ends with its standard input; gives the address."""
    process = subprocess.Popen(
        [str(argument) for argument in arguments], env={**os.environ, **(environment or {})}, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    test.addCleanup(process.communicate)
    if arguments[0] != sys.executable:
        test.addCleanup(process.terminate)
    return first_line(process).strip()


class OwnProviderTests(unittest.TestCase):
    """A server that issues its tokens itself, as most of them do."""

    def setUp(self):
        self.server = started(self, sys.executable, "-W", "ignore", HERE / "mcp_server.py")
        self.caller = Caller(self, {})

    def test_one_sign_in_and_then_none(self):
        answer = self.caller.hello(f"{self.server}/mcp", "--trust", self.server)
        self.assertEqual(answer["serverInfo"]["name"], "numbers")
        # Its tokens live for a second, so this one is refreshed; without a browser, a sign-in would fail.
        self.assertEqual(self.caller.hello(f"{self.server}/mcp", browser="false"), answer)
        self.assertIn("signed in", self.caller.tessera("accounts", "--registration", f"{self.server}/mcp"))
        self.caller.tessera("sign-out", "--registration", f"{self.server}/mcp")
        self.caller.hello(f"{self.server}/mcp", browser="false", status=77)

    def test_nobody_signs_in_at_a_provider_without_being_asked(self):
        text = self.caller.hello(f"{self.server}/mcp", status=77)
        self.assertIn(f"--trust {self.server}", text)

    def test_an_answer_of_the_protocol_that_is_an_error(self):
        text = self.caller.tessera(
            "call", "--trust", self.server, *FIELDS, "-d", "{}", f"{self.server}/mcp", status=1)
        self.assertIn("status 400", text)


class LocalTenantTests(PeerTest):
    """The tenant's standard provider issues the tokens."""

    def register(self, resource):
        """Makes an API known to the tenant, by a new tenant file."""
        content = self.tenant.ask("GET", "export").json()
        content["standardClients"].append({
            "client_id": resource, "client_name": "Numbers", "redirect_uris": [], "grant_types": [],
            "response_types": [], "client_secret": "secret-of-the-api", "resource": resource,
            "resource_scopes": [SCOPE],
        })
        self.tenant.ask("POST", "import", content)

    def test_call_opens_a_server_of_the_protocol(self):
        server = started(
            self, sys.executable, "-W", "ignore", HERE / "mcp_server.py", self.standard, environment=self.trusting())
        self.register(f"{server}/mcp")
        caller = Caller(self, self.trusting())
        answer = caller.hello(f"{server}/mcp", "--trust", self.standard)
        self.assertEqual(answer["serverInfo"]["name"], "numbers")
        self.assertEqual(caller.hello(f"{server}/mcp", browser="false"), answer)

    def test_the_protocols_client_opens_an_api(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        api = f"http://127.0.0.1:{port}/whoami"
        self.register(api)
        started(
            self, Path(os.environ["TESSERA"]).with_name("protected-api"),
            environment={"ISSUER": self.standard, "PORT": str(port), "SCOPE": SCOPE, **self.trusting()})
        self.trust()
        response = asyncio.run(self.opened(api))
        self.assertEqual(response.status_code, 200, response.text)
        self.assertIn(f"({self.standard} ", response.text, "the API knows the caller by issuer and subject")

    async def opened(self, api):
        """The API's answer to the package's own client, which registers itself and signs Mara in."""
        redirect_uri = "http://127.0.0.1:49152/callback"
        answers = {}

        async def redirect(url):
            answers.update(self.browser().sign_in(url, redirect_uri))

        async def callback():
            return AuthorizationCodeResult(
                code=answers["code"], state=answers.get("state"), iss=answers.get("iss"))

        provider = OAuthClientProvider(
            api, OAuthClientMetadata(redirect_uris=[redirect_uri], client_name="Protocol client"), Storage(),
            redirect, callback)
        async with httpx2.AsyncClient(auth=provider) as client:
            return await client.get(api)


class Storage:
    """Where the package keeps tokens and its registration."""
    tokens = client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info
