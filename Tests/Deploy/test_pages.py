"""The pages for operators: their commands, run one block after the other in a machine to throw away."""
import re
import shutil
import unittest

from machine import Machine, blocks
from workplace import ROOT, TASK_SERVICE, TESSERA, DeployTest

# After a failure: what the services of the page had to say.
REPORT = """
systemctl --no-pager --full status 'task-service@*' nginx tessera-tenant || true
journalctl --no-pager --lines=60 || true
"""


@unittest.skipUnless(TASK_SERVICE and TESSERA, "TASK_SERVICE and TESSERA name no programs; script/test-deploy builds them")
class PageTests(DeployTest):
    def check(self, *names):
        """Runs the blocks of the pages, the second page's after the first's, and compares outputs with the pages."""
        machine = Machine(self.folder)
        self.addCleanup(machine.remove)
        programs = self.folder / "programs"
        programs.mkdir()
        shutil.copy(TASK_SERVICE, programs / "task-service")
        shutil.copy(TESSERA, programs / "tessera")
        steps = [block for name in names for block in blocks(ROOT / "docs" / name)]
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
