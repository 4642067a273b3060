from page_test import PageTest
from sign_in_request import ANA, NOOR, OUT_OF_BAND, TOBIAS, authorize


class ConsentPages(PageTest):
    """The pages that ask for permission, say why it cannot be given, and take it back."""

    def test_consent(self):
        self.go(authorize("openid profile email offline_access User.Read User.ReadBasic.All", redirect=OUT_OF_BAND))
        self.sign_in(ANA)
        self.look("consent", says="asks for your permission")
        self.press("Accept")
        self.wait_for("Copy this address to the app")
        self.stay()
        self.look("out-of-band", says="Copy this address to the app")
        field = self.find("//textarea").get_attribute("value")
        self.assertTrue(field.startswith(f"{OUT_OF_BAND}?code="), field.split("=")[0])
        self.go("/myapps")
        self.look("apps", says="You agreed")
        self.press("Revoke QuickStart")
        self.find('//body[not(contains(., "You agreed")) and contains(., "An administrator agreed")]')

    def test_consent_of_an_administrator(self):
        self.go(authorize("openid Directory.Read.All", redirect=OUT_OF_BAND))
        self.sign_in(TOBIAS)
        self.look("consent-administrator", says="Consent on behalf of your organization")
        self.press("Cancel")
        self.wait_for("The sign-in failed")
        self.stay()
        self.look("out-of-band-error", says="The sign-in failed")

    def test_approval(self):
        self.go(authorize("openid Directory.AccessAsUser.All"))
        self.sign_in(ANA)
        self.look("approval", says="Need admin approval")
        self.press("Use another account")
        self.look("picker-again", says="Signed in on this browser")

    def test_personal_account(self):
        self.go(authorize("openid User.Read.All"))
        self.sign_in(NOOR)
        self.look("approval-personal", says="Not with a personal account")

    def test_nobody(self):
        self.go("/myapps")
        self.look("apps-nobody", says="No one is signed in")
