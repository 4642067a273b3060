from urllib.parse import urlencode

from page_test import PageTest

DIRECTORY = "aldervalecustomers.onmicrosoft.com"
TASK_LIST = "5a3f8e0b-6f0d-4c1e-9d57-21b4c8e9a7f3"
OUT_OF_BAND = "urn:ietf:wg:oauth:2.0:oob"
INES = "ines.kallio@mailbox.example"
NORA = "nora@example.com"
PASSWORD = "Correct-horse-7"


def authorize(flow="B2C_1_susi", redirect=OUT_OF_BAND):
    """The address of a user flow, as the app of 2016 would open it, with its two slashes."""
    query = {"p": flow, "response_type": "code", "client_id": TASK_LIST, "redirect_uri": redirect}
    return f"//{DIRECTORY}/oauth2/v2.0/authorize?" + urlencode(query | {"scope": f"openid {TASK_LIST}"})


class CustomerPages(PageTest):
    """The pages on which customers sign up, sign in, and choose a new password."""

    def open(self, flow="B2C_1_susi", **changes):
        self.go(self.demo.tenant + authorize(flow, **changes))

    def verify(self, address):
        """Sends a code to an address, reads it in another tab, and types it."""
        self.fill("E-mail address", address)
        self.press("Send verification code")
        self.wait_for("We sent a message")
        page = self.browser.current_window_handle
        self.browser.switch_to.new_window("tab")
        self.go("/inbox")
        code = self.find('//*[@class="one-time-code"]').text
        self.browser.close()
        self.browser.switch_to.window(page)
        self.fill("Verification code", code)
        self.press("Verify code")

    def sign_in(self, address, password):
        self.fill("E-mail address", address)
        self.fill("Password", password)
        self.press("Sign in")

    def test_sign_up(self):
        self.open()
        self.look("customer-sign-in", says="Sign up now")
        self.press("Sign up now")
        self.look("customer-email", says="Send verification code")
        self.verify(NORA)
        self.look("customer-details", says="This address is verified.")
        self.fill("New password", "too-simple")
        self.fill("The same password again", "too-simple")
        self.fill("Display name", "Nora")
        self.press("Create")
        self.look("customer-details-wrong", says="of the four kinds")
        self.fill("New password", PASSWORD)
        self.fill("The same password again", PASSWORD)
        self.press("Create")
        self.wait_for("Take this address back to the app")
        self.browser.forget_everything()
        self.open()
        self.sign_in(NORA, PASSWORD)
        self.wait_for("Take this address back to the app")
        self.open()
        self.wait_for("Take this address back to the app")
        self.go(f"/{DIRECTORY}/B2C_1_susi/oauth2/v2.0/logout")
        self.look("customer-signed-out", says="You are signed out")
        self.open()
        self.wait_for("Sign up now")

    def test_wrong_password(self):
        self.open()
        self.sign_in(INES, "not the password")
        self.look("customer-sign-in-wrong", says="Your password is incorrect.")

    def test_code(self):
        self.open("B2C_1_reset")
        self.look("customer-reset", says="Reset your password")
        self.fill("E-mail address", "nobody@example.com")
        self.press("Send verification code")
        self.look("customer-code", says="We sent a message")
        self.press("Change the address")
        self.verify("nobody@example.com")
        self.look("customer-reset-wrong", says="An account could not be found")

    def test_forgotten_password(self):
        self.open()
        self.press("Forgot your password?")
        self.wait_for("The sign-in did not succeed")
        self.assertIn("AADB2C90118", self.find("//textarea").get_attribute("value"))
        self.open("B2C_1_reset")
        self.verify("tomas.ferreira@mailbox.example")
        self.look("customer-reset-details", says="Choose a new password")
        self.fill("New password", PASSWORD)
        self.fill("The same password again", PASSWORD)
        self.press("Continue")
        self.wait_for("Take this address back to the app")

    def test_problem(self):
        self.open("B2C_1_nobody")
        self.look("customer-problem", says="There is no such user flow", is_refusal=True)
