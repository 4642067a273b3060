"""The pages for operators: their commands, run one block after the other in a machine to throw away."""
import re
import shutil
import unittest

from machine import Block, Machine, blocks
from workplace import ROOT, TASK_SERVICE, TESSERA, DeployTest

# After a failure: what the services of the page had to say.
REPORT = """
systemctl --no-pager --full status 'task-service@*' nginx tessera-tenant || true
journalctl --no-pager --lines=60 || true
"""


# What the first page promises: no request is lost when an instance is replaced, and none whose client sends keys when
# one is killed.
REPLACED = Block("""
load() { python3 -B Tests/Deploy/load.py "$token" "/run/$1.stop" "$1" >"/run/$1.output" 2>&1 & }
loaded() { touch "/run/$1.stop"; wait; cat "/run/$1.output"; }
load plain
for port in 3001 3002; do
    systemctl restart "task-service@$port"
    ready "$port" >/dev/null
done
loaded plain
""")
KILLED = Block("""
load keyed
for port in 3001 3002 3001 3002; do
    systemctl kill --signal=KILL "task-service@$port"
    until ready "$port" >/dev/null; do :; done
done
loaded keyed
""")
# The other unit, with registrations of the local tenant.
WEB = Block("""
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=app.example.com \\
    -addext subjectAltName=DNS:app.example.com \\
    -keyout /etc/tessera/tls/app.key -out /etc/tessera/tls/app.pem 2>/dev/null
install -m 600 Tests/Deploy/{people,tasks}.plist /etc/tessera/
echo TESSERA_WEB_BASE_URL=https://app.example.com >/etc/tessera/web.env
install -m 644 deploy/systemd/tessera-web@.service /etc/systemd/system/
install -m 644 deploy/nginx/tessera-web.conf /etc/nginx/conf.d/
systemctl daemon-reload
systemctl start tessera-web@4501 tessera-web@4502
ready 4501
ready 4502
systemctl restart nginx
app() { curl --silent --cacert /etc/tessera/tls/app.pem --resolve app.example.com:443:127.0.0.1 --output /dev/null \\
    "https://app.example.com$@"; }
app / --dump-header - | grep -ic '^strict-transport-security: '
systemctl kill --signal=KILL tessera-web@4501
for _ in 1 2 3 4 5 6; do app / --write-out '%{http_code}\\n'; done | sort | uniq --count
stat --format=%a /var/lib/private/tessera-web
""")
WEB.expected = '{"checks":{"sessions":"ok"},"ready":true}\n' * 2 + "1\n      6 200\n700\n"
REPLACED.expected = KILLED.expected = '{"enough": true, "lost": [], "missing": [], "twice": []}\n'


@unittest.skipUnless(TASK_SERVICE and TESSERA, "TASK_SERVICE and TESSERA name no programs; script/test-deploy builds them")
class PageTests(DeployTest):
    maxDiff = None

    def check(self, *names):
        """Runs the blocks of the pages, the second page's after the first's, and compares outputs with the pages."""
        machine = Machine(self.folder)
        self.addCleanup(machine.remove)
        programs = self.folder / "programs"
        programs.mkdir()
        shutil.copy(TASK_SERVICE, programs / "task-service")
        shutil.copy(TESSERA, programs / "tessera")
        steps = [block for name in names for block in blocks(ROOT / "docs" / name)] + [REPLACED, KILLED, WEB]
        self.assertGreater(len(steps), 5)
        first = "trap 'status=$?; set +e; " + " ".join(REPORT.split("\n")).replace("'", "'\\''").replace(
            "|| true", ";") + " exit $status' ERR\nset -E\n"
        outputs = machine.run([(first if not index else "") + one.commands for index, one in enumerate(steps)], programs)
        for block, (output, done) in zip(steps, outputs):
            self.assertTrue(done, f"failed:\n{block.commands}\n{output}")
            if block.expected is not None:
                self.assertEqual(output, block.expected, block.commands)
        self.assertEqual(len(outputs), len(steps))

    def test_from_nothing_to_two_instances_and_what_operators_do_with_them(self):
        self.check("production.md", "operations.md")

    def test_every_block_that_is_not_run_says_why(self):
        for name in ("production.md", "operations.md"):
            page = (ROOT / "docs" / name).read_text()
            for block in re.findall(r"(.*)\n```(?!bash|text)(\w+)", page):
                self.fail(f"{name}: a block of {block}")
