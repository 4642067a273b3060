"""What strangers can write into the log of a program, and whether secrets of users are in it."""
import re

from client import Client
from program import demo

SECRET = "SECRET-OF-A-USER"
# Percent-encoded: a new line that looks like one of the log, colors of a terminal, and other ends of lines.
FORGED = "%0a2026-01-01T00:00:00.000Z%20error%20forged%1b[31m%c2%85%e2%80%a8%e2%80%ae"
FIELDS = ("client_secret", "code", "code_verifier", "refresh_token", "password", "client_assertion")
PATHS = (
    f"/{FORGED}", f"/nothing?code={SECRET}", f"/{FORGED}/oauth2/v2.0/token", "/common/oauth2/v2.0/token",
    f"/common/oauth2/v2.0/authorize?client_id={FORGED}&state={SECRET}&login_hint={SECRET}", "/op/token",
    f"/sign-in/people?code={SECRET}&state={SECRET}", "/api/tasks", "/language")
BEGIN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (trace|debug|info|notice|warning|error) (?!forged)")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u202e]")


def send_all(client):
    headers = {
        "Content-Type": "application/x-www-form-urlencoded", "Cookie": f"a={SECRET}", "User-Agent": SECRET,
        "X-Request-ID": f"forged {SECRET}"}
    form = f"client_id={FORGED}&grant_type=authorization_code" + "".join(f"&{name}={SECRET}" for name in FIELDS)
    for path in PATHS:
        for kind in ("Bearer", "Basic", "DPoP"):
            for method, content in (("GET", None), ("POST", form)):
                client.ask(method, path, content, **(headers | {"Authorization": f"{kind} {SECRET}"}))


def read_log(options, findings):
    with demo(options.tessera, environment={"TESSERA_LOG": "trace"}) as program:
        for name in ("tenant", "tasks", "web"):
            send_all(Client(program, name))
        lines = program.log().split("\n")[:-1]
    findings.expect(len(lines) > 100, "nothing is written")
    findings.expect(not any(SECRET in line for line in lines), "the log has secrets")
    forged = [line for line in lines if not BEGIN.match(line) or CONTROL.search(line)]
    findings.expect(not forged, f"strangers write lines: {forged[:3]}")
    return f"log: {len(lines)} lines"
