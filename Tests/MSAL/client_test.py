"""What every test with Microsoft's library can do: be an app of tenant.json, and judge what it is given."""
import unittest
from pathlib import Path

import jwt
import msal

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


class ClientTest(unittest.TestCase):
    """A tenant for all tests of a class; each test has a library that remembers nobody."""

    @classmethod
    def setUpClass(cls):
        cls.tenant = RunningTenant()
        cls.addClassCleanup(cls.tenant.end)

    def client(self, kind, client_id, path=DIRECTORY, **options):
        return kind(
            client_id, authority=f"{self.tenant.url}/{path}", instance_discovery=False,
            http_client=self.tenant.session(), **options,
        )

    def public(self, **options):
        return self.client(msal.PublicClientApplication, PUBLIC, **options)

    def web(self, credential=WEB_SECRET):
        return self.client(msal.ConfidentialClientApplication, WEB, client_credential=credential)

    def browser(self, username=MARA):
        return Browser(self.tenant.session(), username, PASSWORD)

    def signed_in(self, app, scopes=(USER_READ,)):
        """Signs Mara in with her password; gives what came, and her account."""
        result = self.good(app.acquire_token_by_username_password(MARA, PASSWORD, list(scopes)))
        (account,) = app.get_accounts(MARA)
        return result, account

    def good(self, result):
        """The result, which must be no error."""
        self.assertIsNotNone(result)
        self.assertNotIn("error", result, result)
        return result

    def assert_refused(self, result, error, code):
        self.assertEqual((result.get("error"), result.get("error_codes")), (error, [code]), result)
        self.assertTrue(result["error_description"].startswith(f"AADSTS{code}: "), result)

    def judged(self, token, audience, issuer):
        """The claims of a token, after PyJWT judged its signature and the rest by the keys that the issuer names."""
        session = self.tenant.session()
        address = session.get(f"{issuer.rstrip('/')}/.well-known/openid-configuration").json()["jwks_uri"]
        keys = jwt.PyJWKSet.from_dict(session.get(address).json())
        header = jwt.get_unverified_header(token)
        return jwt.decode(token, keys[header["kid"]], [header["alg"]], audience=audience, issuer=issuer)

    def person(self, result, audience):
        """The claims of an ID token of the directory."""
        return self.judged(result["id_token"], audience, f"{self.tenant.url}/{DIRECTORY}/v2.0")


def unjudged(token):
    """The claims of a token that is nobody's business but its API's."""
    return jwt.decode(token, options={"verify_signature": False})
