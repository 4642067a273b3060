"""Which requests our server and which responses our client reads, beside Go's net/http, h11 and httptools (llhttp)."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FRAMING = Path(__file__).with_name("Framing")
sys.path.insert(0, str(FRAMING))

import responses  # noqa: E402
from differential import EXCEPTIONS, compare_all  # noqa: E402

REQUESTS, RESPONSES = 100_000, 30_000


class FramingTests(unittest.TestCase):
    def built(self, name):
        """The program of a Go file."""
        program = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="tessera-framing-"))) / "go"
        subprocess.run(["go", "build", "-o", str(program), str(FRAMING / name)], check=True)
        return str(program)

    def judge(self, counts, differences, kind):
        self.assertEqual(differences[:5], [])
        unused = [one["reason"] for number, one in enumerate(EXCEPTIONS)
                  if kind in one and "rare" not in one and not counts[number]]
        self.assertEqual(unused, [])

    def test_the_requests_that_we_accept_are_what_others_read(self):
        counts, differences = compare_all(os.environ["FRAMING_READER"], self.built("read_requests.go"), REQUESTS)
        self.judge(counts, differences, "request")
        # Otherwise the generator has gone astray.
        self.assertGreater(counts["requests"], REQUESTS // 2)
        self.assertGreater(counts["refusals"], REQUESTS // 4)

    def test_the_responses_that_we_accept_are_what_others_read(self):
        counts, differences = responses.compare(
            os.environ["RESPONSE_READER"], self.built("read_responses.go"), RESPONSES)
        self.judge(counts, differences, "response")
        self.assertGreater(counts["accepted"], RESPONSES // 3)
        self.assertGreater(counts["refused"], RESPONSES // 4)
