from urllib.parse import urlencode

from page_test import PageTest

QUICK_START = "7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10"
ANA = "ana.silva@aldervale.example"
TOBIAS = "tobias.weiss@aldervale.example"
NOOR = "noor.vandijk@mailbox.example"
OUT_OF_BAND = "urn:ietf:wg:oauth:2.0:oob"


def authorize(scope, tenant="common", prompt=None):
    """The address of a sign-in, as the app of 2016 would open it."""
    query = {"client_id": QUICK_START, "redirect_uri": OUT_OF_BAND, "response_type": "code", "scope": scope}
    return f"/{tenant}/oauth2/v2.0/authorize?" + urlencode(query | ({"prompt": prompt} if prompt else {}))


class ConsentPages(PageTest):
    """The pages that ask for permission, say why it cannot be given, and take it back."""

    def sign_in(self, username, address):
        self.go(address)
        self.choose(username)
        self.fill("Password", "watchword")
        self.press("Sign in")

    def test_picker_of_all_directories(self):
        self.go(authorize("openid User.Read"))
        self.look("picker-common", says="Bramble & Finch")

    def test_consent(self):
        everything = "openid profile email offline_access User.Read User.ReadBasic.All"
        self.sign_in(ANA, authorize(everything, prompt="consent"))
        self.look("consent", says="asks for your permission")
        self.press("Accept")
        self.look("out-of-band", says="Take this address back to the app")
        field = self.find("//textarea").get_attribute("value")
        self.assertTrue(field.startswith(f"{OUT_OF_BAND}?code="), field.split("=")[0])
        self.go("/myapps")
        self.look("my-apps", says="You agreed")
        self.press("Revoke QuickStart")
        self.find('//body[not(contains(., "You agreed")) and contains(., "An administrator agreed")]')

    def test_consent_of_an_administrator(self):
        self.sign_in(TOBIAS, authorize("openid Directory.Read.All", prompt="consent"))
        self.look("consent-administrator", says="Consent on behalf of your organization")
        self.press("Cancel")
        self.look("out-of-band-error", says="The sign-in did not succeed")

    def test_approval(self):
        self.sign_in(ANA, authorize("openid Directory.AccessAsUser.All"))
        self.look("approval", says="Need admin approval")
        self.press("Use another account")
        self.wait_for("Signed in on this browser")

    def test_personal_account(self):
        self.sign_in(NOOR, authorize("openid User.Read.All"))
        self.look("approval-personal", says="Not with a personal account")

    def test_nobody(self):
        self.go("/myapps")
        self.look("my-apps-nobody", says="Nobody is signed in")
