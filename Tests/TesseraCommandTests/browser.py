#!/usr/bin/env python3
"""A browser without a screen: follows links, fills in forms, keeps cookies.

Started as $BROWSER with an address. It types what TEST_USERNAME and TEST_PASSWORD say, presses the first button
of each page, and so agrees to what an app asks for; it gives up after ten pages.
With TEST_CANCEL it presses Cancel instead.
"""
import os
import sys
import urllib.error
import urllib.parse
import urllib.request
from html.parser import HTMLParser
from http.cookiejar import CookieJar, DefaultCookiePolicy


class FirstForm(HTMLParser):
    """The action and the fields of the first form of a page."""

    def __init__(self):
        super().__init__()
        self.action, self.fields, self.open, self.pressed = None, {}, False, False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form" and self.action is None:
            self.action, self.open = attributes.get("action", ""), True
        elif tag == "input" and self.open and "name" in attributes and attributes.get("type") != "checkbox":
            self.fields[attributes["name"]] = attributes.get("value", "")
        elif tag == "button" and self.open and not self.pressed:
            # A form is sent with one button: its first.
            self.pressed = True
            if "name" in attributes:
                self.fields[attributes["name"]] = attributes.get("value", "")

    def handle_endtag(self, tag):
        if tag == "form":
            self.open = False


def main():
    policy = DefaultCookiePolicy(rfc2965=False, strict_ns_domain=DefaultCookiePolicy.DomainLiberal)
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar(policy)))
    address, data = sys.argv[1], None
    for _ in range(10):
        try:
            response = opener.open(urllib.request.Request(address, data=data), timeout=10)
        except urllib.error.HTTPError as error:
            sys.exit(f"browser: {error.code} at {address.split('?')[0]}")
        text, address = response.read().decode(), response.geturl()
        form = FirstForm()
        form.feed(text)
        if form.action is None:
            return
        if 'role="alert"' in text:
            sys.exit("browser: the page complains")
        if os.environ.get("TEST_CANCEL"):
            form.fields["cancel"] = "1"
        elif "password" in form.fields:
            form.fields["password"] = os.environ["TEST_PASSWORD"]
        elif "username" in form.fields:
            form.fields["username"] = os.environ["TEST_USERNAME"]
        address = urllib.parse.urljoin(address, form.action)
        data = urllib.parse.urlencode(form.fields).encode()
    sys.exit("browser: the pages lead in a circle")


main()
