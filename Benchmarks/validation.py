#!/usr/bin/env python3
"""ID tokens validated by Tessera, against bare signatures and against other libraries, in turns in one run.

validation.py OURS JWTKIT PYTHON: our benchmark, jwt-kit's, and a Python that has PyJWT. What is missing is left out.
"""
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

ROUNDS, MILLISECONDS = 7, "400"
HERE = pathlib.Path(__file__).resolve().parent


def rate(command):
    # Where Debian puts the libraries of Node.js, for a node that is not Debian's.
    environment = {"NODE_PATH": "/usr/share/nodejs"} | os.environ
    done = subprocess.run([*command, MILLISECONDS], check=True, capture_output=True, text=True, env=environment)
    return float(done.stdout)


def main(ours, jwtkit, python):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([ours, "export", folder], check=True)
        commands = {
            "bare verification of swift-crypto": [ours, "bare", folder],
            "Tessera": [ours, "validate", folder],
            "jwt-kit": [jwtkit, folder],
            "PyJWT": [python, HERE / "validate_pyjwt.py", folder],
            "jose for Node.js (Debian's node-jose)": ["node", HERE / "validate_jose.js", folder],
        }
        commands = {name: command for name, command in commands.items() if shutil.which(command[0])}
        rates = {name: [] for name in commands}
        for _ in range(ROUNDS):
            for name, command in commands.items():
                rates[name].append(rate(command))
        tessera = rates["Tessera"]
        print(f"RS256 ID tokens with warm keys, one at a time, median of {ROUNDS} rounds")
        for name, values in rates.items():
            ratio = statistics.median(t / v for t, v in zip(tessera, values))
            print(f"  {name:40} {statistics.median(values):8.0f}/s   Tessera is {ratio:.2f} of it")


main(*sys.argv[1:4])
