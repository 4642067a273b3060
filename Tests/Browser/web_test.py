"""What tests of the app in a browser have in common: its addresses, its people, and axe-core as one more judge."""
import contextlib
import importlib.util
import json
import os
import subprocess
import urllib.request
from pathlib import Path

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page_test import PageTest
from running_demo import DEADLINE, wait_until
from sign_in_request import ANA, INES

# The package is for another driver; only the script that it brings is used.
AXE = Path(importlib.util.find_spec("axe_playwright_python").origin).with_name("axe.min.js").read_text()
RUN_AXE = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ["violations", "incomplete"]}).then(({violations, incomplete}) =>
  done([violations, incomplete].map((results) => results.flatMap(({id, help, nodes}) =>
    nodes.map(({target, any}) => [id, target.join(" "), `${help}: ${any.map((check) => check.message)}`])))),
  (error) => done([[["axe", "", String(error)]], []]));
"""
READ_HTML = """
const done = arguments[arguments.length - 1];
fetch(location.href, {headers: {accept: "text/html"}}).then((response) => response.text()).then(done);
"""
AXE_SCREENS = [(390, "light"), (1280, "dark")]  # each layout and each scheme once, since axe is slow
# What axe cannot decide, as the rule with a part of the selector, and why nothing is wrong.
EXCUSES = {
    ("color-contrast", ".portrait"): "a photo lies over the initials, which page_checks.js judges without it",
    ("color-contrast", ".large"): "the same on the page of a person",
}


class WebTest(PageTest):
    """The app of the demo, and its people."""

    scripts = 1

    def go(self, address):
        """Types an address; one that begins with a slash is the app's."""
        super().go(self.demo.report["web"] + address if address.startswith("/") else address)

    def open_door(self, name):
        """Clicks one of the large links of the first page."""
        self.leave_by(f'//a[@class="door"][strong="{name}"]')

    def sign_in_as_employee(self, username=ANA):
        """Goes to people search, and signs in there."""
        self.go("/people")
        self.press("Sign in")
        self.sign_in(username)
        self.wait_for("Results appear as you type.")

    def sign_in_as_customer(self, email=INES):
        """Goes to the tasks, and signs in there."""
        self.go("/tasks")
        self.press("Sign in as a customer")
        self.say_who_as_customer(email)

    def sign_in_as_second_account(self, email=INES):
        """Adds a customer to an employee who is signed in, and leads to the customer's tasks."""
        self.go("/accounts")
        self.leave_by('//section[h2="Customer accounts"]//a[.="Sign in"]')
        self.fill_in_customer(email)
        self.wait_for("Signed in since")
        self.find('//h3[span="Ines Kallio"]/span[.="Tasks"]')
        self.go("/tasks")
        self.wait_for("Tasks of Ines Kallio")

    def fill_in_customer(self, email=INES):
        """Fills in the sign-in page of customers."""
        self.fill("Email address", email)
        self.fill("Password", "watchword")
        self.press("Sign in")

    def say_who_as_customer(self, email=INES):
        """Fills in the sign-in page of customers, and waits for the tasks."""
        self.fill_in_customer(email)
        self.wait_for("Tasks of")

    def search(self, text):
        """Types into the search in place of what is there, and waits for the result."""
        self.find('//input[@id="q"]').send_keys(Keys.CONTROL, "a", Keys.NULL, text)
        self.wait_for_result(text)

    def wait_for_result(self, text):
        """Waits until the page shows what was found for this text: then its address has it."""
        answer = """return document.querySelector("#results:not([aria-busy])") &&
                    new URLSearchParams(location.search).get("q") === arguments[0]"""
        wait_until(lambda: self.browser.execute_script(answer, text))

    def texts(self, selector):
        """The texts of all such elements; at once, where the driver would wait for the first."""
        return self.browser.execute_script(
            "return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText)", selector
        )

    def found(self):
        """The names of the people that the page lists."""
        return self.texts(".person .name")

    def use(self, name):
        """Clicks the control that is called this; the page may stay, and change."""
        self.control(name).click()

    def control(self, name):
        """The button or link that is called this, by its label or its text."""
        named = f'@aria-label="{name}" or not(@aria-label) and normalize-space()="{name}"'
        return self.find(f"//*[self::button or self::a][{named}]")

    def add_task(self, text):
        """Adds a task as a person would, and waits until it is in the list."""
        self.fill("New task", text)
        self.use("Add")
        self.wait_for_task(text)

    def send_task(self):
        """Presses Enter in the field of the new task."""
        self.browser.find_element(By.ID, "text").send_keys(Keys.ENTER)

    def value(self, field):
        """What stands in the field with this id."""
        return self.browser.find_element(By.ID, field).get_attribute("value")

    def wait_for_task(self, text):
        """Waits until the list has this task."""
        self.find(f'//ul[@class="tasks"]//span[.="{text}"]')

    def tasks(self):
        """The texts of the tasks that the page lists."""
        return self.texts(".tasks .text span")

    def assert_no_failure(self):
        """Judges that the page reports no failure."""
        self.assertEqual(self.texts(".failure"), [])

    def choose_language(self, name):
        """Chooses a language at the end of the page."""
        self.leave_by(f'//select[@id="language"]/option[.="{name}"]')

    def add_people(self, names):
        """Adds colleagues to the directory."""
        for number, name in enumerate(names):
            person = {"displayName": name, "userPrincipalName": f"colleague{number}@aldervale.example"}
            self.ask_tenant("POST", "directories/aldervale.example/people", person)

    def ask_tenant(self, method, path, content):
        """Sends a document to the tenant's API for tests."""
        address, fields = f"{self.demo.tenant}/tessera/v1/{path}", {"Content-Type": "application/json"}
        request = urllib.request.Request(address, json.dumps(content).encode(), fields, method=method)
        with urllib.request.urlopen(request, timeout=DEADLINE) as answer:
            return answer.status

    def run_command(self, *arguments):
        """Runs a command beside the demo, to its end."""
        command = self.demo.start(*arguments, stdout=subprocess.DEVNULL)
        self.assertEqual(command.wait(DEADLINE), 0, arguments)

    def fail_at(self, endpoint, fault="http503"):
        """Lets the tenant fail there until `succeed`."""
        self.run_command("tenant", "fault", fault, "--endpoint", endpoint, "--json")

    def succeed(self):
        """Ends every failure of the tenant."""
        self.run_command("tenant", "fault", "--clear", "--json")

    def judge_screen(self, width, scheme):
        found = super().judge_screen(width, scheme)
        return found + self.judge_by_axe() if (width, scheme) in AXE_SCREENS else found

    def look(self, name, says, apart_from=None):
        """Judges the page, and keeps its HTML for script/test-browser to check."""
        super().look(name, says, apart_from)
        page = Path(os.environ["SCREENSHOTS"], "html", f"{name}.html")
        page.parent.mkdir(exist_ok=True)
        html = self.browser.execute_async_script(READ_HTML)
        if html.startswith("<!doctype"):  # not what a script gets in place of a page
            page.write_text(html)
        self.browser.complaints()  # the console notes a refusal once more

    def judge_by_axe(self):
        """What axe-core finds wrong, and what it cannot decide, apart from what is excused."""
        self.browser.execute_script(AXE)
        wrong, undecided = self.browser.execute_async_script(RUN_AXE)
        wrong += [item for item in undecided if not is_excused(*item)]
        return [f"axe {rule} {target}: {text}" for rule, target, text in wrong]


def is_excused(rule, target, _):
    """Whether it is known why axe cannot decide this."""
    return any(rule == excused and part in target for excused, part in EXCUSES)


@contextlib.contextmanager
def offline(browser):
    """A time in which the browser reaches nothing."""
    browser.set_network_conditions(offline=True, latency=0, throughput=0)
    try:
        yield
    finally:
        browser.delete_network_conditions()
