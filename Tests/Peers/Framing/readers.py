"""What each implementation reads in the bytes of a connection: ours, Go's net/http, h11 and httptools (llhttp).

A reading is a list of requests, each (method, target, host, fields, content) in bytes; the fields are sorted.
"""
import re
import struct
import subprocess

import h11
import httptools

LEFT_OUT = {b"host", b"content-length", b"transfer-encoding", b"trailer"}


def reading(method, target, fields, content, host=None):
    """A request in one form: implementations hand on targets as they came, or in parts.

    Ours has texts: what is no UTF-8 becomes U+FFFD. RFC 9110 §4.2.3 says how scheme and path of a target may vary, and
    the host of a target counts more than the field.
    """
    fields = [(name.lower(), value.strip(b" \t").decode(errors="replace").encode()) for name, value in fields]
    if host is None:
        host = b"".join(value for name, value in fields if name == b"host")
    scheme, separator, rest = target.partition(b"://")
    if separator and scheme.lower() in (b"http", b"https"):
        host = re.match(rb"[^/?]*", rest)[0]
        tail = rest[len(host):]
        target = scheme.lower() + separator + host + (tail if tail[:1] == b"/" else b"/" + tail)
    plain = sorted(name + b":" + value for name, value in fields if name not in LEFT_OUT)
    return method, target, host.rpartition(b"@")[2], tuple(plain), content


def from_program(command, connections):
    """The lines that a program writes about connections."""
    text = b"".join(struct.pack(">I", len(one)) + one for one in connections)
    result = subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True)
    return result.stdout.split(b"\n")[:-1]


def from_text(text):
    """A request of a line of ours or of Go's: method, then target, host, fields and content in hexadecimal digits."""
    method, *parts = text.split(b" ")
    target, host, fields, content = (bytes.fromhex(part.decode()) for part in parts)
    return reading(method, target, (field.split(b":", 1) for field in fields.split(b"\n") if field), content, host)


def read_with_go(program, connections):
    return [[from_text(text) for text in line.split(b";")[:-1]] for line in from_program([program], connections)]


def read_with_ours(program, splits, connections):
    """For each connection, its requests, the bytes of each and what is left, and why no more was read."""
    for connection, line in zip(connections, from_program([program, splits], connections), strict=True):
        if line.startswith(b"split"):
            raise AssertionError(f"{line.decode()}, {connection} reads otherwise")
        *texts, end_of_all = line.split(b";")
        requests, places, start = [], [], 0
        for text in texts:
            end, text = text.split(b" ", 1)
            requests.append(from_text(text))
            places.append(connection[start:int(end)])
            start = int(end)
        yield requests, places + [connection[start:]], end_of_all


def read_with_h11(connection):
    reader = h11.Connection(h11.SERVER, max_incomplete_event_size=1 << 17)
    requests = []
    try:
        reader.receive_data(connection)
        while True:
            event = reader.next_event()
            if event in (h11.NEED_DATA, h11.PAUSED) or isinstance(event, h11.ConnectionClosed):
                return requests
            if isinstance(event, h11.Request):
                request, content = event, b""
            elif isinstance(event, h11.Data):
                content += event.data
            else:
                requests.append(reading(request.method, request.target, request.headers, content))
                reader.send(h11.Response(status_code=204, headers=[]))
                reader.send(h11.EndOfMessage())
                if reader.our_state is not h11.DONE or reader.their_state is not h11.DONE:
                    return requests
                reader.start_next_cycle()
    except h11.ProtocolError:
        return requests


class LLHTTP:
    """Collects what httptools reports."""

    def __init__(self):
        self.requests = []
        self.parser = httptools.HttpRequestParser(self)

    def on_message_begin(self):
        self.target, self.fields, self.content, self.is_head = b"", [], b"", True

    def on_url(self, part):
        self.target += part

    def on_header(self, name, value):
        if self.is_head:  # and no trailer
            self.fields.append((name, value))

    def on_headers_complete(self):
        self.is_head = False

    def on_body(self, part):
        self.content += part

    def on_message_complete(self):
        self.requests.append(reading(self.parser.get_method(), self.target, self.fields, self.content))


def read_with_httptools(connection):
    reader = LLHTTP()
    try:
        while True:
            try:
                reader.parser.feed_data(connection)
                return reader.requests
            except httptools.HttpParserUpgrade as upgrade:
                # We offer no other protocol, so what follows is a request.
                connection = connection[upgrade.args[0]:]
                reader.parser = httptools.HttpRequestParser(reader)
    except httptools.HttpParserError:
        return reader.requests
