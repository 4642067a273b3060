"""Lists beside their bare query: people search and SQLite, tasks and PostgreSQL. For compare.py."""
import os
import pathlib
import subprocess
import tempfile

from comparison import Row, rounds
from people import KINDS, Tenant
from production import filled
from server import wrk

PEOPLE, SECONDS, KIND = 100_000, 3, "startswith, $top=10"


def searches(tenant, folder):
    """The processor time of a search, in microseconds."""
    before = tenant.ticks()
    figures = wrk(tenant.address, folder / "token", folder / "questions", connections=8, seconds=SECONDS)
    assert figures.errors == 0
    return (tenant.ticks() - before) * 10_000 / (figures.rate * SECONDS)


def in_process(program, folder):
    """The processor time of a search in the tenant's database, and of its bare query, in microseconds, by rounds."""
    lines = subprocess.run(["taskset", "-c", "0", program, "searches", folder], check=True, stdout=subprocess.PIPE,
                           text=True).stdout.splitlines()
    return [tuple(map(float, line.split())) for line in lines]


def people(programs, earlier, folder):
    """The rounds of people search at Microsoft Graph: the tenants of both programs."""
    with Tenant(earlier, folder / "before", PEOPLE) as before, Tenant(programs, folder / "now", PEOPLE) as now:
        (folder / "questions").write_text("\n".join(KINDS[KIND]))

        def cost(tenant):
            (folder / "token").write_text(tenant.token)
            return searches(tenant, folder)
        return [(*one, None) for one in rounds(cost, before, now)]


def rows(programs, earlier, helpers):
    """The rows of searches."""
    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        # PostgreSQL's user must reach it.
        os.chmod(place, 0o755)
        folder = pathlib.Path(place)
        for name in ("before", "now", "tasks"):
            (folder / name).mkdir()
        yield Row("people search at Graph, CPU in µs", people(programs, earlier, folder))
        found = in_process(helpers / "TenantBenchmark", folder / "now" / str(PEOPLE))
        yield Row("people search in the tenant's database, CPU in µs", [(None, *one) for one in found], "SQLite", most=2)
        with filled(helpers, folder / "tasks") as (ours, _, database, select, _):
            found = rounds(lambda side: side(), ours.load, lambda: database.pgbench(select))
            yield Row("lists on PostgreSQL, requests/s", [(None, *one) for one in found], "pgbench", least=0.35)
