"""A machine to throw away: this one as it is, with its own systemd and no network, over a layer of memory.

It runs the commands of a page; nothing that they do reaches the machine below.
"""
import os
import re
import shutil
import subprocess
import unittest
from pathlib import Path

from workplace import ROOT, run

BLOCK = re.compile(r"(?:<!-- not run: ([^>]*) -->\n)?^```(bash|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Services that only cost time here.
NEEDLESS = ("apt-daily.timer", "apt-daily-upgrade.timer", "e2scrub_all.timer", "e2scrub_reap.service", "man-db.timer",
            "dpkg-db-backup.timer", "fstrim.timer", "prometheus.service", "prometheus-node-exporter.service",
            "nginx.service", "postgresql.service", "apache2.service", "console-getty.service", "systemd-networkd.service",
            "systemd-resolved.service", "networking.service")
BOOT = 600  # seconds, for booting, running a page and ending, on a slow machine


class Block:
    """A block of commands of a page, and the output that the page shows after it."""

    def __init__(self, commands):
        self.commands, self.expected = commands, None


def blocks(page):
    """The blocks of a page in order, without those that say that they are not run."""
    found, last = [], None
    for reason, kind, text in BLOCK.findall(page.read_text()):
        if kind == "bash":
            last = None if reason else Block(text)
            found += [last] if last else []
        elif last:
            last.expected, last = text, None
    return found


class Machine:
    def __init__(self, folder):
        self.folder = folder
        if os.geteuid() != 0 or not shutil.which("systemd-nspawn"):
            raise unittest.SkipTest("a machine to throw away needs root and systemd-nspawn")
        self.memory, self.root, self.notes = folder / "memory", folder / "memory/root", folder / "notes"
        for path in (self.memory, self.notes):
            path.mkdir()
        run("mount", "-t", "tmpfs", "none", str(self.memory))
        for name in ("upper", "work", "root"):
            (self.memory / name).mkdir()
        try:
            run("mount", "-t", "overlay", "overlay", "-o",
                f"lowerdir=/,upperdir={self.memory}/upper,workdir={self.memory}/work", str(self.root))
        except AssertionError as error:
            self.remove()
            raise unittest.SkipTest(f"no overlay can be mounted here: {error}") from None

    def remove(self):
        for path in (self.root, self.memory):
            subprocess.run(["umount", "--lazy", str(path)], capture_output=True)

    def run(self, steps, programs):
        """Boots, runs the steps in one shell until one fails, and ends; gives the output of each step that ran."""
        script = ["set -euo pipefail", f"cd {ROOT}", "export PROGRAMS=/programs HOME=/root LANG=C.UTF-8"]
        for index, step in enumerate(steps):
            script += [f"exec >/notes/{index}.output 2>&1", step, f": >/notes/{index}.done"]
        (self.notes / "script").write_text("\n".join(script) + "\n")
        unit = self.root / "etc/systemd/system/page.service"
        unit.write_text("[Unit]\nAfter=basic.target dbus.service\n[Service]\nType=oneshot\n"
                        "ExecStart=/bin/bash /notes/script\nExecStopPost=/bin/systemctl poweroff --no-block\n")
        wants = self.root / "etc/systemd/system/multi-user.target.wants"
        wants.mkdir(exist_ok=True)
        (wants / "page.service").symlink_to(unit.name)
        for name in NEEDLESS:
            enabled = wants / name
            if enabled.is_symlink():
                enabled.unlink()
        for name in NEEDLESS:
            if not name.startswith(("nginx", "postgresql")):
                place = self.root / "etc/systemd/system" / name
                if not place.exists() and not place.is_symlink():
                    place.symlink_to("/dev/null")
        with open(self.folder / "boot.log", "w") as log:
            process = subprocess.Popen(
                ["systemd-nspawn", "--quiet", f"--directory={self.root}", "--register=no", "--keep-unit",
                 "--private-network", f"--machine=page-{os.getpid()}", f"--bind={self.notes}:/notes",
                 f"--bind-ro={ROOT}", f"--bind-ro={programs}:/programs", "--boot"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
            try:
                process.wait(BOOT)
            finally:
                if process.poll() is None:
                    process.terminate()
                    process.wait()
        if not (self.notes / "0.output").exists():
            raise AssertionError("the machine did not boot:\n" + (self.folder / "boot.log").read_text()[-3000:])
        outputs = []
        for index in range(len(steps)):
            output = self.notes / f"{index}.output"
            if not output.exists():
                break
            outputs.append((output.read_text(errors="replace"), (self.notes / f"{index}.done").exists()))
        return outputs
