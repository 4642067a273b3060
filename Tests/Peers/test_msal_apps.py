"""Apps prove themselves to Entra ID with Microsoft's library, and ask for themselves or for whoever asked them."""
import unittest

import msal
from cryptography import x509
from cryptography.hazmat.primitives import hashes

from msal_test import ClientTest
from peer_test import API, API_SECRET, GRAPH, MARA, USER_READ, WEB, unjudged
from proofs import CERTIFICATE, KEY, builds_token


class ClientCredentialsTests(ClientTest):
    def test_proofs(self):
        """The app's secret, its certificate in both ways in which the library names it, and another issuer's token."""
        thumbprint = x509.load_pem_x509_certificate(CERTIFICATE.encode()).fingerprint(hashes.SHA1()).hex()
        for name, credential, way in [
            ("secret", "secret-of-the-web-app", "1"),
            ("PS256", {"private_key": KEY, "public_certificate": CERTIFICATE}, "2"),
            ("RS256", {"private_key": KEY, "thumbprint": thumbprint}, "2"),
            ("federated", {"client_assertion": builds_token}, "2"),
        ]:
            with self.subTest(name):
                result = self.good(self.web(credential).acquire_token_for_client([f"api://{API}/.default"]))
                claims = unjudged(result["access_token"])
                self.assertEqual((claims["azp"], claims["azpacr"], claims["aud"]), (WEB, way, API))
                self.assertNotIn("scp", claims)

    def test_graph(self):
        result = self.good(self.web().acquire_token_for_client([f"{GRAPH}/.default"]))
        claims = unjudged(result["access_token"])
        self.assertEqual((claims["appid"], claims["idtyp"]), (WEB, "app"))

    def test_from_the_cache(self):
        web = self.web()
        first, second = (self.good(web.acquire_token_for_client([f"{GRAPH}/.default"])) for _ in range(2))
        self.assertEqual((first["token_source"], second["token_source"]), ("identity_provider", "cache"))

    def test_refused(self):
        for name, credential, code in [
            ("wrong secret", "not it", 7000215),
            ("another subject", {"client_assertion": lambda: builds_token(subject="heron/fork")}, 700213),
        ]:
            with self.subTest(name):
                result = self.web(credential).acquire_token_for_client([f"api://{API}/.default"])
                self.assert_refused(result, "invalid_client", code)

    def test_unknown_api(self):
        result = self.web().acquire_token_for_client(["api://nothing/.default"])
        self.assert_refused(result, "invalid_resource", 500011)


class OnBehalfOfTests(ClientTest):
    def setUp(self):
        self.api = self.client(msal.ConfidentialClientApplication, API, client_credential=API_SECRET)

    def test_for_whoever_asked(self):
        asked, _ = self.signed_in(self.public(), [f"api://{API}/access_as_user"])
        result = self.good(self.api.acquire_token_on_behalf_of(asked["access_token"], [USER_READ]))
        claims = unjudged(result["access_token"])
        self.assertEqual((claims["appid"], claims["upn"], claims["scp"]), (API, MARA, USER_READ))

    def test_not_with_a_token_for_others(self):
        asked, _ = self.signed_in(self.public(), [USER_READ])
        result = self.api.acquire_token_on_behalf_of(asked["access_token"], [USER_READ])
        self.assert_refused(result, "invalid_grant", 500131)


if __name__ == "__main__":
    unittest.main()
