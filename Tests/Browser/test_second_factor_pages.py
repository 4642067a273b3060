from page_test import PageTest
from sign_in_request import HELOISE, OUT_OF_BAND, authorize, wrong


class SecondFactorPages(PageTest):
    """The page that asks for a code, and the inbox in which it arrives."""

    def test_inbox(self):
        self.go("/inbox")
        self.look("inbox-empty", says="No messages yet")

    def test_second_factor(self):
        self.go(authorize("openid User.Read", redirect=OUT_OF_BAND))
        self.sign_in(HELOISE)
        self.look("second-factor", says="We sent a text message with a code")
        self.fill("Code", wrong(self.read_code_from_inbox()))
        self.press("Verify")
        self.look("second-factor-wrong", says="The code is incorrect")
        self.press("Send a new code")
        self.look("second-factor-again", says="A new code was sent")
        self.fill("Code", self.read_code_from_inbox())
        self.press("Verify")
        self.press("Accept")
        self.wait_for("Copy this address to the app")
        self.go("/inbox")
        self.look("inbox", says="Text message to")
