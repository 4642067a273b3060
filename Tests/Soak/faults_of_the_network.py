"""The network between the service and the database vanishes in the middle of transactions, and comes back."""
import asyncio
import contextlib
import os
import shutil
import subprocess
import time

from setting import NotRun, needs_root
from world import World

HERE, THERE = "10.211.55.1", "10.211.55.2"
NOWHERE = "02:00:00:00:00:01"
# Seconds. The longest statement of the service takes ten.
SILENCE = 12
RECOVERY = 30


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        raise NotRun(f"{command[0]}: {done.stderr.strip()}")


class Cable:
    """A pair of network devices; the other end is in a network of its own, which ends with its process."""

    def __init__(self):
        needs_root()
        if not shutil.which("ip") or not shutil.which("nsenter"):
            raise NotRun("it needs ip and nsenter, of Debian's iproute2 and util-linux")
        if subprocess.run(["unshare", "--net", "true"], stderr=subprocess.DEVNULL).returncode:
            raise NotRun("networks of their own are forbidden here")
        self.name = f"soak{os.getpid() % 100_000}"

    def __enter__(self):
        self.holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        self.inside = ["nsenter", "--target", str(self.holder.pid), "--net"]
        try:
            mine = os.readlink("/proc/self/ns/net")
            while os.readlink(f"/proc/{self.holder.pid}/ns/net") == mine:
                time.sleep(0.01)
            run("ip", "link", "add", self.name, "type", "veth", "peer", "name", "soak0", "netns", self.holder.pid)
            run("ip", "address", "add", f"{HERE}/30", "dev", self.name)
            run("ip", "link", "set", self.name, "up")
            for words in (["address", "add", f"{THERE}/30", "dev", "soak0"], ["link", "set", "soak0", "up"],
                          ["link", "set", "lo", "up"]):
                run(*self.inside, "ip", *words)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.holder.kill()
        self.holder.wait()
        with contextlib.suppress(NotRun):
            run("ip", "link", "delete", self.name)

    def cut(self):
        """Lets packets vanish on both sides, without an error: they go to an address that no device has."""
        run("ip", "neigh", "replace", THERE, "lladdr", NOWHERE, "dev", self.name, "nud", "permanent")
        run(*self.inside, "ip", "neigh", "replace", HERE, "lladdr", NOWHERE, "dev", "soak0", "nud", "permanent")

    def restore(self):
        run("ip", "neigh", "delete", THERE, "dev", self.name)
        run(*self.inside, "ip", "neigh", "delete", HERE, "dev", "soak0")


async def cut(setting):
    """The network between one instance and the database is cut in the middle of transactions, and restored.

    The other instance goes on. What the lost connections have locked is free before the network is back.
    """
    rounds = 2 if setting.is_short else 6
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
                    if number % 2:
                        await in_the_middle(database, cable)
                    else:
                        cable.cut()
                    await world.more(503, 20)
                    await asyncio.sleep(SILENCE)
                    await world.until(lambda: not held(database), "no lost connection holds a lock", 15)
                    cable.restore()
                    await world.until(lambda: all(one.is_ready() for one in world.instances), "ready again", RECOVERY)
                    # What still waits for a connection that is lost.
                    await asyncio.sleep(1)
                await world.more("written", 100)
            await world.judge(database)
            await world.measure()
    return world, f"{rounds} cuts"


async def in_the_middle(database, cable):
    """Cuts the network while additions wait in the middle of their transactions."""
    locking = asyncio.create_task(asyncio.to_thread(
        database.sql, "BEGIN; LOCK TABLE task IN SHARE MODE; SELECT pg_sleep(1); COMMIT"))
    await asyncio.sleep(0.7)
    cable.cut()
    await locking


def held(database):
    """The transactions that are open for longer than any statement of the service takes."""
    return database.sql("SELECT pid, state, query FROM pg_stat_activity WHERE application_name = 'tessera' "
                        "AND state LIKE 'idle in transaction%' AND xact_start < now() - interval '11 s'")
