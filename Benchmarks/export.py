#!/usr/bin/env python3
"""An export of 100,000 people against the tenant's bare pages, and its memory: export.py PROGRAMS [PEOPLE]"""
import http.client
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
import urllib.parse

from table import heading, row
from tenant import Tenant

RUNS, FORMATS = 3, ("csv", "json", "vcard")
PAGE = "/v1.0/users?$top=999&$select=id,displayName,givenName,surname,mail,userPrincipalName,jobTitle,department," \
    "officeLocation,mobilePhone,businessPhones,preferredLanguage"


def export(tenant, settings, form, output):
    """Seconds, and the peak memory in MiB."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        [tenant.programs / "tessera", "people", "export", "--settings", settings, "--format", form, "--output", output],
        env=tenant.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"the export failed: {errors.decode()}")
    return time.perf_counter() - begin, usage.ru_maxrss / 1024


def bare(tenant, token):
    """Seconds for all pages over one connection, and the number of people; nothing is read but the next address."""
    begin, people, path = time.perf_counter(), 0, PAGE
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(tenant.address).netloc)
    while path:
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        page = json.loads(connection.getresponse().read())
        people += len(page["value"])
        path = page.get("@odata.nextLink", "").removeprefix(tenant.address)
    return time.perf_counter() - begin, people


def signed_in(tenant):
    settings = tenant.settings("User.Read User.Read.All")
    for command in (["sign-in"], ["token", "--scope", "User.Read.All"]):
        done = subprocess.run(
            [tenant.programs / "tessera", *command, "--settings", settings], check=True, env=tenant.environment(),
            capture_output=True, text=True)
    return settings, done.stdout.strip()


def measure(programs, people):
    """The rounds of an export in each format and of bare pages, in turns, and the most memory."""
    with Tenant(programs, people) as tenant:
        settings, token = signed_in(tenant)
        rounds, memory = [], []
        for _ in range(RUNS):
            rates = {}
            for form in FORMATS:
                output = tenant.folder / f"people.{form}"
                seconds, peak = export(tenant, settings, form, output)
                memory.append(peak)
                rates[form] = output.stat().st_size and people / seconds
                output.unlink()
            seconds, count = bare(tenant, token)
            if count < people:
                sys.exit(f"{count} of {people} people came")
            rounds.append(rates | {"bare": people / seconds})
    return rounds, max(memory)


def main(programs, people="100000"):
    programs, people = pathlib.Path(programs), int(people)
    few = measure(programs, people // 10)[1]
    rounds, many = measure(programs, people)
    heading(f"An export of {people:,} people")
    bare_rate = statistics.median(rates["bare"] for rates in rounds)
    for form in FORMATS:
        rate = statistics.median(rates[form] for rates in rounds)
        row(f"{form}: {rate:,.0f} people a second / bare pages {bare_rate:,.0f}",
            statistics.median(rates[form] / rates["bare"] for rates in rounds))
    row(f"peak memory for {people:,} people / for {people // 10:,} ({few:.0f} MiB)", many / few, "flat")


main(*sys.argv[1:])
