#!/usr/bin/env python3
"""Compiles all sources as on Apple's systems: apple_types.py DECLARATIONS

The folder has our modules of Apple's frameworks, with CryptoKit and Darwin; the modules that are made go below it.
No target sees a C library that its condition leaves to Linux. The compiler makes modules alone, without code: it finds
the same errors in a quarter of the time. What is newer than its sources and the modules it imports is not made again.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("Sources/", "Examples/", "Tests/AppleApps/")
PROJECT = ROOT / "Apps/QuickStart/QuickStart.xcodeproj/project.pbxproj"


def project_modules():
    """The module that Xcode makes of each folder of the project."""
    command = ["plutil", "-convert", "json", "-o", "-", str(PROJECT)]
    objects = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["objects"]
    modules = {}
    for target in objects.values():
        if target["isa"] == "PBXNativeTarget":
            (group,) = target["fileSystemSynchronizedGroups"]
            settings = [
                objects[one]["buildSettings"]
                for one in objects[target["buildConfigurationList"]]["buildConfigurations"]
            ]
            (name,) = {each.get("PRODUCT_MODULE_NAME", target["name"]) for each in settings}
            modules[PROJECT.parents[1] / objects[group]["path"]] = name
    return modules


class Target:
    """A target of the manifest, as Apple's systems have it."""

    def __init__(self, row, modules):
        self.name = row["name"]
        self.folder = ROOT / row["path"]
        excluded = [self.folder / one for one in row["exclude"]]
        files = [pathlib.Path(here, name) for here, _, names in os.walk(self.folder) for name in names]
        self.files = sorted(file for file in files if not any(file.is_relative_to(one) for one in excluded))
        self.sources = [file for file in self.files if file.suffix == ".swift"]
        # The sources of the apps are links: their module has the name that Xcode gives it.
        named = [modules[file.resolve().parent] for file in self.sources if file.resolve().parent in modules]
        self.module = named[0] if named else re.sub(r"\W", "_", self.name)
        self.dependencies = [name for kind in row["dependencies"] for name in self.names(kind)]
        self.is_package = row["packageAccess"]
        self.resources = [self.folder / one["path"] for one in row["resources"] if "embedInCode" in one["rule"]]
        self.flags = []
        for setting in row["settings"]:
            for kind, value in setting["kind"].items() if setting["tool"] == "swift" else ():
                if kind == "enableUpcomingFeature":
                    self.flags += ["-enable-upcoming-feature", value["_0"]]
                elif kind == "define":
                    self.flags += ["-D", value["_0"]]

    @staticmethod
    def names(dependency):
        """The name in `{"byName": ["Name", condition]}`; none with a condition, which is Linux or a trait that is off."""
        (name, *_, condition), = dependency.values()
        return [] if condition else [name]


def manifest(declarations):
    command = ["swift", "package", "--scratch-path", ".build/manifest", "dump-package"]
    environment = os.environ | {"APPLE_DECLARATIONS": declarations}
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stderr)
    rows = json.loads(result.stdout)["targets"]
    modules = project_modules()
    targets = [Target(row, modules) for row in rows if row["type"] != "test" and row["path"].startswith(FOLDERS)]
    by_module = {one.module: one for one in targets}
    for one in targets:
        if by_module[one.module] is not one:
            sys.exit(f"{one.name} and {by_module[one.module].name} are both the module {one.module}")
    return {one.name: one for one in targets}


def stand_in(target, output):
    """A source with the names, and without the bytes, of the resources that SwiftPM embeds in code."""
    names = sorted(file.name for file in target.files if any(file.is_relative_to(one) for one in target.resources))
    lines = [f"    static let {re.sub(r'[^A-Za-z0-9]', '_', name)}: [UInt8] = []" for name in names]
    source = output / f"{target.module}.resources.swift"
    text = "\n".join(["struct PackageResources {", *lines, "}", ""])
    if not source.exists() or source.read_text() != text:
        source.write_text(text)
    return source


class Build:
    def __init__(self, declarations):
        self.declarations = pathlib.Path(declarations).resolve()
        self.output = self.declarations / "types"
        self.output.mkdir(exist_ok=True)
        self.targets = manifest(declarations)
        # Once, since compilers that run at the same time read the module maps.
        self.c_flags = {one.name: self.flags_of(one) for one in self.targets.values() if not one.sources}

    def reached(self, target):
        """The targets that a target stands on."""
        found, following = {}, list(target.dependencies)
        while following:
            name = following.pop()
            if name not in found:
                found[name] = self.targets[name]
                following += found[name].dependencies
        return found.values()

    def flags_of(self, target):
        """The flags with which a target of C can be imported."""
        module_map = target.folder / "module.modulemap"
        if not module_map.exists():
            module_map = self.output / f"{target.module}.modulemap"
            folder = target.folder / "include"
            module_map.write_text(f'module {target.module} {{\n    umbrella "{folder}"\n    export *\n}}\n')
        return "-Xcc", f"-fmodule-map-file={module_map}", "-Xcc", f"-I{target.folder}/include"

    def compile(self, target):
        """Makes the module of a target; gives the errors."""
        below = self.reached(target)
        c_targets = [one for one in below if not one.sources]
        sources = target.sources + ([stand_in(target, self.output)] if target.resources else [])
        made = self.output / f"{target.module}.swiftmodule"
        inputs = [ROOT / "Package.swift", pathlib.Path(__file__), *sources]
        inputs += [self.output / f"{one.module}.swiftmodule" for one in below if one.sources]
        inputs += [file for one in c_targets for file in one.files]
        if made.exists() and made.stat().st_mtime > max(file.stat().st_mtime for file in inputs):
            return ""
        has_main = any(file.name == "main.swift" for file in sources)
        command = [
            "swiftc", "-swift-version", "6", "-module-name", target.module, *target.flags, "-emit-module",
            "-whole-module-optimization", "-emit-module-path", made, "-I", self.output, "-I", self.declarations,
            # Foundation brings Darwin there, and Glibc here.
            "-Xfrontend", "-import-module", "-Xfrontend", "Darwin",
            *(["-package-name", "tessera"] if target.is_package else []),
            *([] if has_main else ["-parse-as-library"]),
            *(flag for one in c_targets for flag in self.c_flags[one.name]), *sources,
        ]
        result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if result.returncode:
            made.unlink(missing_ok=True)
            return result.stderr
        os.utime(made)
        return ""

    def run(self):
        """Makes all modules, each after those that it imports."""
        waiting = {name: target for name, target in self.targets.items() if target.sources}
        done = {name for name in self.targets if name not in waiting}
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            running = {}
            while waiting or running:
                for name in [name for name, target in waiting.items() if done.issuperset(target.dependencies)]:
                    running[pool.submit(self.compile, waiting.pop(name))] = name
                if not running:
                    sys.exit(f"nothing can be compiled before {', '.join(waiting)}")
                ended, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                for one in ended:
                    if complaint := one.result():
                        pool.shutdown(cancel_futures=True)
                        sys.exit(complaint)
                    done.add(running.pop(one))
        return len([target for target in self.targets.values() if target.sources])


if __name__ == "__main__":
    (folder,) = sys.argv[1:]
    print(f"{Build(folder).run()} targets have the types that they need")
