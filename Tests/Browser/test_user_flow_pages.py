from urllib.parse import urlencode

from page_test import PageTest
from running_demo import DEADLINE
from sign_in_request import INES, wrong

TASKS = "5a3f8e0b-6f0d-4c1e-9d57-21b4c8e9a7f3"
PORTAL = "b7d1f0a4-2c63-4e8d-9f15-6a0e3c9b7d28"
CUSTOMERS = "/aldervalecustomers.onmicrosoft.com"
MIRA = "mira.o'hara+tasks@mailbox.example"


class UserFlowPages(PageTest):
    """`tessera sign-in --settings demo-b2c`: how customers sign in, sign up, and choose a new password."""

    def setUp(self):
        super().setUp()
        self.command, address = self.demo.start_with_browser("sign-in", "--settings", "demo-b2c", "--json")
        self.go(address)

    def test_sign_in(self):
        self.look("customer-sign-in", says="Don’t have an account?")
        self.sign_in_as_customer(INES, "not the password")
        self.look("customer-sign-in-wrong", says="Your password is incorrect")
        self.sign_in_as_customer(INES, "watchword")
        self.assert_signed_in(self.command, INES)
        self.go(f"{CUSTOMERS}/b2c_1_susi/oauth2/v2.0/logout")
        self.look("customer-signed-out", says="You are signed out")

    def test_sign_up(self):
        self.press("Sign up now")
        self.look("customer-sign-up", says="You will sign in with this address")
        self.prove(MIRA, page="customer-code")
        self.fill_details("Mira O’Hara", "password", again="password")
        self.press("Create")
        self.look("customer-details-wrong", says="The password has 1 of the four kinds")
        self.fill_details("Mira O’Hara", "Pass-word 7", again="Pass-word 7")
        self.press("Create")
        self.assert_signed_in(self.command, MIRA)

    def test_sign_up_twice(self):
        self.press("Sign up now")
        self.prove(INES)
        self.look("customer-sign-up-twice", says="already exists")

    def test_cancel(self):
        self.press("Sign up now")
        self.press("Cancel")
        self.wait_for("The sign-in failed")
        self.assertNotEqual(self.command.wait(DEADLINE), 0)

    def test_forgotten_password(self):
        self.press("Forgot your password?")
        self.go(self.demo.next_address(self.command))
        self.look("customer-reset", says="Reset your password")
        self.prove(INES)
        self.look("customer-new-password", says="Choose a new password")
        self.fill_password("A better watchword", again="another watchword")
        self.press("Continue")
        self.wait_for("The passwords do not match")
        self.fill_password("A better watchword", again="A better watchword")
        self.press("Continue")
        self.go(self.demo.next_address(self.command))  # the session has begun: no page asks again
        self.wait_for("You can close this window")
        self.assert_signed_in(self.command, INES)

    def sign_in_as_customer(self, email, password):
        self.fill("Email address", email)
        self.fill("Password", password)
        self.press("Sign in")

    def prove(self, email, page=None):
        """Types an address and the code that arrives there, and looks at the page for it if that shall have a name."""
        self.fill("Email address", email)
        self.press("Send verification code")
        if page:
            self.look(page, says="Enter the code")
            self.fill("Verification code", wrong(self.read_code_from_inbox()))
            self.press("Verify code")
            self.look(f"{page}-wrong", says="That code is incorrect")
        self.fill("Verification code", self.read_code_from_inbox())
        self.press("Verify code")

    def fill_details(self, name, password, again):
        self.fill("Display name", name)
        self.fill_password(password, again)

    def fill_password(self, password, again):
        self.fill("New password", password)
        self.fill("Repeat the new password", again)


class UserFlowKindPages(PageTest):
    """The pages of the other flows, as an app would open them."""

    def test_profile(self):
        self.open_flow("b2c_1_edit_profile")
        self.look("customer-profile-sign-in", says="to edit your profile")
        self.sign_in_as_customer(INES, "watchword")
        self.look("customer-profile", says="Edit your profile")
        self.fill("Display name", " ")
        self.press("Continue")
        self.look("customer-profile-wrong", says="Enter the name to show to others")

    def test_sign_in_only(self):
        self.open_flow("b2c_1_signin")
        self.wait_for("Forgot your password?")
        self.assertNotIn("Sign up now", self.browser.page_source)

    def test_branded_flow(self):
        self.open_flow("b2c_1_shop")
        self.look("customer-branded", says="Aldervale Outfitters")
        self.sign_in_as_customer(INES, "watchword")
        self.look("customer-factor", says="We sent a six-digit code")
        self.fill("Code", wrong(self.read_code_from_inbox()))
        self.press("Verify")
        self.look("customer-factor-wrong", says="The code is incorrect")

    def test_custom_attributes(self):
        self.open_flow("b2c_1_shop")
        self.press("Sign up now")
        self.prove(MIRA)
        self.look("customer-attributes", says="Send me the newsletter")

    def test_external_id(self):
        self.go(address(CUSTOMERS, PORTAL, "openid profile", prompt="create"))
        self.look("customer-external-sign-up", says="You will sign in with this address")

    def open_flow(self, name):
        self.go(address(f"{CUSTOMERS}/{name}", TASKS, f"openid {TASKS}"))

    sign_in_as_customer = UserFlowPages.sign_in_as_customer
    prove = UserFlowPages.prove


def address(place, client, scope, **more):
    """The address of a sign-in of customers, as an app would open it."""
    return f"{place}/oauth2/v2.0/authorize?" + urlencode(
        {"client_id": client, "redirect_uri": "http://localhost", "response_type": "code", "scope": scope, **more}
    )
