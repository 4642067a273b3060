"""The systemd units: their sandboxes, their names for settings, and their times. test_pages.py runs them."""
import json
import re
import shutil
import subprocess

from workplace import DEPLOY, DeployTest, needs

UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
MOST_EXPOSURE = 15  # of 100: 1.5 in the words of systemd-analyze; the goal was 2.0


def entries(unit, section="Service"):
    """The entries of a section, each a list; continued lines are one."""
    text = unit.read_text().replace("\\\n", " ")
    found, current = {}, None
    for line in text.splitlines():
        if line.startswith("["):
            current = line.strip("[]")
        elif current == section and "=" in line and not line.startswith("#"):
            name, value = line.split("=", 1)
            found.setdefault(name, []).append(value)
    return found


@needs("systemd-analyze")
class UnitTests(DeployTest):
    def test_each_unit_is_there(self):
        self.assertEqual([unit.name for unit in UNITS], ["task-service@.service", "tessera-web@.service"])

    def test_the_exposure_is_small(self):
        for unit in UNITS:
            with self.subTest(unit.name):
                result = subprocess.run(
                    ["systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSURE}", str(unit)],
                    capture_output=True, text=True)
                self.assertEqual(result.returncode, 0, result.stdout)
                self.assertRegex(result.stdout, r"Overall exposure level for \S+: \d")

    def test_systemd_has_no_complaint(self):
        for unit in UNITS:
            with self.subTest(unit.name):
                # The programs of the units may not be installed here.
                text, count = re.subn(r"/usr/local/bin/\S+", shutil.which("true"), unit.read_text())
                self.assertEqual(count, 1)
                (self.folder / unit.name).write_text(text)
                result = subprocess.run(
                    ["systemd-analyze", "verify", "--man=no", str(self.folder / unit.name)],
                    capture_output=True, text=True)
                self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_SIGKILL_comes_later_than_the_longest_shutdown(self):
        shutdown = json.loads((DEPLOY / "task-service.json").read_text())["shutdown"]
        for unit in UNITS:
            limit = int(entries(unit)["TimeoutStopSec"][0])
            self.assertGreater(limit, shutdown["drainSeconds"] + shutdown["limitSeconds"], unit.name)

    def test_every_secret_is_a_credential(self):
        for unit in UNITS:
            found = entries(unit)
            self.assertTrue(found["LoadCredential"], unit.name)
            for value in found["Environment"] + found["ExecStart"]:
                self.assertNotRegex(value, r"postgres(ql)?://|PASSWORD|SECRET", unit.name)
