#!/usr/bin/env python3
"""People search of the local tenant with 1,000 to 1,000,000 people, beside a bare route: people.py PROGRAMS [PEOPLE...]

PROGRAMS holds tessera and APIBenchmark. Servers have one core, the load the other. The last part is an open loop of
searches as people type.
"""
import asyncio
import json
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

from server import Server, wrk
from table import heading, row

SECONDS, RUNS, SEARCHES, BARE = 3, 3, 500, 4661
SELECTION = "$select=id,displayName,givenName,surname,mail,userPrincipalName,jobTitle,department"
PROPERTIES = ["givenName", "surname", "displayName", "mail", "userPrincipalName"]
GIVEN = ["Ana", "Conor", "D'Arcy", "Íñigo", "José", "Jürgen", "Łukasz", "Mei-Ling", "Niamh", "Þóra", "İpek", "Ελένη"]
FAMILY = ["Silva", "O'Brien", "Lefèvre", "Krishnan", "Björnsdóttir", "Pugh", "Tanaka", "van der", "Weiß", "Żak", "王"]


def starts(name, text):
    return "startswith({},'{}')".format(name, text.replace("'", "''"))


def path(**options):
    query = "&".join(f"${name}={urllib.parse.quote(text)}" for name, text in options.items())
    return f"/v1.0/users?{query}&{SELECTION}"


def prefixes(names, seed):
    dice = random.Random(seed)
    for _ in range(2_000):
        name = dice.choice(names)
        yield name[:dice.randint(1, len(name))]


# Two thousand questions of each kind.
KINDS = {
    "startswith, $top=10": [path(filter=starts("givenName", text), top="10") for text in prefixes(GIVEN, 1)],
    "ten by name": [path(orderby="displayName", top="10")],
    "$search": [path(search=f'"displayName:{text}"', top="10") for text in prefixes(GIVEN + FAMILY, 2)],
    "five startswith joined by or": [
        path(filter=" or ".join(starts(name, text) for name in PROPERTIES), top="10")
        for text in prefixes(GIVEN + FAMILY, 3)],
    "a filter that nobody meets, with and": [
        path(filter=f"{starts('givenName', text)} and {starts('surname', 'Zz')}", top="10")
        for text in prefixes(GIVEN, 4)],
}
GOALS = {"startswith, $top=10": 5, "ten by name": 5, "$search": 20, "five startswith joined by or": 10, "second page": 5}


class Tenant(Server):
    def __init__(self, programs, folder, people, cores="0"):
        command = [programs / "tessera", "tenant", "--json", "--port", "0", "--data", folder / str(people)]
        super().__init__(*command, "--people", people, cores=cores, errors=subprocess.DEVNULL)
        self.address = json.loads(self.line)["listening"]
        self.token = subprocess.run(
            [programs / "tessera", "tenant", "token", "--tenant", self.address, "--person", "ana.silva@aldervale.example",
             "--api", "https://graph.microsoft.com", "--scope", "User.Read.All", "--lifetime", "86400"],
            check=True, capture_output=True, text=True).stdout.strip()

    def ask(self, path):
        headers = {"Authorization": f"Bearer {self.token}", "ConsistencyLevel": "eventual"}
        return urllib.request.urlopen(urllib.request.Request(self.address + path, headers=headers)).read()


def second_pages(tenant):
    """The links to the second pages of some lists."""
    links = []
    for question in KINDS["startswith, $top=10"][:200] + KINDS["five startswith joined by or"][:200]:
        link = json.loads(tenant.ask(question)).get("@odata.nextLink")
        if link:
            links.append(link.removeprefix(tenant.address))
    return links


def batch(tenant):
    """The seconds of twenty filters in one batch, which read many people and find nobody, and how many are refused."""
    costly = "/users?$filter=" + urllib.parse.quote("givenName ge 'n' and displayName le 'm'")
    parts = [{"id": str(number), "method": "GET", "url": costly} for number in range(20)]
    fields = {"Authorization": f"Bearer {tenant.token}", "Content-Type": "application/json"}
    content = json.dumps({"requests": parts}).encode()
    begin = time.perf_counter()
    with urllib.request.urlopen(urllib.request.Request(f"{tenant.address}/v1.0/$batch", content, fields)) as answer:
        responses = json.load(answer)["responses"]
    return time.perf_counter() - begin, sum(part["status"] == 429 for part in responses)


def memory_under_load(tenant, token, questions):
    """The memory after one and after ten minutes of all kinds of questions."""
    mixed = [question for list in KINDS.values() for question in list]
    random.Random(6).shuffle(mixed)
    questions.write_text("\n".join(mixed))
    load = threading.Thread(
        target=wrk, args=(tenant.address, token, questions), kwargs={"connections": 8, "seconds": 601})
    load.start()
    time.sleep(60)
    first = tenant.memory()
    time.sleep(540)
    row(f"memory after a minute of all kinds: {first} MiB; after ten: {tenant.memory()} MiB", "", "100 MiB, flat")
    load.join()


