from page_test import PageTest
from running_demo import DEADLINE
from sign_in_request import INES, wrong

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
        self.wait_for("The sign-in did not go through")
        self.assertNotEqual(self.command.wait(DEADLINE), 0)

    def test_forgotten_password(self):
        self.press("Forgot your password?")
        self.go(self.demo.next_address(self.command))
        self.look("customer-reset", says="Reset your password")
        self.prove(INES)
        self.look("customer-new-password", says="Choose a new password")
        self.fill_password("A better watchword", again="another watchword")
        self.press("Continue")
        self.wait_for("The two passwords are not the same")
        self.fill_password("A better watchword", again="A better watchword")
        self.press("Continue")
        self.go(self.demo.next_address(self.command))  # the session has begun: no page asks again
        self.wait_for("You can close this window")
        self.assert_signed_in(self.command, INES)

    def sign_in_as_customer(self, email, password):
        self.fill("E-mail address", email)
        self.fill("Password", password)
        self.press("Sign in")

    def prove(self, email, page=None):
        """Types an address and the code that arrives there, and looks at the page for it if that shall have a name."""
        self.fill("E-mail address", email)
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
        self.fill("The same password again", again)
