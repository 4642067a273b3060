import os

from selenium.webdriver.common.by import By

from sign_in_request import ANA
from web_test import WebTest

LAYLA = "ليلى حداد"
TEXTS = {
    "de": {
        "name": "Deutsch", "start": "Aufgaben im Blick behalten", "results": "8 Personen gefunden",
        "tasks": "Neue Aufgabe", "accounts": "Arbeitskonten",
    },
    "ru": {
        "name": "Русский", "start": "всегда под рукой", "results": "Найдено 8 человек",
        "tasks": "Новая задача", "accounts": "Рабочие аккаунты",
    },
}  # fmt: skip
ADDRESSES = {
    "start": "/",
    "people": "/people?q=a",
    "people-none": "/people?q=xyz",
    "tasks-empty": "/tasks",
    "accounts": "/accounts",
    "sign-out": "/sign-out",
    "sessions": "/sign-in/sessions",
    "missing": "/nowhere",
}


class WebPages(WebTest):
    """Each page of the app in each state."""

    def test_start(self):
        self.go("/")
        self.look("web-start", says="Find colleagues")

    def test_people(self):
        self.go("/people")
        self.look("web-people-signed-out", says="Sign in to search")
        self.sign_in_as_employee()
        self.look("web-people", says="Results appear")
        self.search("a")
        self.look("web-people-results", says="8 people found")
        self.search("xyz")
        self.look("web-people-none", says="No results for")

    def test_person(self):
        self.sign_in_as_employee()
        self.open_person("con")
        self.look("web-person", says="3 direct reports")
        self.open_person("wilhelmina")
        self.look("web-person-long-name", says="von Hohenstein")
        self.open_person("owen")
        self.look("web-person-without-mail", says="Contractor")
        self.open_person("ليلى")
        self.assertEqual(self.check("getComputedStyle(document.querySelector('h1')).direction"), "rtl")
        self.look("web-person-right-to-left", says=LAYLA)
        self.go("/people/nobody")
        self.look("web-person-missing", says="There is no person with that name", apart_from="status of 404")

    def test_personal_account(self):
        self.go("/people")
        self.press("Sign in")
        self.sign_in("noor.vandijk@mailbox.example")
        self.press("Back to the app")
        self.look("web-sign-in-personal", says="The sign-in failed", apart_from="status of 400")

    def test_tasks(self):
        self.go("/tasks")
        self.look("web-tasks-signed-out", says="Sign in to see your tasks")
        self.sign_in_as_customer()
        self.look("web-tasks-empty", says="No tasks yet")
        for text in ("Buy milk", "Call Conor about the offer for Seattle, before he is away for two weeks", "W" * 60):
            self.add_task(text)
        self.use("Mark “Buy milk” as done")
        self.look("web-tasks", says="2 tasks to do")
        self.use("Edit “Buy milk”")
        self.look("web-tasks-editing", says="Save")
        self.go("/tasks")
        self.use("Remove “Buy milk”")
        self.look("web-tasks-removed", says="“Buy milk” was removed.")
        self.use("Done")
        self.look("web-tasks-none-done", says="No tasks are done yet.")

    def test_accounts(self):
        self.go("/accounts")
        self.look("web-accounts-none", says="No one is signed in.")
        self.sign_in_as_employee()
        self.go("/accounts")
        self.look("web-accounts", says="read and change your task list")
        self.sign_in_as_second_account()
        self.go("/accounts")
        self.look("web-accounts-both", says="Edit profile")
        self.go("/sign-out")
        self.look("web-sign-out", says="You can also end your session at the provider.")
        self.press("Sign out here")
        self.look("web-signed-out", says="You may still be signed in at the provider")

    def test_signed_out_everywhere(self):
        self.sign_in_as_employee()
        self.press("Sign out")
        self.press("Sign out Ana Silva here and at the provider")
        self.look("web-signed-out-everywhere", says="and at the provider have ended")

    def test_notices(self):
        self.go("/nowhere")
        self.look("web-page-missing", says="This page does not exist", apart_from="status of 404")
        self.go("/sign-in?return=https://elsewhere.example/")
        self.look("web-link-elsewhere", says="This link leads elsewhere", apart_from="status of 400")
        self.go("/people")
        self.press("Sign in")
        self.press("Cancel")
        self.look("web-sign-in-cancelled", says="You canceled the sign-in")
        self.press("Sign in")
        self.choose(ANA)
        self.forget_the_app()
        self.fill("Password", "watchword")
        self.press("Sign in")
        self.look("web-sign-in-elsewhere", says="The sign-in started elsewhere", apart_from="status of 400")

    def test_german(self):
        self.look_in("de")

    def test_russian(self):
        self.look_in("ru")

    def test_narrow_and_large(self):
        self.assert_fits("people-signed-out", "/people")
        self.sign_in_as_employee()
        for name, address in ADDRESSES.items():
            self.assert_fits(name, address)
        for name in ("wilhelmina", "con"):
            self.open_person(name)
            self.assert_fits(name)
        self.go("/tasks")
        self.add_task("Call Conor about the offer for Seattle")
        self.add_task("W" * 200)
        self.assert_fits("tasks")
        self.use("Edit “Call Conor about the offer for Seattle”")
        self.wait_for("Save")
        self.assert_fits("tasks-editing")

    def test_narrow_in_russian(self):
        self.sign_in_as_employee()
        self.choose_language("Русский")
        for name, address in ADDRESSES.items():
            self.assert_fits(f"{name}-ru", address)

    def test_print(self):
        self.sign_in_as_employee()
        self.open_person("con")
        self.show_as_printed()
        self.assertNotIn("Copy", self.texts("body")[0])
        self.assertNotIn("Sign out", self.texts("body")[0])
        self.assertIn("+353 20 914 3258", self.texts("body")[0])
        self.assertEqual([text for text in self.check("appearance(1280)") if "contrast" in text], [])
        self.browser.take_picture(f"{os.environ['SCREENSHOTS']}/web-person-print.png")

    def test_size_of_sign_out(self):
        self.sign_in_as_employee()
        self.assertEqual([text for text in self.check("appearance(1280)") if "too small" in text], [])

    def test_console_while_a_task_is_edited(self):
        self.sign_in_as_customer()
        self.add_task("Buy milk")
        self.use("Edit “Buy milk”")
        self.wait_for("Save")
        self.assertEqual(self.browser.complaints(), [])

    def test_header_names_the_account_in_use(self):
        self.sign_in_as_employee()
        self.sign_in_as_second_account()
        self.go("/accounts")
        self.use("Use the account of Ana Silva")
        self.find('//h3[span="Ana Silva"]/span[.="Tasks"]')
        self.go("/tasks")
        self.assertEqual(self.texts(".who span"), ["Ana Silva"])

    def test_names_of_the_buttons_that_end_sessions(self):
        for _ in range(2):  # of three, two could have begun in the same minute
            self.browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
            self.sign_in_as_employee()
        self.go("/sign-in/sessions")
        names = [button.accessible_name for button in self.browser.find_elements(By.CSS_SELECTOR, "main button")]
        self.assertEqual(len(set(names)), len(names), names)
        self.assertIn("End: Chrome on Linux, since ", " ".join(names))

    def look_in(self, language):
        """Looks at the most important pages in another language, which the form at the end of a page chooses."""
        texts = TEXTS[language]
        self.sign_in_as_employee()
        self.go("/")
        self.choose_language(texts["name"])
        self.look(f"web-start-{language}", says=texts["start"])
        self.go("/people")
        self.search("a")
        self.look(f"web-people-{language}", says=texts["results"])
        self.go("/tasks")
        self.look(f"web-tasks-{language}", says=texts["tasks"])
        self.go("/accounts")
        self.look(f"web-accounts-{language}", says=texts["accounts"])

    def open_person(self, text):
        """Searches, and opens the first person found."""
        self.go("/people")
        self.search(text)
        self.leave_by('//a[@class="person"]')

    def assert_fits(self, name, address=None):
        """Judges that nothing must be scrolled to the side: on a narrow screen, at 200 %, and with letters that large."""
        if address:
            self.go(address)
        for width, letters in ((320, 100), (640, 100), (1280, 200)):
            self.browser.show_as(width, 800, "light")
            self.browser.execute_script(f"document.documentElement.style.fontSize = '{letters}%'")
            problems = [text for text in self.check(f"appearance({width})") if " wide: " in text]
            self.browser.take_picture(f"{os.environ['SCREENSHOTS']}/web-fits-{name}-{width}-{letters}.png")
            self.assertEqual(problems, [], f"{name} at {width} pixels, letters of {letters} %")
        self.browser.execute_script("document.documentElement.style.fontSize = ''")

    def forget_the_app(self):
        """Removes the app's cookies, and leaves those of the provider."""
        for cookie in self.browser.execute_cdp_cmd("Network.getAllCookies", {})["cookies"]:
            if cookie["domain"] == "localhost":
                name = {"name": cookie["name"], "domain": cookie["domain"]}
                self.browser.execute_cdp_cmd("Network.deleteCookies", name)

    def show_as_printed(self):
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        self.addCleanup(self.browser.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"media": ""})
