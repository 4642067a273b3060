"""A browser without a window: it keeps cookies, sends the forms of the tenant's pages, and stops where an app waits."""
import contextlib
import os
import threading
from html.parser import HTMLParser
from unittest import mock
from urllib.parse import parse_qs, urljoin, urlsplit

PAGES = 12  # more than any sign-in has


class Browser:
    """Signs one person in, on whatever pages the tenant shows."""

    def __init__(self, session, username, password):
        self.session = session
        self.answers = {"username": username, "email": username, "password": password}

    def sign_in(self, url, redirect_uri, button=None):
        """Opens an authorization request; gives what the app receives at its redirect URI, by query or by form."""
        response = self.session.get(url, allow_redirects=False)
        for _ in range(PAGES):
            if response.is_redirect:
                target = urljoin(response.url, response.headers["Location"])
                if target.startswith(redirect_uri):
                    return first_values(urlsplit(target).query or urlsplit(target).fragment)
                response = self.session.get(target, allow_redirects=False)
                continue
            form = Form.on(response)
            if form.target.startswith(redirect_uri):
                return form.fields
            response = self.send(form, button)
        raise AssertionError("the sign-in does not end")

    def answer_device(self, page, user_code, button=None):
        """Types a device's code, presses a button where it is there, signs in, and gives the last page's text."""
        self.answers["user_code"] = user_code
        response = self.session.get(page)
        for _ in range(PAGES):
            form = Form.on(response, optional=True)
            if form is None:
                return text_of(response.text)
            response = self.send(form, button=button, follow=True)
        raise AssertionError("the sign-in does not end")

    @contextlib.contextmanager
    def as_the_systems(self):
        """While this lasts, Python opens addresses in this browser, which brings the answer to the app that listens."""
        def visit(url):
            redirect_uri = first_values(urlsplit(url).query)["redirect_uri"]
            self.session.post(redirect_uri, data=self.sign_in(url, redirect_uri))

        def open_window(url, *_):
            threading.Thread(target=visit, args=[url], daemon=True).start()
            return True

        # The library prefers an Edge, if there is one, to whatever Python would open.
        with mock.patch("webbrowser.open", open_window), mock.patch.dict(os.environ, BROWSER="none"):
            yield

    def send(self, form, button=None, follow=False):
        """Fills a form in as the person, and presses the first button, or the one with this name or value."""
        values = {name: self.answers.get(name, value) for name, value in form.fields.items()}
        name, value = next((pressed for pressed in form.buttons if button in pressed), form.buttons[0])
        if name is not None:
            values[name] = value
        return self.session.post(
            form.target, data=values, headers={"Origin": "{0.scheme}://{0.netloc}".format(urlsplit(form.page))},
            allow_redirects=follow,
        )


class Form(HTMLParser):
    """The first form of a page: where it goes, its fields, and the names and values of its buttons."""

    @classmethod
    def on(cls, response, optional=False):
        """The form of a page; None if it has none and need not."""
        response.raise_for_status()
        form = cls(response.url)
        form.feed(response.text)
        if form.target is None and not optional:
            raise AssertionError(f"this page has no form: {text_of(response.text)}")
        return form if form.target is not None else None

    def __init__(self, page):
        super().__init__()
        self.page, self.target, self.fields, self.buttons = page, None, {}, []
        self.is_open = False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form" and self.target is None:
            self.target, self.is_open = urljoin(self.page, attributes.get("action", "")), True
        if self.is_open and tag == "button":
            self.buttons.append((attributes.get("name"), attributes.get("value", "")))
        elif self.is_open and tag == "input" and attributes.get("type") not in ("checkbox", "radio"):
            self.fields[attributes["name"]] = attributes.get("value", "")

    def handle_endtag(self, tag):
        if tag == "form":
            self.is_open = False


class Text(HTMLParser):
    """The words of a page."""

    def __init__(self):
        super().__init__()
        self.words = []

    def handle_data(self, data):
        self.words += data.split()


def text_of(page):
    """The words of a page, in one line."""
    text = Text()
    text.feed(page)
    return " ".join(text.words)


def first_values(encoded):
    """Parameters by name, each once."""
    return {name: values[0] for name, values in parse_qs(encoded, keep_blank_values=True).items()}
