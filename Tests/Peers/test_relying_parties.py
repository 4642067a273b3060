"""Programs in other languages sign Mara in with their libraries, at Entra ID and at the standard provider.

Each is started with issuer, client id, secret, redirect URI and scope. It writes one JSON object a line: first the
`url` to open; then, having read the address to which the provider sent the browser, the `claims` that its library
accepted, the subject of `userinfo`, the `id_token`, and whether a refresh token gave another access token. After
that it reads lines of an audience and a token, and writes the token's claims, or the `error` of its library.
"""
import json
import os
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

    client = COUNTER
    refusal = "invalid_client"  # what the library tells of a refused secret
    environment = {}

    @classmethod
    def setUpClass(cls):
        try:
            subprocess.run(cls.probe, env={**os.environ, **cls.environment}, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise unittest.SkipTest(f"{cls.probe[0]} and its library are not installed here") from error
        super().setUpClass()

    def start(self, issuer, client_id, secret):
        command = [*self.program, issuer, client_id, secret, REDIRECT, OPENID]
        return RelyingParty(command, {**self.environment, **self.trusting()})

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
        with self.start(self.standard, self.client, COUNTER_SECRET) as party:
            self.check(party, self.standard, self.client)

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
            ("secret at Entra ID", self.entra, WEB, "not it", None, self.refusal),
            ("secret", self.standard, self.client, "not it", None, self.refusal),
            ("state", self.entra, WEB, WEB_SECRET, f"{REDIRECT}?code=x&state=another", "state did not match"),
        ]:
            with self.subTest(name), self.start(issuer, client_id, secret) as party:
                self.assertIn(reason, party.ask(redirect or self.sent_back(party))["error"])


class GoTests(RelyingPartyTests, PeerTest):
    # Debian keeps the sources of Go libraries where GOPATH would have them; nothing is downloaded.
    environment = {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "CGO_ENABLED": "0"}
    probe = ["go", "list", "github.com/coreos/go-oidc", "golang.org/x/oauth2"]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.program = [cls.tenant.home / "go_oidc"]
        build = ["go", "build", "-o", *cls.program, PROGRAMS / "go_oidc.go"]
        subprocess.run(build, env={**os.environ, **cls.environment}, check=True)


class RubyTests(RelyingPartyTests, PeerTest):
    probe = ["ruby", "-r", "openid_connect", "-e", ""]
    program = ["ruby", PROGRAMS / "openid_connect.rb"]


class PerlTests(RelyingPartyTests, PeerTest):
    probe = ["perl", "-MMojolicious::Plugin::OAuth2", "-MMojo::JWT", "-e", ""]
    program = ["perl", PROGRAMS / "mojolicious_oauth2.pl"]
    environment = {"MOJO_LOG_LEVEL": "warn"}
    client = "kiosk"  # the library sends the secret in the form
    refusal = "Unauthorized"


if __name__ == "__main__":
    unittest.main()
