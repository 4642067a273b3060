from page_test import PageTest
from running_demo import DEADLINE
from sign_in_request import ANA


class DeviceCodePages(PageTest):
    """`tessera sign-in --device-code`, with the browser of another device."""

    def test_wrong_code(self):
        self.go("/devicelogin")
        self.look("device-code", says="shown on your device or terminal")
        self.fill("Code", "WRONGCODE")
        self.press("Next")
        self.look("device-code-wrong", says="That code is wrong")

    def test_sign_in(self):
        command = self.enter_code()
        self.look("device-confirmation", says="Are you trying to sign in to QuickStart?")
        self.press("Continue")
        self.sign_in(ANA)
        self.press("Accept")
        self.look("device-signed-in", says="You have signed in to QuickStart on your device")
        self.assert_signed_in(command, ANA)

    def test_cancel(self):
        command = self.enter_code()
        self.press("Cancel")
        self.look("device-cancelled", says="The sign-in was canceled")
        self.assertNotEqual(command.wait(DEADLINE), 0)

    def enter_code(self):
        """Types the code as people do; gives the command that waits for it."""
        command, address, code = self.demo.start_with_code("sign-in", "--device-code", "--json")
        self.go(address)
        self.fill("Code", f"{code[:3]}-{code[3:6]} {code[6:].lower()}")
        self.press("Next")
        return command
