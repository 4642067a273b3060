"""The changes that people listed: the files of Tests/Mutations, and whether they still fit the sources."""

import dataclasses
import pathlib
import re


class Problem(Exception):
    """A sentence for the person at the terminal."""


@dataclasses.dataclass
class Change:
    """A text of a file, its replacement, and the suites that must notice."""

    origin: str  # where it is described, such as JSONWebSignaturesTests:17
    target: str  # the target of tests
    file: str
    suites: list  # empty: all of the target
    text: str
    replacement: str
    reason: str = ""  # why no test can notice
    offset: int = -1  # where the text is in the file; -1: where it occurs, which is once
    made: bool = False  # made by rule: need not compile
    alone: bool = False  # needs a build of its own

    def applied_to(self, content):
        offset = self.offset if self.offset >= 0 else content.find(self.text)
        return content[:offset] + self.replacement + content[offset + len(self.text) :]

    def line(self, root):
        """The index of the line, the line, and what the change makes of it; None for a change of several lines."""
        content = (root / self.file).read_text()
        offset = self.offset if self.offset >= 0 else content.find(self.text)
        if "\n" in self.text + self.replacement:
            return None
        start, end = content.rfind("\n", 0, offset) + 1, content.find("\n", offset)
        changed = content[start:offset] + self.replacement + content[offset + len(self.text) : end]
        return content.count("\n", 0, start), content[start:end], changed

    def __str__(self):
        def one_line(text):
            return " ⏎ ".join(line.strip() for line in text.split("\n"))

        return f"{self.origin} {self.file}: {one_line(self.text)} → {one_line(self.replacement) or 'nothing'}"


def listed_changes(root, names=()):
    """The changes of the lists with these names, or of every list. NAME:LINE is one change."""
    folder = root / "Tests" / "Mutations"
    changes = []
    for name in names or sorted(path.stem for path in folder.glob("*.txt")):
        name, _, line = name.partition(":")
        path = folder / f"{name}.txt"
        if not path.exists():
            raise Problem(f"there is no list {path.relative_to(root)}")
        found = [change for change in read(path) if not line or change.origin == f"{name}:{line}"]
        if not found:
            raise Problem(f"{name} describes no change at line {line}; a change begins at its first line with '-'")
        changes += found
    return changes


def read(path):
    """The changes of one list. Lines with '#' are comments."""
    changes, file, suites, last = [], None, [], ""
    for number, line in enumerate(path.read_text().split("\n"), start=1):
        kind, rest = line[:1], line[2:]
        if line.startswith("survives: "):
            changes[-1].reason = line.removeprefix("survives: ")
        elif kind == "-" and last == "-":
            changes[-1].text += "\n" + rest
        elif kind == "-":
            changes.append(Change(f"{path.stem}:{number}", path.stem, file, suites, rest, None))
        elif kind == "+" and changes:
            change = changes[-1]
            change.replacement = rest if last == "-" else change.replacement + "\n" + rest
        elif line.strip() and kind != "#":
            file, *suites = line.split()
        last = kind
    return changes


def problems_of(root, changes):
    """What no longer fits the sources, as lint prints it."""
    problems = []
    suites_of = {}
    for change in changes:
        name, _, line = change.origin.partition(":")
        place = f"Tests/Mutations/{name}.txt:{line}: "
        path = root / change.file if change.file else None
        if path is None or not path.is_file():
            problems.append(f"{place}{change.file} is no file")
            continue
        count = path.read_text().count(change.text)
        if count != 1:
            problems.append(f"{place}the text occurs {count} times in {change.file}; it must occur once")
        if change.replacement is None or change.replacement == change.text:
            problems.append(f"{place}a line with '+' must give another text")
        if not change.suites:
            problems.append(f"{place}no suite is named after {change.file}")
        known = suites_of.setdefault(change.target, suites_in(root, change.target))
        problems += [
            f"{place}{change.target} has no suite {suite}" for suite in change.suites if suite not in known
        ]
    return problems


def suites_in(root, target):
    """The types of a target of tests that can hold tests."""
    names = set()
    for path in test_files(root, target):
        names.update(re.findall(r"\b(?:struct|class|actor|enum|extension) (\w+)", path.read_text()))
    return names


def test_files(root, target):
    folder = root / "Tests" / ("Fuzz/Replay" if target == "FuzzTests" else target)
    return sorted(pathlib.Path(folder).rglob("*.swift"))
