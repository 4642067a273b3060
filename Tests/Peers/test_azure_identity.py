"""Every credential of azure-identity that a tenant can answer gets its token, over TLS and by the environment alone."""
import tempfile
import unittest

from azure.core.exceptions import ClientAuthenticationError
from azure.identity import (
    AuthorizationCodeCredential, CertificateCredential, ClientAssertionCredential, ClientSecretCredential,
    DeviceCodeCredential, InteractiveBrowserCredential, OnBehalfOfCredential, WorkloadIdentityCredential,
)

from peer_test import (
    API, API_SECRET, DIRECTORY, GRAPH, HERE, HOUR, MARA, PUBLIC, REDIRECT, WEB, WEB_SECRET, PeerTest, unjudged,
)
from proofs import builds_token

API_SCOPE, GRAPH_SCOPE = f"api://{API}/.default", f"{GRAPH}/.default"
UNKNOWN = "aaaaaaaa-9f2a-4c35-8b64-5e1f2a3b4c5d"
SCOPE_FOR_PERSON = f"api://{API}/access_as_user"


class AzureIdentityTest(PeerTest):
    def setUp(self):
        self.trust()

    def at_tenant(self):
        return {"authority": self.tenant.url, "disable_instance_discovery": True}


class AppTests(AzureIdentityTest):
    def test_proofs(self):
        with tempfile.NamedTemporaryFile("w", suffix=".pem") as pem, tempfile.NamedTemporaryFile("w") as assertion:
            pem.write((HERE / "web-app.key.pem").read_text() + (HERE / "web-app.pem").read_text())
            pem.flush()
            assertion.write(builds_token())
            assertion.flush()
            for name, credential, way in [
                ("secret", ClientSecretCredential(DIRECTORY, WEB, WEB_SECRET, **self.at_tenant()), "1"),
                ("certificate", CertificateCredential(DIRECTORY, WEB, pem.name, **self.at_tenant()), "2"),
                ("chain", CertificateCredential(
                    DIRECTORY, WEB, pem.name, send_certificate_chain=True, **self.at_tenant()), "2"),
                ("assertion", ClientAssertionCredential(DIRECTORY, WEB, builds_token, **self.at_tenant()), "2"),
                ("workload", WorkloadIdentityCredential(
                    tenant_id=DIRECTORY, client_id=WEB, token_file_path=assertion.name, **self.at_tenant()), "2"),
            ]:
                with self.subTest(name):
                    claims = self.judged(credential.get_token(API_SCOPE).token, API, self.entra)
                    self.assertEqual((claims["azp"], claims["azpacr"]), (WEB, way))
                    self.assertNotIn("scp", claims)

    def test_refused(self):
        for name, credential, scope, code in [
            ("secret", ClientSecretCredential(DIRECTORY, WEB, "not it", **self.at_tenant()), API_SCOPE, "7000215"),
            ("app", ClientSecretCredential(DIRECTORY, UNKNOWN, "not it", **self.at_tenant()), API_SCOPE, "700016"),
            ("API", ClientSecretCredential(DIRECTORY, WEB, WEB_SECRET, **self.at_tenant()),
             "api://nothing/.default", "500011"),
            ("assertion", ClientAssertionCredential(
                DIRECTORY, WEB, lambda: builds_token(subject="heron/fork"), **self.at_tenant()), API_SCOPE, "700213"),
        ]:
            with self.subTest(name), self.assertRaisesRegex(ClientAuthenticationError, f"AADSTS{code}: "):
                credential.get_token(scope)

    def test_another_token_when_the_first_is_over(self):
        credential = ClientSecretCredential(DIRECTORY, WEB, WEB_SECRET, **self.at_tenant())
        first = credential.get_token(GRAPH_SCOPE).token
        self.assertEqual(credential.get_token(GRAPH_SCOPE).token, first)
        with self.tenant.later(2 * HOUR):
            self.assertNotEqual(credential.get_token(GRAPH_SCOPE).token, first)


class PersonTests(AzureIdentityTest):
    def test_browser(self):
        credential = InteractiveBrowserCredential(
            tenant_id=DIRECTORY, client_id=PUBLIC, timeout=20, **self.at_tenant())
        with self.browser().as_the_systems():
            record = credential.authenticate(scopes=[SCOPE_FOR_PERSON])
        self.assertEqual((record.username, record.tenant_id), (MARA, DIRECTORY))
        first = credential.get_token(SCOPE_FOR_PERSON).token
        claims = self.judged(first, API, self.entra)
        self.assertEqual((claims["azp"], claims["scp"]), (PUBLIC, "access_as_user"))
        with self.tenant.later(2 * HOUR):  # silently: the stand-in for a browser is gone
            self.assertNotEqual(credential.get_token(SCOPE_FOR_PERSON).token, first)

    def test_device_code(self):
        def show(address, code, _):
            self.browser().answer_device(address, code)

        credential = DeviceCodeCredential(
            PUBLIC, tenant_id=DIRECTORY, prompt_callback=show, timeout=20, **self.at_tenant())
        self.assertEqual(unjudged(credential.get_token(f"{GRAPH}/User.Read").token)["upn"], MARA)

    def test_cancelled_device_code(self):
        def show(address, code, _):
            self.browser().answer_device(address, code, button="cancel")

        credential = DeviceCodeCredential(
            PUBLIC, tenant_id=DIRECTORY, prompt_callback=show, timeout=20, **self.at_tenant())
        with self.assertRaisesRegex(ClientAuthenticationError, "AADSTS65004: "):
            credential.get_token(f"{GRAPH}/User.Read")

    def test_authorization_code(self):
        address = (
            f"{self.tenant.url}/{DIRECTORY}/oauth2/v2.0/authorize?client_id={WEB}&response_type=code"
            f"&redirect_uri={REDIRECT}&scope=openid%20offline_access%20{GRAPH}/User.Read"
        )
        code = self.browser().sign_in(address, REDIRECT)["code"]
        credential = AuthorizationCodeCredential(
            DIRECTORY, WEB, code, REDIRECT, client_secret=WEB_SECRET, **self.at_tenant())
        self.assertEqual(unjudged(credential.get_token(f"{GRAPH}/User.Read").token)["upn"], MARA)
        used = AuthorizationCodeCredential(
            DIRECTORY, WEB, code, REDIRECT, client_secret=WEB_SECRET, **self.at_tenant())
        with self.assertRaisesRegex(ClientAuthenticationError, "AADSTS54005: "):
            used.get_token(f"{GRAPH}/User.Read")

    def test_on_behalf_of(self):
        with self.browser().as_the_systems():
            asked = InteractiveBrowserCredential(
                tenant_id=DIRECTORY, client_id=PUBLIC, timeout=20, **self.at_tenant()).get_token(SCOPE_FOR_PERSON)
        credential = OnBehalfOfCredential(
            DIRECTORY, API, client_secret=API_SECRET, user_assertion=asked.token, **self.at_tenant())
        claims = unjudged(credential.get_token(f"{GRAPH}/User.Read").token)
        self.assertEqual((claims["appid"], claims["upn"]), (API, MARA))


if __name__ == "__main__":
    unittest.main()
