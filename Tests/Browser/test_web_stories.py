from selenium.webdriver.common.by import By

from chromium import Chromium
from sign_in_request import ANA
from web_test import WebTest

CONOR = "conor.obrien@aldervale.example"


class PeopleStory(WebTest):
    """The first tutorial: a colleague is found, and somebody else signs in."""

    def setUp(self):
        super().setUp()
        self.clicks = 0

    def leave_by(self, xpath):
        self.clicks += 1
        super().leave_by(xpath)

    def test_a_colleague_is_found(self):
        self.go("/")
        self.open_door("People in your organization")
        self.sign_in(ANA)
        self.search("con")
        self.assertEqual(self.found(), ["Conor O'Brien"])
        self.leave_by('//a[@class="person"]')
        self.wait_for("Regional Sales Manager")
        self.assertLessEqual(self.clicks, 4)

    def test_the_page_of_a_person(self):
        self.sign_in_as_employee()
        self.search("con")
        self.leave_by('//a[@class="person"]')
        self.assertEqual(
            [self.target(link) for link in self.browser.find_elements(By.CSS_SELECTOR, "dd a")],
            [f"mailto:{CONOR}", "tel:+353209143258", "tel:+442079460678", "tel:+12065550168", "tel:+353209187394"],
        )
        self.wait_for("3 direct reports")
        self.assertIn("Theodora Lindqvist", self.found())
        self.use(f"Copy {CONOR}")
        self.find('//button[.="Copied"]')
        self.leave_by('//section[h2="Manager"]//a')
        self.find('//h1[.="Lakshmi Venkataraman"]')
        self.leave_by('//a[span//text()="Conor O\'Brien"]')
        self.find('//h1[.="Conor O\'Brien"]')

    def test_back_to_the_search(self):
        self.sign_in_as_employee()
        self.search("con")
        self.leave_by('//a[@class="person"]')
        self.press("Back to search")
        self.assertEqual(self.found(), ["Conor O'Brien"])

    def test_more_people(self):
        self.add_people(f"Zed Number {number:02}" for number in range(45))
        self.sign_in_as_employee()
        self.search("zed")
        self.wait_for("The first 20 people")
        self.use("Show more")
        self.wait_for("The first 40 people")
        self.assertEqual(self.found(), [f"Zed Number {number:02}" for number in range(40)])
        self.assertIn("Zed Number 20", self.browser.switch_to.active_element.text)
        self.browser.execute_script("scrollTo(0, document.body.scrollHeight)")
        self.wait_for("45 people found")
        self.assertEqual(len(self.found()), 45)

    def test_another_person(self):
        self.sign_in_as_employee()
        self.press("Sign out")
        self.press("Sign out Ana Silva here and at the provider")
        self.wait_for("You are signed out")
        self.press("Go to the home page")
        self.open_door("People in your organization")
        self.sign_in(CONOR)
        self.find('//p[@class="who"]/span[.="Conor O\'Brien"]')
        self.assertNotIn("Ana Silva", self.browser.find_element(By.TAG_NAME, "body").text)

    def target(self, link):
        return link.get_attribute("href")


class TaskStory(WebTest):
    """The second tutorial: a customer keeps a list of tasks."""

    def test_tasks(self):
        self.go("/")
        self.open_door("Your tasks")
        self.press("Sign in as a customer")
        self.say_who_as_customer()
        self.wait_for("No tasks yet")
        self.add_task("Buy milk")
        self.add_task("Call <b>Conor</b> & Ana")
        self.wait_for("2 tasks to do")
        self.use("Mark “Buy milk” as done")
        self.wait_for("1 task to do")
        self.use("Done")
        self.find('//a[@aria-current="true"][.="Done"]')
        self.assertEqual(self.tasks(), ["Buy milk"])
        self.use("To do")
        self.find('//a[@aria-current="true"][.="To do"]')
        self.assertEqual(self.tasks(), ["Call <b>Conor</b> & Ana"])
        self.use("All")
        self.find('//a[@aria-current="true"][.="All"]')
        self.use("Edit “Buy milk”")
        self.fill("Text of the task", "Buy oat milk")
        self.use("Save")
        self.wait_for_task("Buy oat milk")
        self.use("Remove “Buy oat milk”")
        self.wait_for("“Buy oat milk” was removed.")
        self.assertEqual(self.tasks(), ["Call <b>Conor</b> & Ana"])
        self.use("Undo")
        self.wait_for_task("Buy oat milk")
        self.use("Mark “Buy oat milk” as not done")
        self.wait_for("2 tasks to do")

    def test_nothing_is_said_to_fail(self):
        self.sign_in_as_customer()
        self.add_task("Buy milk")
        self.assert_no_failure()
        self.use("Remove “Buy milk”")
        self.use("Undo")
        self.wait_for_task("Buy milk")
        self.assert_no_failure()

    def test_two_people_in_two_browsers(self):
        self.sign_in_as_customer()
        self.add_task("Only for Ines")
        first, second = self.browser, Chromium()
        self.addCleanup(second.end)
        try:
            self.browser = second
            self.sign_in_as_employee()
            self.go("/tasks")
            self.add_task("Only for Ana")
            self.assertEqual(self.tasks(), ["Only for Ana"])
        finally:
            self.browser = first
        self.go("/tasks")
        self.assertEqual(self.tasks(), ["Only for Ines"])
