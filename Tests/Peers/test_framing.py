"""Which requests the server reads in the bytes of a connection, beside Go's net/http, h11 and httptools (llhttp)."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FRAMING = Path(__file__).with_name("Framing")
sys.path.insert(0, str(FRAMING))

from differential import EXCEPTIONS, compare_all  # noqa: E402

COUNT = 100_000


class FramingTests(unittest.TestCase):
    def test_what_we_accept_is_what_others_read(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="tessera-framing-")))
        subprocess.run(["go", "build", "-o", str(folder / "go"), str(FRAMING / "read_go.go")], check=True)
        counts, differences = compare_all(os.environ["FRAMING_READER"], str(folder / "go"), COUNT)
        self.assertEqual(differences[:5], [])
        # Otherwise the generator has gone astray, or an exception is stale.
        self.assertGreater(counts["requests"], COUNT // 2)
        self.assertGreater(counts["refusals"], COUNT // 4)
        self.assertEqual([one["reason"] for number, one in enumerate(EXCEPTIONS) if not counts[number]], [])
