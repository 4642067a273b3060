#!/usr/bin/env python3
"""Attacks TLS of the tenant, on its port without and with client certificates.

    tls.py TESSERA [--step 1]

Handshakes come in pieces of every small size, and end at every STEP-th byte; records have every type and wrong sizes;
old versions, renegotiation and early data are tried; certificates of clients are forged, huge and strange. Each proper
handshake succeeds, somebody else is answered after each group, and at the end memory and descriptors are as before."""
import argparse
import contextlib
import re
import socket
import ssl
import struct
import subprocess
import tempfile
import threading
import time

from certificates import make_certificates
from program import Findings, connect, exchange, settles, started, statuses

VERSIONS = [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3]
PORTS = ["listening", "mutualTLS"]
ALERT, HANDSHAKE, DATA = 21, 22, 23


def context(version=None, certificate=None):
    result = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    result.check_hostname, result.verify_mode = False, ssl.CERT_NONE
    if version:
        result.minimum_version = result.maximum_version = version
    if certificate:
        result.set_ciphers("DEFAULT:@SECLEVEL=0")  # For our own weak keys.
        result.load_cert_chain(*certificate)
    return result


class Connection:
    """A client whose handshake passes through our hands: cut after some bytes, or sent in pieces."""

    def __init__(self, port, settings, cut=None, piece=None):
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = settings.wrap_bio(self.incoming, self.outgoing, server_hostname="localhost")
        self.socket, self.cut, self.piece, self.sent = connect(port), cut, piece, 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def flush(self):
        data = self.outgoing.read()
        if self.cut is not None and self.sent + len(data) > self.cut:
            self.socket.sendall(data[:self.cut - self.sent])
            raise ConnectionError("cut on purpose")
        step = self.piece or len(data) or 1
        for begin in range(0, len(data), step):
            self.socket.sendall(data[begin:begin + step])
        self.sent += len(data)

    def run(self, work):
        """Does `work` of the TLS object, with as much reading and writing as it takes."""
        while True:
            try:
                result = work()
                self.flush()
                return result
            except ssl.SSLWantReadError:
                self.flush()
                data = self.socket.recv(65536)
                if not data:
                    raise ConnectionError("closed")
                self.incoming.write(data)

    def request(self, host):
        """The status of a good request, after the handshake."""
        self.run(self.tls.do_handshake)
        path = b"/common/v2.0/.well-known/openid-configuration"
        head = b"GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % (path, host)
        self.run(lambda: self.tls.write(head))
        return statuses(self.run(lambda: self.tls.read(1000)))


def is_well(program, name):
    with Connection(program.port(name), context()) as connection:
        return program.process.poll() is None and connection.request(program.name(name)) == [200]


def send_in_pieces(program, name, findings):
    for version in VERSIONS:
        for piece in (1, 2, 3, 5, 6, 16, 100):
            with Connection(program.port(name), context(version), piece=piece) as connection:
                answers = connection.request(program.name(name))
                findings.expect(answers == [200], f"{name}: {version.name} in pieces of {piece}: {answers}")


def cut(program, name, step):
    """Half of the ends are resets."""
    count = 0
    for version in VERSIONS:
        with Connection(program.port(name), context(version)) as whole:
            whole.run(whole.tls.do_handshake)
        for length in range(0, whole.sent, step):
            with Connection(program.port(name), context(version), cut=length) as connection:
                with contextlib.suppress(ConnectionError):
                    connection.run(connection.tls.do_handshake)
                if count % 2:
                    linger = struct.pack("ii", 1, 0)
                    connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            count += 1
    return count


def record(kind, content, version=0x0303):
    return struct.pack(">BHH", kind, version, len(content)) + content


def hello():
    outgoing = ssl.MemoryBIO()
    tls = context().wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname="localhost")
    with contextlib.suppress(ssl.SSLWantReadError):
        tls.do_handshake()
    return outgoing.read()


def records():
    first = hello()
    large = b"".join(record(HANDSHAKE, bytes(16000)) for _ in range(1000))
    return [
        *(record(kind, bytes(10)) for kind in range(256)),
        *(record(kind, b"") * 1000 for kind in (20, ALERT, HANDSHAKE, DATA)),
        *(record(HANDSHAKE, b"\1".ljust(size, b"\0")) for size in (1, 3, 16384, 16385, 65535)),
        *(record(HANDSHAKE, b"\1\0\0\1", version) for version in (0, 0x0200, 0xffff)),
        record(HANDSHAKE, b"\1\xff\xff\xff") + large, record(ALERT, b"\1\x5a") * 10000, record(20, b"\1") * 10000,
        first + first, first + record(DATA, b"a" * 100), first + record(20, b"\1") * 10000, first + bytes(1000),
        first[:-1], b"\x80\x2e\1\0\2", bytes(100000), b"\xff" * 100000]


