"""The pictures of the README, of a demo that it starts: `take_pictures.py FOLDER`, run by script/screenshots."""
import sys
from pathlib import Path

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from chromium import Chromium
from running_demo import DEADLINE, RunningDemo

TASKS = ["Protokoll an Ana schicken", "Raum für Donnerstag buchen", "Conor zurückrufen", "Позвонить Ирине"]


class Photographer:
    """A browser in which Ana Silva is signed in to the app of a demo."""

    def __init__(self, folder):
        self.folder, self.demo, self.browser = folder, RunningDemo(), Chromium()
        self.web = self.demo.report["web"]

    def find(self, xpath):
        return self.browser.find_element(By.XPATH, xpath)

    def wait(self, condition):
        WebDriverWait(self.browser, DEADLINE, 0.02).until(lambda _: condition())

    def take(self, name, width, height, scheme="light"):
        """The first screen of the page, as a person sees it."""
        self.browser.show_as(width, height, scheme)
        self.browser.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        self.wait(lambda: self.browser.execute_script(
            "return document.fonts.status === 'loaded' && [...document.images].every((image) => image.complete)"))
        self.browser.save_screenshot(str(Path(self.folder, f"{name}.png")))

    def sign_in(self):
        self.browser.get(self.web)
        self.find('(//a[@class="door"])[1]').click()
        self.find('//button[@value="ana.silva@aldervale.example"]').click()
        self.find('//input[@type="password"]').send_keys("watchword", Keys.ENTER)
        self.find('//input[@id="q"]')

    def take_all(self):
        self.browser.get(self.web)
        self.take("start", 1000, 700)
        self.sign_in()
        self.browser.get(f"{self.web}/people?q=a")
        self.take("people", 1000, 700)
        self.take("people-dark", 1000, 700, "dark")
        self.browser.get(f"{self.web}/people?q=con")
        self.find('//a[@class="person"]').click()
        self.find('//h1[contains(text(), "Conor")]')
        self.take("person", 1000, 700, "dark")
        self.browser.get(f"{self.web}/tasks")
        self.find('//select/option[@value="de"]').click()
        self.find('//html[@lang="de"]')
        for number, text in enumerate(TASKS, 1):
            self.find('//input[@id="text"]').send_keys(text, Keys.ENTER)
            self.wait(lambda: len(self.browser.find_elements(By.CSS_SELECTOR, ".tasks li")) == number)
        self.find('(//button[@name="done"])[1]').click()
        self.find('//li[@class="done"]')
        self.browser.execute_script("document.activeElement.blur()")
        self.take("tasks-german", 1000, 700)
        self.browser.end()
        self.demo.end()


Photographer(sys.argv[1]).take_all()
