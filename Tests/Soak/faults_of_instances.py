"""Faults of the service's own processes: killed, replaced, and with many people at once."""
import asyncio
import random
import signal

from world import World


async def killed(setting):
    """kill -9 of an instance under write load."""
    count = 3 if setting.is_short else 50
    with setting.database() as database:
        async with World(setting, database.address) as world:
            await world.begin()
            with world.allowing("lost"):
                for number in range(count):
                    await world.more("written", 20)
                    await asyncio.sleep(random.uniform(0, 0.2))
                    instance = world.instances[number % 2]
                    instance.kill()
                    await world.more("written", 20)
                    await asyncio.to_thread(instance.start)
                await world.more("written", 20)
            await world.judge(database)
    return world, f"{count} kills"


async def replaced(setting):
    """One instance is replaced by a new version, which has changed the tables, while the other serves."""
    rounds = 1 if setting.is_short else 5
    with setting.database() as database:
        async with World(setting, database.address, shutdown_drain_seconds=2) as world:
            world.heeds_readiness = True
            readiness = asyncio.create_task(watch(world))
            await world.begin()
            await world.more("written", 50)
            for number in range(rounds):
                await asyncio.to_thread(
                    database.sql, f"ALTER TABLE task ADD COLUMN later{number} text; INSERT INTO tessera_migration "
                    "(store, version, name, compatible_since) SELECT 'tasks', max(version) + 1, 'later', 1 "
                    "FROM tessera_migration WHERE store = 'tasks'")
                for instance in world.instances:
                    if code := await instance.end(signal.SIGTERM):
                        world.fail(f"{instance.name} ended with {code}")
                    await world.more("written", 20)
                    await asyncio.to_thread(instance.start)
                    await world.more("written", 20)
            readiness.cancel()
            await world.judge(database)
    return world, f"{2 * rounds} replacements, no answer lost"


async def watch(world):
    """Asks for readiness, as a balancer does."""
    while True:
        for instance in world.instances:
            instance.ready = await asyncio.to_thread(instance.is_ready)
        await asyncio.sleep(0.1)


async def people(setting):
    """200 people at once, each of whom sees only their own tasks."""
    with setting.database() as database:
        async with World(setting, database.address, people=200) as world:
            await world.begin(pause=0.05)
            await world.more(200, 1_500 if setting.is_short else 30_000, seconds=600)
            await world.judge(database)
    return world, f"{len(world.people)} people"
