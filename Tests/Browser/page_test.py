"""What every test of a page can do: go there, use it as a person would, and look at it."""
import contextlib
import json
import os
import signal
import sys
import unittest
from pathlib import Path

from selenium.common.exceptions import (
    ElementClickInterceptedException, NoSuchElementException, WebDriverException)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.expected_conditions import staleness_of
from selenium.webdriver.support.wait import WebDriverWait

from chromium import Chromium
from running_demo import DEADLINE, RunningDemo, wait_until

CHECKS = Path(__file__).with_name("page_checks.js").read_text()
SCREENS = [(*size, scheme) for size in ((390, 844), (1280, 900)) for scheme in ("light", "dark")]

signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is ended


class PageTest(unittest.TestCase):
    """A demo of its own for each test, and a browser that remembers nobody."""

    scripts = 0  # that a page may have

    @classmethod
    def setUpClass(cls):
        cls.browser = Chromium()
        cls.addClassCleanup(cls.browser.end)

    def setUp(self):
        self.demo = RunningDemo()
        self.addCleanup(self.demo.end)
        self.browser.forget_everything()

    def go(self, address):
        """Types an address, and again if the page stays; one that begins with a slash is the tenant's."""
        page = self.browser.find_element(By.TAG_NAME, "html")
        for _ in range(2):  # on a slow machine the driver has dropped a navigation without an error
            self.browser.get(self.demo.tenant + address if address.startswith("/") else address)
            if staleness_of(page)(self.browser):
                return

    def fill(self, label, text):
        """Types into the field with this label, in place of what is there."""
        name = self.find(f'//label[normalize-space()="{label}"]').get_attribute("for")
        field = self.browser.find_element(By.ID, name)
        field.clear()
        field.send_keys(text)

    def press(self, name):
        """Clicks the button or link with this text."""
        self.leave_by(f'//*[self::button or self::a][normalize-space()="{name}"]')

    def choose(self, username):
        """Clicks the person with this user name."""
        self.leave_by(f'//button[@value="{username}"]')

    def leave_by(self, xpath):
        """Clicks what leads to another page, and stays until this one is gone: the next may look much the same."""
        page = self.browser.find_element(By.TAG_NAME, "html")
        with contextlib.suppress(ElementClickInterceptedException):  # by a page that is still being laid out
            self.find(xpath).click()
            xpath = None
        if xpath:
            self.find(xpath).click()
        # The driver may stumble over a page that goes away while it is asked.
        WebDriverWait(self.browser, DEADLINE, 0.02, [WebDriverException]).until(staleness_of(page))

    def sign_in(self, username):
        """Says who one is, from the first page of a sign-in to what follows the password."""
        self.choose(username)
        self.fill("Password", "watchword")
        self.press("Sign in")

    def read_code_from_inbox(self):
        """Follows the page's link to the inbox, and comes back with the code of the newest message."""
        page = self.browser.current_window_handle
        self.find('//main//a[starts-with(@href, "/inbox")]').click()
        wait_until(lambda: len(self.browser.window_handles) == 2)
        self.browser.switch_to.window(next(tab for tab in self.browser.window_handles if tab != page))
        code = self.find('//li[1]/p[@class="one-time-code"]').text
        self.browser.close()
        self.browser.switch_to.window(page)
        return code

    def wait_for(self, text):
        """Waits for the page that says this."""
        self.find(f'//body[contains(normalize-space(), "{text}")]')

    def stay(self):
        """Keeps the page from opening an app after a second: Chromium would ask first, and keep the focus for that."""
        self.browser.execute_script("window.stop()")

    def assert_signed_in(self, command, username):
        """Waits for the end of a command that signs in, and judges what it says."""
        output, error = command.communicate(timeout=DEADLINE)
        self.assertEqual(command.returncode, 0, error)
        self.assertEqual(json.loads(output)["username"], username)

    def assert_nobody_is_offered(self):
        """Judges that the sign-in asks who it is, and remembers nobody."""
        self.wait_for("Use another account")
        self.assertNotIn("Signed in on this browser", self.browser.find_element(By.TAG_NAME, "body").text)

    def find(self, xpath):
        """The first element that matches, on this page or on the one that is on its way."""
        with contextlib.suppress(NoSuchElementException):
            return self.browser.find_element(By.XPATH, xpath)
        text = self.browser.find_element(By.TAG_NAME, "body").text
        self.fail(f"no {xpath} on {self.browser.current_url}, which says:\n{text[:600]}")

    def type(self, *keys):
        """Presses keys, wherever the focus is."""
        ActionChains(self.browser, duration=0).send_keys(*keys).perform()

    def tab_to(self, name):
        """Presses the Tab key until the button or link with this text has the focus."""
        for _ in range(100):
            self.type(Keys.TAB)
            if self.browser.switch_to.active_element.text == name:
                return
        self.fail(f"the Tab key does not reach {name}")

    def look(self, name, says, apart_from=None):
        """Judges the page that says this, and takes its pictures.

        `apart_from` is what its console may say: Chromium notes there that a page's status is a refusal.
        """
        self.wait_for(says)
        problems = self.check(f"structure({self.scripts})")
        for width, height, scheme in SCREENS:
            self.browser.show_as(width, height, scheme)
            problems += [f"{width} {scheme}: {text}" for text in self.judge_screen(width, scheme)]
            self.browser.take_picture(f"{os.environ['SCREENSHOTS']}/{name}-{width}-{scheme}.png")
        for width, height, scheme in SCREENS:  # when all pictures are taken, since this scrolls
            self.browser.show_as(width, height, scheme)
            problems += [f"{width} {scheme}: {text}" for text in self.walk_by_keyboard()]
        for text in self.browser.complaints():
            if not apart_from or apart_from not in text:
                problems.append(f"the console says: {text}")
        problems += [f"it asks for {url}" for url in self.browser.strangers()]
        self.assertEqual(problems, [], f"the page {name}")

    def judge_screen(self, width, scheme):
        """What is wrong with the page as it is laid out now."""
        return self.check(f"appearance({width})")

    def walk_by_keyboard(self):
        """Presses Tab often enough to come around once."""
        steps = self.check("watchFocus()") + 4  # leaving the page and coming back take some as well
        self.type(Keys.TAB * steps)
        if problems := self.check("focusProblems()"):
            # On a slow machine, the focus comes before its outline, and keys pressed outside the page get lost.
            for _ in range(steps):
                self.type(Keys.TAB)
            problems = self.check("focusProblems()")
        return problems

    def check(self, call):
        return self.browser.execute_script(f"{CHECKS}\nreturn {call}")
