from selenium.webdriver.common.action_chains import ActionChains

from sign_in_request import ANA
from web_test import WebTest


class WithoutScript(WebTest):
    """Everything on the pages works in a browser that runs no script."""

    def setUp(self):
        super().setUp()
        self.allow_script(False)
        self.addCleanup(self.allow_script, True)

    def test_people(self):
        self.add_people(f"Zed Number {number:02}" for number in range(45))
        self.go("/")
        self.open_door("People in your organization")
        self.sign_in(ANA)
        self.search("con")
        self.assertEqual(self.found(), ["Conor O'Brien"])
        self.leave_by('//a[@class="person"]')
        self.wait_for("3 direct reports")
        self.press("Back to search")
        self.search("zed")
        self.look("web-people-many", says="The first 20 people")  # with the script, more come while one walks
        self.press("Show more")
        self.press("Show more")
        self.assertEqual(self.found(), [f"Zed Number {number:02}" for number in range(45)])
        self.press("Sign out")
        self.press("Sign out here")
        self.wait_for("You are signed out")

    def test_tasks(self):
        self.go("/")
        self.open_door("Your tasks")
        self.press("Sign in as a customer")
        self.say_who_as_customer()
        self.add_task("Buy milk")
        self.add_task("Call Conor")
        self.leave_to("Mark “Buy milk” as done", "1 task to do")
        self.press("To do")
        self.assertEqual(self.tasks(), ["Call Conor"])
        self.press("Done")
        self.assertEqual(self.tasks(), ["Buy milk"])
        self.leave_to("Edit “Buy milk”", "Save")
        self.fill("Text of the task", "Buy oat milk")
        self.press("Save")
        self.assertEqual(self.tasks(), ["Buy oat milk"])
        self.leave_to("Remove “Buy oat milk”", "was removed")
        self.press("Undo")
        self.press("All")
        self.assertEqual(sorted(self.tasks()), ["Buy oat milk", "Call Conor"])
        self.leave_to("Edit “Call Conor”", "Save")
        self.press("Cancel")
        self.assertEqual(sorted(self.tasks()), ["Buy oat milk", "Call Conor"])

    def test_a_task_is_added_once(self):
        self.sign_in_as_customer()
        self.fill("New task", "Buy milk")
        ActionChains(self.browser).double_click(self.control("Add")).perform()
        self.wait_for_task("Buy milk")
        self.assertEqual(self.tasks(), ["Buy milk"])

    def test_a_task_without_text(self):
        self.sign_in_as_customer()
        self.fill("New task", " ")
        self.press("Add")
        self.look("web-tasks-text-missing", says="Enter a task.", apart_from="status of 422")

    def test_language(self):
        self.sign_in_as_employee()
        self.search("con")
        self.choose_language("Deutsch")
        self.wait_for("Personen suchen")
        self.assertEqual(self.found(), ["Conor O'Brien"])
        self.go("/")
        self.look("web-start-de-without-script", says="Aufgaben im Blick behalten")

    def leave_to(self, name, text):
        """Clicks the control that is called this, and waits for the page that says that."""
        self.use(name)
        self.wait_for(text)

    def search(self, text):
        self.fill("Search people", text)
        self.press("Search")

    def choose_language(self, name):
        self.find(f'//select[@id="language"]/option[.="{name}"]').click()
        self.leave_by('//select[@id="language"]/../button')

    def look(self, name, says, apart_from=None):
        self.wait_for(says)
        self.allow_script(True)  # for axe; the page's own came too late
        super().look(name, says, apart_from)
        self.allow_script(False)

    def allow_script(self, allowed):
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not allowed})
