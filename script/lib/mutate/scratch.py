"""A copy of the repository to change and build, below .build, which git ignores and lint does not look into."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import threading

from listed import Problem
from switched import SWITCH, switched

# Nobody debugs these programs. SwiftPM needs the index of the tests to look for those of XCTest.
FLAGS = ["-debug-info-format", "none"]

# Behind Package.swift: without the other targets of tests, but for those that this one uses.
ALONE = """
let alone = "%s"
let used = package.targets.filter { $0.name == alone }.flatMap(\\.dependencies).map { "\\($0)" }
package.targets.removeAll { one in
    one.type == .test && one.name != alone && !used.contains { $0.contains("\\"\\(one.name)\\"") }
}
"""


class Scratch:
    def __init__(self, root):
        self.root = root
        self.copy = root / ".build" / "mutate" / "copy"
        self.target = None
        self.folder = None

    def follow(self, target):
        """Makes the copy like the repository, with one target of tests and what that needs."""
        self.target = target
        listed = ["git", "-C", str(self.root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, capture_output=True, check=True, text=True).stdout.split("\0")
        names = {name for name in names if name and (self.root / name).is_file()}
        for name in names:
            self.write(name, self.content(name))
        # Vectors of other projects.
        python, link = self.root / ".build" / "python", self.copy / ".build" / "python"
        if python.exists() and not link.exists():
            link.parent.mkdir(exist_ok=True)
            link.symlink_to(python)
        for folder, folders, files in os.walk(self.copy):
            folders[:] = [name for name in folders if not name.startswith(".build")]
            for file in files:
                name = os.path.relpath(os.path.join(folder, file), self.copy)
                if name not in names:
                    (self.copy / name).unlink()

    def content(self, name):
        content = (self.root / name).read_bytes()
        if name == "Package.swift":
            content += (ALONE % self.target).encode()
        return content

    def write(self, name, content):
        """Writes only what differs, so that only that is built."""
        path = self.copy / name
        if path.exists() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        shutil.copymode(self.root / name, path)

    def apply(self, change):
        path = self.copy / change.file
        path.write_text(change.applied_to(path.read_text()))

    def put_behind_switch(self, changes):
        """Rewrites the lines of these changes, of which no two are on one line. Gives the lines by their place."""
        lines = {}
        for file in {change.file for change in changes.values()}:
            content = (self.root / file).read_text().split("\n")
            for number, change in changes.items():
                if change.file != file:
                    continue
                index, line, changed = change.line(self.root)
                lines[file, index + 1] = number
                content[index] = switched(line, changed, number)
            (self.copy / file).write_text("\n".join(content) + SWITCH)
        return lines

    def restore(self, file):
        self.write(file, self.content(file))

    def build(self):
        """Builds the one target of tests. Gives None, or what the compiler says."""
        command = ["swift", "build", "--product", self.product(), *FLAGS]
        result = subprocess.run(command, cwd=self.copy, capture_output=True, text=True)
        if result.returncode == 0:
            return None
        said = result.stdout + result.stderr
        return "\n".join(dict.fromkeys(re.findall(r".*error: .*", said))) or said[-2000:]

    def runner(self):
        """The program of the tests itself, which starts at once; where it is none, as on macOS, 'swift test'."""
        shown = ["swift", "build", "--show-bin-path", *FLAGS]
        folder = self.folder or subprocess.run(shown, cwd=self.copy, capture_output=True, text=True).stdout.strip()
        self.folder = folder
        program = os.path.join(folder, f"{self.product()}.xctest")
        if os.path.isfile(program):
            return [program, "--testing-library", "swift-testing"]
        return ["swift", "test", "--skip-build", "--disable-xctest", *FLAGS]

    def product(self):
        name = re.search(r'name: "([^"]+)",\n +platforms', (self.root / "Package.swift").read_text())
        return f"{name[1]}PackageTests"

    def test(self, suites, limit, change=0):
        """Runs the suites up to the first failure, with the change of this number. Gives what failed, or None."""
        command = [*self.runner(), "--no-parallel", "--filter"]
        command += [f"^{self.target}\\.({'|'.join(suites)})/" if suites else f"^{self.target}\\."]
        running = subprocess.Popen(
            command, cwd=self.copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            start_new_session=True, text=True, errors="replace",
            env={**os.environ, "TESSERA_CHANGE": str(change), "NO_COLOR": "1"},
        )
        clock = threading.Timer(limit, self.end, [running])
        clock.start()
        said, passed, ran = [], False, True
        try:
            for line in running.stdout:
                said.append(line)
                if failure := re.search(r"Test (\S.*?) (?:with \d+ arg.*? )?recorded an issue", line):
                    return f"{failure[1]}: {line.strip()}"
                ran = ran and "Test run with 0 tests" not in line
                passed = passed or re.search(r"Test run with [1-9]\d* .*passed", line) is not None
            status = running.wait()
        finally:
            ended = not clock.is_alive()
            clock.cancel()
            self.end(running)
        if ended:
            return "the limit of time"
        # Swift Testing ends with an error then, which must not count as a test that noticed something.
        if not ran or (status == 0 and not passed):
            raise Problem(f"no test of {self.target} is in the suites {' '.join(suites)}")
        return None if status == 0 else f"a crash: {''.join(said[-3:])}"

    def end(self, running):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
