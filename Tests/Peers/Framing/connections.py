"""Generates what a client might send on a connection: requests as they should be, and as they should not.

The same seed gives the same connections. How odd the parts are is drawn for each connection, so that many are all right
and many have a single fault; some get a few bytes changed in the end.
"""
import random

HOST = b"a.example"
METHODS = b"GET POST GET POST PUT HEAD DELETE OPTIONS PATCH".split()
ODD_METHODS = b"get BREW M-SEARCH PRI CONNECT G@T TRACE A|B".split() + [b"", b"GET ", b" GET", b"G\0T", b"M" * 40]
TARGETS = b"/ /a /a?b=c /a%20b //a /a;b /a/../b http://a.example/ http://a.example:80/a?b /~'()!$&*+,;=:@".split()
ODD_TARGETS = b"* a a:443 ? http:// http://a.example?b HTTP://a.example/ https://u@a.example/ /a#b /\xe9".split() + [
    b"http://:80/", b"http://u@v@a/", b"http://a\"b@a/", b"http://a\\@a/", b"", b"/a b", b"/\t", b"/\x7f", b"/a\"<>\\^`{|}", b"http:/a", b"http://a b/", b"//", b"/" + b"a" * 300]
ODD_VERSIONS = b"HTTP/1.0 HTTP/1.0 HTTP/1.2 HTTP/2.0 HTTP/0.9 http/1.1 HTTP/1.1x HTTP/1,1 HTTP/01.1 HTTP/1. HTTPS/1.1".split() + [
    b"", b"HTTP/1.1 ", b" HTTP/1.1", b"HTTP/ 1.1"]
ODD_ENDS = [b"\n", b"\r", b"\r\r\n", b"\n\r", b"\r\n ", b" \r\n", b"\t\r\n", b"\0\r\n"]
ODD_HOSTS = [b"", b"a.example:80", b"[::1]:80", b"A.EXAMPLE", b"a b", b"a,b", b"a/b", b"u@a", b"a.example:", b"\xe9", b"a%41"]
LENGTHS = [b"+%d", b"-%d", b"%d,%d", b"%d, %d", b"0%d", b"0x%d", b"%d.0", b"%d ", b" %d", b"\t%d", b"\x0b%d", b"%d\x0b", b"%de0",
           b"1%d", b"%d;a", b"", b"18446744073709551616", b"18446744073709551621", b"9223372036854775808", b"999999999999999999999999"]
CODINGS = [b"Chunked", b"chunked, identity", b"identity", b"gzip, chunked", b"chunked, chunked", b"chunked,", b",chunked",
           b" chunked ", b"\x0bchunked", b"chunked;a=b", b"\"chunked\"", b"xchunked", b"", b"chunked\t", b"gzip"]
NAMES = b"X Accept Cookie x-a User-Agent Accept-Encoding X_Y a.b If-Match Trailer TE".split()
ODD_NAMES = [b"", b"X(Y)", b"X Y", b"X ", b" X", b"X\t", b"\xe9", b"X\0", b"X/Y", b"Content-Length\0", b"X\"Y", b"{X}"]
VALUES = [b"b", b"a, b", b"text/html;q=0.5", b"", b"  b  ", b"\tb\t", b"\xe9", b"a:b", b"\"a\\\"b\"", b"a  b", b"x" * 60]
ODD_VALUES = [b"\0", b"a\0b", b"a\x01b", b"a\rb", b"a\nb", b"a\r\n b", b"a\r\n\tb", b"\x7f", b"a\x0bb", b"a\x0cb", b"\r", b"\n"]
CONNECTIONS = b"keep-alive close Close close,keep-alive upgrade Upgrade,close x , TE".split()
ODD_SIZES = [b"%x;a=b", b"%x ", b"%x\t", b" %x", b"0x%x", b"+%x", b"-%x", b"0%x", b"%xg", b"%x;", b"%x;a=\"\r\n\"", b"%x\n", b"", b"%x\r",
             b"1000000000000000%x", b"00000000000000%x", b"%X", b"%x\0", b"f%x"]
ODD_CHUNK_ENDS = [b"", b"\n", b"\r", b"XX", b"\r\r\n", b" \r\n", b"\r\n\r\n"]
TRAILERS = [b"X: y", b"Content-Length: 5", b"Transfer-Encoding: chunked", b"Host: b", b"", b"X", b": y", b"X : y", b" X: y", b"X: \0"]
INTERESTING = [bytes([byte]) for byte in b"\r\n \t:;,\0\x7f\x80\xff0159afGx/?#\"(-+"] + [b"\r\n", b"\r\n\r\n", b"0\r\n\r\n"]


