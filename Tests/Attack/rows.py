"""Hostile requests as bytes, and how a server has to take them. RFC 9110 and 9112 say what is malformed.

A row is a name, the bytes, and what is expected: the status of its only answer, or BOTH if a second request follows
that must be answered too. A second request after a malformed one is smuggled: nothing may answer it."""
import typing

BOTH = "both"
BODY = "the status for a body that cannot be read"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"


class Row(typing.NamedTuple):
    name: str
    data: bytes
    expected: object


def rows(host, path):
    """For a server that reads the body of a POST to `path`."""
    return [
        *start_lines(host), *targets(host), *hosts(host), *fields(host), *lengths(host, path), *encodings(host, path),
        *chunks(host, path), *accepted(host, path), *expectations(host, path), *other_protocols(host)]


def get(host, fields=b"", target=b"/", method=b"GET", version=b"HTTP/1.1"):
    return b"%s %s %s\r\nHost: %s\r\n%s\r\n" % (method, target, version, host, fields)


def second(host):
    return get(host, target=b"/second")


def post(host, path, fields, body=b""):
    return get(host, FORM + fields, path, b"POST") + body + second(host)


def refused(status, cases):
    return [Row(name, data, status) for name, data in cases]


def start_lines(host):
    leading = [b"\n", b"\r", b" ", b"\0", b"\r\n\r\n", b"\xef\xbb\xbf"]
    versions = [b"hTTP/1.1", b"HTTP/01.1", b"HTTP/1.10", b"HTTP/1,1", b"HTTP/1.1 ", b"HTTP/1.1x", b"HTTP/", b""]
    methods = [b"", b"G@T", b"G\xc3\x89T", b"GET\0", b"A" * 1000, b"GET "]
    return [
        *refused(400, [(f"{prefix} before a request", prefix + get(host)) for prefix in leading]),
        *refused(400, [(f"version {version}", get(host, version=version) + second(host)) for version in versions]),
        *refused(505, [(f"version {version}", get(host, version=version)) for version in [b"HTTP/1.9", b"HTTP/3.0"]]),
        *refused(400, [(f"method {method[:20]}", get(host, method=method) + second(host)) for method in methods]),
        *refused(400, [
            ("HTTP/0.9", b"GET /\r\n" + second(host)), ("tabs", b"GET\t/\tHTTP/1.1\r\nHost: %s\r\n\r\n" % host),
            ("LF alone", b"GET / HTTP/1.1\nHost: %s\n\n" % host)])]


def targets(host):
    malformed = [
        b"/\0", b"/\x7f", b"/\xff", "/é".encode(), b"/a b", b"/#a", b"*", b"a", b"http:///x", b"ftp://x/",
        b"file:///x", b"http://%s/#x" % host]
    return [
        *refused(400, [(f"target {target}", get(host, target=target) + second(host)) for target in malformed]),
        *refused(414, [(f"target of {size}", get(host, target=b"/".ljust(size, b"a"))) for size in (16385, 1000000)]),
        *refused(421, [(f"target at {origin}", get(host, target=origin)) for origin in (
            b"http://evil.example/", b"http://a@%s/" % host)]),
        *refused(400, [("CONNECT", get(host, target=host, method=b"CONNECT") + second(host))])]


def hosts(host):
    def request(*values):
        return b"GET / HTTP/1.1\r\n%s\r\n" % b"".join(b"Host: %s\r\n" % value for value in values)
    foreign = [b"", b"evil.example", b"127.0.0.1", b"127.0.0.1.", b"0.0.0.0:1", b"a" * 60000, host + b"0"]
    malformed = [
        host + b" x", host + b", evil", b"a@" + host, host + b"/x", b"[", b"[::1%25lo]", host + b"\0", b"\xff",
        b"x" + b"\r\n " + host]
    return [
        *refused(421, [(f"host {value[:30]}", request(value)) for value in foreign]),
        *refused(400, [(f"host {value[:30]}", request(value) + second(host)) for value in malformed]),
        *refused(400, [("no host", request()), ("two hosts", request(host, host))])]


def fields(host):
    malformed = [
        b"X: a\r\n b", b" X: a", b"\tX: a", b"X : a", b"X\t: a", b"nonsense", b": a", b"X(y): z", b'"X": a', b"{X}: a",
        b"X\0: a", b"\xc3\x89: a", b"X: a\0b", b"X: a\x01b", b"X: a\x7fb", b"X: \x1b[31m", b"X: a\rb", b"X: a\n b"]
    large = [
        ("200 fields besides Host", b"X: y\r\n" * 200), ("100,000 fields", b"X: y\r\n" * 100000),
        ("a field of 70 KB", b"X: %s\r\n" % (b"a" * 70000)), ("a name of 70 KB", b"X" * 70000 + b": a\r\n"),
        ("a cookie of 1 MB", b"Cookie: %s\r\n" % (b"a=b; " * 200000))]
    return [
        *refused(400, [(f"field {line}", get(host, line + b"\r\n") + second(host)) for line in malformed]),
        *refused(431, [(name, get(host, lines)) for name, lines in large])]


def lengths(host, path):
    values = [
        b"", b"+5", b"-5", b"0x5", b"5.0", b"5 5", b"5x", b"5, 5", b"\x0b5", "٥".encode(), b"0" * 1000 + b"5",
        b"9223372036854775808", b"18446744073709551621"]
    return [
        *refused(400, [
            (f"length {value[:20]}", post(host, path, b"Content-Length: %s\r\n" % value, b"hello"))
            for value in values]),
        *refused(400, [
            (f"lengths {first} and {other}", post(
                host, path, b"Content-Length: %s\r\nContent-Length: %s\r\n" % (first, other), b"hello"))
            for first, other in ((b"5", b"0"), (b"0", b"5"), (b"5", b"5"))]),
        *refused(400, [("a space before the colon", post(host, path, b"Content-Length : 5\r\n", b"hello"))]),
        *refused(413, [("100 MB are announced", get(host, FORM + b"Content-Length: 100000000\r\n", path, b"POST"))])]


