from selenium.webdriver.common.keys import Keys

from page_test import PageTest
from running_demo import DEADLINE, idle_connections
from sign_in_request import ANA, authorize


class SignInCommand(PageTest):
    """`tessera sign-in` from its first page to its last, with connections about that block nobody."""

    def setUp(self):
        super().setUp()
        self.command, address = self.demo.start_with_browser("sign-in", "--json")
        for server in (self.demo.tenant, address):
            idle = idle_connections(server)
            idle.__enter__()
            self.addCleanup(idle.__exit__, None, None, None)
        self.go(address)

    def test_by_mouse(self):
        self.sign_in(ANA)
        self.press("Accept")
        self.look("signed-in", says="You can close this window")
        self.assert_signed_in(self.command, ANA)

    def test_by_keyboard(self):
        self.type(Keys.TAB, ANA, Keys.ENTER)
        self.wait_for("Enter the password")
        self.type("watchword", Keys.ENTER)
        self.wait_for("asks for your permission")
        self.tab_to("Accept")
        self.type(Keys.ENTER)
        self.assert_signed_in(self.command, ANA)

    def test_sign_out(self):
        self.sign_in(ANA)
        self.press("Accept")
        self.assert_signed_in(self.command, ANA)
        command, address = self.demo.start_with_browser("sign-out")
        self.go(address)
        self.look("signed-out-by-command", says="You can close this window")
        self.assertEqual(command.wait(DEADLINE), 0)
        self.go(authorize())
        self.assert_nobody_is_offered()

    def test_cancel(self):
        self.press("Cancel")
        self.look("cancelled", says="The sign-in failed")
        self.assertNotEqual(self.command.wait(DEADLINE), 0)
