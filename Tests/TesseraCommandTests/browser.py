#!/usr/bin/env python3
"""A browser without a screen: follows links, fills in forms, keeps cookies.

Started as $BROWSER with an address. It types what the environment says, presses the first button of each page, and so
agrees to what an app asks for; it cancels where the page refuses the person, and gives up after fifteen pages. At the
end it prints the address for the app, if that is one that no browser can open.

TEST_USERNAME, TEST_PASSWORD  who signs in
TEST_NAME                     the display name of somebody who signs up
TEST_PRESS                    buttons, such as `sign-up` or `forgot`, to press instead of the first, each once
TEST_ONCE                     a file: those buttons are pressed by the first browser alone, which makes it
TEST_USER_CODE                the code of a device
TEST_CANCEL                   press Cancel
TEST_COOKIES                  the file in which cookies are kept for the next start
TEST_VISITED                  a file that gets a line for each address at which a page was
"""
import os
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
from html.parser import HTMLParser
from http.cookiejar import DefaultCookiePolicy, LWPCookieJar


class FirstForm(HTMLParser):
    """The action, the fields and the buttons of the first form of a page, and an address to copy."""

    def __init__(self):
        super().__init__()
        self.action, self.method, self.fields, self.buttons, self.open = None, "get", {}, [], False
        self.copied, self.copying = None, False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form" and self.action is None:
            self.action, self.open = attributes.get("action", ""), True
            self.method = attributes.get("method", "get").lower()
        elif tag == "input" and self.open and "name" in attributes and attributes.get("type") != "checkbox":
            self.fields[attributes["name"]] = attributes.get("value", "")
        elif tag == "button" and self.open:
            self.buttons.append((attributes.get("name"), attributes.get("value", "")))
        elif tag == "textarea" and attributes.get("id") == "address":
            self.copied, self.copying = "", True

    def handle_data(self, data):
        if self.copying:
            self.copied += data

    def handle_endtag(self, tag):
        if tag == "form":
            self.open = False
        elif tag == "textarea":
            self.copying = False

    def press(self, wanted):
        """A form is sent with one button: the first one, unless another is wanted."""
        button = next((button for button in self.buttons if button[1] in wanted), None)
        if button:
            wanted.remove(button[1])
        elif self.buttons:
            button = self.buttons[0]
        if button and button[0]:
            self.fields[button[0]] = button[1]


class OnThisMachine(urllib.request.HTTPRedirectHandler):
    """Follows redirects on this machine; any other is where the sign-in ends."""

    def redirect_request(self, request, response, code, message, headers, address):
        if urllib.parse.urlsplit(address).hostname in ("127.0.0.1", "localhost", "::1"):
            return super().redirect_request(request, response, code, message, headers, address)
        return None


def newest_code(opener, address):
    page = opener.open(urllib.parse.urljoin(address, "/inbox"), timeout=10).read().decode()
    found = re.search(r'class="one-time-code"><code>(\w+)</code>', page)
    return found.group(1) if found else sys.exit("browser: no code has come")


def fill_in(form, opener, address, wanted, refused):
    form.press(wanted)
    values = {
        "username": os.environ.get("TEST_USERNAME"), "email": os.environ.get("TEST_USERNAME"),
        "password": os.environ.get("TEST_PASSWORD"), "passwordAgain": os.environ.get("TEST_PASSWORD"),
        "displayName": os.environ.get("TEST_NAME"), "user_code": os.environ.get("TEST_USER_CODE"),
    }
    for name in form.fields:
        if values.get(name) and not (name == "username" and "email" in form.fields):
            form.fields[name] = values[name]
    if form.fields.get("phone") == "":
        form.fields["phone"] = "+44 7700 900123"
    if "code" in form.fields:
        form.fields["code"] = newest_code(opener, address)
    if refused or os.environ.get("TEST_CANCEL"):
        form.fields["cancel"] = "1"


def buttons_to_press():
    once = os.environ.get("TEST_ONCE")
    if once and os.path.exists(once):
        return []
    if once:
        open(once, "w").close()
    return os.environ.get("TEST_PRESS", "").split()


def note(address):
    if os.environ.get("TEST_VISITED"):
        with open(os.environ["TEST_VISITED"], "a") as file:
            file.write(address + "\n")


def visit(opener):
    address, data, wanted = sys.argv[1], None, buttons_to_press()
    for _ in range(15):
        try:
            response = opener.open(urllib.request.Request(address, data=data), timeout=10)
        except urllib.error.HTTPError as error:
            if 300 <= error.code < 400:
                return print(error.headers["Location"])
            if error.code != 403:
                sys.exit(f"browser: {error.code} at {address.split('?')[0]}")
            response = error
        text, address = response.read().decode(), response.geturl()
        note(address)
        form = FirstForm()
        form.feed(text)
        if form.copied:
            print(form.copied)
        if form.action is None:
            return
        if 'role="alert"' in text:
            sys.exit("browser: the page complains")
        fill_in(form, opener, address, wanted, response.status == 403)
        address, data = urllib.parse.urljoin(address, form.action), urllib.parse.urlencode(form.fields)
        if form.method == "get":
            address, data = f"{address}?{data}", ""
        data = data.encode() or None
    sys.exit("browser: the pages form a loop")


def main():
    policy = DefaultCookiePolicy(rfc2965=False, strict_ns_domain=DefaultCookiePolicy.DomainLiberal)
    kept = os.environ.get("TEST_COOKIES")
    cookies = LWPCookieJar(kept, policy=policy)
    if kept and os.path.exists(kept):
        cookies.load(ignore_discard=True)
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies), OnThisMachine)
    try:
        visit(opener)
    finally:
        if kept:
            cookies.save(ignore_discard=True)


main()
