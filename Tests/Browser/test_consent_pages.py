from page_test import PageTest
from sign_in_request import ANA, NOOR, TOBIAS, authorize

OUT_OF_BAND = "urn:ietf:wg:oauth:2.0:oob"


class ConsentPages(PageTest):
    """What a person is asked for before an app gets anything, and where that is taken back."""

    def test_consent(self):
        self.go(authorize())
        self.sign_in(ANA)
        self.look("consent", says="asks for your permission")

    def test_consent_of_an_administrator(self):
        self.go(authorize(scope="openid User.Read Directory.Read.All"))
        self.sign_in(TOBIAS)
        self.look("consent-administrator", says="Consent on behalf of your organization")

    def test_approval(self):
        self.go(authorize(scope="openid Directory.Read.All"))
        self.sign_in(ANA)
        self.look("approval", says="Need admin approval")

    def test_approval_of_a_personal_account(self):
        self.go(authorize(scope="openid Directory.Read.All"))
        self.sign_in(NOOR)
        self.look("approval-personal", says="Not with a personal account")

    def test_apps_when_nobody_is_signed_in(self):
        self.go("/myapps")
        self.look("apps-nobody", says="Nobody is signed in")

    def test_address_to_copy_and_apps(self):
        self.go(authorize(redirect=OUT_OF_BAND))
        self.sign_in(ANA)
        self.press("Accept")
        self.look("out-of-band", says="Take this address back to the app")
        self.go("/myapps")
        self.look("apps", says="You agreed")
        self.press("Revoke QuickStart")
        self.look("apps-revoked", says="An administrator agreed for everybody")

    def test_refused_address_to_copy(self):
        self.go(authorize(redirect=OUT_OF_BAND))
        self.sign_in(ANA)
        self.press("Cancel")
        self.look("out-of-band-refused", says="The sign-in did not succeed")
