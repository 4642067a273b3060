"""Applies changes to the sources one at a time, and reports those that no test notices. script/mutate describes it."""

import argparse
import fcntl
import pathlib
import signal
import sys

import coverage
from changed_lines import changes_since
from listed import Problem, listed_changes, problems_of
from sampled import drawn, sample
from scratch import Scratch
from trial import Report, try_changes, try_drawn


def main(root, arguments):
    if arguments == ["--check"]:
        changes, problems = listed_changes(root), []
        problems = problems_of(root, changes)
        for problem in problems:
            print(problem)
        print(f"mutate: {len(changes)} changes listed, {len(problems)} of them no longer fit")
        return 1 if problems else 0

    # What runs in the background inherits ignored signals, and tests of signals would then wait forever.
    for ignored in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(ignored, signal.SIG_DFL)
    with alone(root):
        return tried(root, arguments)


def alone(root):
    """Two runs would change the same copy of the sources, and each would judge the changes of the other."""
    folder = root / ".build" / "mutate"
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Problem(f"another script/mutate is at work in {root}; wait until it has ended") from None
    return lock


def tried(root, arguments):
    if "--sample" in arguments:
        return sampled(root, arguments)
    if arguments[:1] == ["--since"] and len(arguments) == 2:
        changes = changes_since(root, arguments[1])
    elif any(argument.startswith("-") for argument in arguments):
        raise Problem(
            "script/mutate takes names of lists, --since COMMIT, --sample N --seed S or --check; --help shows each")
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


def sampled(root, arguments):
    parser = argparse.ArgumentParser(prog="script/mutate", add_help=False)
    parser.add_argument("--sample", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--in", dest="folder")
    parser.add_argument("--by", dest="target")
    options = parser.parse_args(arguments)
    if options.sample < 1:
        raise Problem("--sample needs a number of changes, such as 100")
    draw = drawn(root, options.seed, options.folder)
    report = Report(root / ".build" / "mutate" / f"{draw.name}.txt")
    scratch = Scratch(root)

    def attempt(changes, note):
        try_drawn(scratch, changes, report, note)

    if options.target:
        judges = coverage.OneTarget(options.target, coverage.state(root))
    else:
        judges = coverage.measured(root, report)
    return sample(root, draw, options.sample, judges, attempt, report)


if __name__ == "__main__":
    try:
        sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2:]))
    except Problem as problem:
        print(f"error: {problem}", file=sys.stderr)
        sys.exit(2)
