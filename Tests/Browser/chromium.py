"""Chromium without a window, as the page tests use it: it reaches nothing but this machine, and leaves nothing."""
import atexit
import base64
import contextlib
import json
import os
import shutil
import signal
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from running_demo import DEADLINE, wait_until

FLAGS = [
    "--headless=new",
    "--disable-dev-shm-usage",  # containers give it 64 MB
    "--disable-component-update",
    "--disable-extensions",
    "--no-default-browser-check",
    "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]


class Chromium(webdriver.Chrome):
    """A browser with a profile of its own, until `end`."""

    def __init__(self):
        self.cleanup = contextlib.ExitStack()
        atexit.register(self.end)  # after Ctrl-C, unittest calls no cleanups
        home = tempfile.mkdtemp(prefix="tessera-chromium-")
        self.cleanup.callback(wait_until, lambda: is_removed(home))
        options = webdriver.ChromeOptions()
        options.binary_location = os.environ["CHROMIUM"]
        for flag in FLAGS + [f"--user-data-dir={home}/profile"]:
            options.add_argument(flag)
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")  # Chromium's sandbox refuses to work for root
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        os.environ["NO_PROXY"] = "localhost,127.0.0.1"
        service = Service(
            os.environ["CHROMEDRIVER"], env={**os.environ, "HOME": home}, popen_kw={"start_new_session": True}
        )
        self.cleanup.callback(end_session, service)
        super().__init__(options, service)
        self.cleanup.callback(self.quit)
        self.set_page_load_timeout(DEADLINE)
        self.implicitly_wait(DEADLINE)  # for what the page after a form shall have

    def end(self):
        """Ends the browser and its driver, and removes the profile; may be called again."""
        self.cleanup.close()

    def show_as(self, width, height, scheme):
        """Lays the page out for a screen of this size, in a `light` or `dark` scheme."""
        self.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
        )
        # Less motion, or a colour would be judged on its way to another.
        wishes = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
        features = [{"name": name, "value": value} for name, value in wishes.items()]
        self.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def take_picture(self, path):
        """Writes a PNG of the whole page, including what would have to be scrolled to."""
        size = self.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
        answer = self.execute_cdp_cmd(
            "Page.captureScreenshot", {"captureBeyondViewport": True, "clip": {**size, "scale": 1}}
        )
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(base64.b64decode(answer["data"]))

    def forget_everything(self):
        """Makes it a browser that has never been anywhere."""
        self.get("about:blank")
        self.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.complaints()
        self.strangers()

    def complaints(self):
        """What the console says since the last call: errors, breaches of the policy, and advice."""
        return [entry["message"] for entry in self.get_log("browser")]

    def strangers(self):
        """The addresses off this machine that pages asked for since the last call."""
        messages = [json.loads(entry["message"])["message"] for entry in self.get_log("performance")]
        asked = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
        return [url for url in asked if not is_here(url)]


def end_session(service):
    """Ends what the driver started and did not get to end itself, as after Ctrl-C while Chromium starts."""
    if getattr(service, "process", None):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(service.process.pid, signal.SIGKILL)


def is_removed(folder):
    """Removes the folder as far as possible: Chromium writes to its profile until it has ended."""
    shutil.rmtree(folder, ignore_errors=True)
    return not os.path.exists(folder)


def is_here(url):
    """Whether what is asked for at this address stays on the machine."""
    parts = urlsplit(url)
    return parts.scheme not in ("http", "https", "ws", "wss") or parts.hostname in ("localhost", "127.0.0.1", "::1")
