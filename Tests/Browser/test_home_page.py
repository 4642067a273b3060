from page_test import PageTest


class HomePage(PageTest):
    """The first page of the tenant: who is here, and how to sign in."""

    def test_home(self):
        self.go("/")
        self.look("home", says="Aldervale Instruments")