def encodings(host, path):
    unknown = [
        b"xchunked", b"identity", b'"chunked"', b"chunked;a=b", b"", b"\xa0chunked", b"chunk",
        "chun\u212aed".encode()]
    malformed = [b"chunked, chunked", b"chunked,", b",chunked", b"chunked, identity", b"gzip, chunked"]
    end = b"0\r\n\r\n"
    return [
        *refused(501, [
            (f"encoding {value}", post(host, path, b"Transfer-Encoding: %s\r\n" % value, end)) for value in unknown]),
        *refused(400, [
            (f"encodings {value}", post(host, path, b"Transfer-Encoding: %s\r\n" % value, end))
            for value in malformed]),
        *refused(400, [
            (name, post(host, path, lines, end)) for name, lines in (
                ("length, then chunked", b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
                ("chunked, then length", b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"),
                ("chunked twice", b"Transfer-Encoding: chunked\r\n" * 2))]),
        *refused(400, [("chunked in HTTP/1.0", get(
            host, b"Transfer-Encoding: chunked\r\n", path, b"POST", b"HTTP/1.0") + end + second(host))])]


def chunked(host, path, body):
    return post(host, path, b"Transfer-Encoding: chunked\r\n", body)


def chunks(host, path):
    sizes = [
        b"", b"+5", b"-5", b"0x5", b"5h", b"5_0", b" 5", b"5 ", b"5\t;a", b"5\rX\n", b"5\r", b"00000000000000000005",
        b"8000000000000000", b"f" * 16, b"f" * 17, b"10000000000000005", b"5;a\rb", b"5;a=\0", b'5;a="\r\n"',
        b"5;" + b"x" * 100000]
    end = b"0\r\n\r\n"
    endings = [
        b"5\nhello\r\n" + end, b"5\r\nhello\n" + end, b"5\r\nhello\r" + end, b"5\r\nhelloXX" + end,
        b"-0\r\n\r\n", b"0\n\n", b"0\r\n\n", b"0\r\nX Y: a\r\n\r\n", b"0\r\nX: a\r\n b\r\n\r\n",
        b"5\r\nhello\r\n7ffffffffffffffb\r\nx"]
    return [
        Row(f"chunk size {size[:20]}", chunked(host, path, size + b"\r\nhello\r\n" + end), BODY) for size in sizes
    ] + [Row(f"chunks {body}", chunked(host, path, body), BODY) for body in endings]


def accepted(host, path):
    end = b"0\r\n\r\n"
    return [
        Row("two requests", get(host) + second(host), BOTH),
        Row("CRLF before a request", b"\r\n" + get(host) + second(host), BOTH),
        Row("absolute form", get(b"ignored.example", target=b"http://%s/" % host) + second(host), BOTH),
        Row("GET with a body", get(host, b"Content-Length: 5\r\n") + b"hello" + second(host), BOTH),
        Row("length 005", post(host, path, b"Content-Length: 005\r\n", b"a=bcd"), BOTH),
        Row("CHUNKED", post(host, path, b"Transfer-Encoding:\tCHUNKED\r\n", b"A\r\nhello=ello\r\n000\r\n\r\n"), BOTH),
        Row("length in a trailer", chunked(host, path, b"3\r\na=b\r\n0\r\nContent-Length: 50\r\n\r\n"), BOTH),
        Row("Transfer_Encoding", post(host, path, b"Transfer_Encoding: chunked\r\nContent-Length: 5\r\n", end), BOTH),
        Row("Connection: content-length", get(
            host, b"Connection: content-length, host\r\nContent-Length: 5\r\n") + b"hello" + second(host), BOTH),
        Row("upgrade", get(host, b"Connection: Upgrade\r\nUpgrade: h2c, websocket\r\n") + second(host), BOTH),
        Row("every token character", get(host, b"!#$%&'*+-.^_`|~09azAZ: x\r\n") + second(host), BOTH),
        Row("a target of 16 KB", get(host, target=b"/".ljust(16384, b"a")) + second(host), BOTH),
        Row("199 fields besides Host", get(host, b"X: y\r\n" * 199) + second(host), BOTH),
        Row("a cookie of 60 KB", get(host, b"Cookie: %s\r\n" % (b"a=b; " * 12000)) + second(host), BOTH)]


def expectations(host, path):
    return [
        *refused(417, [(f"Expect: {value}", post(
            host, path, b"Expect: %s\r\nContent-Length: 5\r\n" % value, b"a=bcd")) for value in (
                b"x", b"100-continue, x", b"200-ok")]),
        Row("Expect: 100-continue on GET", get(host, b"Expect: 100-continue\r\n") + second(host), BOTH)]


def other_protocols(host):
    return [
        *refused(505, [("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")]),
        *refused(400, [
            ("TLS", bytes.fromhex("160301020001000001fc0303") + bytes(600)), ("SSH", b"SSH-2.0-x\r\n"),
            ("SMTP", b"EHLO x\r\n"), ("PROXY", b"PROXY TCP4 1.2.3.4 1.2.3.4 1 2\r\n" + get(host)),
            ("NUL", bytes(100000)), ("0xff", b"\xff" * 100), ("LF", b"\n" * 100000), ("CRLF", b"\r\n" * 100000)])]
