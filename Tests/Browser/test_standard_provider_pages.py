from urllib.parse import urlencode

from page_test import PageTest
from sign_in_request import ANA
from waiting_app import WaitingApp

NATIVE_APP = "sample-native-app"


class StandardProviderPages(PageTest):
    """The pages of the provider that is none of Microsoft's."""

    def setUp(self):
        super().setUp()
        self.app = WaitingApp()
        self.addCleanup(self.app.end)

    def test_sign_in_and_out(self):
        self.go(self.authorize())
        self.look("standard-picker", says="Sample native app")
        self.sign_in(ANA)
        self.look("standard-consent", says="asks for your permission")
        self.press("Accept")
        self.wait_for("This is the app.")
        self.assertIn("iss=", self.browser.current_url)
        self.go("/op/logout?client_id=" + NATIVE_APP)
        self.look("standard-sign-out", says="Do you want to sign out?")
        self.press("Sign out")
        self.look("standard-signed-out", says="You are signed out")

    def test_wrong_password(self):
        self.go(self.authorize())
        self.choose(ANA)
        self.fill("Password", "not the password")
        self.press("Sign in")
        self.look("standard-password-wrong", says="Password")

    def test_answer_by_form(self):
        self.go(self.authorize() + "&response_mode=form_post")
        self.sign_in(ANA)
        self.press("Accept")
        self.wait_for("The app has its answer.")
        [(origin, answer)] = self.app.answers
        self.assertEqual(origin, self.demo.tenant)
        self.assertEqual(answer["iss"], [f"{self.demo.tenant}/op"])

    def test_problem(self):
        self.go(self.authorize("https://elsewhere.example/"))
        self.look("standard-problem", says="What to do next", apart_from="400")

    def authorize(self, redirect=None):
        """The address of a sign-in, as the provider's native sample would open it."""
        return "/op/authorize?" + urlencode(
            {
                "client_id": NATIVE_APP,
                "redirect_uri": redirect or f"{self.app.address}/callback",
                "response_type": "code",
                "scope": "openid profile email offline_access",
                "prompt": "consent",
                "state": "state-of-a-test",
                "nonce": "nonce-of-a-test",
                "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                "code_challenge_method": "S256",
            }
        )
