"""Python's csv and json modules and the library vobject read the files that `tessera people export` writes."""
import csv
import io
import json
import os
import plistlib
import shutil
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import vobject

from peer_test import DIRECTORY, HERE, MARA, PASSWORD, PUBLIC, PeerTest
from running_tenant import DEADLINE

BROWSER = HERE.parent / "TesseraCommandTests" / "browser.py"
FORMULA = '=HYPERLINK("https://evil.example";"Pay here")'
AWKWARD = 'Bo "the Box", jr.\nsecond line; with \\ and \\n'
LONG = "Zoë 李 " + "Fernández-Ibáñez " * 12 + "Ω"
NAMES = ["Mara Lind", "Tom Reyes", "Una Berg", FORMULA, AWKWARD, LONG]
MARK = "⏎"  # stands for a line break at the tenant, which takes none in a name; other directories do


class GraphWithLineBreaks(BaseHTTPRequestHandler):
    """The tenant's Graph, with line breaks in the names that have the mark."""

    tenant = None

    def do_GET(self):
        names = ("Authorization", "ConsistencyLevel")
        headers = {name: self.headers[name] for name in names if name in self.headers}
        response = self.tenant.session().get(f"{self.tenant.url}{self.path}", headers=headers)
        content = response.text.replace(MARK, "\\n").encode()
        self.send_response(response.status_code)
        self.send_header("Content-Type", response.headers["Content-Type"])
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


class ExportTests(PeerTest):
    """Everybody in the directory, among them people with names that break careless writers and readers."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for number, name in enumerate(NAMES[3:]):
            cls.tenant.ask("POST", f"directories/{DIRECTORY}/people", {
                "displayName": name.replace("\n", MARK), "surname": name.replace("\n", MARK),
                "userPrincipalName": f"guest{number}@heron.example",
            })
        GraphWithLineBreaks.tenant = cls.tenant
        graph = ThreadingHTTPServer(("127.0.0.1", 0), GraphWithLineBreaks)
        threading.Thread(target=graph.serve_forever, daemon=True).start()
        cls.addClassCleanup(graph.server_close)
        cls.addClassCleanup(graph.shutdown)
        cls.home = Path(tempfile.mkdtemp(prefix="tessera-export-"))
        cls.addClassCleanup(shutil.rmtree, cls.home, ignore_errors=True)
        settings = {
            "authority": f"{cls.tenant.url}/{DIRECTORY}", "clientId": PUBLIC, "redirectUri": "http://localhost",
            "scopes": "openid offline_access User.ReadBasic.All", "api-version": "v1.0",
            "graphAPI": f"http://127.0.0.1:{graph.server_port}",
        }
        (cls.home / "settings.plist").write_bytes(plistlib.dumps(settings))
        cls.tessera("sign-in")

    @classmethod
    def tessera(cls, *arguments):
        """Runs the command as Mara, and gives its output, byte by byte as it was written."""
        environment = {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TESSERA_HOME": cls.home, "BROWSER": BROWSER,
            "TEST_USERNAME": MARA, "TEST_PASSWORD": PASSWORD, "SSL_CERT_FILE": cls.tenant.certificate_authority,
        }
        outcome = subprocess.run(
            [os.environ["TESSERA"], *arguments, "--settings", str(cls.home / "settings.plist")], env=environment,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=DEADLINE)
        if outcome.returncode:
            raise AssertionError(outcome.stderr.decode())
        return outcome.stdout

    def export(self, form, to_file):
        """The text of an export, from standard output or from a file."""
        if not to_file:
            return self.tessera("people", "export", "--format", form).decode()
        path = self.home / f"people.{form}"
        self.assertEqual(self.tessera("people", "export", "--format", form, "--output", str(path)), b"")
        self.assertEqual(path.stat().st_mode & 0o777, 0o600)
        # Only a spreadsheet needs the mark that says UTF-8.
        return path.read_bytes().decode("utf-8-sig" if form == "csv" else "utf-8")

    def test_csv(self):
        for to_file in (False, True):
            with self.subTest(to_file=to_file):
                rows = list(csv.DictReader(io.StringIO(self.export("csv", to_file), newline=""), strict=True))
                names = {row["displayName"] for row in rows}
                # A spreadsheet would run the formula: the apostrophe says that the cell is a text.
                self.assertEqual(names, {name if name != FORMULA else "'" + name for name in NAMES})
                self.assertEqual(len(rows), len(NAMES))
                for row in rows:
                    self.assertNotIn(None, row, "a row has more cells than columns")
                    self.assertTrue(all(cell is not None for cell in row.values()), "a row has fewer cells")
                    self.assertFalse(any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row.values()))

    def test_json(self):
        for to_file in (False, True):
            with self.subTest(to_file=to_file):
                people = [json.loads(line) for line in self.export("json", to_file).split("\n") if line]
                self.assertEqual(sorted(person["displayName"] for person in people), sorted(NAMES))

    def test_vcard(self):
        for to_file in (False, True):
            with self.subTest(to_file=to_file):
                text = self.export("vcard", to_file)
                self.assertTrue(all(len(line.encode()) <= 75 for line in text.split("\r\n")), "a line is not folded")
                cards = list(vobject.readComponents(text))
                self.assertEqual(sorted(card.fn.value for card in cards), sorted(NAMES))
                families = {card.fn.value: card.n.value.family for card in cards}
                self.assertEqual({name: families[name] for name in NAMES[3:]}, {name: name for name in NAMES[3:]})
