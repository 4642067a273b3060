"""Tries changes one after the other, and says which of them no test noticed."""

import itertools
import re
import time

from listed import Problem, test_files
from switched import switched

# At most so many of a hundred changes may survive with a reason.
TOLERATED = 3


class Report:
    """What came of each change, on the terminal and in a file."""

    def __init__(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = path.open("w")
        self.noticed, self.excused, self.survivors, self.errors, self.uncompiled = 0, [], [], [], 0
        self.results = {}  # by the text of a change: noticed or survives

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
        left = list(group)
        report.say(f"{target}: {len(left)} changes")
        scratch.follow(target)
        while several := behind_switch(scratch, left):
            built = build_switched(scratch, several, report)
            limit = check(scratch, built.values(), report)
            for number, change in built.items():
                judge(scratch, change, limit, report, number)
            for file in {change.file for change in several.values()}:
                scratch.restore(file)
            left = [change for change in left if change not in built.values()]
        if left:
            alone(scratch, left, report)


def try_drawn(scratch, changes, report, note):
    """Tries changes that were drawn, each against the targets that run its line, until one of these notices it.

    `note` takes a change and what came of it: noticed, survives, or uncompiled.
    """
    left = list(changes)
    while left:
        for change, targets in left:
            change.target, change.alone = targets[0], False
        report.results, failed = {}, set()
        for target in sorted({change.target for change, _ in left}):
            try:
                try_changes(scratch, [change for change, _ in left if change.target == target], report)
            except Problem as problem:
                # The other targets can still judge the change.
                report.say(f"{target} cannot judge: {problem}")
                failed.add(target)
        further = []
        for change, targets in left:
            result = report.results.get(str(change), "uncompiled")
            if (result == "survives" or targets[0] in failed) and targets[1:]:
                further.append((change, targets[1:]))
            else:
                note(change, result)
        left = further


def behind_switch(scratch, changes):
    """One change a line, of those that can stand behind the switch, by number."""
    chosen, places = {}, set()
    for number, change in enumerate(changes, start=1):
        place = change.line(scratch.root)
        if change.alone or place is None or (change.file, place[0]) in places or not switched(*place[1:], number):
            continue
        # A switch is Swift.
        if not change.file.endswith(".swift") or is_text(scratch.root / change.file, place[0]):
            continue
        places.add((change.file, place[0]))
        chosen[number] = change
    return chosen


def is_text(path, index):
    """Whether a line stands inside a text of several lines, such as SQL, where a switch would be part of the text."""
    return "".join(path.read_text().split("\n")[:index]).count('"""') % 2 == 1


def build_switched(scratch, changes, report):
    """Builds with these changes behind the switch, without those that the compiler complains about."""
    changes = dict(changes)
    while changes:
        lines = scratch.put_behind_switch(changes)
        said = scratch.build()
        if not said:
            break
        places = re.findall(r"(Sources/\S+\.swift):(\d+):\d+: error", said)
        blamed = {nearest(lines, file, int(line)) for file, line in places} - {None}
        if not blamed:
            # An initializer without one of its lines fails at its end.
            files = {file for file, _ in places}
            blamed = {number for number, change in changes.items() if change.file in files}
        if not blamed:
            raise Problem(f"the sources do not compile:\n{said}")
        for number in blamed:
            changes.pop(number).alone = True
        report.say(f"{len(blamed)} changes get a build of their own")
        for file, _ in lines:
            scratch.restore(file)
    return changes


def nearest(lines, file, number):
    """The change that the compiler complains about: an expression may go on in the lines after the changed one."""
    return next((lines[file, line] for line in range(number, number - 5, -1) if (file, line) in lines), None)


def check(scratch, changes, report):
    """Runs the suites without a change, which must pass. Gives the limit of time for a run."""
    suites = sorted({suite for change in changes for suite in change.suites})
    began = time.monotonic()
    failure = scratch.test([] if any(not change.suites for change in changes) else suites, 3600)
    if failure:
        raise Problem(f"tests fail before any change: {failure}")
    took = time.monotonic() - began
    report.say(f"built; without a change the suites pass in {took:.0f} s")
    return 60 + 3 * took


def alone(scratch, changes, report):
    """Tries the changes that need a build each."""
    said = scratch.build()
    if said:
        raise Problem(f"the sources do not compile:\n{said}")
    limit = check(scratch, changes, report)
    for change in changes:
        scratch.apply(change)
        said = scratch.build()
        if not said:
            judge(scratch, change, limit, report)
        elif change.made:
            report.uncompiled += 1
        else:
            report.errors.append(f"{change}\n    {said}")
            report.say(f"does not compile: {change}")
        scratch.restore(change.file)


def judge(scratch, change, limit, report, number=0):
    """Runs the suites of a change that is built, those near to it first."""
    began = time.monotonic()
    for suites in [near(scratch.root, change), []] if change.made else [change.suites]:
        failure = scratch.test(suites, limit, number) if suites is not None else None
        if failure:
            break
    took = f"[{time.monotonic() - began:.0f} s] {change}"
    if failure:
        report.noticed += 1
        report.results[str(change)] = "noticed"
        report.say(f"noticed {took}\n    {failure.strip()[:200]}")
        if change.reason:
            report.errors.append(f"{change}\n    is noticed, and needs no reason")
    elif change.reason:
        report.excused.append(change)
        report.say(f"survives with a reason {took}")
    else:
        report.survivors.append(change)
        report.results[str(change)] = "survives"
        report.say(f"survives {took}" if change.made else f"SURVIVES {took}")


def near(root, change):
    """The suites that name the type of the changed file: they notice first. None if there are none."""
    name = re.split(r"[+.]", change.file.split("/")[-1])[0]
    suites = set()
    for path in test_files(root, change.target):
        content = path.read_text()
        if re.search(rf"\b{name}\b", content):
            suites.update(re.findall(r"^@Suite(?:\(.*\))? (?:struct|final class|class|actor) (\w+)", content, re.MULTILINE))
    return sorted(suites) or None
