from page_test import PageTest
from sign_in_request import ANA, authorize


class SignInPages(PageTest):
    """Each page of a sign-in, also when something on it is wrong."""

    def test_picker(self):
        self.go(authorize())
        self.look("picker", says="Use another account")

    def test_picker_with_a_wrong_name(self):
        self.go(authorize())
        self.fill("Use another account", "nobody@aldervale.example")
        self.press("Next")
        self.look("picker-wrong-name", says="No user here has this user name")

    def test_password(self):
        self.go(authorize())
        self.choose(ANA)
        self.look("password", says=ANA)

    def test_wrong_password(self):
        self.go(authorize())
        self.fill("Use another account", ANA)
        self.press("Next")
        self.fill("Password", "not the password")
        self.press("Sign in")
        self.look("password-wrong", says="The password is incorrect")

    def test_back_from_the_password(self):
        self.go(authorize())
        self.choose(ANA)
        self.press("Back")
        self.wait_for("Use another account")

    def test_problem(self):
        self.go(authorize(redirect="http://localhost:9/elsewhere"))
        self.look("problem", says="What to do next", apart_from="status of 400")
