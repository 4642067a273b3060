"""Customers sign in with Microsoft's library: in user flows of Azure AD B2C, and at External ID."""
import unittest

import msal

from msal_test import ClientTest
from peer_test import HOUR, PASSWORD

CUSTOMERS = "5c912063-e47f-418a-9ab9-ad6e7f809102"
DOMAIN = "shop.onmicrosoft.com"
SHOP = "3a7f0e41-c25d-4f68-9e97-8b4c5d6e7f80"  # an app in user flows, and an API
PORTAL = "4b801f52-d36e-4079-8fa8-9c5d6e7f8091"  # an app under External ID
ORDERS_READ = f"https://{DOMAIN}/shop/Orders.Read"
LOOPBACK = "http://localhost:53101"
INES = "ines.kallio@mailbox.example"


class UserFlowTests(ClientTest):
    def test_sign_in_and_renewal(self):
        for path in (f"{DOMAIN}/B2C_1_susi", f"{CUSTOMERS}/b2c_1_SUSI"):
            with self.subTest(path):
                app = self.shop(path)
                flow = app.initiate_auth_code_flow([ORDERS_READ], redirect_uri=LOOPBACK)
                answer = self.browser(INES).sign_in(flow["auth_uri"], LOOPBACK)
                first = self.good(app.acquire_token_by_auth_code_flow(flow, answer))
                self.assertEqual(first["id_token_claims"]["emails"], [INES])
                self.assertEqual(first["id_token_claims"]["tfp"], "B2C_1_susi")
                (account,) = app.get_accounts()
                self.assertTrue(account["home_account_id"].endswith(f"-b2c_1_susi.{CUSTOMERS}"), account)
                with self.tenant.later(2 * HOUR):
                    second = self.good(app.acquire_token_silent([ORDERS_READ], account))
                self.assertNotEqual(second["access_token"], first["access_token"])

    def test_interactive(self):
        app = self.shop(f"{DOMAIN}/B2C_1_susi")
        with self.browser(INES).as_the_systems():
            self.good(app.acquire_token_interactive([ORDERS_READ], timeout=20))

    def test_forgotten_password(self):
        app = self.shop(f"{DOMAIN}/B2C_1_susi")
        flow = app.initiate_auth_code_flow([ORDERS_READ], redirect_uri=LOOPBACK)
        answer = self.browser(INES).sign_in(flow["auth_uri"], LOOPBACK, button="forgot")
        result = app.acquire_token_by_auth_code_flow(flow, answer)
        self.assertEqual(result["error"], "access_denied")
        self.assertTrue(result["error_description"].startswith("AADB2C90118: "), result)

    def test_password(self):
        app = self.shop(f"{DOMAIN}/B2C_1_ropc")
        result = self.good(app.acquire_token_by_username_password(INES, PASSWORD, [ORDERS_READ]))
        self.assertEqual(result["id_token_claims"]["tfp"], "B2C_1_ropc")
        (account,) = app.get_accounts()
        self.good(app.acquire_token_silent([ORDERS_READ], account, force_refresh=True))
        refused = app.acquire_token_by_username_password(INES, "not it", [ORDERS_READ])
        self.assertEqual(refused["error"], "access_denied")
        self.assertTrue(refused["error_description"].startswith("AADB2C90225: "), refused)

    def shop(self, path):
        return self.client(msal.PublicClientApplication, SHOP, path=path)


class ExternalIDTests(ClientTest):
    def test_sign_in_and_renewal(self):
        issuer = f"{self.tenant.url}/{CUSTOMERS}/v2.0"
        for name, authority in [
            ("authority", {"authority": f"{self.tenant.url}/{CUSTOMERS}", "instance_discovery": False}),
            ("oidc_authority", {"oidc_authority": issuer}),
        ]:
            with self.subTest(name):
                app = msal.PublicClientApplication(PORTAL, http_client=self.tenant.session(), **authority)
                flow = app.initiate_auth_code_flow([ORDERS_READ], redirect_uri=LOOPBACK)
                answer = self.browser(INES).sign_in(flow["auth_uri"], LOOPBACK)
                first = self.good(app.acquire_token_by_auth_code_flow(flow, answer))
                claims = self.judged(first["id_token"], PORTAL, issuer)
                self.assertEqual(claims["preferred_username"], INES)
                (account,) = app.get_accounts()
                with self.tenant.later(2 * HOUR):
                    second = self.good(app.acquire_token_silent([ORDERS_READ], account))
                self.assertNotEqual(second["access_token"], first["access_token"])


if __name__ == "__main__":
    unittest.main()