class Writer:
    """Writes one connection."""

    def __init__(self, source):
        self.random = source
        self.oddity = source.choice((0, 0, 0.02, 0.05, 0.2))

    def pick(self, usual, odd):
        """One of the usual, or sometimes one of the odd ones."""
        return self.random.choice(odd if self.random.random() < self.oddity else usual)

    def end(self):
        return self.pick((b"\r\n",), ODD_ENDS)

    def field(self, name, value):
        colon = self.pick((b": ", b":"), (b" :", b" : ", b":\t", b"", b":\r\n ", b"::"))
        return name + colon + value + self.end()

    def content(self):
        return bytes(self.random.choice(b"abc\r\n0:; GET/") for _ in range(self.random.choice((0, 1, 3, 5, 12, 17))))

    def chunks(self, content):
        text = b""
        while content:
            count = self.random.randint(1, len(content))
            size = self.pick((b"%x",), ODD_SIZES)
            text += (size % count if b"%" in size else size) + self.end()
            text += content[:count] + self.pick((b"\r\n",), ODD_CHUNK_ENDS)
            content = content[count:]
        text += self.pick((b"0",), (b"00", b"0;a", b"-0", b"0 ", b"")) + self.end()
        for _ in range(self.pick((0, 0, 0, 1), (2, 3))):
            text += self.pick((b"X: y",), TRAILERS) + self.end()
        return text + self.end()

    def framing(self):
        """The fields that say where the content ends, and the content."""
        content = self.content()
        kind = self.random.choice("none none length length chunked chunked".split())
        fields, text = [], b""
        if kind == "length":
            length = self.pick((b"%d",), LENGTHS)
            fields, text = [(b"Content-Length", length.replace(b"%d", b"%d" % len(content)))], content
        elif kind == "chunked":
            fields, text = [(b"Transfer-Encoding", self.pick((b"chunked",), CODINGS))], self.chunks(content)
        if self.random.random() < self.oddity:
            fields.append(self.random.choice((
                (b"Content-Length", b"%d" % len(text)), (b"Content-Length", b"0"), (b"Transfer-Encoding", b"chunked"),
                (b"content-length", b"3"), (b"TRANSFER-ENCODING", b"identity"), (b"Content_Length", b"3"))))
        return fields, text

    def request(self):
        line = b" ".join((
            self.pick(METHODS, ODD_METHODS), self.pick(TARGETS, ODD_TARGETS), self.pick((b"HTTP/1.1",), ODD_VERSIONS)))
        fields, content = self.framing()
        hosts = self.pick((1,), (0, 2))
        fields += [(b"Host", self.pick((HOST,), ODD_HOSTS))] * hosts
        for _ in range(self.random.choice((0, 1, 1, 2, 4))):
            fields.append((self.pick(NAMES, ODD_NAMES), self.pick(VALUES, ODD_VALUES)))
        if self.random.random() < 0.15:
            fields.append((b"Connection", self.random.choice(CONNECTIONS)))
        if self.random.random() < 0.05:
            fields.append((b"Expect", self.pick((b"100-continue",), (b"100-Continue", b"x", b""))))
        if self.random.random() < 0.05:
            fields.append((b"Upgrade", self.random.choice((b"websocket", b"h2c"))))
        self.random.shuffle(fields)
        before = self.pick((b"",), (b"\r\n", b"\r\n\r\n", b"\n", b" ", b"\r"))
        return before + line + self.end() + b"".join(self.field(*field) for field in fields) + self.end() + content

    def connection(self):
        text = b"".join(self.request() for _ in range(self.random.choice((1, 1, 1, 2, 3))))
        if self.random.random() < 0.25:
            for _ in range(self.random.choice((1, 1, 2, 4))):
                text = self.mutated(text)
        return text

    def mutated(self, text):
        place = self.random.randint(0, len(text))
        kind = self.random.randrange(5)
        if kind == 0:
            return text[:place] + self.random.choice(INTERESTING) + text[place:]
        if kind == 1:
            return text[:place] + text[place + 1:]
        if kind == 2:
            return text[:place] + self.random.choice(INTERESTING) + text[place + 1:]
        if kind == 3:
            return text[:place]
        lines = text.split(b"\r\n")
        lines.insert(self.random.randrange(len(lines)), self.random.choice(lines))
        return b"\r\n".join(lines)


def connections(seed, count):
    """So many connections, each as its bytes."""
    source = random.Random(seed)
    return [Writer(source).connection() for _ in range(count)]
