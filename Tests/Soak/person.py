"""A person who adds, reads, completes and removes tasks, and knows which answers are right."""
import asyncio
import collections
import itertools
import json
import random

from connection import Connection, Lost

# The states of a task in a person's knowledge: THERE and GONE are acknowledged; a list decides about the others.
THERE, GONE, MAYBE_ADDED, MAYBE_GONE = "there", "gone", "maybe added", "maybe gone"


class Person:
    """One person's requests, one after another; each answer is checked."""

    numbers = itertools.count(1)

    def __init__(self, world, name, token):
        self.world, self.name, self.token = world, name, token
        self.mark = f"{name}/{next(self.numbers)}"
        self.tasks, self.ids, self.completed = {}, {}, set()
        self.count = 0
        self.chance = random.Random(self.mark)
        self.connections = {}

    async def send(self, method, path, content=None, **fields):
        """An answer of an instance; one that refuses the connection has not seen the request, so another is asked."""
        fields = {"Authorization": f"Bearer {self.token}"} | fields
        body = None if content is None else json.dumps(content).encode()
        for instance in self.world.route():
            connection = self.connections.get(instance)
            if not connection or connection.port != instance.port:
                connection = self.connections[instance] = Connection(instance.port)
            try:
                answer = await connection.send(method, path, body, **fields)
            except Lost as lost:
                if not lost.sent:
                    continue
                self.world.lost(f"{method} {path} at {instance.name}: {lost}")
                raise
            self.world.answered(method, answer)
            return answer
        self.world.lost(f"{method} {path}: no instance accepts a connection")
        await asyncio.sleep(0.05)
        raise Lost(False, "no instance")

    def fail(self, what, answer=None):
        detail = f": {answer.status} {answer.content[:300]!r}" if answer else ""
        self.world.fail(f"{self.name}: {what}{detail}")

    async def add(self, keyed=None, length=0):
        """Adds a task; one with a key is sent until its addition is acknowledged."""
        self.count += 1
        text = f"{self.mark} {self.count}".ljust(length, ".")
        keyed = self.chance.random() < 0.5 if keyed is None else keyed
        fields = {"Idempotency-Key": f'"{text}"'} if keyed else {}
        self.tasks[text] = MAYBE_ADDED
        while True:
            try:
                answer = await self.send("POST", "/api/tasks", {"Text": text}, **fields)
            except Lost as lost:
                if not lost.sent and not keyed:
                    self.tasks.pop(text)
                answer = None
            if answer and answer.status == 201:
                if answer.json()["Text"] != text:
                    self.fail(f"the answer is not to {text}", answer)
                self.tasks[text] = THERE
                self.ids[text] = answer.json()["_id"]
                return answer
            if answer and answer.status != 503:
                self.fail("an addition", answer)
                return answer
            if not keyed or self.world.is_over:
                return answer
            await asyncio.sleep(0.1)

    async def list(self):
        """Reads the list, and compares it with the person's own knowledge."""
        before = dict(self.tasks)
        answer = await self.send("GET", "/api/tasks")
        if answer.status == 200:
            self.compare(before, answer.json())
        elif answer.status != 503:
            self.fail("the list", answer)
        return answer

    def compare(self, before, listed):
        found = collections.Counter(one["Text"] for one in listed)
        done = {one["Text"] for one in listed if one.get("completed")}
        for text, count in found.items():
            if text not in before:
                self.fail(f"the list has a foreign task: {text}")
            elif count > 1:
                self.fail(f"{text} is there {count} times")
            elif before[text] == GONE:
                self.fail(f"{text} is there again")
            elif before[text] == MAYBE_ADDED:
                self.tasks[text] = THERE
        for text, state in before.items():
            if text in found:
                continue
            if state == THERE:
                self.fail(f"{text} was acknowledged, and is not there")
            elif state == MAYBE_GONE:
                self.tasks[text] = GONE
        for text in self.completed - done:
            if text in found:
                self.fail(f"{text} was completed, and is not")
        self.ids.update({one["Text"]: one["_id"] for one in listed})

    def known(self):
        """A task that is surely there, with its id."""
        texts = [text for text, state in self.tasks.items() if state == THERE and text in self.ids]
        return self.chance.choice(texts) if texts else None

    async def complete(self):
        if not (text := self.known()):
            return
        answer = await self.send("PUT", f"/api/tasks/{self.ids[text]}", {"completed": True})
        if answer.status == 200 and answer.json()["Text"] == text:
            self.completed.add(text)
        elif answer.status != 503:
            self.fail(f"a change of {text}", answer)

    async def remove(self):
        if not (text := self.known()):
            return
        self.tasks[text] = MAYBE_GONE
        answer = await self.send("DELETE", f"/api/tasks/{self.ids[text]}")
        if answer.status in (200, 204):
            self.tasks[text] = GONE
        elif answer.status != 503:
            self.fail(f"the removal of {text}", answer)

    async def look_at_another(self):
        """Asks for a task of another person, which does not exist for this one."""
        other = self.chance.choice(self.world.people)
        if other is self or not (text := other.known()):
            return
        answer = await self.send("GET", f"/api/tasks/{other.ids[text]}")
        if answer.status not in (404, 503):
            self.fail(f"a task of {other.name}", answer)

    async def work(self):
        """One request of the mixture."""
        action = self.chance.choices(
            [self.list, self.add, self.complete, self.remove, self.look_at_another], [40, 40, 8, 6, 6])[0]
        try:
            await action()
        except Lost:
            pass

    def close(self):
        for connection in self.connections.values():
            connection.close()
        self.connections = {}
