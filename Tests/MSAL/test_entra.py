"""Microsoft's library for Python, as it comes from PyPI, signs in at the local tenant over TLS as it would at Entra ID."""
import unittest
from pathlib import Path

import jwt
import msal
from running_tenant import RunningTenant
from stand_in_browser import Browser

HERE = Path(__file__).parent
DIRECTORY = "6f1d2c3b-4a59-4e68-8f77-0a1b2c3d4e5f"
PUBLIC = "0d4c7b1e-9f2a-4c35-8b64-5e1f2a3b4c5d"  # a program on a desktop
WEB = "1e5d8c2f-a03b-4d46-9c75-6f2a3b4c5d6e"  # a web app with a secret and a certificate; also an API
API = "2f6e9d30-b14c-4e57-8d86-7a3b4c5d6e7f"  # an API that asks another one for the person
WEB_SECRET, API_SECRET = "secret-of-the-web-app", "secret-of-the-api"
REDIRECT = "https://app.example/signed-in"
ANA, PASSWORD = "ana.silva@aldervale.example", "watchword"
USER_READ = "User.Read"


def setUpModule():
    global tenant
    tenant = RunningTenant(HERE / "tenant.json")
    unittest.addModuleCleanup(tenant.end)


class EntraTests(unittest.TestCase):
    def client(self, kind, client_id, **options):
        return kind(
            client_id, authority=f"{tenant.url}/{DIRECTORY}", instance_discovery=False, http_client=tenant.session(),
            **options,
        )

    def public(self):
        return self.client(msal.PublicClientApplication, PUBLIC)

    def web(self, credential=WEB_SECRET):
        return self.client(msal.ConfidentialClientApplication, WEB, client_credential=credential)

    def browser(self):
        return Browser(tenant.session(), ANA, PASSWORD)

    def judged(self, result, audience):
        """The claims of the result's ID token, after its signature and the rest were judged by PyJWT."""
        self.assertNotIn("error", result, result)
        issuer = f"{tenant.url}/{DIRECTORY}"
        keys = tenant.session().get(f"{issuer}/discovery/v2.0/keys").json()
        key = jwt.PyJWKSet.from_dict(keys)[jwt.get_unverified_header(result["id_token"])["kid"]]
        return jwt.decode(result["id_token"], key, ["RS256"], audience=audience, issuer=f"{issuer}/v2.0")

    def test_authorization_code_with_form_post(self):
        web = self.web()
        flow = web.initiate_auth_code_flow([USER_READ], redirect_uri=REDIRECT, response_mode="form_post")
        answer = self.browser().sign_in(flow["auth_uri"], REDIRECT)
        result = web.acquire_token_by_auth_code_flow(flow, answer)
        self.assertEqual(self.judged(result, WEB)["preferred_username"], ANA)
        self.assertEqual([account["username"] for account in web.get_accounts()], [ANA])

    def test_authorization_code_of_a_public_client(self):
        public = self.public()
        flow = public.initiate_auth_code_flow([USER_READ], redirect_uri="http://localhost:53100")
        answer = self.browser().sign_in(flow["auth_uri"], "http://localhost:53100")
        result = public.acquire_token_by_auth_code_flow(flow, answer)
        self.assertEqual(self.judged(result, PUBLIC)["tid"], DIRECTORY)

    def test_device_code(self):
        public = self.public()
        flow = public.initiate_device_flow([USER_READ])
        self.assertIn("user_code", flow, flow)
        page = self.browser().approve_device(flow["verification_uri"], flow["user_code"])
        result = public.acquire_token_by_device_flow(flow)
        self.assertEqual(self.judged(result, PUBLIC)["preferred_username"], ANA, page)

    def test_client_credentials_with_secret(self):
        self.assert_app_token(self.web().acquire_token_for_client([f"{tenant.graph}/.default"]), "1")

    def test_client_credentials_with_certificate(self):
        for name, credential in self.certificates().items():
            with self.subTest(name):
                result = self.web(credential).acquire_token_for_client([f"api://{API}/.default"])
                self.assert_app_token(result, "2")

    def test_wrong_secret(self):
        result = self.web("not it").acquire_token_for_client([f"api://{API}/.default"])
        self.assertEqual((result["error"], result["error_codes"]), ("invalid_client", [7000215]))

    def test_password(self):
        result = self.public().acquire_token_by_username_password(ANA, PASSWORD, [USER_READ])
        self.assertEqual(self.judged(result, PUBLIC)["preferred_username"], ANA)

    def test_wrong_password(self):
        result = self.public().acquire_token_by_username_password(ANA, "not it", [USER_READ])
        self.assertEqual((result["error"], result["error_codes"]), ("invalid_grant", [50126]))

    def test_on_behalf_of(self):
        for_api = self.public().acquire_token_by_username_password(ANA, PASSWORD, [f"api://{API}/access_as_user"])
        self.assertNotIn("error", for_api, for_api)
        api = self.client(msal.ConfidentialClientApplication, API, client_credential=API_SECRET)
        result = api.acquire_token_on_behalf_of(for_api["access_token"], [USER_READ])
        self.assertNotIn("error", result, result)
        claims = jwt.decode(result["access_token"], options={"verify_signature": False})
        self.assertEqual((claims["appid"], claims["upn"]), (API, ANA))

    def test_silent_refresh(self):
        public = self.public()
        first = public.acquire_token_by_username_password(ANA, PASSWORD, [USER_READ])
        self.assertNotIn("error", first, first)
        (account,) = public.get_accounts(ANA)
        second = public.acquire_token_silent([USER_READ], account, force_refresh=True)
        self.assertNotIn("error", second, second)
        self.assertNotEqual(first["access_token"], second["access_token"])
        kept = public.acquire_token_silent([USER_READ], account)
        self.assertEqual(kept["access_token"], second["access_token"])

    def assert_app_token(self, result, way):
        self.assertNotIn("error", result, result)
        claims = jwt.decode(result["access_token"], options={"verify_signature": False})
        self.assertEqual(claims.get("azpacr", claims.get("appidacr")), way)
        self.assertNotIn("scp", claims)

    def certificates(self):
        """The ways in which the library takes a certificate; the first signs with PS256, the second with RS256."""
        key = (HERE / "web-app.key.pem").read_text()
        certificate = (HERE / "web-app.pem").read_text()
        return {
            "SHA-256": {"private_key": key, "public_certificate": certificate},
            "SHA-1": {"private_key": key, "thumbprint": thumbprint(certificate)},
        }


def thumbprint(certificate):
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes

    return x509.load_pem_x509_certificate(certificate.encode()).fingerprint(hashes.SHA1()).hex()


if __name__ == "__main__":
    unittest.main()
