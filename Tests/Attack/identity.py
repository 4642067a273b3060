"""Replaces the certificate and key of the task API, again and again, while clients connect and ask."""
import hashlib
import shutil
import signal
import ssl
import tempfile
import threading

from certificates import read, rsa
from program import Program, connect, settles, statuses

REQUEST = b"GET / HTTP/1.1\r\nHost: %s\r\n\r\n"


class Clients:
    """Threads that each make a connection, ask twice on it, and begin again; each also keeps one connection."""

    def __init__(self, program, count):
        self.program, self.ends, self.failures, self.seen = program, False, [], []
        self.threads = [threading.Thread(target=self.run) for _ in range(count)]
        for thread in self.threads:
            thread.start()

    def run(self):
        try:
            with open_connection(self.program) as kept:
                while not self.ends:
                    with open_connection(self.program) as connection:
                        self.seen.append(fingerprint(connection))
                        self.ask(connection)
                        self.ask(kept)
                        self.ask(connection)
        except OSError as error:
            self.failures.append(repr(error))

    def ask(self, connection):
        connection.sendall(REQUEST % self.program.name("tasks"))
        answer = connection.recv(65536)
        if statuses(answer) != [200]:
            self.failures.append(answer[:60])

    def stop(self):
        self.ends = True
        for thread in self.threads:
            thread.join()


def open_connection(program):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(connect(program.port("tasks")), server_hostname="localhost")


def fingerprint(connection):
    return hashlib.sha256(connection.getpeercert(True)).hexdigest()


def replace_identity(options, findings):
    if not options.task_service:
        return "identities: not run, because no TASK_SERVICE is given"
    with tempfile.TemporaryDirectory(prefix="tessera-attack-") as folder:
        pairs = [rsa(folder, 2048), rsa(folder, 3072)]
        expected = [hashlib.sha256(read(file)).hexdigest() for file, _ in pairs]
        now = (f"{folder}/now.pem", f"{folder}/now.key")
        use(pairs[0], now)
        program = Program([
            options.task_service, "--listen-port", "0", "--data-folder", f"{folder}/data", "--tls-certificate-file",
            now[0], "--tls-key-file", now[1], "--provider-default-issuer", "http://127.0.0.1:9",
            "--provider-default-audiences", "api"], folder)
        try:
            program.first_line["tasks"] = program.first_line["listening"]
            clients = Clients(program, 4)
            try:
                for number in range(1, options.signals + 1):
                    use(pairs[number % 2], now)
                    program.process.send_signal(signal.SIGHUP)
                    # As a count that falls to 0.
                    settles(lambda: number - program.log().count("reloaded on SIGHUP"), 0)
                    with open_connection(program) as connection:
                        shown = fingerprint(connection)
                    if not findings.expect(shown == expected[number % 2], f"handshake {number} has another identity"):
                        break
            finally:
                clients.stop()
            findings.expect(not clients.failures, f"clients during replacements: {clients.failures[:3]}")
            findings.expect(set(clients.seen) == set(expected), "clients did not see both identities, or saw others")
        finally:
            program.stop()
    return f"identities: {options.signals} replaced during {len(clients.seen)} handshakes"


def use(pair, files):
    for source, target in zip(pair, files):
        shutil.copy(source, target)
