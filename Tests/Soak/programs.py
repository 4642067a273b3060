"""The programs that exits.py ends, and what gives each of them work: TLS, requests and signatures."""
import http.client
import json
import socket
import ssl
import subprocess
from urllib.parse import urlsplit

PERSON, API, SCOPE = "ana.silva@aldervale.example", "api://tasks", "Tasks.ReadWrite"
API_CLIENT = "b3f0c6de-52f4-4e0b-8f0d-2a9c7f51d6e4"
METADATA = "/common/v2.0/.well-known/openid-configuration"
QUESTIONS = [f"scalar {curve} {1:0{2 * count}x}" for curve, count in (("P-256", 32), ("P-384", 48), ("P-521", 66))] + [
    f"ed25519-sign {'01' * 32} 00", f"seal {'01' * 32} {'02' * 12} 00 {'03' * 1000}", "scrypt 00 00 1024 8 1 32"]


def send(method, url, content=None, token=None):
    """A request on a connection of its own, whatever its certificate is; the text of the answer."""
    place = urlsplit(url)
    kind = http.client.HTTPConnection
    options = {}
    if place.scheme == "https":
        kind, options = http.client.HTTPSConnection, {"context": ssl._create_unverified_context()}
    connection = kind(place.hostname, place.port, timeout=10, **options)
    try:
        fields = {"Accept": "text/html, */*", "Content-Type": "application/json"}
        if token:
            fields["Authorization"] = f"Bearer {token}"
        connection.request(method, place.path or "/", None if content is None else json.dumps(content), fields)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status >= 400:
            raise OSError(f"{method} {url}: {answer.status}")
        return text
    finally:
        connection.close()


def new_token(tenant):
    return json.loads(
        send("POST", f"{tenant}/tessera/v1/tokens", {"person": PERSON, "api": API, "scope": SCOPE}))["token"]


class Program:
    """A program that is started, again and again. One with `visit` is a server, whose first line says where."""
    visit = None
    feed = None
    # Whether the program calls `exit` itself.
    ends_itself = False

    def __init__(self, name, command, environment=None, longest=0.3):
        self.longest = longest  # seconds until its end, at most
        self.name, self.command, self.environment = name, [str(word) for word in command], environment or {}


class Tenant(Program):
    def visit(self, line):
        url = json.loads(line)["url"]
        new_token(url)
        send("GET", url + METADATA)


class Demo(Program):
    def visit(self, line):
        report = json.loads(line)
        send("GET", f"{report['tasks']}/api/tasks", token=new_token(report["tenant"]))
        send("GET", report["web"])


class Server(Program):
    """A server with a page, to which each visitor sends a token of the tenant."""

    def __init__(self, name, command, environment, page, token=None):
        super().__init__(name, command, environment)
        self.page, self.token = page, token

    def visit(self, line):
        send("GET", line.removeprefix("Listening on ").strip().rstrip("/") + self.page, token=self.token)


class VectorReader(Program):
    """Reads questions, of which it gets more than it can answer."""

    def __init__(self, command):
        super().__init__("vector-reader", command)
        key = subprocess.run(["openssl", "genrsa", "2048"], check=True, capture_output=True).stdout
        self.feed = "".join(f"{one}\n" for one in [*QUESTIONS, f"rsa-sign SHA-256 {key.hex()} 00"] * 20).encode()


class ExitProbe(Program):
    """Calls `exit` itself, as soon as curl and, in the second mode, signatures are under way."""
    ends_itself = True


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def servers(built, folder, tenant):
    certificate, key, token = folder / "certificate.pem", folder / "key.pem", new_token(tenant)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", key,
         "-out", certificate], check=True, capture_output=True)
    authority = f"{tenant}/common"
    # Not the host of the tenant: browsers would give both the same cookies.
    web = f"http://127.0.0.1:{free_port()}"
    return [
        Tenant("tenant", [built / "tessera", "tenant", "--tls", "--json", "--port", "0", "--data", folder / "tenant"]),
        Demo("demo", [
            built / "tessera", "demo", "--json", "--port", "0", "--tasks-port", "0", "--web-port", "0",
            "--data", folder / "demo"]),
        Server("task-service", [
            built / "task-service", "--listen-port", "0", "--data-folder", folder / "tasks",
            "--provider-default-authority", authority, "--provider-default-audiences", API_CLIENT,
            "--limits-requests-per-minute", "0", "--tls-certificate-file", certificate, "--tls-key-file", key],
            {}, "/api/tasks", token),
        Server("protected-api", [built / "protected-api"], {
            "AUTHORITY": authority, "PORT": "0", "AUDIENCE": API_CLIENT}, "/whoami", token),
        Server("web-sign-in", [built / "web-sign-in"], {
            "AUTHORITY": authority, "ADDRESS": web, "CLIENT_ID": "c8d4f1a6-3b79-4e25-9f60-d17a2e8b5c43",
            "CLIENT_SECRET": "sample-secret-of-the-visitor-book"}, "/hello"),
    ]


def clients(built, folder, tenant):
    graph, port = f"{tenant}/v1.0", urlsplit(tenant).port
    return [
        Program("background-job", [built / "background-job"], {
            "AUTHORITY": f"{tenant}/aldervale.example", "GRAPH": graph,
            "CLIENT_ID": "e1a7c3d9-4b62-4f08-a5d1-83b90f6c2e47",
            "CLIENT_SECRET": "sample-secret-of-the-nightly-report"}),
        # Waits for a browser in the end.
        Program("command-line", [built / "command-line", "An"], {
            "AUTHORITY": f"{tenant}/common", "GRAPH": graph, "CLIENT_ID": "7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10",
            "ACCOUNTS": folder / "accounts", "BROWSER": "true"}),
        Program("call", [built / "tessera", "call", tenant + METADATA], longest=0.02),
        ExitProbe("exit-probe tls", [built / "exit-probe", "tls", port]),
        ExitProbe("exit-probe both", [built / "exit-probe", "both", port]),
    ]


def all_programs(built, folder, tenant):
    """The programs in a folder; most ask the tenant at an address, which has TLS."""
    reader = VectorReader([built / "vector-reader"])
    return [*servers(built, folder, tenant), *clients(built, folder, tenant), reader]
