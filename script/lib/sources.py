#!/usr/bin/env python3
"""Counts sources for script/lint: which files belong to no target, and how many lines the infrastructure has.

The infrastructure is what replaces a package of others. It has a ceiling of its own, so that the product does not grow
into a framework: 10,000 lines of Swift and 1,000 of C. Blank lines and comments do not count.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("Sources", "Tests", "Examples", "Benchmarks")
# No target of the manifest, since a script compiles them otherwise.
ELSEWHERE = {
    "Tests/AppleChecker": "script/apple-check: needs the toolchain's SwiftSyntax",
    "Tests/AppleDeclarations": "script/apple-check: stands in for Apple's modules",
    "Tests/HummingbirdContract": "HummingbirdContractTests: stands in for Hummingbird and the packages under it",
    "Tests/PackageTests/Consumer": "ConsumerTests: an outside customer's package",
    "Tests/Soak/clock.c": "script/soak: a library to preload",
    "Tests/Soak/exit.c": "script/soak: a library to preload",
}
INFRASTRUCTURE = (
    "Sources/Command/CommandArguments",
    "Sources/Ground/HTTPListening",
    "Sources/Ground/HTTPMessages",
    "Sources/Ground/HTTPTransport/Curl",
    "Sources/Ground/HTTPTransport/OffThePool.swift",
    "Sources/Ground/HTTPTransport/URLSessionMessages.swift",
    "Sources/Ground/ProgramLifecycle",
    "Sources/Ground/SystemCryptography",
    "Sources/Ground/SystemThreads",
    "Sources/Sample/TaskServiceCommand/Settings/ConfigurationFile.swift",
    "Sources/Servers/HTTPServing/HTTPServer.swift",
    "Sources/Servers/HTTPServing/Routing",
    "Sources/Servers/ServerTelemetry/Traces/Spans.swift",
    "Sources/Servers/PageTemplates",
    "Sources/Servers/SQLiteRecords",
    "Sources/Servers/ServerTLS",
    "Sources/Servers/X509Certificates",
)
CEILINGS = {"Swift": 10_000, "C": 1_000}
# It loads libpq, which was linked before, and so replaces no package.
PRODUCT = "Sources/Servers/CTesseraPostgres"


def files(folder, *endings):
    """The files below a folder, or the file itself, as paths in the repository."""
    path = ROOT / folder
    if path.is_file():
        return {folder}
    found = set()
    for here, folders, names in os.walk(path):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found |= {os.path.relpath(os.path.join(here, name), ROOT) for name in names if name.endswith(endings)}
    return found


def within(file, folder):
    return file == folder or file.startswith(folder + "/")


def targets(**variables):
    """The targets of the package with what environment variables add. Its own folder: nothing waits for a build."""
    environment = os.environ | variables
    command = ["swift", "package", "--scratch-path", ".build/manifest", "dump-package"]
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"Package.swift:1: it cannot be read: {result.stderr.strip()}")
    return json.loads(result.stdout)["targets"]


def compiled(targets):
    """The files that the targets compile, by the place of the file that a link leads to."""
    found = set()
    for target in targets:
        folder = target.get("path") or f"{'Tests' if target['type'] == 'test' else 'Sources'}/{target['name']}"
        all_of_it = files(folder, ".swift", ".c")
        if target.get("sources"):
            all_of_it = {file for file in all_of_it if any(within(file, f"{folder}/{one}") for one in target["sources"])}
        excluded = [f"{folder}/{one}" for one in target["exclude"]]
        found |= {file for file in all_of_it if not any(within(file, one) for one in excluded)}
    return {os.path.relpath(os.path.realpath(ROOT / file), ROOT) for file in found}


def outside():
    """Prints how many files belong to a target; gives the complaints."""
    ours = set().union(*(files(folder, ".swift", ".c") for folder in FOLDERS))
    ours = {file for file in ours if not (ROOT / file).is_symlink() and pathlib.Path(file).name != "Package.swift"}
    ours = {file for file in ours if not any(within(file, one) for one in ELSEWHERE)}
    # As on Apple's systems, the manifest has other tests.
    all_targets = targets(TESSERA_FUZZ="1", TESSERA_BENCHMARKS="1") + targets(APPLE_DECLARATIONS="/")
    without = sorted(ours - compiled(all_targets))
    print(f"lint: {len(ours) - len(without)} of {len(ours)} files of {', '.join(FOLDERS)} belong to a target and are not excluded")
    return [f"{file}:1: no target compiles it: name it in Package.swift, or delete it" for file in without]


def lines(file):
    """How many lines of a file are neither blank nor comment alone."""
    count, in_comment = 0, False
    for line in (ROOT / file).read_text().splitlines():
        text = line.strip()
        if in_comment:
            in_comment = "*/" not in text
        elif text.startswith("/*"):
            in_comment = "*/" not in text
        elif text and not text.startswith("//"):
            count += 1
    return count


def sizes():
    """Prints how many lines the infrastructure and the product have; gives the complaints."""
    swift = files("Sources", ".swift")
    ground = {file for file in swift if any(within(file, one) for one in INFRASTRUCTURE)}
    c = {file for file in files("Sources", ".c", ".h") if re.search(r"/CTessera\w+/", file) and not within(file, PRODUCT)}
    counts = {"Swift": sum(map(lines, ground)), "C": sum(map(lines, c))}
    product = sum(map(lines, swift - ground))
    print(f"lint: infrastructure {counts['Swift']:,} lines of Swift and {counts['C']:,} of C, product {product:,} of Swift")
    gone = [f"script/lib/sources.py:1: {one} is gone; take it off the list" for one in (*INFRASTRUCTURE, *ELSEWHERE)
            if not (ROOT / one).exists()]
    return gone + [f"Sources:1: the infrastructure has {counts[one]:,} lines of {one}, but the limit is {ceiling:,}"
                   for one, ceiling in CEILINGS.items() if counts[one] > ceiling]


def main():
    complaints = outside() + sizes()
    sys.exit("\n".join(complaints) or None)


main()
