import json

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from running_demo import wait_until
from sign_in_request import ANA
from web_test import WebTest, offline

ANSWERS = "return performance.getEntriesByType('resource').filter((e) => e.name.includes('/people/results')).length"


class Journeys(WebTest):
    """Ways through the app that its pages do not suggest."""

    def test_back_and_reload(self):
        self.sign_in_as_employee()
        self.search("con")
        self.leave_by('//a[@class="person"]')
        self.wait_for("3 direct reports")
        self.browser.back()
        self.wait_for("1 person found")
        self.assertEqual(self.value("q"), "con")
        self.browser.refresh()
        self.wait_for("1 person found")
        self.browser.forward()
        self.wait_for("3 direct reports")

    def test_back_to_the_sign_in(self):
        self.sign_in_as_employee()
        self.browser.back()
        self.browser.back()
        self.browser.forward()
        self.browser.forward()
        self.wait_for("Results appear as you type.")

    def test_back_over_a_search_that_was_sent(self):
        self.sign_in_as_employee()
        self.go("/")
        self.open_door("People in your organization")
        self.search("con")
        self.type(Keys.ENTER)
        self.wait_for_result("con")
        self.browser.back()
        self.wait_for("Find colleagues")

    def test_reload_after_a_change(self):
        self.sign_in_as_customer()
        self.add_task("Buy milk")
        self.browser.refresh()
        self.wait_for_task("Buy milk")
        self.assertEqual(self.tasks(), ["Buy milk"])

    def test_a_task_that_another_tab_removed(self):
        self.sign_in_as_customer()
        self.add_task("Buy milk")
        with self.another_tab():
            self.go("/tasks")
            self.use("Remove “Buy milk”")
            self.wait_for("was removed")
        self.use("Mark “Buy milk” as done")
        self.wait_for("This task has been removed.")
        self.add_task("Call Conor")
        self.assertEqual(self.tasks(), ["Call Conor"])

    def test_a_task_for_an_account_that_another_tab_left(self):
        self.sign_in_as_employee()
        self.sign_in_as_second_account()
        self.fill("New task", "Only for Ines")
        with self.another_tab():
            self.go("/accounts")
            self.use("Use the account of Ana Silva")
            self.find('//h3[span="Ana Silva"]/span[.="Tasks"]')
        self.send_task()
        self.look("web-tasks-other-account", says="You have switched accounts.", apart_from="status of 422")
        self.assertEqual(self.tasks(), [])
        self.assertEqual(self.value("text"), "Only for Ines")

    def test_a_task_from_before_another_sign_in(self):
        self.sign_in_as_customer()
        self.fill("New task", "Only for Ines")
        with self.another_tab():
            self.sign_in_as_employee()
        self.send_task()
        self.look("web-send-again-old-page", says="The page had expired", apart_from="status of 403")
        self.press("Send again")
        self.wait_for_task("Only for Ines")

    def test_double_clicks(self):
        self.go("/")
        self.click_twice('//a[@class="door"][strong="Your tasks"]')
        self.click_twice('//a[.="Sign in as a customer"]')
        self.wait_for("Email address")
        self.fill("Email address", "ines.kallio@mailbox.example")
        self.fill("Password", "watchword")
        self.click_twice('//button[.="Sign in"]')
        self.wait_for("No tasks yet")
        self.fill("New task", "Buy milk")
        self.click_twice('//button[.="Add"]')
        self.wait_for_task("Buy milk")
        self.assertEqual(self.tasks(), ["Buy milk"])
        self.click_twice('//button[@class="tick"]')
        self.wait_for("Nothing to do")
        self.use("Edit “Buy milk”")
        self.fill("Text of the task", "Buy oat milk")
        self.click_twice('//button[.="Save"]')
        self.wait_for_task("Buy oat milk")
        self.click_twice('//button[.="Remove"]')
        self.wait_for("was removed")
        self.click_twice('//button[.="Undo"]')
        self.wait_for_task("Buy oat milk")
        self.assertEqual(self.tasks(), ["Buy oat milk"])
        self.click_twice('//a[.="Sign out"]')
        self.click_twice('//button[.="Sign out here"]')
        self.wait_for("You are signed out")

    def test_double_click_on_edit(self):
        self.sign_in_as_customer()
        self.add_task("Buy milk")
        self.browser.execute_script("window.asked = 0; window.fetch = () => new Promise(() => { asked += 1 })")
        self.click_twice('//a[.="Edit"]')
        self.assertEqual(self.browser.execute_script("return asked"), 1)

    def test_double_clicks_in_people_search(self):
        self.go("/")
        self.click_twice('//a[@class="door"][1]')
        self.choose(ANA)
        self.fill("Password", "watchword")
        self.click_twice('//button[.="Sign in"]')
        self.wait_for("Results appear as you type.")
        self.type("con")
        self.click_twice('//button[.="Search"]')
        self.wait_for_result("con")
        self.assertEqual(self.found(), ["Conor O'Brien"])
        self.click_twice('//a[@class="person"]')
        self.wait_for("3 direct reports")

    def another_tab(self):
        """A time in a second tab."""
        return Tab(self.browser)

    def click_twice(self, xpath):
        ActionChains(self.browser, duration=0).double_click(self.find(xpath)).perform()


