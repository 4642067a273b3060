import json
from urllib.request import Request, urlopen

from page_test import PageTest
from sign_in_request import ANA, OUT_OF_BAND, authorize

ALDERVALE = "2ee50c57-e78f-47f6-a18d-8f6aae007694"
CONOR = "conor.obrien@aldervale.example"  # nobody has ever asked him for a code


class ConditionalAccessPages(PageTest):
    """The pages of a directory that demands more than the password, or lets nobody pass."""

    def test_no_way_in(self):
        self.demand("block")
        self.go(authorize("openid User.Read", redirect=OUT_OF_BAND))
        self.sign_in(ANA)
        self.look("access-refused", says="You cannot access this app with this account", apart_from="403")
        self.press("Use another account")
        self.wait_for("Use another account")

    def test_first_telephone(self):
        self.demand("mfa")
        self.go(authorize("openid User.Read", redirect=OUT_OF_BAND))
        self.sign_in(CONOR)
        self.look("telephone", says="Add a phone")
        self.fill("Phone number", "by carrier pigeon")
        self.press("Send a code")
        self.look("telephone-wrong", says="Add a phone")
        self.fill("Phone number", "+44 7700 900123")
        self.press("Send a code")
        self.look("telephone-code", says="We sent a text message with a code")
        self.fill("Code", self.read_code_from_inbox())
        self.press("Verify")
        self.wait_for("asks for your permission")

    def test_terms_of_use(self):
        self.demand("house-rules", kind="termsOfUse")
        self.go(authorize("openid User.Read", redirect=OUT_OF_BAND))
        self.sign_in(ANA)
        self.look("terms-of-use", says="requires you to accept its terms of use")
        self.press("Accept")
        self.wait_for("asks for your permission")

    def test_new_password(self):
        self.ask(
            "PATCH",
            f"directories/{ALDERVALE}/people/{ANA}",
            {"passwordProfile": {"password": "watchword", "forceChangePasswordNextSignIn": True}},
        )
        self.go(authorize("openid User.Read", redirect=OUT_OF_BAND))
        self.sign_in(ANA)
        self.look("password-change", says="Your password has expired or must be changed")
        self.change_password("A better watchword", again="another watchword")
        self.look("password-change-wrong", says="Your password has expired or must be changed")
        self.change_password("A better watchword", again="A better watchword")
        self.wait_for("asks for your permission")

    def change_password(self, password, again):
        self.fill("Current password", "watchword")
        self.fill("New password", password)
        self.fill("Repeat the new password", again)
        self.press("Change and sign in")

    def demand(self, control, kind="builtInControls"):
        """Adds a policy to the company's directory, for everybody and every app."""
        policy = {
            "id": "6d0a2f5c-8b1e-4c7d-9f3a-1e5b7c9d2f40",
            "directory": ALDERVALE,
            "displayName": f"Everybody: {control}",
            "grantControls": {"operator": "OR", kind: [control]},
        }
        self.ask("POST", "import", {"version": 1, "conditionalAccessPolicies": [policy]})

    def ask(self, method, path, content):
        """Sends a document to the tenant's API for tests."""
        headers = {"Content-Type": "application/json"}
        request = Request(f"{self.demo.tenant}/tessera/v1/{path}", json.dumps(content).encode(), headers, method=method)
        urlopen(request, timeout=10).close()