async def search(reader_writers, question):
    """Asks over a kept connection; the seconds from the moment that the person typed, and whether it went well."""
    begin = time.perf_counter()
    address, head = question
    # The server closes idle connections.
    while reader_writers and reader_writers[-1][0].at_eof():
        reader_writers.pop()[1].close()
    reader, writer = reader_writers.pop() if reader_writers else await asyncio.open_connection(*address)
    writer.write(head)
    answer = await reader.readuntil(b"\r\n\r\n")
    length = int(re.search(rb"content-length: (\d+)", answer.lower())[1])
    await reader.readexactly(length)
    reader_writers.append((reader, writer))
    return time.perf_counter() - begin, answer.startswith(b"HTTP/1.1 200")


async def type_names(tenant, seconds):
    """An open loop: people type the first letters of a name, then more of it; the times and the number of errors."""
    host, port = tenant.address.removeprefix("http://").split(":")
    dice, kept, tasks = random.Random(5), [], []
    typed = []
    while len(typed) < SEARCHES * seconds:
        name = dice.choice(GIVEN + FAMILY)
        typed += [name[:length] for length in range(1, len(name) + 1)]
    begin = time.perf_counter()
    for number, text in enumerate(typed[:SEARCHES * seconds]):
        await asyncio.sleep(max(0, begin + number / SEARCHES - time.perf_counter()))
        question = path(filter=" or ".join(starts(name, text) for name in PROPERTIES), top="10")
        head = (f"GET {question} HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {tenant.token}\r\n\r\n").encode()
        tasks.append(asyncio.create_task(search(kept, ((host, int(port)), head))))
    answers = await asyncio.gather(*tasks)
    return sorted(time * 1000 for time, _ in answers), sum(not well for _, well in answers)


def measure(programs, folder, people):
    first = Tenant(programs, folder, people, cores="0,1")
    heading(f"{people:,} people")
    row(f"import: {first.seconds:.1f} s, at most {first.memory('VmHWM')} MiB", "", "60 s at 1,000,000")
    first.end()
    tenant = Tenant(programs, folder, people)
    row(f"second start: {tenant.seconds * 1000:.0f} ms, {tenant.memory()} MiB", "", "150 ms, 100 MiB")
    try:
        median_page = sorted(KINDS["startswith, $top=10"][:200], key=lambda question: len(tenant.ask(question)))[100]
        (folder / "page.json").write_bytes(tenant.ask(median_page))
        bare = Server(programs / "APIBenchmark", "bare", folder, BARE, errors=subprocess.DEVNULL)
        questions, token = folder / "questions", folder / "token"
        token.write_text(tenant.token)
        for kind, list in {**KINDS, "second page": second_pages(tenant)}.items():
            if not list:
                continue
            questions.write_text("\n".join(list))
            wrk(tenant.address, token, questions, seconds=SECONDS)
            runs = [[wrk(address, token, questions, seconds=SECONDS)
                     for address in (tenant.address, f"http://127.0.0.1:{BARE}")]
                    for _ in range(RUNS)]
            p50, p99, longest, errors = (
                statistics.median(getattr(run[0], part) for run in runs) for part in ("p50", "p99", "longest", "errors"))
            ratio = statistics.median(run[0].p50 / run[1].p50 for run in runs)
            goal = f"p99 < {GOALS[kind]} ms" if kind in GOALS else "report"
            row(f"{kind}: p50 {p50:.2f} p99 {p99:.2f} max {longest:.1f} ms, errors {errors:.0f}, "
                f"bare p50 {statistics.median(run[1].p50 for run in runs):.2f}", ratio, goal)
        bare.end()
        row(f"memory after all of it: {tenant.memory()} MiB")
        if people == 1_000_000:
            memory_under_load(tenant, token, questions)
        if people == 100_000:
            seconds, refused = batch(tenant)
            row(f"a batch of 20 filters: {seconds:.1f} s, {refused} refused", "", "8.4 s before the limit")
            times, errors = asyncio.run(type_names(tenant, 60))
            row(f"{SEARCHES} searches/s as people type, 60 s: p50 {times[len(times) // 2]:.1f} "
                f"p99 {times[len(times) * 99 // 100]:.1f} ms, errors {errors}, {tenant.memory()} MiB", "", "p99 < 50 ms")
    finally:
        tenant.end()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        for number in map(int, sys.argv[2:] or [1_000, 100_000, 1_000_000]):
            measure(pathlib.Path(sys.argv[1]), pathlib.Path(place), number)
