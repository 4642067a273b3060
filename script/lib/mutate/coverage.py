"""The lines that each target of tests runs, measured once for a state of the sources."""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess

from listed import Problem


class Coverage:
    """Which targets of tests run a line."""

    def __init__(self, lines, state):
        self.state = state  # names the content of sources and tests
        self.lines = lines  # target → file → the numbers of the lines that it runs
        self.files = {file for files in lines.values() for file in files}

    def knows(self, file):
        """Whether the file is compiled here."""
        return file in self.files

    def targets(self, file, number):
        """The targets that run the line: the module's own first, then those with the fewest lines, which are near."""
        own = file.split("/")[2] + "Tests"
        found = [target for target, files in self.lines.items() if number in files.get(file, ())]
        return sorted(found, key=lambda target: (target != own, sum(map(len, self.lines[target].values()))))


class OneTarget:
    """One target of tests for every line: a line that it does not run, it does not notice."""

    def __init__(self, target, state):
        self.state = f"{target}-{state}"
        self.target = target

    def knows(self, file):
        return True

    def targets(self, file, number):
        return [self.target]


def measured(root, report):
    """Builds the tests with coverage, and runs each target by itself; keeps each result for these sources."""
    folder = root / ".build" / "mutate" / "coverage"
    folder.mkdir(parents=True, exist_ok=True)
    name = state(root)
    kept = folder / f"{name}.json"
    lines = json.loads(kept.read_text()) if kept.exists() else {}
    missing = [target for target in test_targets(root) if target not in lines]
    if missing:
        report.say("measuring which tests run which lines; this takes one run of all tests")
        program = built(root, folder)
        for target in missing:
            lines[target] = measure(root, program, folder / f"{target}.profraw", target)
            report.say(f"{target} runs {sum(map(len, lines[target].values()))} lines")
            kept.write_text(json.dumps(lines))
    return Coverage({target: {file: set(of) for file, of in files.items()} for target, files in lines.items()}, name)


def state(root):
    """A name for the content of sources and tests, as they are in the working tree."""
    listed = ["git", "-C", str(root), "ls-files", "-z", "-co", "--exclude-standard", "--"]
    listed += ["Sources", "Tests", "Package.swift"]
    names = subprocess.run(listed, capture_output=True, check=True, text=True).stdout.split("\0")
    digest = hashlib.sha256()
    for name in sorted(name for name in set(names) if name and (root / name).is_file()):
        digest.update(name.encode() + b"\0" + (root / name).read_bytes())
    return digest.hexdigest()[:16]


def built(root, folder):
    """The program of the tests, built with coverage."""
    flags = ["--enable-code-coverage", "--scratch-path", str(folder / "build")]
    made = subprocess.run(["swift", "build", "--build-tests", *flags], cwd=root, capture_output=True, text=True)
    if made.returncode:
        raise Problem(f"the tests do not compile with coverage:\n{made.stdout[-2000:]}{made.stderr[-2000:]}")
    shown = ["swift", "build", "--show-bin-path", "--scratch-path", str(folder / "build")]
    bin_path = pathlib.Path(subprocess.run(shown, cwd=root, capture_output=True, text=True).stdout.strip())
    program = next(iter(sorted(bin_path.glob("*.xctest"))), None)
    if program is None:
        raise Problem("the build has no program of the tests")
    return program


def measure(root, program, profile, target):
    """The lines that a target's tests run; none for a target without tests."""
    # A test over sockets can fail on a busy machine; without the lines of a target, its changes would count as survivors.
    for _ in range(2):
        ran = subprocess.run(
            [str(program), "--testing-library", "swift-testing", "--filter", f"^{target}\\."],
            cwd=root, capture_output=True, text=True, env={**os.environ, "LLVM_PROFILE_FILE": str(profile)},
        )
        if "Test run with 0 tests" in ran.stdout + ran.stderr:
            return {}
        if ran.returncode == 0 and profile.exists():
            lines = covered(root, program, profile)
            profile.unlink()
            return lines
    failed = "".join(line + "\n" for line in ran.stdout.splitlines() if "recorded an issue" in line)
    raise Problem(f"{target} fails without a change:\n{failed or ran.stdout[-2000:]}{ran.stderr[-500:]}")


def covered(root, program, profile):
    """The lines of the sources in a profile that ran at least once."""
    merged = profile.with_suffix(".profdata")
    subprocess.run([tool("llvm-profdata"), "merge", "-o", str(merged), str(profile)], check=True)
    exported = subprocess.run(
        [tool("llvm-cov"), "export", "-format=lcov", f"-instr-profile={merged}", str(program)],
        capture_output=True, check=True, text=True,
    ).stdout
    merged.unlink()
    files, file = {}, None
    for line in exported.splitlines():
        if line.startswith("SF:"):
            path = line[3:].removeprefix(f"{root}/")
            file = path if path.startswith("Sources/") else None
            if file:
                files.setdefault(file, [])
        elif file and (match := re.match(r"DA:(\d+),([1-9]\d*)", line)):
            files[file].append(int(match[1]))
    return files


def tool(name):
    """A tool of the Swift toolchain, which has its own beside the compiler."""
    beside = pathlib.Path(os.path.realpath(shutil.which("swift") or "swift")).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        raise Problem(f"there is no {name} beside swift; it comes with the toolchain")
    return found


def test_targets(root):
    """The targets of tests that the manifest has here."""
    described = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], cwd=root, capture_output=True, text=True
    )
    if described.returncode:
        raise Problem(described.stderr.strip())
    return [target["name"] for target in json.loads(described.stdout)["targets"] if target["type"] == "test"]
