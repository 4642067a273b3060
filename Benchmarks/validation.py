#!/usr/bin/env python3
"""ID tokens validated by Tessera, against bare signatures and against other libraries, in turns in one run; and
requests with proofs of possession, against bare signatures and, at an API, against requests without.

validation.py OURS PYTHON: our benchmark, and a Python that has PyJWT.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from table import heading, row

ROUNDS, MILLISECONDS = 7, "400"
HERE = pathlib.Path(__file__).resolve().parent
# Where Debian puts libraries of Node.js, for a Node.js that is not Debian's.
MODULES = pathlib.Path("/usr/share/nodejs")


def rate(command):
    environment = os.environ | {"NODE_PATH": str(MODULES)}
    done = subprocess.run([*command, MILLISECONDS], check=True, stdout=subprocess.PIPE, text=True, env=environment)
    return float(done.stdout)


def main(ours, python):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([ours, "export", folder], check=True)
        commands = {
            "Tessera": [ours, "validate", folder],
            "a bare verification by OpenSSL": [ours, "bare", folder],
            "PyJWT": [python, HERE / "validate_pyjwt.py", folder],
        }
        if (MODULES / "jose").exists():
            commands["jose for Node.js (Debian's node-jose)"] = ["node", HERE / "validate_jose.js", folder]
        rounds = [{name: rate(command) for name, command in commands.items()} for _ in range(ROUNDS)]
    heading("ID tokens validated a second (RS256 with 2048 bits, warm keys, one at a time)")
    for name in commands:
        each = statistics.median(rates[name] for rates in rounds)
        if name == "Tessera":
            row(f"Tessera, all checks ({each:,.0f})")
            continue
        ratio = statistics.median(rates["Tessera"] / rates[name] for rates in rounds)
        row(f"Tessera / {name} ({each:,.0f})", ratio, "0.7 at least" if "bare" in name else "")


def proofs(ours):
    modes = ("prove", "sign", "bound", "bearer")
    rounds = [{mode: rate([ours, mode, "."]) for mode in modes} for _ in range(ROUNDS)]
    heading("Requests with a DPoP proof a second (ES256, with the hash of the access token, one at a time)")
    row(f"Tessera ({statistics.median(rates['prove'] for rates in rounds):,.0f})")
    bare = statistics.median(rates["sign"] for rates in rounds)
    ratio = statistics.median(rates["prove"] / rates["sign"] for rates in rounds)
    row(f"Tessera / a bare signature on P-256 by OpenSSL ({bare:,.0f})", ratio, "0.7 at least")
    bound, bearer = (statistics.median(rates[mode] for rates in rounds) for mode in ("bound", "bearer"))
    row(f"judged by an API with a bound token ({bound:,.0f}) / with a bearer token ({bearer:,.0f})",
        statistics.median(rates["bound"] / rates["bearer"] for rates in rounds))
    row("a bound request / the time of one bare signature, to set it in proportion",
        statistics.median(rates["sign"] / rates["bound"] for rates in rounds))


main(*sys.argv[1:])
proofs(sys.argv[1])
