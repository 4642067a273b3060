#!/usr/bin/env python3
"""Ends each program by `exit` in the middle of TLS, requests and signatures, and expects that it ends normally.

    exits.py FOLDER [COUNT] [--seed 1] [--only NAME ...]

FOLDER has the built programs; each is ended COUNT times, 200 without a number. OpenSSL's own handler of `exit` frees
what other threads use.
"""
import argparse
import json
import os
import random
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from programs import all_programs

DEADLINE = 60
VISITORS = 4


class Work:
    """What a program has to do until it ends: visitors, or a stream of input."""

    def __init__(self, program, process, line):
        self.program, self.process, self.line = program, process, line
        self.is_over, self.done = threading.Event(), 0
        job, count = (self.visit, VISITORS) if program.visit else (self.feed, 1 if program.feed else 0)
        self.threads = [threading.Thread(target=job) for _ in range(count)]
        for thread in self.threads:
            thread.start()

    def visit(self):
        while not self.is_over.is_set():
            try:
                self.program.visit(self.line)
                self.done += 1
            except Exception:  # of any kind, when the program has ended
                self.is_over.wait(0.01)

    def feed(self):
        try:
            while not self.is_over.is_set():
                self.process.stdin.write(self.program.feed)
                self.done += 1
        except OSError:
            pass

    def wait_for_first(self):
        """Waits until a piece of it is done, or the program has ended."""
        end = time.monotonic() + DEADLINE
        while self.threads and not self.done and self.process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)

    def end(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join()


class Ending:
    def __init__(self, folder, library, authority, seed):
        self.folder, self.library, self.random = folder, library, random.Random(seed)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "TESSERA_HOME": str(folder / "home"),
            "SSL_CERT_FILE": authority, "SWIFT_BACKTRACE": "enable=no"}

    def first_line(self, process):
        if not select.select([process.stdout], [], [], DEADLINE)[0]:
            return ""
        return process.stdout.readline().decode()

    def once(self, program, is_first_use):
        """Starts a program and ends it; its status, how much of its work was done, and whether it had ended before."""
        read, write = os.pipe()
        environment = self.environment | program.environment
        if not program.ends_itself:
            environment |= {"LD_PRELOAD": str(self.library), "EXIT_WHEN": str(read)}
        with open(self.folder / "log", "wb") as log:
            process = subprocess.Popen(
                program.command, env=environment, stderr=log, pass_fds=[read], bufsize=0,
                stdin=subprocess.PIPE if program.feed else subprocess.DEVNULL,
                stdout=subprocess.PIPE if program.visit else subprocess.DEVNULL)
        os.close(read)
        work = Work(program, process, self.first_line(process) if program.visit else "")
        if not is_first_use:
            work.wait_for_first()
        if not program.ends_itself:
            time.sleep(self.random.uniform(0, program.longest))
        is_early = process.poll() is not None
        os.close(write)
        try:
            status = process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            status = "no end"
        work.end()
        for stream in process.stdin, process.stdout:
            if stream:
                stream.close()
        return status, work.done, is_early

    def often(self, program, count):
        """Prints how a program ended so many times; whether all was right."""
        start, done, early, wrong = time.monotonic(), 0, 0, []
        for number in range(count):
            # OpenSSL prepares much at its first use, so some ends come then.
            status, work, is_early = self.once(program, is_first_use=number % 3 == 2)
            done += work
            early += is_early and not program.ends_itself
            if status != 0:
                wrong.append(f"{status}: {(self.folder / 'log').read_text(errors='replace')[-500:]}")
        # Such ends show nothing.
        is_idle = early == count or (done == 0 and (program.visit or program.feed))
        print(f"{program.name:<16} {'FAILED' if wrong or is_idle else 'passed'} {time.monotonic() - start:4.0f} s  "
              f"{count - len(wrong)} of {count} ended normally" + (f", {done} pieces of work" if done else "")
              + (f", {early} without us" if early else ""), flush=True)
        for one in wrong[:3]:
            print(f"    {one}", flush=True)
        return not wrong and not is_idle


def build_library(folder):
    library = folder / "exit.so"
    source = Path(__file__).with_name("exit.c")
    subprocess.run(
        [shutil.which("clang") or "cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-lpthread"], check=True)
    return library


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("built", type=Path)
    parser.add_argument("count", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tessera-exits-") as name:
        folder = Path(name)
        environment = {"PATH": os.environ["PATH"], "TESSERA_HOME": str(folder / "asked")}
        tenant = subprocess.Popen(
            [options.built / "tessera", "tenant", "--tls", "--json", "--port", "0", "--people", "2000"],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            report = json.loads(tenant.stdout.readline())
            ending = Ending(folder, build_library(folder), report["certificateAuthority"], options.seed)
            programs = [
                one for one in all_programs(options.built, folder, report["url"])
                if not options.only or one.name in options.only]
            sys.exit(0 if all([ending.often(one, options.count) for one in programs]) else 1)
        finally:
            tenant.kill()
            tenant.wait()


if __name__ == "__main__":
    main()