def send_records(program, name, findings):
    table = records()
    for data in table:
        received = exchange(program.port(name), data)
        # What begins with a capital letter is taken for HTTP, and gets an explanation.
        expected = statuses(received) == [400] if data[:1].isupper() else received[:1] in (b"", b"\x15", b"\x16")
        findings.expect(expected, f"{name}: {data[:20]!r}: {received[:100]!r}")
    for data in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"POST / HTTP/1.0\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"):
        answers = statuses(exchange(program.port(name), data))
        findings.expect(answers == [400], f"{name}: HTTP without TLS: {answers}")
    return len(table)


def send_small_records(program, name, findings):
    """Each byte of the content is a record of its own."""
    for version in VERSIONS:
        with Connection(program.port(name), context(version)) as connection:
            connection.run(connection.tls.do_handshake)
            head = b"POST /common/oauth2/v2.0/token HTTP/1.1\r\nHost: %s\r\nContent-Length: 20000\r\n\r\n"
            connection.tls.write(head % program.name(name))
            for _ in range(20000):
                connection.tls.write(b"a")
            answers = statuses(connection.run(lambda: connection.tls.read(1000)))
            findings.expect(answers == [415], f"{name}: {version.name}: records of one byte: {answers}")


def ask_openssl(program, name, findings):
    """What Python cannot send. The input of the client of OpenSSL stays open; it ends when the server closes."""
    def client(text, *options):
        command = ["openssl", "s_client", "-connect", f"127.0.0.1:{program.port(name)}", *options]
        with subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            killer = threading.Timer(10, process.kill)
            killer.start()
            process.stdin.write(text)
            process.stdin.flush()
            output = process.stdout.read().decode(errors="replace")
            killer.cancel()
            return output, process.wait()
    for version in ("-tls1", "-tls1_1"):
        output, _ = client(b"", version, "-cipher", "ALL:@SECLEVEL=0")
        findings.expect("Cipher is (NONE)" in output, f"{name}: {version} is accepted")
    head = b"GET / HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % program.name(name)
    output, _ = client(head, "-tls1_3")
    findings.expect(set(re.findall(r"Max Early Data: (\d+)", output)) == {"0"}, f"{name}: early data is accepted")
    # The letter is a command to the client.
    output, status = client(b"R\n", "-tls1_2")
    refused = "RENEGOTIATING" in output and "no renegotiation" in output and status > 0
    findings.expect(refused, f"{name}: a renegotiation: {output[-200:]}")


def show_certificates(program, findings):
    """A client's certificate is looked at for tokens only: each makes a connection, but a chain of 100 KB and more,
    or a short key."""
    with tempfile.TemporaryDirectory() as folder:
        certificates = make_certificates(folder)
        for kind, files in certificates.items():
            for version in VERSIONS:
                answers = []
                with Connection(program.port("mutualTLS"), context(version, files)) as connection:
                    with contextlib.suppress(ConnectionError, ssl.SSLError):
                        answers = connection.request(program.name("mutualTLS"))
                expected = [] if "2,000" in kind or "1,024" in kind else [200]
                findings.expect(answers == expected, f"a certificate {kind}: {answers}")
                findings.expect(is_well(program, "mutualTLS"), f"somebody else is not answered after a {kind}")
        return len(certificates)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tessera")
    parser.add_argument("--step", type=int, default=1)
    options = parser.parse_args()
    begin, findings = time.monotonic(), Findings()
    with started(options.tessera, "tenant", "--tls", "--mtls-port", "0") as program:
        for name in PORTS:
            findings.expect(is_well(program, name), f"{name}: a good request is not answered")
        descriptors, memory = program.descriptors(), program.memory()
        count = 0
        for name in PORTS:
            send_in_pieces(program, name, findings)
            count += cut(program, name, options.step) + send_records(program, name, findings)
            send_small_records(program, name, findings)
            ask_openssl(program, name, findings)
            findings.expect(is_well(program, name), f"{name}: somebody else is not answered")
        kinds = show_certificates(program, findings)
        findings.expect(settles(program.descriptors, descriptors), f"{program.descriptors()}, not {descriptors}")
        findings.expect(program.memory() <= memory + 32, f"memory grew from {memory} to {program.memory()} MiB")
        figures = f"tls: {count} handshakes and records, {kinds} certificates, {memory} to {program.memory()} MiB"
        findings.end(figures, begin)


if __name__ == "__main__":
    main()
