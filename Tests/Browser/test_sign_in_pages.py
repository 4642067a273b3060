from urllib.parse import urlencode

from page_test import PageTest

QUICK_START = "7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10"
ANA = "ana.silva@aldervale.example"


def authorize(client=QUICK_START, redirect="http://localhost", tenant="organizations"):
    """The address of a sign-in, as an app would open it."""
    return f"/{tenant}/oauth2/v2.0/authorize?" + urlencode(
        {
            "client_id": client,
            "redirect_uri": redirect,
            "response_type": "code",
            "scope": "openid profile offline_access User.Read",
            "state": "state-of-a-test",
            "nonce": "nonce-of-a-test",
            "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
            "code_challenge_method": "S256",
        }
    )


class SignInPages(PageTest):
    """Each page of a sign-in, also when something on it is wrong."""

    def test_picker(self):
        self.go(authorize())
        self.look("picker", says="Use another account")

    def test_picker_with_a_wrong_name(self):
        self.go(authorize())
        self.fill("Use another account", "nobody@aldervale.example")
        self.press("Next")
        self.look("picker-wrong-name", says="Nobody here has this user name")

    def test_password(self):
        self.go(authorize())
        self.choose(ANA)
        self.look("password", says=ANA)

    def test_wrong_password(self):
        self.go(authorize())
        self.fill("Use another account", ANA)
        self.press("Next")
        self.fill("Password", "not the password")
        self.press("Sign in")
        self.look("password-wrong", says="The password is not right")

    def test_back_from_the_password(self):
        self.go(authorize())
        self.choose(ANA)
        self.press("Back")
        self.wait_for("Use another account")

    def test_problem(self):
        self.go(authorize(redirect="http://localhost:9/elsewhere"))
        self.look("problem", says="What to do next", is_refusal=True)
