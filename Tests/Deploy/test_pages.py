"""The pages for operators: their commands, run one block after the other in a machine to throw away."""
import re
import shutil
import unittest

from machine import Block, Machine, blocks
from workplace import ROOT, TASK_SERVICE, TESSERA, DeployTest

# After a failure: what the services of the page had to say.
REPORT = """
systemctl --no-pager --full status 'task-service@*' 'tessera-web@*' nginx tessera-tenant || true
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
# The web app: what nginx must add, and that an instance is replaced without a lost request.
WEB = Block("""
app / --dump-header /run/app.fields >/dev/null
grep -ic '^strict-transport-security: ' /run/app.fields
for port in 4501 4502; do
    systemctl restart "tessera-web@$port" &
    for _ in 1 2 3 4 5 6; do app /; done
    wait
    ready "$port" >/dev/null
done | sort | uniq --count
systemctl stop postgresql
cookie="Cookie: __Host-session=$(printf 'A%.0s' {1..43})"
until [[ $(app / --header "$cookie" --dump-header /run/app.fields) == 503 ]]; do :; done
grep -ic '^retry-after: 1' /run/app.fields
systemctl start postgresql
ready 4501 >/dev/null
""")
WEB.expected = "1\n     12 200\n1\n"
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
