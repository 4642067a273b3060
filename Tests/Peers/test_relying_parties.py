"""Programs in other languages sign Mara in with their libraries, at Entra ID and at the standard provider.

Each is started with issuer, client id, secret, redirect URI and scope. It writes one JSON object a line: first the
`url` to open; then, having read the address to which the provider sent the browser, the `claims` that its library
accepted, the subject of `userinfo`, the `id_token`, and whether a refresh token gave another access token. After
that it reads lines of an audience and a token, and writes the token's claims, or the `error` of its library.
"""
import json
import os
import shutil
import subprocess
import unittest
from urllib.parse import urlencode

from peer_test import API, COUNTER, COUNTER_SECRET, HERE, REDIRECT, WEB, WEB_SECRET, PeerTest

PROGRAMS = HERE / "RelyingParties"
OPENID = "openid profile offline_access"
BROKEN = (
    "expired", "wrongIssuer", "wrongAudience", "wrongKey", "unknownKey", "tamperedPayload", "algNone", "algHS256",
)


class RelyingParty:
    """One of these programs while it runs."""

    def __init__(self, command, environment):
        self.process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = self.read()["url"]

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"the program ended with {self.process.wait()}")
        return json.loads(line)

    def ask(self, *words):
        """The answer to one line."""
        self.process.stdin.write(" ".join(words) + "\n")
        self.process.stdin.flush()
        return self.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


class RelyingPartyTests:
    """What every one of them must do; each class below names a program."""

    def start(self, issuer, client_id, secret):
        return RelyingParty([*self.program, issuer, client_id, secret, REDIRECT, OPENID], self.trusting())

    def sent_back(self, party):
        return f"{REDIRECT}?{urlencode(self.browser().sign_in(party.url, REDIRECT))}"

    def test_at_entra(self):
        with self.start(self.entra, WEB, WEB_SECRET) as party:
            self.check(party, self.entra, WEB)
            self.assertEqual(party.ask(API, self.token_for_api())["aud"], API)
            for broken in BROKEN:
                with self.subTest(broken):
                    self.assertIn("error", party.ask(API, self.token_for_api(broken=broken)))

    def test_at_the_standard_provider(self):
        with self.start(self.standard, COUNTER, COUNTER_SECRET) as party:
            self.check(party, self.standard, COUNTER)

    def check(self, party, issuer, audience):
        """Signs Mara in, and shows that the ID token is for this client alone."""
        answer = party.ask(self.sent_back(party))
        self.assertNotIn("error", answer)
        claims = answer["claims"]
        self.assertEqual((claims["iss"], claims["aud"], claims["sub"]), (issuer, audience, answer["userinfo"]))
        self.assertTrue(answer["refreshed"])
        self.assertEqual(party.ask(audience, answer["id_token"])["sub"], claims["sub"])
        self.assertIn("error", party.ask("another", answer["id_token"]))

    def test_refused(self):
        for name, issuer, client_id, secret, redirect, reason in [
            ("secret at Entra ID", self.entra, WEB, "not it", None, "invalid_client"),
            ("secret", self.standard, COUNTER, "not it", None, "invalid_client"),
            ("state", self.entra, WEB, WEB_SECRET, f"{REDIRECT}?code=x&state=another", "state did not match"),
        ]:
            with self.subTest(name), self.start(issuer, client_id, secret) as party:
                self.assertIn(reason, party.ask(redirect or self.sent_back(party))["error"])


@unittest.skipUnless(shutil.which("go"), "Go is not installed here")
class GoTests(RelyingPartyTests, PeerTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        program = cls.tenant.home / "go_oidc"
        # Debian keeps the sources of Go libraries where GOPATH would have them; nothing is downloaded.
        environment = {
            **os.environ, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "CGO_ENABLED": "0",
            "GOCACHE": os.environ.get("GOCACHE", str(cls.tenant.home / "go-cache")),
        }
        subprocess.run(["go", "build", "-o", program, PROGRAMS / "go_oidc.go"], env=environment, check=True)
        cls.program = [program]


@unittest.skipUnless(shutil.which("ruby"), "Ruby is not installed here")
class RubyTests(RelyingPartyTests, PeerTest):
    program = ["ruby", PROGRAMS / "openid_connect.rb"]


if __name__ == "__main__":
    unittest.main()
