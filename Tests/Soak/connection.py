"""A small HTTP client that says exactly what became of a request, which libraries hide behind repetitions."""
import asyncio
import json
import time
from dataclasses import dataclass

# Seconds. The service answers sooner: its statements end after ten.
LONGEST = 25


class Lost(Exception):
    """A request without an answer; if it was not sent, the service knows nothing of it."""

    def __init__(self, sent, reason):
        super().__init__(reason)
        self.sent = sent


@dataclass
class Answer:
    status: int
    fields: dict
    content: bytes
    seconds: float

    def json(self):
        return json.loads(self.content)


class Connection:
    """One connection to a port of this machine, which it opens when it is needed."""

    def __init__(self, port, address="127.0.0.1"):
        self.port, self.address = port, address
        self.reader = self.writer = None

    async def send(self, method, path, content=None, **fields):
        if self.reader is None or self.reader.at_eof():
            self.close()
            try:
                self.reader, self.writer = await asyncio.open_connection(self.address, self.port, limit=1 << 24)
            except OSError as error:
                raise Lost(False, repr(error)) from None
        start = time.monotonic()
        try:
            async with asyncio.timeout(LONGEST):
                self.writer.write(self.request(method, path, content, fields))
                status, answered, body = await self.receive()
        except TimeoutError:
            self.close()
            raise Lost(True, f"no answer within {LONGEST} s") from None
        except (OSError, EOFError, ValueError) as error:
            self.close()
            raise Lost(True, repr(error)) from None
        except asyncio.CancelledError:
            self.close()
            raise
        if answered.get("connection") == "close":
            self.close()
        return Answer(status, answered, body, time.monotonic() - start)

    def request(self, method, path, content, fields):
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.address}:{self.port}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
        if content is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        return ("\r\n".join(lines) + "\r\n\r\n").encode() + (content or b"")

    async def receive(self):
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:-2])}
        status = int(head[0].split()[1])
        if fields.get("transfer-encoding") == "chunked":
            content = b""
            while size := int(await self.reader.readuntil(b"\r\n"), 16):
                content += (await self.reader.readexactly(size + 2))[:-2]
            await self.reader.readexactly(2)
        else:
            content = await self.reader.readexactly(int(fields.get("content-length", 0)))
        return status, fields, content

    def close(self):
        if self.writer:
            self.writer.close()
        self.reader = self.writer = None
