"""Compares how our client reads generated responses with how Go's net/http, h11 and httptools read them.

A response that we accept must be one for each of the others, with the same status, fields and content. What differs on
purpose is in exceptions.toml.

    responses.py OURS GO [COUNT [SEED]]
"""
import asyncio
import collections
import random
import re
import subprocess
import sys
import threading
import time

import h11
import httptools

from connections import Writer
from differential import EXCEPTIONS
from readers import from_program, reading

ODD_LINES = [
    b"HTTP/1.1 200", b"HTTP/1.1  200 OK", b"HTTP/1.1\t200 OK", b"HTTP/1.1 20 OK", b"HTTP/1.1 2000 OK", b"HTTP/1.1 099 a",
    b"HTTP/1.1 +20 OK", b"HTTP/1.1 2x0 OK", b"http/1.1 200 OK", b"HTTP/1.2 200 OK", b"HTTP/2 200 OK", b"HTTP/2.0 200 OK",
    b"HTTP/0.9 200 OK", b"ICY 200 OK", b"HTTP/1.1 200OK", b"HTTP/1.1 200 O\0K", b"HTTP/1.1 200 \xe9", b"HTTP/1.1 200 O\rK",
    b"HTTP/1.1 200 ", b"", b"X: y", b"HTTP/1.0 200 OK", b"HTTP/1.1 599 a", b"HTTP/1.1 999 a", b"HTTP/1.1 205 a"]
INTERIM = [b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 103 a\r\nLink: b\r\n\r\n", b"HTTP/1.1 103 a\r\nContent-Length: 3\r\n\r\n"]


class ResponseWriter(Writer):
    """Writes one response; what requests and responses share is Writer's."""

    def response(self):
        line = self.pick(
            (b"HTTP/1.1 200 OK", b"HTTP/1.1 200 OK", b"HTTP/1.1 404 Not Found", b"HTTP/1.1 204 No Content",
             b"HTTP/1.1 304 Not Modified", b"HTTP/1.0 200 OK"), ODD_LINES)
        fields, content = self.framing()
        for _ in range(self.random.choice((0, 1, 2))):
            fields.append((self.pick((b"X", b"Date", b"Set-Cookie"), (b"X Y", b"", b"X ", b"\xe9")),
                           self.pick((b"b", b"", b"a, b"), (b"\0", b"a\rb", b"a\r\n b", b"\x7f", b"\xe9"))))
        self.random.shuffle(fields)
        text = line + self.end() + b"".join(self.field(*field) for field in fields) + self.end() + content
        text = self.pick((b"", b"", b"", INTERIM[0]), INTERIM + [b"\r\n", b" "]) + text
        if self.random.random() < 0.25:
            for _ in range(self.random.choice((1, 1, 2))):
                text = self.mutated(text)
        return text


def responses(seed, count):
    source = random.Random(seed)
    return [ResponseWriter(source).response() for _ in range(count)]


def normal(status, fields, content):
    """A response in one form, as `readings.reading` has requests."""
    _, _, _, plain, _ = reading(b"", b"/", fields, b"", b"")
    return status, plain, content


def serve(sent):
    """Serves each response on a connection of its own, in a thread; returns the port."""
    ports = []
    ready = threading.Event()

    async def answer(reader, writer):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            writer.write(sent[int(head.split(b" ")[1][1:])])
            await writer.drain()
            writer.write_eof()
            await reader.read()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def run():
        server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=1000)
        ports.append(server.sockets[0].getsockname()[1])
        ready.set()
        await server.serve_forever()

    threading.Thread(target=lambda: asyncio.run(run()), daemon=True).start()
    ready.wait()
    return ports[0]


def read_with_ours(program, sent):
    command = [program, str(serve(sent)), str(len(sent))]
    for line in subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.split(b"\n")[:-1]:
        yield from_line(line)


def from_line(line):
    if line == b"refused":
        return None
    status, fields, content = line.split(b" ")
    pairs = [field.split(b":", 1) for field in bytes.fromhex(fields.decode()).split(b"\n") if field]
    return normal(int(status), pairs, bytes.fromhex(content.decode()))


def read_with_h11(text):
    reader = h11.Connection(h11.CLIENT, max_incomplete_event_size=1 << 17)
    reader.send(h11.Request(method="GET", target="/", headers=[("Host", "a")]))
    reader.send(h11.EndOfMessage())
    try:
        reader.receive_data(text)
        reader.receive_data(b"")
        content = b""
        while True:
            event = reader.next_event()
            if isinstance(event, h11.Response):
                head = event
            elif isinstance(event, h11.Data):
                content += event.data
            elif isinstance(event, h11.EndOfMessage):
                return normal(head.status_code, head.headers, bytes(content))
            elif not isinstance(event, h11.InformationalResponse):
                return None
    except h11.ProtocolError:
        return None


class LLHTTP:
    """Collects what httptools reports of the first response that is not an interim one."""

    def __init__(self):
        self.fields, self.content, self.is_head, self.result = [], b"", True, None
        self.parser = httptools.HttpResponseParser(self)

    def on_header(self, name, value):
        if self.is_head:
            self.fields.append((name, value))

    def on_headers_complete(self):
        self.is_head = False

    def on_body(self, part):
        if self.result is None:
            self.content += part

    def on_message_complete(self):
        if self.parser.get_status_code() < 200:
            self.fields, self.content, self.is_head = [], b"", True
        elif self.result is None:
            self.result = normal(self.parser.get_status_code(), self.fields, self.content)

    def at_end(self):
        """The response, if the end of the connection ends it."""
        names = {name.lower() for name, _ in self.fields}
        if self.result is None and not self.is_head and not names & {b"content-length", b"transfer-encoding"}:
            return normal(self.parser.get_status_code(), self.fields, self.content)
        return self.result


def read_with_httptools(text):
    reader = LLHTTP()
    try:
        reader.parser.feed_data(text)
    except (httptools.HttpParserError, httptools.HttpParserUpgrade):
        return reader.result
    return reader.at_end()


def compare(ours, go, count, seed=1):
    """How many responses were accepted and refused, how often each exception was needed, and what else differs."""
    sent = responses(seed, count)
    counts, differences = collections.Counter(), []
    readings = {"Go": map(from_line, from_program([go], sent)), "h11": map(read_with_h11, sent),
                "httptools": map(read_with_httptools, sent)}
    for text, own, *others in zip(sent, read_with_ours(ours, sent), *readings.values(), strict=True):
        counts["accepted" if own else "refused"] += 1
        for reader, other in zip(readings, others):
            if own is None or other == own:
                continue
            known = next((number for number, one in enumerate(EXCEPTIONS)
                          if "response" in one and reader in one["readers"] and (other is None or "reads" in one)
                          and re.search(one["response"].encode("latin-1"), text)), None)
            if known is None:
                differences.append(f"{reader}: {text}\n  we read {own}\n  it {other}")
            else:
                counts[known] += 1
    return counts, differences


if __name__ == "__main__":
    ours, go, *rest = sys.argv[1:]
    count, seed = (int(text) for text in (rest + ["10000", "1"][len(rest):]))
    begin = time.monotonic()
    counts, differences = compare(ours, go, count, seed)
    print(*differences[:20], sep="\n")
    print(f"{count} responses in {time.monotonic() - begin:.0f} s: {counts['accepted']} accepted, "
          f"{counts['refused']} refused, {len(differences)} differences")
    sys.exit(bool(differences))
