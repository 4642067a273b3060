#!/usr/bin/env python3
"""Sends each row of rows.py, and mutations of rows, to the tenant, the task API and the web app: whole, and in pieces.

    framing.py TESSERA [--seconds 120] [--seed 1]

Each row gets its status, the same in pieces, and nobody answers a smuggled request. After each row, somebody else is
answered. No input causes a 5xx but 501 and 505, and at the end memory and descriptors are as before. The rows take some
seconds; mutations fill up the seconds."""
import argparse
import random
import time

from program import GOOD, Findings, demo, exchange, settles, statuses
from rows import BODY, BOTH, rows

# What a POST to `PATHS` is answered if its body cannot be read: the task API wants a token first.
UNREADABLE = {"tenant": 400, "tasks": 401, "web": 400}
PATHS = {"tenant": b"/common/oauth2/v2.0/token", "tasks": b"/api/tasks", "web": b"/language"}
KNOWN = {200, 302, 303, 400, 401, 403, 404, 405, 406, 411, 413, 414, 415, 417, 421, 431, 501, 505}


def is_expected(row, name, answers):
    if row.expected is BOTH:
        return len(answers) == 2 and answers[1] == 404 and answers[0] < 500
    expected = UNREADABLE[name] if row.expected is BODY else row.expected
    if name == "tasks" and expected == 413:
        expected = 401  # It looks at the token before the length.
    return answers == [expected]


def cuts(data, generator, count=3):
    return sorted(generator.sample(range(len(data)), min(count, len(data))))


def send_rows(program, name, generator, findings):
    port = program.port(name)
    table = rows(program.name(name), PATHS[name])
    for row in table:
        for pieces in ((), cuts(row.data, generator)):
            answers = statuses(exchange(port, row.data, pieces))
            findings.expect(is_expected(row, name, answers), f"{name}: {row.name}: {answers}, cut at {pieces}")
        if not findings.expect(program.is_well(name), f"{name}: somebody else is not answered after: {row.name}"):
            break
    return len(table)


INSERTED = [b"\r", b"\n", b"\r\n", b"\0", b" ", b"\t", b":", b";", b",", b"\xff", b"0"]


def mutate(data, generator, others):
    """One to three changes of the kinds that parsers of two programs take differently."""
    data = bytearray(data[:4096])
    for _ in range(generator.randint(1, 3)):
        place = generator.randrange(len(data) + 1)
        kind = generator.randrange(5)
        if kind == 0:
            data[place:place + 1] = bytes([generator.randrange(256)])
        elif kind == 1:
            data[place:place] = generator.choice(INSERTED)
        elif kind == 2:
            del data[place:place + generator.randint(1, 8)]
        elif kind == 3:
            lines = bytes(data).split(b"\r\n")
            lines.insert(generator.randrange(len(lines)), generator.choice(lines))
            data[:] = b"\r\n".join(lines)
        else:
            data[place:] = generator.choice(others)[:4096]
    return bytes(data)


def send_mutations(program, end, generator, findings):
    count = 0
    tables = {name: [row.data for row in rows(program.name(name), PATHS[name])] for name in PATHS}
    while time.monotonic() < end:
        name = generator.choice(list(PATHS))
        data = mutate(generator.choice(tables[name]), generator, tables[name])
        whole = statuses(exchange(program.port(name), data))
        pieces = cuts(data, generator)
        split = statuses(exchange(program.port(name), data, pieces))
        findings.expect(whole == split, f"{name}: {data!r}: {whole}, cut at {pieces} {split}")
        findings.expect(set(whole) <= KNOWN, f"{name}: {data!r}: {whole}")
        count += 1
        if count % 100 == 0 and not findings.expect(program.is_well(name), f"{name}: not answered, last: {data!r}"):
            break
    return count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tessera")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begin, generator, findings = time.monotonic(), random.Random(options.seed), Findings()
    with demo(options.tessera) as program:
        for name in PATHS:
            findings.expect(program.good(name) == GOOD[name][1], f"{name}: a good request is not answered")
        descriptors, memory = program.descriptors(), program.memory()
        count = sum(send_rows(program, name, generator, findings) for name in PATHS)
        mutations = send_mutations(program, begin + options.seconds, generator, findings)
        left = settles(program.descriptors, descriptors)
        findings.expect(left, f"{program.descriptors()} descriptors, not {descriptors}")
        findings.expect(program.memory() <= memory + 32, f"memory grew from {memory} to {program.memory()} MiB")
        errors = [line for line in program.log().splitlines() if " error " in line]
        findings.expect(not errors, f"an attacker writes errors into the log: {errors[-5:]}")
        findings.end(f"framing: {count} rows, {mutations} mutations, {memory} to {program.memory()} MiB", begin)


if __name__ == "__main__":
    main()
