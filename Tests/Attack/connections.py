#!/usr/bin/env python3
"""Holds many connections to a server that are cut, stalled, half-closed, slow or full, and sees what they leave behind.

    connections.py TESSERA [--connections 2000] [--seconds 180] [--seed 1] [--tls]

Starts `TESSERA tenant`. Others are answered meanwhile. Afterwards no descriptor is left, and memory has not grown in the
second half. In the end the server is stopped with requests on half of its connections: each is answered.
"""
import argparse
import asyncio
import collections
import contextlib
import json
import os
import random
import resource
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time

HEAD = b"GET /HERE HTTP/1.1\r\nHost: %s\r\n"
PATH = b"/common/v2.0/.well-known/openid-configuration"
PATIENCE = 45  # seconds; the server gives an idle connection 30


class Server:
    def __init__(self, program, folder, tls):
        command = [program, "tenant", "--json", "--port", "0", "--data", folder] + ["--tls"] * tls
        environment = {"PATH": os.environ["PATH"], "TESSERA_HOME": folder}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)
        self.address = json.loads(self.process.stdout.readline())["listening"]
        self.host, port = self.address.split("//")[1].split(":")
        self.port = int(port)

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def memory(self):
        """Its resident memory in MiB."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize() >> 20

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))


class Client:
    """One connection after another, each with a fault of its own."""

    def __init__(self, server, context, seed, counts):
        self.server, self.context, self.random, self.counts = server, context, random.Random(seed), counts
        self.name = f"{server.host}:{server.port}".encode()
        self.head = HEAD.replace(b"/HERE", PATH) % self.name

    async def run(self, end):
        kinds = [
            self.whole, self.cut, self.stalled, self.half_closed, self.slow, self.unread, self.pipelined,
            self.malformed]
        while time.monotonic() < end:
            kind = self.random.choice(kinds)
            outcome = "answered"
            try:
                reader, writer = await asyncio.wait_for(
                    asyncio.open_connection(self.server.host, self.server.port, ssl=self.context), PATIENCE)
                try:
                    await asyncio.wait_for(kind(reader, writer, end), PATIENCE)
                finally:
                    writer.transport.abort()
            except TimeoutError:
                outcome = "too late"
            except (OSError, ssl.SSLError, asyncio.IncompleteReadError):
                outcome = "closed"
            self.counts[kind.__name__, outcome] += 1

    async def answer(self, reader):
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        await reader.readexactly(length)
        if not head.startswith(b"HTTP/1.1 200 "):
            raise AssertionError(head)

    async def whole(self, reader, writer, end):
        for _ in range(self.random.randint(1, 5)):
            writer.write(self.head + b"\r\n")
            await self.answer(reader)
            await asyncio.sleep(self.random.random() * 2)

    async def cut(self, reader, writer, end):
        writer.write((self.head + b"\r\n")[:self.random.randrange(len(self.head))])
        await asyncio.sleep(self.random.random())
        # A reset in place of an end.
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    async def stalled(self, reader, writer, end):
        writer.write(self.head[:self.random.randrange(len(self.head))])
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(reader.read(), min(PATIENCE - 1, max(1, end - time.monotonic())))

    async def half_closed(self, reader, writer, end):
        writer.write(self.head + b"\r\n")
        if writer.can_write_eof():
            writer.write_eof()
        await self.answer(reader)

    async def slow(self, reader, writer, end):
        for byte in self.head + b"\r\n":
            writer.write(bytes([byte]))
            await asyncio.sleep(0.02)
        await self.answer(reader)

    async def unread(self, reader, writer, end):
        writer.transport.pause_reading()
        writer.write((self.head + b"\r\n") * 200)
        await asyncio.sleep(self.random.random() * 10)

    async def pipelined(self, reader, writer, end):
        writer.write((self.head + b"\r\n") * 20)
        for _ in range(20):
            await self.answer(reader)

    async def malformed(self, reader, writer, end):
        writer.write(self.random.randbytes(self.random.randrange(1, 2000)))
        await reader.read()


async def others_are_answered(server, context, end, times):
    """One request after another on new connections, as somebody else sends them."""
    client = Client(server, context, 0, collections.Counter())
    while time.monotonic() < end:
        begin = time.monotonic()
        reader, writer = await asyncio.open_connection(server.host, server.port, ssl=context)
        await client.half_closed(reader, writer, end)
        writer.close()
        times.append(time.monotonic() - begin)
        await asyncio.sleep(0.1)


async def attack(server, options):
    context = None
    if options.tls:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    counts, times, memory = collections.Counter(), [], []
    begin, before = time.monotonic(), server.descriptors()
    end = begin + options.seconds

    async def watch():
        while time.monotonic() < end:
            memory.append(server.memory())
            await asyncio.sleep(1)

    await asyncio.gather(
        watch(), others_are_answered(server, context, end, times),
        *(Client(server, context, options.seed * 100_000 + number, counts).run(end)
          for number in range(options.connections)))
    for (kind, outcome), count in sorted(counts.items()):
        print(f"{kind:14} {outcome:10} {count}")
    times.sort()
    print(f"others: {len(times)} answers, median {times[len(times) // 2] * 1000:.0f} ms, "
          f"longest {times[-1] * 1000:.0f} ms")
    half = len(memory) // 2
    print(f"memory: at most {max(memory[:half])} MiB in the first half, {max(memory[half:])} in the second; "
          f"{server.threads()} threads")
    deadline = time.monotonic() + PATIENCE
    while server.descriptors() > before and time.monotonic() < deadline:
        await asyncio.sleep(0.2)
    print(f"descriptors: {before} before, {server.descriptors()} after")
    late = sum(count for (_, outcome), count in counts.items() if outcome == "too late")
    left = server.descriptors() - before
    failures = await drain(server, context, options)
    return (late == 0 and left <= 0 and failures == 0
            and max(memory[half:]) <= 1.25 * max(memory[:half]) + 10)


async def drain(server, context, options):
    """Stops the server while connections are open; a request that was sent before is answered."""
    client = Client(server, context, options.seed, collections.Counter())
    async with contextlib.AsyncExitStack() as stack:
        readers, writers = [], []
        for _ in range(options.connections):
            reader, writer = await asyncio.open_connection(server.host, server.port, ssl=context)
            stack.callback(writer.transport.abort)
            readers.append(reader)
            writers.append(writer)
        for number, writer in enumerate(writers):
            writer.write(client.head if number % 2 else client.head + b"\r\n")
        begin = time.monotonic()
        server.process.send_signal(signal.SIGINT)
        status = await asyncio.to_thread(server.process.wait, 120)
        seconds, lost = time.monotonic() - begin, 0
        for reader in readers[::2]:
            try:
                await asyncio.wait_for(client.answer(reader), PATIENCE)
            except (OSError, asyncio.IncompleteReadError):
                lost += 1
    print(f"stopped with {options.connections} connections: exit code {status} after {seconds:.1f} s, "
          f"{lost} answers lost")
    return status or lost


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tessera")
    parser.add_argument("--connections", type=int, default=2000)
    parser.add_argument("--seconds", type=int, default=180)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tls", action="store_true")
    options = parser.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    with tempfile.TemporaryDirectory(prefix="tessera-attack-") as folder:
        server = Server(options.tessera, folder, options.tls)
        try:
            sys.exit(0 if asyncio.run(attack(server, options)) else 1)
        finally:
            server.process.kill()
            server.process.wait()


if __name__ == "__main__":
    main()
