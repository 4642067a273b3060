"""Applies changes to the sources one at a time, and reports those that no test notices. script/mutate describes it."""

import pathlib
import sys

from changed_lines import changes_since
from listed import Problem, listed_changes, problems_of
from scratch import Scratch
from trial import Report, try_changes


def main(root, arguments):
    if arguments == ["--check"]:
        changes, problems = listed_changes(root), []
        problems = problems_of(root, changes)
        for problem in problems:
            print(problem)
        print(f"mutate: {len(changes)} changes listed, {len(problems)} of them no longer fit")
        return 1 if problems else 0

    if arguments[:1] == ["--since"] and len(arguments) == 2:
        changes = changes_since(root, arguments[1])
    elif any(argument.startswith("-") for argument in arguments):
        raise Problem("script/mutate takes names of lists, --since COMMIT or --check; --help shows each")
    else:
        changes = listed_changes(root, arguments)
        problems = problems_of(root, changes)
        if problems:
            raise Problem("\n".join(problems))
    if not changes:
        print("mutate: nothing to change")
        return 0

    report = Report(root / ".build" / "mutate" / "report.txt")
    try:
        try_changes(Scratch(root), changes, report)
    except KeyboardInterrupt:
        report.say("interrupted")
    return report.close()


if __name__ == "__main__":
    try:
        sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2:]))
    except Problem as problem:
        print(f"error: {problem}", file=sys.stderr)
        sys.exit(2)
