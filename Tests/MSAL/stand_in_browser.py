"""A browser without a window: it keeps cookies, sends the forms of the tenant's pages, and stops where an app waits."""
from html.parser import HTMLParser
from urllib.parse import parse_qs, urljoin, urlsplit


class Browser:
    """Signs one person in, on whatever pages the tenant shows."""

    def __init__(self, session, username, password):
        self.session = session
        self.answers = {"username": username, "email": username, "password": password}

    def sign_in(self, url, redirect_uri):
        """Opens an authorization request; gives what the app receives at its redirect URI, by query or by form."""
        response = self.session.get(url, allow_redirects=False)
        for _ in range(12):
            if response.is_redirect:
                target = urljoin(response.url, response.headers["Location"])
                if target.startswith(redirect_uri):
                    return first_values(urlsplit(target).query or urlsplit(target).fragment)
                response = self.session.get(target, allow_redirects=False)
                continue
            response.raise_for_status()
            form = Form.first(response.text)
            if form is None:
                raise AssertionError(f"this page has no form: {text_of(response.text)}")
            action = urljoin(response.url, form.action)
            if action.startswith(redirect_uri):
                return form.fields
            response = self.send(response.url, form)
        raise AssertionError("the sign-in does not end")

    def approve_device(self, page, user_code):
        """Types a device's code, signs in, and gives the text of the last page."""
        self.answers["user_code"] = user_code
        response = self.session.get(page)
        for _ in range(8):
            form = Form.first(response.text)
            if form is None:
                return text_of(response.text)
            response = self.send(response.url, form, follow=True)
        raise AssertionError("the sign-in does not end")

    def send(self, page, form, follow=False):
        """Fills a form in as the person, and presses its first button."""
        values = {name: self.answers.get(name, value) for name, value in form.fields.items()}
        return self.session.post(
            urljoin(page, form.action),
            data=values,
            headers={"Origin": "{0.scheme}://{0.netloc}".format(urlsplit(page))},
            allow_redirects=follow,
        )


class Form(HTMLParser):
    """The first form of a page: its action, its fields, and its first button."""

    @classmethod
    def first(cls, page):
        """The form; None if the page has none."""
        form = cls()
        form.feed(page)
        return form if form.action is not None else None

    def __init__(self):
        super().__init__()
        self.action, self.fields = None, {}
        self.is_open, self.has_button = False, False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form" and self.action is None:
            self.action, self.is_open = attributes.get("action", ""), True
        if not self.is_open or "name" not in attributes:
            return
        if tag == "input" and attributes.get("type") not in ("checkbox", "radio", "submit"):
            self.fields[attributes["name"]] = attributes.get("value", "")
        if (tag == "button" or attributes.get("type") == "submit") and not self.has_button:
            self.has_button = True
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
