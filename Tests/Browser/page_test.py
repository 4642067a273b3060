"""What every test of a page can do: go there, use it as a person would, and look at it."""
import os
import signal
import sys
import unittest
from pathlib import Path

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from chromium import Chromium
from running_demo import RunningDemo

CHECKS = Path(__file__).with_name("page_checks.js").read_text()
SCREENS = [(*size, scheme) for size in ((390, 844), (1280, 900)) for scheme in ("light", "dark")]

signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is ended


class PageTest(unittest.TestCase):
    """A demo and a browser for each class; a browser that remembers nobody for each test."""

    @classmethod
    def setUpClass(cls):
        cls.demo = RunningDemo()
        cls.addClassCleanup(cls.demo.end)
        cls.browser = Chromium()
        cls.addClassCleanup(cls.browser.end)

    def setUp(self):
        self.browser.forget_everything()

    def go(self, address):
        """Types an address; one that begins with a slash is the tenant's."""
        self.browser.get(self.demo.tenant + address if address.startswith("/") else address)

    def fill(self, label, text):
        """Types into the field with this label, in place of what is there."""
        name = self.find(f'//label[normalize-space()="{label}"]').get_attribute("for")
        field = self.browser.find_element(By.ID, name)
        field.clear()
        field.send_keys(text)

    def press(self, name):
        """Clicks the button or link with this text."""
        self.find(f'//*[self::button or self::a][normalize-space()="{name}"]').click()

    def choose(self, username):
        """Clicks the person with this user name."""
        self.find(f'//button[@value="{username}"]').click()

    def wait_for(self, text):
        """Waits for the page that says this."""
        self.find(f'//body[contains(normalize-space(), "{text}")]')

    def find(self, xpath):
        """The first element that matches, on this page or on the one that is on its way."""
        return self.browser.find_element(By.XPATH, xpath)

    def look(self, name, says, is_refusal=False):
        """Judges the page that says this, and takes its pictures.

        Chromium's console notes a page whose status is a refusal; only for such a page is that right.
        """
        self.wait_for(says)
        problems = self.check("structure()")
        for width, height, scheme in SCREENS:
            self.browser.show_as(width, height, scheme)
            problems += [f"{width} {scheme}: {text}" for text in self.check(f"appearance({width})")]
            self.browser.take_picture(f"{os.environ['SCREENSHOTS']}/{name}-{width}-{scheme}.png")
        for width, height, scheme in SCREENS:  # when all pictures are taken, since this scrolls
            self.browser.show_as(width, height, scheme)
            problems += [f"{width} {scheme}: {text}" for text in self.walk_by_keyboard()]
        complaints = self.browser.complaints()
        if is_refusal:
            complaints = [text for text in complaints if self.browser.current_url not in text]
        problems += [f"the console says: {text}" for text in complaints]
        problems += [f"it asks for {url}" for url in self.browser.strangers()]
        self.assertEqual(problems, [], f"the page {name}")

    def walk_by_keyboard(self):
        """Presses Tab often enough to come around once."""
        count = self.check("watchFocus()")
        ActionChains(self.browser, duration=0).send_keys(Keys.TAB * (count + 2)).perform()
        return self.check("focusProblems()")

    def check(self, call):
        return self.browser.execute_script(f"{CHECKS}\nreturn {call}")
