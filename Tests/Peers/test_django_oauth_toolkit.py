"""`tessera` signs Mara in at a provider of django-oauth-toolkit, refreshes, calls that provider's API, signs out."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import requests

from django_provider import SECRET
from peer_test import HERE
from running_tenant import DEADLINE, first_line

BROWSER = HERE.parent / "TesseraCommandTests" / "browser.py"
SCOPES = ["openid", "profile", "email", "orders.read"]


class DjangoOAuthToolkitTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="tessera-django-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.provider = subprocess.Popen(
            [sys.executable, "-W", "ignore", HERE / "django_provider.py", cls.folder], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        cls.addClassCleanup(cls.provider.communicate)  # it ends with its standard input
        cls.issuer = first_line(cls.provider).strip()

    def setUp(self):
        self.home = Path(tempfile.mkdtemp(dir=self.folder))

    def tessera(self, *arguments, status=0, password="watchword"):
        """Runs the command, with a browser that types Mara's name and this password; gives what it printed."""
        environment = {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TESSERA_HOME": self.home, "BROWSER": BROWSER,
            "TEST_USERNAME": "mara", "TEST_PASSWORD": password, "TEST_COOKIES": self.home / "cookies",
        }
        outcome = subprocess.run(
            [os.environ["TESSERA"], *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=DEADLINE)
        self.assertEqual(outcome.returncode, status, outcome.stderr)
        return outcome.stdout.strip() if status == 0 else outcome.stderr

    def sign_in(self, client_id, *options, **expected):
        return self.tessera(
            "sign-in", "--issuer", self.issuer, "--client-id", client_id, "--name", "django", *options,
            "--scope", *SCOPES, **expected)

    def secret(self, text):
        """A file of its owner's alone with the client's secret."""
        file = self.home / "secret"
        file.touch(mode=0o600)
        file.write_text(text)
        return "--client-secret-file", file

    def token(self):
        return self.tessera("token", "--registration", "django")

    def tokens_last(self, seconds):
        """Sets how long the provider's access tokens last from now on."""
        self.provider.stdin.write(f"{seconds}\n")
        self.provider.stdin.flush()
        self.assertEqual(first_line(self.provider), f"{seconds}\n")

    def orders(self, token):
        """The status of the API's response to a token."""
        headers = {"Authorization": f"Bearer {token}"}
        return requests.get(self.issuer.removesuffix("/o") + "/api", headers=headers, timeout=DEADLINE).status_code

    def is_active(self, token):
        """Whether the provider says that a token is good. RFC 7662"""
        answer = requests.post(
            f"{self.issuer}/introspect/", {"token": token}, auth=("basic", SECRET), timeout=DEADLINE)
        answer.raise_for_status()
        return answer.json()["active"]

    def check(self, client_id, *options):
        """A sign-in from its beginning to its end."""
        self.tokens_last(1)
        self.sign_in(client_id, *options)
        (account,) = json.loads(self.tessera("accounts", "--json", "--registration", "django"))
        self.assertEqual(account["registration"], "django")
        self.assertTrue(json.loads(self.tessera("userinfo", "--json", "--registration", "django"))["sub"])
        first = self.token()
        self.tokens_last(600)
        time.sleep(1)  # the first token's whole life
        second = self.token()
        self.assertNotEqual(first, second)
        self.assertEqual(second, self.token())
        self.assertEqual([self.orders(token) for token in (second, first, "another")], [200, 403, 403])
        self.assertEqual((self.is_active(second), self.is_active(first)), (True, False))
        (report,) = json.loads(self.tessera("sign-out", "--json", "--registration", "django"))
        self.assertTrue(report["sessionEnded"])
        self.assertEqual((self.orders(second), self.is_active(second)), (403, False))
        self.assertEqual(json.loads(self.tessera("accounts", "--json", "--registration", "django")), [])
        self.assertIn("sign-in", self.tessera("token", "--registration", "django", status=77))

    def test_client_with_a_secret(self):
        self.check("basic", *self.secret(SECRET))

    def test_public_client(self):
        self.check("native")

    def test_refused(self):
        self.assertIn("client", self.sign_in("basic", *self.secret("not it"), status=78))
        self.assertIn("no registration is saved", self.tessera("token", "--registration", "django", status=78))


if __name__ == "__main__":
    unittest.main()
