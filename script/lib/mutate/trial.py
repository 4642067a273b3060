"""Tries changes one after the other, and says which of them no test noticed."""

import itertools
import re
import time

from listed import Problem, test_files

# At most so many of a hundred changes may survive with a reason.
TOLERATED = 3


class Report:
    """What came of each change, on the terminal and in a file."""

    def __init__(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = path.open("w")
        self.noticed, self.excused, self.survivors, self.errors, self.uncompiled = 0, [], [], [], 0

    def say(self, line):
        print(line, flush=True)
        self.file.write(line + "\n")
        self.file.flush()

    def close(self):
        """Says the sum. Gives the status to end with."""
        tried = self.noticed + len(self.excused) + len(self.survivors)
        for title, lines in [
            ("Survive, with a reason:", [f"{change}\n    {change.reason}" for change in self.excused]),
            ("Survive:", self.survivors),
            ("Errors of the list:", self.errors),
        ]:
            if lines:
                self.say("\n".join([title, *(f"  {line}" for line in lines)]))
        share = 100 * (len(self.excused) + len(self.survivors)) / max(tried, 1)
        self.say(
            f"mutate: {tried} changes, {self.noticed} noticed, {len(self.excused)} survive with a reason, "
            f"{len(self.survivors)} without ({share:.1f} %); {len(self.errors)} errors"
            + (f"; {self.uncompiled} made by rule do not compile" if self.uncompiled else "")
        )
        self.file.close()
        return 1 if self.survivors or self.errors or (tried >= 100 and share > TOLERATED) else 0


def try_changes(scratch, changes, report):
    for target, group in itertools.groupby(sorted(changes, key=lambda change: change.target), lambda c: c.target):
        group = list(group)
        limit = prepare(scratch, target, group, report)
        for change in group:
            began = time.monotonic()
            outcome = trial(scratch, change, limit, report)
            report.say(f"{outcome} [{time.monotonic() - began:.0f} s] {change}")


def prepare(scratch, target, group, report):
    """Builds the sources as they are and runs the suites, which must pass. Gives the limit for a run in seconds."""
    report.say(f"{target}: building the sources as they are")
    scratch.follow(target)
    said = scratch.build()
    if said:
        raise Problem(f"the sources do not compile:\n{said}")
    suites = sorted({suite for change in group for suite in change.suites})
    began = time.monotonic()
    passed, output = scratch.test([] if any(not change.suites for change in group) else suites, None)
    if not passed:
        raise Problem(f"tests fail before any change:\n{output[-3000:]}")
    took = time.monotonic() - began
    report.say(f"{target}: {len(group)} changes; the suites take {took:.0f} s")
    return 30 + 3 * took


def trial(scratch, change, limit, report):
    scratch.apply(change)
    try:
        said = scratch.build()
        if said and change.made:
            report.uncompiled += 1
            return "does not compile"
        if said:
            report.errors.append(f"{change}\n{said}")
            return "DOES NOT COMPILE"
        for suites in ([near(scratch.root, change), []] if change.made else [change.suites]):
            if suites is None:
                continue
            passed, output = scratch.test(suites, limit)
            if not passed:
                report.noticed += 1
                if change.reason:
                    report.errors.append(f"{change}\n    is noticed, and needs no reason")
                return "noticed by time" if passed is None else f"noticed by {first_failure(output)}"
    finally:
        scratch.restore(change)
    if change.reason:
        report.excused.append(change)
        return "survives with a reason"
    report.survivors.append(change)
    return "SURVIVES"


def near(root, change):
    """The suites that name the type of the changed file: they notice first. None if there are none."""
    name = re.split(r"[+.]", change.file.split("/")[-1])[0]
    suites = set()
    for path in test_files(root, change.target):
        content = path.read_text()
        if re.search(rf"\b{name}\b", content):
            suites.update(re.findall(r"^(?:struct|final class|class|actor|enum) (\w+)", content, re.MULTILINE))
    return sorted(suites) or None


def first_failure(output):
    """The name of the first test that failed."""
    match = re.search(r"Test (\S.*?) (?:with \d+ arg.*? |)(?:recorded an issue|failed)", output)
    return match[1] if match else "a crash"
