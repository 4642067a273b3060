#!/usr/bin/env python3
"""What a person sees of the search, in Chromium; prints rows for web.py.

web_browser.py ADDRESS COOKIE: the app, and the cookie of a session.
"""
import json
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Tests" / "Browser"))
from chromium import Chromium  # noqa: E402
from running_demo import wait_until  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402

SEEN = """
window.seen = null;
new MutationObserver(() => requestAnimationFrame(() => { window.seen = Date.now(); }))
    .observe(document.getElementById("results"), { childList: true });
"""
SIZE = """
return performance.getEntriesByType("resource").filter((entry) => !entry.name.includes("/photo"))
    .concat(performance.getEntriesByType("navigation")).reduce((sum, entry) => sum + entry.transferSize, 0);
"""
PAINT = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


def row(*cells):
    print(json.dumps(cells), flush=True)


def main(address, cookie):
    browser = Chromium()
    browser.get(address + "/icon.svg")
    name, value = cookie.split("=", 1)
    browser.add_cookie({"name": name, "value": value})
    paints, delays = [], []
    for number in range(11):
        browser.execute_cdp_cmd("Network.clearBrowserCache", {})
        browser.get(address + "/people")
        wait_until(lambda: browser.execute_script(PAINT) > 0)
        paints.append(browser.execute_script(PAINT))
        size = browser.execute_script(SIZE)
        browser.execute_script(SEEN)
        browser.find_element(By.ID, "q").send_keys(f"con{number}")
        wait_until(lambda: browser.execute_script("return window.seen"))
        seen = browser.execute_script("return window.seen") / 1000
        print("answered?", flush=True)
        delays.append((seen - float(sys.stdin.readline())) * 1000)
    browser.end()
    row("bytes of the page of people at first view", f"{size / 1000:.1f} kB", "30 kB")
    row("its first contentful paint in Chromium", f"{statistics.median(paints):.0f} ms", "200 ms")
    row("from Graph's answer to the results on screen", f"{statistics.median(delays):.0f} ms", "50 ms")


main(*sys.argv[1:])