class Tab:
    """A tab that is closed when it is left."""

    def __init__(self, browser):
        self.browser, self.before = browser, browser.current_window_handle

    def __enter__(self):
        self.browser.switch_to.new_window("tab")

    def __exit__(self, *_):
        self.browser.close()
        self.browser.switch_to.window(self.before)


class Sessions(WebTest):
    """The end of a session while a person is at work."""

    def test_a_task_is_kept_over_the_sign_in(self):
        self.sign_in_as_customer()
        self.fill("New task", "Buy milk & honey")
        self.end_sessions()
        self.send_task()
        self.look("web-send-again", says="Send your form again", apart_from="status of 401")
        self.press("Send again")
        self.wait_for_task("Buy milk & honey")

    def test_a_browser_without_its_cookies(self):
        self.sign_in_as_customer()
        self.fill("New task", "Buy milk")
        self.browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.send_task()
        self.wait_for("Email address")
        self.fill("Email address", "ines.kallio@mailbox.example")
        self.fill("Password", "watchword")
        self.press("Sign in")
        self.press("Send again")
        self.wait_for_task("Buy milk")

    def test_a_damaged_cookie(self):
        self.sign_in_as_employee()
        for cookie in self.browser.get_cookies():
            self.browser.add_cookie({**cookie, "value": cookie["value"][:-6] + "wrong!"})
        self.go("/people")
        self.wait_for("Sign in to search")
        self.sign_in_at_once()

    def test_search_after_the_end(self):
        self.sign_in_as_employee()
        self.end_sessions()
        self.type("con")
        self.wait_for("Sign in to search")
        self.sign_in_at_once()
        self.wait_for("Conor O'Brien")

    def test_a_page_of_a_person_after_the_end(self):
        self.sign_in_as_employee()
        self.search("con")
        self.end_sessions()
        self.leave_by('//a[@class="person"]')
        self.wait_for("3 direct reports")  # the provider still knows the browser

    def test_end_of_another_browser(self):
        self.sign_in_as_employee()
        self.browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.sign_in_as_employee()
        self.go("/sign-in/sessions")
        self.look("web-sessions", says="End all others")
        self.press("End all others")
        self.wait_for("End this session")
        self.assertEqual(self.texts("main button"), ["End this session"])
        self.press("End this session")
        self.wait_for("You are signed out")

    def sign_in_at_once(self):
        """Signs in at a provider that still knows the browser."""
        self.press("Sign in")
        self.wait_for("Results appear as you type.")

    def end_sessions(self):
        """Ends all sessions of the app, as somebody in charge of it may."""
        self.run_command("web", "sessions", "end", "--all", "--data", self.demo.report["data"])


