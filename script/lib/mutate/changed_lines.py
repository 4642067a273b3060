"""Changes made by rule from the lines of the sources that a branch touched."""

import re
import subprocess

from listed import Change, Problem, test_files

# A pattern in a line of code, and what stands there instead.
RULES = [
    (r"\bguard (?!let |case |var |#)([^,{]+?) else\b", r"guard !(\1) else"),
    (r"\bif (?!let |case |var |#)([^,{]+?) \{", r"if !(\1) {"),
    (r" < ", " <= "),
    (r" <= ", " < "),
    (r" > ", " >= "),
    (r" >= ", " > "),
    (r" == ", " != "),
    (r" != ", " == "),
    (r" && ", " || "),
    (r" \|\| ", " && "),
    (r" \+ ", " - "),
    (r" - ", " + "),
    (r"\.\.<", "..."),
    (r"(?<![\w!)\]])!(?=[\w(])", ""),
    (r"\btrue\b", "false"),
    (r"\bfalse\b", "true"),
    (r"\bmin\(", "max("),
    (r"\bmax\(", "min("),
    (r"(?<![\w.$])(\d[\d_]*)(?![\w.])", lambda match: str(int(match[1].replace("_", "")) + 1)),
    (r"(?<![\w.$])([1-9][\d_]*)(?![\w.])", lambda match: str(int(match[1].replace("_", "")) - 1)),
    (r"(?<![\w.?!)\]])\w[\w.]*(?:\([^()]*\))? \?\? ([\w.]+)(?=$|[,)\s])", r"\1"),
    (r"^(\s*)try (await )?[\w.]+\(.*\)$", r"\1"),
    (r"^(\s*)[\w.]+ [-+]?= [^{]*[^{(,]$", r"\1"),
    (r"^(\s*)throw .*[^({,]$", r"\1"),
    (r"^(\s*)guard (?!let |case |var )[^{]* else \{[^{}]*\}$", r"\1"),
    (r"\((\w+), (\w+)\)", r"(\2, \1)"),
    (r"(\w+): ([a-z]\w*), (\w+): ([a-z]\w*)(?=[,)])", r"\1: \4, \3: \2"),
    (r"^(\s*)case (.+), \.\w+:", r"\1case \2:"),
]


def changes_since(root, commit):
    """Every rule at every place where it applies, on the lines of Sources that differ from the commit."""
    changes = []
    for file, numbers in touched(root, commit).items():
        target = target_of(root, file)
        if target is None:
            continue
        lines = (root / file).read_text().split("\n")
        offset = 0
        for number, line in enumerate(lines, start=1):
            if number in numbers:
                for replacement in replacements(line, before=lines[number - 2] if number > 1 else ""):
                    changes.append(
                        Change(f"{file}:{number}", target, file, [], line, replacement, offset=offset, made=True)
                    )
            offset += len(line) + 1
    return changes


def replacements(line, before=""):
    """Each line that one rule makes of this one. Texts and comments stay as they are."""
    code = masked(line)
    made = []
    # The body of a guard must leave the scope.
    ends_guard = line.lstrip().startswith("throw ") and before.endswith("else {")
    for pattern, instead in RULES:
        for match in re.finditer(pattern, code):
            # The rule saw a line without texts; what it keeps must come from the line itself.
            original = re.compile(pattern).match(line, match.start())
            if original is None or original.end() != match.end():
                continue
            changed = line[: match.start()] + (instead(match) if callable(instead) else original.expand(instead))
            changed = (changed + line[match.end() :]).rstrip()
            if changed != line and changed not in made and (changed or not ends_guard):
                made.append(changed)
    return made


def masked(line):
    """The line with texts and comments made blank, as long as before."""
    line = re.sub(r'"(?:\\.|[^"\\])*"', lambda match: '"' + "_" * (len(match[0]) - 2) + '"', line)
    return re.sub(r"//.*", lambda match: "~" * len(match[0]), line)


def touched(root, commit):
    """The numbers of the lines that were added or changed since the commit, by file."""
    command = ["git", "-C", str(root), "diff", "--unified=0", "--no-color", commit, "--", "Sources"]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        raise Problem(f"git finds no commit '{commit}': {result.stderr.strip()}")
    lines, file = {}, None
    for line in result.stdout.split("\n"):
        if line.startswith("+++ "):
            file = line.removeprefix("+++ b/") if line.endswith(".swift") else None
        elif file and (hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line)):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            lines.setdefault(file, set()).update(range(first, first + count))
    return lines


def target_of(root, file):
    """The target of tests for a file of the sources: that of its module."""
    target = file.split("/")[2] + "Tests"
    return target if test_files(root, target) else None
