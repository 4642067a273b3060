from page_test import PageTest
from sign_in_request import ANA, TOBIAS, authorize
from waiting_app import WaitingApp


class AnswerPages(PageTest):
    """What takes an answer to the app, and what explains one that is an error."""

    def setUp(self):
        super().setUp()
        self.app = WaitingApp()
        self.addCleanup(self.app.end)

    def test_a_form_goes_to_the_app_by_itself(self):
        self.go(authorize("openid User.Read", redirect=self.app.address) + "&response_mode=form_post")
        self.sign_in(ANA)
        self.press("Accept")
        self.wait_for("The app has its answer.")
        [(origin, answer)] = self.app.answers
        self.assertEqual(origin, self.demo.tenant)
        self.assertEqual(answer["state"], ["state-of-a-test"])
        self.assertIn("code", answer)

    def test_administrator(self):
        scope = "https%3A%2F%2Fgraph.microsoft.com%2FUser.Read"
        self.go(
            "/organizations/v2.0/adminconsent?client_id=7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10"
            f"&redirect_uri={self.app.address}&scope={scope}&state=s"
        )
        self.sign_in(TOBIAS)
        self.look("consent-for-everybody", says="You consent for everyone")
        self.press("Accept")
        self.wait_for("This is the app.")
        self.assertIn("admin_consent=True", self.browser.current_url)

    def test_error_lookup(self):
        self.go("/error?code=50058")
        self.look("error-lookup", says="No user is signed in")
        self.go("/error?code=nonsense")
        self.look("error-unknown", says="is known here")
