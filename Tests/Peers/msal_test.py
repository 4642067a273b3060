"""What every test with MSAL, Microsoft's own library, can do."""
import msal

from peer_test import DIRECTORY, MARA, PASSWORD, PUBLIC, USER_READ, WEB, WEB_SECRET, PeerTest


class ClientTest(PeerTest):
    """Each test has a library that remembers nobody."""

    def client(self, kind, client_id, path=DIRECTORY, **options):
        return kind(
            client_id, authority=f"{self.tenant.url}/{path}", instance_discovery=False,
            http_client=self.tenant.session(), **options,
        )

    def public(self, **options):
        return self.client(msal.PublicClientApplication, PUBLIC, **options)

    def web(self, credential=WEB_SECRET):
        return self.client(msal.ConfidentialClientApplication, WEB, client_credential=credential)

    def signed_in(self, app, scopes=(USER_READ,)):
        """Signs Mara in with her password; gives the result and her account."""
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

    def person(self, result, audience):
        """The claims of an ID token of the directory."""
        return self.judged(result["id_token"], audience, self.entra)
