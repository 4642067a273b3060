"""Faults of the provider and of the clock: away, with new keys, and at another time."""
import asyncio
import shutil
import struct
import subprocess
import sys
from pathlib import Path

from connection import Connection
from namespaces import NotRun
from world import World


async def provider_down(setting):
    """The provider ends: tokens with known keys are good, then and after its return."""
    tenant = setting.tenant
    with setting.database() as database:
        async with World(setting, database.address) as world:
            await world.warm()
            await world.begin()
            await world.more("written", 50)
            if code := await tenant.end():
                world.fail(f"the tenant ended with {code}")
            try:
                await world.more("written", 200)
            finally:
                await asyncio.to_thread(tenant.start)
            await world.more("written", 50)
            # A key that the instances do not know yet.
            await new_key(world)
            await world.more("written", 50)
            await world.judge(database)
            await world.measure()
    return world, "no answer was wrong"


async def keys_rotated(setting):
    """The provider signs with new keys under load; no good token is refused."""
    rounds, pause = (3, 1) if setting.is_short else (20, 6)
    with setting.database() as database:
        async with World(setting, database.address) as world:
            await world.warm()
            await world.begin()
            for _ in range(rounds):
                await new_key(world)
                await world.more("written", 100)
                # The service fetches for an unknown key four times at once, then every five seconds.
                await asyncio.sleep(pause)
            await world.judge(database)
            await world.measure()
    return world, f"{rounds} keys"


async def new_key(world):
    """Half of the people get tokens that a new key signed, the moment that it exists."""
    tenant = world.tenant
    await asyncio.to_thread(tenant.api, "POST", "keys/rotate", {"publishedFor": 0})
    for person in world.people[::2]:
        person.token = await asyncio.to_thread(tenant.token, person.name, lifetime=86_400)


class Clock:
    """A library that moves the clock of the programs that load it; the Swift toolchain has the compiler."""

    def __init__(self, folder):
        compiler = shutil.which("clang")
        if not compiler or sys.platform != "linux":
            raise NotRun("it needs clang, on Linux")
        self.file, library = folder / "clock", folder / "clock.so"
        self.move(0)
        source = Path(__file__).with_name("clock.c")
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
        self.environment = {"LD_PRELOAD": str(library), "CLOCK": str(self.file)}

    def move(self, hours):
        with open(self.file, "r+b" if self.file.exists() else "wb") as file:
            file.write(struct.pack("=q", hours * 3600))


async def clock_moved(setting):
    """The clock of the instances moves by hours: tokens are refused then, and good again afterwards."""
    clock = Clock(setting.new_folder())
    with setting.database() as database:
        async with World(setting, database.address, environment=clock.environment) as world:
            tokens = [await asyncio.to_thread(setting.tenant.token, person.name) for person in world.people]
            for person, token in zip(world.people, tokens):
                person.token = token
            await world.warm()
            for hours in (3, -3) if setting.is_short else (3, -3, 25, -25, 1000, -1000):
                await world.begin()
                await world.more("written", 50)
                await world.rest()
                clock.move(hours)
                await statuses(world, 401)
                await idle(world)
                clock.move(0)
                await statuses(world, 200)
            await world.begin()
            await world.more("written", 50)
            await world.judge(database)
            await world.measure()
    return world, "tokens were refused then, and good again"


async def statuses(world, wanted):
    """Waits until each instance gives the status to all people."""
    for instance in world.instances:
        for person in world.people:
            connection, last = Connection(instance.port), None
            for _ in range(100):
                last = await connection.send("GET", "/api/tasks", Authorization=f"Bearer {person.token}")
                if last.status == wanted:
                    break
                await asyncio.sleep(0.1)
            else:
                person.fail(f"not {wanted}", last)
            connection.close()


async def idle(world):
    """No instance spins: each uses little of the processor once it has nothing to do."""
    for instance in world.instances:
        for _ in range(10):
            before = instance.processor_seconds()
            await asyncio.sleep(0.5)
            if (seconds := instance.processor_seconds() - before) < 0.1:
                break
        else:
            world.fail(f"{instance.name} uses {seconds:.1f} s of the processor in half a second without requests")
