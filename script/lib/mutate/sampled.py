"""Changes that a seed draws from all that a rule can make, and the targets of tests that run their lines."""

import dataclasses
import json
import random
import re
import subprocess
import sys

from changed_lines import replacements
from listed import Change, Problem

# Code that decides, stores, limits, or issues is drawn more often: a mistake there costs most.
WEIGHTY_FILES = re.compile(
    r"Judge|Rule|Valid|Verif|Store|Storage|Limit|Grant|Token|Session|Consent|Regist|Credential|Lease|Claim|Idempot"
    r"|Revo|Introspect|Device|Polic|Access|Host|Reach|Redirect|Key|Cookie|Private|Quota|Rate|Lock"
)
WEIGHTY_LINES = re.compile(
    r"\b(guard|throw|limit|maximum|most|capacity|expire|end|age|deadline|isSameSecret|count|prefix)", re.IGNORECASE
)


# The least share of changes, in percent, that the tests must notice.
LEAST_NOTICED = 92


@dataclasses.dataclass
class Draw:
    """The changes in the order of the draw, one per line."""

    changes: list
    seed: int

    @property
    def name(self):
        return f"sample-{self.seed}"


def drawn(root, seed, folder=None):
    """One change for each line that a rule can change, in an order that the seed decides.

    Weighty lines tend to come first.
    """
    keyed = []
    for file in sources(root, folder):
        lines = (root / file).read_text().split("\n")
        offset, in_text = 0, False
        for number, (line, here) in enumerate(zip(lines, compiled(lines)), start=1):
            made = replacements(line, before=lines[number - 2] if number > 1 else "") if here and not in_text else []
            if made:
                # For each line by itself, so that an edit elsewhere in the sources leaves the rest of the draw alone.
                chance = random.Random(f"{seed}:{file}:{line}")
                replacement = chance.choice(made)
                change = Change(f"{file}:{number}", "", file, [], line, replacement, offset=offset, made=True)
                weight = (3 if WEIGHTY_FILES.search(file) else 1) * (2 if WEIGHTY_LINES.search(line) else 1)
                keyed.append((chance.random() ** (1 / weight), change))
            in_text ^= line.count('"""') % 2 == 1
            offset += len(line) + 1
    if not keyed:
        raise Problem(f"no line below {folder or 'Sources'} can be changed by a rule")
    return Draw([change for _, change in sorted(keyed, key=lambda pair: pair[0], reverse=True)], seed)


# What is true on Linux alone; a condition that none of these is, is true on Apple's systems.
LINUX = re.compile(
    r"!canImport\((CryptoKit|Darwin)\)|canImport\((Glibc|FoundationNetworking)\)|(os\(macOS\) \|\| )?os\(Linux\)")


def compiled(lines):
    """Whether each line is compiled on this system, by the conditions around it."""
    conditions = []  # of each block around the line: whether this branch is compiled, and whether an earlier one was

    def holds(condition):
        return (LINUX.fullmatch(condition) is not None) == (sys.platform == "linux")

    for line in lines:
        if match := re.match(r"\s*#if (.*)", line):
            conditions.append((holds(match[1]), False))
        elif match := re.match(r"\s*#else(?:if (.*))?", line):
            earlier = any(conditions.pop())
            conditions.append((not earlier and (match[1] is None or holds(match[1])), earlier))
        elif re.match(r"\s*#endif", line):
            conditions.pop()
        yield all(here for here, _ in conditions)


def sources(root, folder=None):
    """The files of the sources below a folder, sorted; what another operating system compiles is left to coverage."""
    listed = ["git", "-C", str(root), "ls-files", "-z", "--", folder or "Sources"]
    names = subprocess.run(listed, capture_output=True, check=True, text=True).stdout.split("\0")
    return sorted(name for name in names if name.startswith("Sources/") and name.endswith(".swift"))


class Results:
    """What came of each change of a draw, in a file, so that a run that was ended resumes; other sources begin anew."""

    def __init__(self, folder, name):
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{name}.jsonl"
        self.known = {}
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                entry = json.loads(line)
                self.known[entry["change"]] = entry["result"]

    def note(self, change, result):
        self.known[str(change)] = result
        with self.path.open("a") as file:
            file.write(json.dumps({"change": str(change), "result": result}) + "\n")

    def of(self, change):
        return self.known.get(str(change))


def sample(root, draw, count, coverage, attempt, report):
    """Tries changes in the order of the draw until so many could be judged.

    `attempt` takes changes with their targets, and gives the result of each: noticed, survives, or uncompiled.
    """
    results = Results(root / ".build" / "mutate", f"{draw.name}-{coverage.state}")
    judged, place = [], 0
    while len(judged) < count and place < len(draw.changes):
        batch = []
        while len(batch) < count - len(judged) and place < len(draw.changes):
            change, place = draw.changes[place], place + 1
            number = int(change.origin.rsplit(":", 1)[1])
            if coverage.knows(change.file):
                batch.append((change, coverage.targets(change.file, number)))
        for change, targets in batch:
            if results.of(change) is None and not targets:
                # No test runs the line at all.
                results.note(change, "survives")
        open_ones = [(change, targets) for change, targets in batch if results.of(change) is None]
        attempt(open_ones, results.note)
        judged += [change for change, _ in batch if results.of(change) in ("noticed", "survives")]
    survivors = [change for change in judged if results.of(change) == "survives"]
    for change in survivors:
        report.say(f"SURVIVES {change}")
    share = 100 * (len(judged) - len(survivors)) / max(len(judged), 1)
    report.say(f"mutate: seed {draw.seed}, {len(judged)} changes judged, {share:.1f} % noticed")
    return 0 if share >= LEAST_NOTICED else 1

