"""Microsoft's library signs people in at the standard provider, as at any OpenID provider that is not Microsoft's."""
import unittest

import msal

from msal_test import ClientTest
from peer_test import HOUR, MARA

CLIENT = "till"
ORDERS_READ = "orders.read"
LOOPBACK = "http://localhost:53102"


class StandardProviderTests(ClientTest):
    def test_sign_in_and_renewal(self):
        issuer = f"{self.tenant.url}/op"
        app = msal.PublicClientApplication(CLIENT, oidc_authority=issuer, http_client=self.tenant.session())
        flow = app.initiate_auth_code_flow([ORDERS_READ], redirect_uri=LOOPBACK)
        answer = self.browser().sign_in(flow["auth_uri"], LOOPBACK)
        first = self.good(app.acquire_token_by_auth_code_flow(flow, answer))
        subject = self.judged(first["id_token"], CLIENT, issuer)["sub"]
        person = self.user_info(issuer, first)
        self.assertEqual((person["sub"], person["preferred_username"]), (subject, MARA))
        (account,) = app.get_accounts()
        with self.tenant.later(2 * HOUR):
            second = self.good(app.acquire_token_silent([ORDERS_READ], account))
        self.assertNotEqual(second["access_token"], first["access_token"])

    def user_info(self, issuer, result):
        """What the provider says about whose token it is."""
        headers = {"Authorization": f"Bearer {result['access_token']}"}
        response = self.tenant.session().get(f"{issuer}/userinfo", headers=headers)
        response.raise_for_status()
        return response.json()


if __name__ == "__main__":
    unittest.main()
