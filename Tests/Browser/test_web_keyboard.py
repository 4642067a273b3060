from selenium.webdriver.common.keys import Keys

from sign_in_request import ANA, INES
from web_test import WebTest


class Keyboard(WebTest):
    """The app for a person who has no mouse."""

    def test_people(self):
        self.go("/")
        self.tab_to("People in your organization")
        self.type(Keys.ENTER)
        self.wait_for("Use another account")
        self.tab_to_field("Use another account")
        self.type(ANA, Keys.ENTER)
        self.wait_for("Password")
        self.tab_to_field("Password")
        self.type("watchword", Keys.ENTER)
        self.wait_for("Results appear as you type.")
        self.assertEqual(self.focus(), "Search people")
        self.type("a")
        self.wait_for_result("a")
        self.type(Keys.ARROW_DOWN)
        self.assertIn("Adaeze Okonkwo", self.focus())
        self.type(Keys.ARROW_DOWN)
        self.assertIn("Ana Silva", self.focus())
        self.type(Keys.ARROW_UP, Keys.ARROW_UP)
        self.assertEqual(self.focus(), "Search people")
        self.type(Keys.ARROW_UP)
        self.assertEqual(self.focus(), "Search people")
        last = self.found()[-1]
        self.type(Keys.ARROW_DOWN * 20)  # more than there are
        self.assertIn(last, self.focus())
        self.type(Keys.ENTER)
        self.find(f'//h1[.="{last}"]')
        self.tab_to("Back to search")
        self.type(Keys.ENTER)
        self.wait_for("8 people found")
        self.assertEqual(self.focus(), "Search people")
        self.tab_to("Sign out")
        self.type(Keys.ENTER)
        self.wait_for("This ends your session here.")
        self.tab_to("Sign out here")
        self.type(Keys.ENTER)
        self.wait_for("You are signed out")

    def test_tasks(self):
        self.go("/tasks")
        self.tab_to("Sign in as a customer")
        self.type(Keys.ENTER)
        self.wait_for("Email address")
        self.tab_to_field("Email address")
        self.type(INES, Keys.TAB, "watchword", Keys.ENTER)
        self.wait_for("No tasks yet")
        self.tab_to_field("New task")
        self.type("Buy milk", Keys.ENTER)
        self.wait_for_task("Buy milk")
        self.assertEqual(self.focus(), "New task")
        self.type("Call Conor", Keys.ENTER)
        self.wait_for_task("Call Conor")
        self.tab_to("Mark “Buy milk” as done")
        self.type(Keys.SPACE)
        self.wait_for("1 task to do")
        self.assertEqual(self.focus(), "Mark “Buy milk” as not done")
        self.tab_to("Edit “Call Conor”")
        self.type(Keys.ENTER)
        self.find('//label[.="Text of the task"]')
        self.assertEqual(self.focus(), "Text of the task")
        self.type(Keys.END, " O’Brien", Keys.ENTER)
        self.wait_for_task("Call Conor O’Brien")
        self.tab_to("Remove “Buy milk”")
        self.type(Keys.ENTER)
        self.wait_for("was removed")
        self.assertEqual(self.focus(), "Undo")
        self.type(Keys.ENTER)
        self.wait_for_task("Buy milk")

    def test_focus_after_the_button_add(self):
        self.sign_in_as_customer()
        self.tab_to_field("New task")
        self.type("Buy milk", Keys.TAB, Keys.ENTER)
        self.wait_for_task("Buy milk")
        self.assertEqual(self.focus(), "New task")

    def test_focus_after_an_edit(self):
        self.sign_in_as_customer()
        self.add_task("Buy milk")
        self.tab_to("Edit “Buy milk”")
        self.type(Keys.ENTER)
        self.find('//label[.="Text of the task"]')
        self.type(Keys.END, " today", Keys.ENTER)
        self.wait_for_task("Buy milk today")
        self.assertEqual(self.focus(), "Edit “Buy milk today”")

    def test_caret_behind_the_text_to_edit(self):
        self.sign_in_as_customer()
        self.add_task("Buy milk")
        self.tab_to("Edit “Buy milk”")
        self.type(Keys.ENTER)
        self.find('//label[.="Text of the task"]')
        self.type(" today", Keys.ENTER)
        self.wait_for_task("Buy milk today")

    def test_escape(self):
        self.sign_in_as_employee()
        self.search("con")
        self.type(Keys.ARROW_DOWN, Keys.ESCAPE)
        self.assertEqual(self.found(), ["Conor O'Brien"])
        self.type(Keys.ARROW_UP, Keys.ESCAPE)  # Chromium empties a search field
        self.assertEqual(self.focus(), "Search people")
        self.search("ana")
        self.wait_for("Ana Silva")

    def test_skip_link(self):
        self.go("/accounts")
        self.skip()
        self.assertEqual(self.browser.switch_to.active_element.tag_name, "main")
        self.type(Keys.TAB)
        self.assertEqual(self.focus(), "Sign in")

    def test_skip_link_in_people_search(self):
        self.sign_in_as_employee()
        self.search("con")
        self.browser.execute_script("window.isSamePage = true")
        self.tab_to("Skip to content")
        self.type(Keys.ENTER)
        self.assertEqual(self.browser.switch_to.active_element.tag_name, "main")
        self.assertTrue(self.browser.execute_script("return window.isSamePage"))

    def skip(self):
        """Follows the first link of the page."""
        self.type(Keys.TAB)
        self.assertEqual(self.focus(), "Skip to content")
        self.type(Keys.ENTER)

    def tab_to(self, name):
        """Presses the Tab key until the control whose name begins with this has the focus."""
        self.tab_until(lambda: self.focus().startswith(name), name)

    def tab_to_field(self, label):
        """Presses the Tab key until the field with this label has the focus, if it has not already."""
        if self.focus() != label:
            self.tab_until(lambda: self.focus() == label, label)

    def tab_until(self, condition, name):
        for _ in range(100):
            self.type(Keys.TAB)
            if condition():
                return
        self.fail(f"the Tab key does not reach {name}")

    def focus(self):
        """What has the focus, by label or text; nothing for the page itself."""
        return self.browser.execute_script(
            "const e = document.activeElement;"
            "return e === document.body ? '' : (e.ariaLabel ?? e.labels?.[0]?.innerText ?? e.innerText).trim()"
        ).replace("\n", " ")
