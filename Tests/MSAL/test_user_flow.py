"""Microsoft's library for Python signs a customer in at a user flow, as it would at Azure AD B2C."""
import unittest
from pathlib import Path

import jwt
import msal
from running_tenant import RunningTenant
from stand_in_browser import Browser

CUSTOMERS = "shop.onmicrosoft.com"
FLOW = "b2c_1_susi"
SHOP = "3a7f0e41-c25d-4f68-9e97-8b4c5d6e7f80"
REDIRECT = "http://localhost:53101"
INES, PASSWORD = "ines.kallio@mailbox.example", "watchword"


def setUpModule():
    global tenant
    tenant = RunningTenant(Path(__file__).parent / "tenant.json")
    unittest.addModuleCleanup(tenant.end)


class UserFlowTests(unittest.TestCase):
    def test_sign_in_and_silent_refresh(self):
        app = msal.PublicClientApplication(
            SHOP, authority=f"{tenant.url}/{CUSTOMERS}/{FLOW}", instance_discovery=False,
            http_client=tenant.session(),
        )
        scope = f"https://{CUSTOMERS}/shop/Orders.Read"
        flow = app.initiate_auth_code_flow([scope], redirect_uri=REDIRECT)
        answer = Browser(tenant.session(), INES, PASSWORD).sign_in(flow["auth_uri"], REDIRECT)
        result = app.acquire_token_by_auth_code_flow(flow, answer)
        self.assertNotIn("error", result, result)
        claims = jwt.decode(result["id_token"], options={"verify_signature": False})
        self.assertEqual((claims["tfp"].lower(), claims["emails"]), (FLOW, [INES]))
        (account,) = app.get_accounts()
        second = app.acquire_token_silent([scope], account, force_refresh=True)
        self.assertNotIn("error", second, second)
        self.assertNotEqual(second["access_token"], result["access_token"])


if __name__ == "__main__":
    unittest.main()
