from page_test import PageTest
from sign_in_request import ANA, NOOR, authorize


class SignOutPages(PageTest):
    """The end of what a browser remembers."""

    def test_one_of_several(self):
        for person in (ANA, NOOR):
            self.go(authorize() + "&prompt=select_account")
            self.sign_in(person)
            self.wait_for("asks for your permission")
        self.go("/common/oauth2/v2.0/logout")
        self.look("sign-out", says="Which account do you want to sign out of?")
        self.choose(NOOR)
        self.look("signed-out", says="You are signed out")
        self.go("/common/oauth2/v2.0/logout")  # nobody asks about the only one left
        self.wait_for("You are signed out")
        self.go(authorize())
        self.assert_nobody_is_offered()
