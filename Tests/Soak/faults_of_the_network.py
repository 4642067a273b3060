"""The network between the service and the database vanishes in the middle of transactions, and comes back."""
import asyncio
import os
import subprocess
import time

import namespaces
from world import World

HERE, THERE = "10.211.55.1", "10.211.55.2"
NOWHERE = "02:00:00:00:00:01"
# Seconds. The longest statement of the service takes ten.
SILENCE = 12
RECOVERY = 30


def run(*command):
    subprocess.run([str(word) for word in command], check=True)


class Cable:
    """A pair of network devices; the other end is in a network of its own, which ends with its process."""

    def __enter__(self):
        namespaces.need()
        self.holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        self.inside = ["nsenter", "--target", str(self.holder.pid), "--net"]
        mine = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{self.holder.pid}/ns/net") == mine:
            time.sleep(0.01)
        run("ip", "link", "add", "here", "type", "veth", "peer", "name", "there", "netns", self.holder.pid)
        run("ip", "address", "add", f"{HERE}/30", "dev", "here")
        run("ip", "link", "set", "here", "up")
        for words in (["address", "add", f"{THERE}/30", "dev", "there"], ["link", "set", "there", "up"],
                      ["link", "set", "lo", "up"]):
            run(*self.inside, "ip", *words)
        return self

    def __exit__(self, *_):
        self.holder.kill()
        self.holder.wait()

    def cut(self):
        """Lets packets vanish on both sides, without an error: they go to an address that no device has."""
        run("ip", "neigh", "replace", THERE, "lladdr", NOWHERE, "dev", "here", "nud", "permanent")
        run(*self.inside, "ip", "neigh", "replace", HERE, "lladdr", NOWHERE, "dev", "there", "nud", "permanent")

    def restore(self):
        run("ip", "neigh", "delete", THERE, "dev", "here")
        run(*self.inside, "ip", "neigh", "delete", HERE, "dev", "there")


async def cut(setting):
    """The network between one instance and the database is cut in the middle of transactions, and restored.

    The other instance goes on. What the lost connections have locked is free before the network is back.
    """
    rounds = 1 if setting.is_short else 6
    with Cable() as cable, setting.database(prefix=cable.inside, listen=THERE) as database:
        with open(database.data / "pg_hba.conf", "a") as rules:
            rules.write(f"host all all {HERE}/32 trust\n")
        database.sql("SELECT pg_reload_conf()")
        address = f"host={THERE} user=postgres dbname=postgres sslmode=disable"
        async with World(setting, address, database.address) as world:
            await world.warm()
            await world.begin()
            for number in range(rounds):
                await world.more("written", 100)
                with world.allowing("503"):
                    if number % 2 == 0:
                        await in_the_middle(world, database, cable)
                    else:
                        cable.cut()
                    await world.more(503, 20)
                    await asyncio.sleep(SILENCE)
                    await world.until(lambda: not held(database), "no lost connection holds a lock", 15)
                    cable.restore()
                    await world.until(lambda: all(one.is_ready() for one in world.instances), "ready again", RECOVERY)
                    # Requests that still wait for a lost connection end meanwhile.
                    await asyncio.sleep(1)
                await world.more("written", 100)
            await world.judge(database)
            await world.measure()
    return world, f"{rounds} cuts"


async def in_the_middle(world, database, cable):
    """Cuts the network while an addition waits in the middle of its transaction, for a lock of another program."""
    locker = database.session()
    try:
        locker.stdin.write("BEGIN; LOCK TABLE task IN SHARE MODE;\n")
        locker.stdin.flush()
        waiting = ("SELECT pid FROM pg_stat_activity "
                   f"WHERE client_addr = '{HERE}' AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO task%'")
        await world.until(lambda: database.sql(waiting), "an addition waits for the lock", RECOVERY)
        cable.cut()
    finally:
        await asyncio.to_thread(locker.communicate)


def held(database):
    """The transactions that are open for longer than any statement of the service takes."""
    return database.sql("SELECT pid, state, query FROM pg_stat_activity WHERE application_name = 'tessera' "
                        "AND state LIKE 'idle in transaction%' AND xact_start < now() - interval '11 s'")