class Failures(WebTest):
    """Answers that come late, or not at all."""

    def test_a_newer_search_ends_the_one_before(self):
        self.sign_in_as_employee()
        self.browser.get_log("performance")
        self.delay_next()
        self.type("con")
        self.wait_while_searching()
        self.search("ana")
        wait_until(self.sees_an_end)
        self.assertIn("Ana Silva", self.found())

    def test_a_late_answer_changes_nothing(self):
        self.sign_in_as_employee()
        self.browser.execute_script("AbortController.prototype.abort = () => {}")
        self.delay_next()
        self.type("con")
        self.wait_while_searching()
        self.search("ana")
        wait_until(lambda: self.browser.execute_script(ANSWERS) == 2)
        self.assertIn("Ana Silva", self.found())
        self.assertNotIn("Conor O'Brien", self.found())

    def test_directory_fails(self):
        self.sign_in_as_employee()
        self.fail_at("graph")
        self.type("con")
        self.wait_for("Try again in a moment.")
        self.look("web-people-failure", says="The directory is busy.")
        self.succeed()
        self.press("Try again")
        self.wait_for("1 person found")
        self.assertEqual(self.found(), ["Conor O'Brien"])

    def test_page_of_a_person_fails(self):
        self.sign_in_as_employee()
        self.search("con")
        self.fail_at("graph")
        self.leave_by('//a[@class="person"]')
        self.look("web-person-failure", says="The directory is busy.", apart_from="status of 503")
        self.succeed()
        self.press("Try again")
        self.wait_for("3 direct reports")

    def test_tasks_fail(self):
        self.sign_in_as_employee()
        self.fail_at("token")
        self.go("/tasks")
        self.look("web-tasks-failure", says="Try again in a moment.", apart_from="status of 503")
        self.succeed()
        self.press("Try again")
        self.wait_for("No tasks yet")

    def test_a_task_that_fails_is_not_lost(self):
        self.sign_in_as_employee()
        self.fail_at("token")
        self.go("/tasks")
        self.fill("New task", "Buy milk")
        self.send_task()
        self.wait_for("Try again in a moment.")
        self.succeed()
        self.assertEqual(self.value("text"), "Buy milk")
        self.send_task()
        self.wait_for_task("Buy milk")

    def test_provider_fails(self):
        self.fail_at("metadata", "drop")
        self.go("/people")
        self.press("Sign in")
        self.look("web-provider-unavailable", says="The sign-in server does not respond", apart_from="status of 503")
        self.succeed()
        self.press("Sign in")
        self.wait_for("Use another account")

    def test_sign_in_fails(self):
        self.fail_at("token", "wrongNonce")
        self.go("/people")
        self.press("Sign in")
        self.sign_in(ANA)
        self.look("web-sign-in-failed", says="The sign-in failed", apart_from="status of 400")
        self.succeed()
        self.press("Sign in")
        self.wait_for("Results appear as you type.")

    def test_search_offline(self):
        self.sign_in_as_employee()
        with offline(self.browser):
            self.type("con")
            self.wait_for("No response. Check the connection and try again.")
        self.wait_for("1 person found")  # by itself
        self.assert_no_failure()

    def test_task_offline(self):
        self.sign_in_as_customer()
        self.fill("New task", "Buy milk")
        with offline(self.browser):
            self.send_task()
            self.wait_for("No response. Check the connection and try again.")
            self.assertEqual(self.value("text"), "Buy milk")
        self.send_task()
        self.wait_for_task("Buy milk")
        self.assert_no_failure()

    def delay_next(self):
        """Lets the next answer of the directory come late."""
        late = json.dumps({"kind": "latency", "milliseconds": 1500})
        self.run_command("tenant", "fault", late, "--endpoint", "graph", "--next", "1", "--json")

    def wait_while_searching(self):
        """Waits until a search is under way."""
        self.find('//div[@id="results"][@aria-busy="true"]')

    def sees_an_end(self):
        """Whether the browser has given up a request since the last call."""
        log = [json.loads(entry["message"])["message"] for entry in self.browser.get_log("performance")]
        return any(m["method"] == "Network.loadingFailed" and m["params"].get("canceled") for m in log)
