"""A fault happens to a world: a database, two instances of the service, people who use them, and all that went wrong."""
import asyncio
import collections
import contextlib
import random
import time
from pathlib import Path

from instance import Instance
from person import Person

# A request waits at most for a connection (3 s) and a statement (10 s), the count of requests included.
LONGEST_ANSWER = 20
WORKERS = 24
# Connections of clients are closed, and eight to the database are open.
FEW_FILES = 60
# Memory may grow by this much without a leak: the allocator keeps some of what many connections needed.
MOST_GROWTH, MOST_MEBIBYTES = 1.25, 16
# Connections to the database that were not open yet after the warm-up.
MOST_FILES = 4


class Failure(Exception):
    """Something that the fault's function expected did not happen."""


class World:
    """Two instances over one database; `allowed` says what requests may meet: "503" and "lost"."""

    def __init__(self, setting, *addresses, people=WORKERS, environment={}, **settings):
        # One address is that of both instances.
        self.folder = Path(setting.new_folder())
        self.tenant = setting.tenant
        self.instances = [
            Instance(f"instance-{number}", self.folder, self.tenant, address, environment, **settings)
            for number, address in enumerate((addresses * 2)[:2], 1)]
        self.people = [Person(self, name, token) for name, token in setting.tokens[:people]]
        self.allowed, self.heeds_readiness, self.is_over = set(), False, False
        self.answers, self.problems = collections.Counter(), []
        self.longest = 0
        self.load = None
        self.marks, self.figures = {}, []

    def fail(self, problem):
        if len(self.problems) < 20:
            self.problems.append(problem)

    def lost(self, problem):
        self.answers["lost"] += 1
        if "lost" not in self.allowed:
            self.fail(f"lost: {problem}")

    def answered(self, method, answer):
        self.answers[answer.status] += 1
        if answer.status == 201:
            self.answers["written"] += 1
        self.longest = max(self.longest, answer.seconds)
        if answer.seconds > LONGEST_ANSWER:
            self.fail(f"{method} took {answer.seconds:.1f} s")
        if answer.status == 503:
            if not answer.fields.get("retry-after", "").isdigit():
                self.fail(f"503 without Retry-After: {answer.content[:200]!r}")
            if "503" not in self.allowed:
                self.fail(f"{method}: 503 {answer.content[:200]!r}")

    def route(self):
        """The instances in the order in which a client asks them."""
        instances = [one for one in self.instances if one.serves] or self.instances
        if self.heeds_readiness:
            instances = [one for one in instances if one.ready] or instances
        return random.sample(instances, len(instances))

    @contextlib.contextmanager
    def allowing(self, *kinds):
        """Allows these outcomes of requests meanwhile."""
        before, self.allowed = self.allowed, self.allowed | set(kinds)
        yield
        self.allowed = before

    async def __aenter__(self):
        try:
            for instance in self.instances:
                await asyncio.to_thread(instance.start)
            await self.until(lambda: all(one.is_ready() for one in self.instances), "both instances are ready")
        except BaseException:
            for instance in self.instances:
                instance.kill()
            raise
        return self

    async def __aexit__(self, kind, *_):
        self.is_over = True
        await self.rest()
        for instance in self.instances:
            if not instance.runs:
                self.fail(f"{instance.name} ended with {instance.process.poll()}:\n{instance.log.read_text()[-2000:]}")
            elif kind:
                instance.kill()
            elif code := await instance.end():
                self.fail(f"{instance.name} ended with {code}")

    async def begin(self, people=None, pause=0.01):
        """Starts the load."""
        async def worker(person):
            while True:
                await person.work()
                await asyncio.sleep(pause)
        self.load = [asyncio.create_task(worker(person)) for person in people or self.people]

    async def rest(self):
        """Ends the load; a request under way is cut off, as when a person closes the page."""
        for task in self.load or []:
            task.cancel()
        for outcome in await asyncio.gather(*self.load or [], return_exceptions=True):
            if isinstance(outcome, Exception):
                self.fail(f"the load ended: {outcome!r}")
        self.load = None
        for person in self.people:
            person.close()

    async def until(self, condition, what, seconds=30):
        """Asks again and again; the condition may be a function that blocks."""
        end = time.monotonic() + seconds
        while not await asyncio.to_thread(condition):
            if time.monotonic() > end:
                raise Failure(f"not within {seconds} s: {what}; {dict(self.answers)}")
            self.check_load()
            await asyncio.sleep(0.02)

    async def warm(self):
        """Loads the instances for some seconds, and notes what each one uses at rest."""
        await self.begin()
        await self.more("written", 300)
        await self.mark()

    async def mark(self):
        """Lets the load rest, and notes what each instance uses."""
        await self.rest()
        for instance in self.instances:
            await self.until(lambda: instance.files() < FEW_FILES, "few files are open")
        # The last connections of clients end.
        await asyncio.sleep(0.5)
        for instance in self.instances:
            self.marks[instance.process.pid] = (instance.memory(), instance.files())

    async def measure(self):
        """With the load at rest, looks whether the instances use what they did after the warm-up."""
        for instance in self.instances:
            memory, files = self.marks[instance.process.pid]
            with contextlib.suppress(Failure):
                await self.until(lambda: instance.files() <= files + MOST_FILES, "the files are closed", 15)
            self.figures.append(f"{memory:.0f} to {instance.memory():.0f} MiB, {files} to {instance.files()} files")
            if instance.files() > files + MOST_FILES or instance.memory() > memory * MOST_GROWTH + MOST_MEBIBYTES:
                self.fail(f"{instance.name} has grown: {self.figures[-1]}")

    def check_load(self):
        for task in self.load or []:
            if task.done() and not task.cancelled():
                task.result()

    async def more(self, kind, count, seconds=60):
        """Waits for further answers of a kind: a status, "written" or "lost"."""
        target = self.answers[kind] + count
        await self.until(lambda: self.answers[kind] >= target, f"{count} more of {kind}", seconds)

    async def judge(self, database=None):
        """With the load at rest, looks whether all that was acknowledged is there, once."""
        await self.rest()
        for person in self.people:
            answer = await person.list()
            if answer.status != 200:
                person.fail("the last list", answer)
        if database:
            doubled = await asyncio.to_thread(
                database.sql, "SELECT text, count(*) FROM task GROUP BY text HAVING count(*) > 1 LIMIT 3")
            wrong = await asyncio.to_thread(
                database.sql, "SELECT owner FROM task_owner WHERE count <> "
                "(SELECT count(*) FROM task WHERE task.owner = task_owner.owner) LIMIT 3")
            if doubled or wrong:
                self.fail(f"in the database: doubled {doubled!r}, counted wrongly {wrong!r}")
        for person in self.people:
            person.close()
