#!/usr/bin/env python3
"""Tessera beside an earlier program, Go, SQLite, and PostgreSQL: compare.py PROGRAMS EARLIER HELPERS [PART...]

PROGRAMS holds the `tessera` of a release, EARLIER is an earlier one, and HELPERS holds APIBenchmark,
TransferBenchmark, TenantBenchmark, PrintedLine, api_go, and client_go. It prints a table in Markdown: medians of five
rounds, each of which measures all sides. Servers and clients have one core each, except that PostgreSQL and its clients
share both. A PART is one of lists, routes, client, tenant, searches, and connections.
"""
import datetime
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

import bare_routes
import client_costs
import idle_connections
import searches
import task_lists
import tenant_costs
from comparison import Row

PARTS = {"lists": task_lists, "routes": bare_routes, "client": client_costs, "tenant": tenant_costs, "searches": searches,
         "connections": idle_connections}


def version(*command):
    return re.search(r"\d+\.[\d.]+", subprocess.run(command, check=True, capture_output=True, text=True).stdout)[0]


def processor():
    return re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())[1]


def main(programs, before, helpers, *parts):
    programs, helpers = pathlib.Path(programs), pathlib.Path(helpers)
    print(f"Measured on {datetime.date.today()} by `script/bench compare`: {platform.freedesktop_os_release()['PRETTY_NAME']}, "
          f"{os.cpu_count()} cores of {processor()}, Go {version('go', 'version')}, "
          f"OpenSSL {version('openssl', 'version')}, PostgreSQL {version('pg_config', '--version')}.\n")
    print("| | before | now | beside it | now / beside | goal |\n|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as place:
        earlier = pathlib.Path(place)
        (earlier / "tessera").symlink_to(pathlib.Path(before).resolve())
        for part in parts or PARTS:
            for row in PARTS[part].rows(programs, earlier, helpers):
                print(row.markdown(), flush=True)
        sizes = [(side / "tessera").stat().st_size / 1e6 for side in (earlier, programs)]
        print(Row("`tessera`, stripped, in MB", [(*sizes, None)], most=40).markdown())


main(*sys.argv[1:])
