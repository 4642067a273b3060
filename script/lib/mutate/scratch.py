"""A copy of the repository to change and build, below .build, which git ignores and lint does not look into."""

import os
import re
import shutil
import signal
import subprocess

from listed import Problem

# Nobody debugs these programs. SwiftPM needs the index of the tests to look for those of XCTest.
FLAGS = ["-debug-info-format", "none"]


class Scratch:
    def __init__(self, root):
        self.root = root
        self.copy = root / ".build" / "mutate" / "copy"
        self.target = None

    def follow(self, target):
        """Makes the copy like the repository, with one target of tests and what that needs."""
        self.copy_packages()
        self.target = target
        listed = ["git", "-C", str(self.root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, capture_output=True, check=True, text=True).stdout.split("\0")
        names = {name for name in names if name and (self.root / name).is_file()}
        for name in names | {"Package.resolved"}:
            if (self.root / name).is_file():
                self.write(name, self.content(name))
        for folder, folders, files in os.walk(self.copy):
            folders[:] = [name for name in folders if not name.startswith(".build")]
            for file in files:
                name = os.path.relpath(os.path.join(folder, file), self.copy)
                if name not in names and name != "Package.resolved":
                    (self.copy / name).unlink()

    def content(self, name):
        content = (self.root / name).read_bytes()
        if name == "Package.swift":
            others = f'package.targets.removeAll {{ $0.type == .test && $0.name != "{self.target}" }}\n'
            content += others.encode()
        return content

    def write(self, name, content):
        """Writes only what differs, so that only that is built."""
        path = self.copy / name
        if path.exists() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        shutil.copymode(self.root / name, path)

    def copy_packages(self):
        """Takes the packages that the repository has fetched, so that the copy asks no network."""
        fetched, here = self.root / ".build", self.copy / ".build"
        if here.exists() or not (fetched / "workspace-state.json").exists():
            return
        here.mkdir(parents=True)
        for name in ("repositories", "checkouts", "artifacts"):
            if (fetched / name).exists():
                shutil.copytree(fetched / name, here / name, symlinks=True)
        shutil.copy(fetched / "workspace-state.json", here)

    def apply(self, change):
        path = self.copy / change.file
        path.write_text(change.applied_to(path.read_text()))

    def restore(self, change):
        self.write(change.file, self.content(change.file))

    def build(self):
        """Builds the one target of tests. Gives None, or what the compiler says."""
        command = ["swift", "build", "--product", self.product(), *FLAGS]
        result = subprocess.run(command, cwd=self.copy, capture_output=True, text=True)
        if result.returncode == 0:
            return None
        said = result.stdout + result.stderr
        return "\n".join(re.findall(r".*error: .*", said)[:3]) or said[-2000:]

    def product(self):
        name = re.search(r'name: "([^"]+)",\n +platforms', (self.root / "Package.swift").read_text())
        return f"{name[1]}PackageTests"

    def test(self, suites, limit):
        """Runs the suites. Gives whether they passed, or None at the limit, and what they print."""
        command = ["swift", "test", "--skip-build", "--disable-xctest", "--no-parallel", *FLAGS]
        command += ["--filter", f"^{self.target}\\.({'|'.join(suites)})/" if suites else f"^{self.target}\\."]
        running = subprocess.Popen(
            command, cwd=self.copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            start_new_session=True, text=True, errors="replace",
        )
        try:
            output, _ = running.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            self.end(running)
            return None, ""
        except BaseException:
            self.end(running)
            raise
        if not re.search(r"Test run with [1-9]", output) and running.returncode == 0:
            raise Problem(f"no test of {self.target} has the suites {' '.join(suites)}")
        return running.returncode == 0, output

    def end(self, running):
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
