"""Faults of PostgreSQL: stopped, crashed, failed over to a standby, and out of disk space."""
import asyncio
import contextlib
import signal
import subprocess

import namespaces
from world import Failure, World

# Instances answer soon after the database does: the pool tries again every few seconds.
RECOVERY = 20


async def stopped(setting):
    """PostgreSQL stops, and starts again."""
    return await interrupted(setting, signal.SIGINT)


async def crashed(setting):
    """PostgreSQL crashes, and recovers."""
    return await interrupted(setting, signal.SIGQUIT)


async def interrupted(setting, number):
    rounds = 1 if setting.is_short else 10
    with setting.database() as database:
        async with World(setting, database.address) as world:
            await world.warm()
            await world.begin()
            for _ in range(rounds):
                await world.more("written", 100)
                with world.allowing("503"):
                    await asyncio.to_thread(database.stop, number)
                    await world.more(503, 50)
                    await asyncio.to_thread(database.start)
                    await world.more("written", 100, seconds=RECOVERY)
                    await recovered(world)
            await world.judge(database)
            await world.measure()
    return world, f"{rounds} times"


async def recovered(world):
    """Waits until each instance is ready, and gives what was under way then time to end."""
    await world.until(lambda: all(one.is_ready() for one in world.instances), "ready again", RECOVERY)
    await asyncio.sleep(0.5)


async def failed_over(setting):
    """The primary crashes, and a standby is promoted; the address has both hosts."""
    rounds = 1 if setting.is_short else 3
    for _ in range(rounds):
        with setting.database() as primary, setting.standby(primary) as standby:
            primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
            primary.sql("SELECT pg_reload_conf()")
            address = (f"host={primary.folder},{standby.folder} user=postgres dbname=postgres "
                       "target_session_attrs=read-write")
            async with World(setting, address) as world:
                await world.warm()
                await world.begin()
                await world.more("written", 100)
                with world.allowing("503"):
                    await asyncio.to_thread(primary.stop, signal.SIGQUIT)
                    await world.more(503, 20)
                    await asyncio.to_thread(standby.sql, "SELECT pg_promote()")
                    await world.more("written", 100, seconds=RECOVERY)
                    await recovered(world)
                await world.more("written", 100)
                await world.judge(standby)
                await world.measure()
        if world.problems:
            break
    return world, f"{rounds} times"


async def full(setting):
    """The disk of the tables is full; reads go on, and writes do when space is free again."""
    folder = setting.new_folder()
    with small_disk(folder / "disk", "96m") as disk:
        # A full disk of the log ends PostgreSQL itself, which is another fault.
        (folder / "log-of-writes").mkdir()
        data = disk / "data"
        subprocess.run(["chown", "-R", "postgres", folder], check=True)
        setting.fill(data)
        move_log(data, folder / "log-of-writes")
        with setting.database(folder=folder, data=data) as database:
            async with World(setting, database.address) as world:
                await world.warm()
                half = len(world.people) // 2
                await world.begin(world.people[:half])
                await world.more("written", 100)
                with world.allowing("503"):
                    await asyncio.to_thread(fill, disk)
                    await asyncio.gather(*map(refused, world.people[half:]))
                    await world.more(503, 20)
                    await reads(world.people[half:])
                    (disk / "filler").unlink()
                    await world.more("written", 100, seconds=RECOVERY)
                await asyncio.sleep(0.2)
                await world.more("written", 100)
                await world.judge(database)
                await world.measure()
    return world, "reads went on, and writes did afterwards"


async def full_log(setting):
    """The disk of the write-ahead log is full, which ends PostgreSQL; it starts again when space is free."""
    folder = setting.new_folder()
    with small_disk(folder / "disk", "96m") as disk:
        subprocess.run(["chown", "-R", "postgres", folder], check=True)
        data = folder / "data"
        setting.fill(data)
        move_log(data, disk)
        with setting.database(folder=folder, data=data) as database:
            async with World(setting, database.address) as world:
                await world.warm()
                await world.begin()
                await world.more("written", 100)
                with world.allowing("503"):
                    await asyncio.to_thread(fill, disk)
                    await asyncio.to_thread(use_up_log, database)
                    await world.until(lambda: database.process.poll() is not None, "PostgreSQL has ended")
                    await world.more(503, 20)
                    (disk / "filler").unlink()
                    await asyncio.to_thread(database.start)
                    await world.more("written", 100, seconds=RECOVERY)
                    await recovered(world)
                await world.more("written", 100)
                await world.judge(database)
                await world.measure()
    return world, "PostgreSQL ended, and writes went on after its start"


def move_log(data, folder):
    """Moves the write-ahead log of a server that does not run."""
    subprocess.run(["mv", data / "pg_wal", folder], check=True)
    (data / "pg_wal").symlink_to(folder / "pg_wal")


@contextlib.contextmanager
def small_disk(place, size):
    namespaces.need()
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", place], capture_output=True, text=True)
    if made.returncode:
        raise namespaces.NotRun(f"a disk cannot be mounted here: {made.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def fill(disk):
    """Takes all space that is left."""
    with open(disk / "filler", "wb", buffering=0) as filler:
        with contextlib.suppress(OSError):
            while True:
                filler.write(bytes(1 << 16))
        with contextlib.suppress(OSError):
            while True:
                filler.write(bytes(512))


def use_up_log(database):
    """Begins new files of the log, until PostgreSQL ends because it can make none."""
    with contextlib.suppress(RuntimeError):
        while True:
            database.sql("SELECT pg_switch_wal()")


async def refused(person):
    """Adds long tasks until one is refused."""
    for _ in range(2000):
        answer = await person.add(keyed=False, length=900)
        if answer.status == 503:
            return
    raise Failure("the disk is never full")


async def reads(people):
    """Each person reads, while nothing can be written."""
    for person in people:
        answer = await person.list()
        if answer.status != 200:
            person.fail("a list while the disk is full", answer)
