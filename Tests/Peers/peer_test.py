"""What every test can do with another project's library: be an app of tenant.json, and judge what it receives."""
import logging
import os
import unittest
from pathlib import Path
from unittest import mock

import jwt

from running_tenant import RunningTenant
from stand_in_browser import Browser

HERE = Path(__file__).parent
DIRECTORY = "2ee50c57-e78f-47f6-a18d-8f6aae007694"  # whose people the standard provider knows as well
MARA, PASSWORD = "mara@heron.example", "watchword"
GRAPH = "https://graph.microsoft.com"
USER_READ = "User.Read"

PUBLIC = "0d4c7b1e-9f2a-4c35-8b64-5e1f2a3b4c5d"  # a program on a desktop
WEB = "1e5d8c2f-a03b-4d46-9c75-6f2a3b4c5d6e"  # a web app with a secret, a certificate and a trusted issuer
API = "2f6e9d30-b14c-4e57-8d86-7a3b4c5d6e7f"  # an API that asks another one for the person
WEB_SECRET, API_SECRET = "secret-of-the-web-app", "secret-of-the-api"
COUNTER, COUNTER_SECRET = "counter", "secret-of-the-counter"  # a web app of the standard provider
REDIRECT = "https://app.example/signed-in"
HOUR, DAY = 3600, 86400
logging.disable(logging.WARNING)  # libraries log each refusal, and tests provoke many


class PeerTest(unittest.TestCase):
    """One tenant for all tests of a class."""

    @classmethod
    def setUpClass(cls):
        cls.tenant = RunningTenant()
        cls.addClassCleanup(cls.tenant.end)
        cls.entra, cls.standard = f"{cls.tenant.url}/{DIRECTORY}/v2.0", f"{cls.tenant.url}/op"

    def browser(self, username=MARA):
        return Browser(self.tenant.session(), username, PASSWORD)

    def trusting(self):
        """The environment in which libraries trust the tenant's certificate authority."""
        names = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "MOJO_CA_FILE")  # OpenSSL, httpx, Go, Ruby; requests; Perl
        return dict.fromkeys(names, self.tenant.certificate_authority)

    def trust(self):
        """Until the test ends, libraries in this program trust the tenant's certificate authority."""
        patch = mock.patch.dict(os.environ, self.trusting())
        patch.start()
        self.addCleanup(patch.stop)

    def token_for_api(self, **wish):
        """An access token for the API, precisely as broken as `wish` says."""
        return self.tenant.ask("POST", "tokens", {"person": MARA, "api": API, "clientId": WEB, **wish}).json()["token"]

    def judged(self, token, audience, issuer):
        """The claims of a token, after PyJWT judged its signature and the rest by the keys that the issuer names."""
        session = self.tenant.session()
        address = session.get(f"{issuer.rstrip('/')}/.well-known/openid-configuration").json()["jwks_uri"]
        keys = jwt.PyJWKSet.from_dict(session.get(address).json())
        header = jwt.get_unverified_header(token)
        return jwt.decode(token, keys[header["kid"]], [header["alg"]], audience=audience, issuer=issuer)


def unjudged(token):
    """The claims of a token whose signature only its API checks."""
    return jwt.decode(token, options={"verify_signature": False})
