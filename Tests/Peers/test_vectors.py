"""What our cryptography makes of published vectors: NIST's, Wycheproof's, and files of keys of pyca/cryptography."""
import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).with_name("Vectors")))

import cases  # noqa: E402
import keys  # noqa: E402

# The packages are pinned: another number means that files are read wrongly.
COUNTS = {
    cases.digests: 772, cases.codes: 25, cases.derived_keys: 331, cases.sealed: 16_625, cases.curve_keys: 132,
    cases.curve_signatures: 1_915, cases.edwards_signatures: 1_234, cases.rsa_signatures: 5_956,
    keys.public_keys: 2_575, keys.private_keys: 81}


def answers(questions):
    text = "".join(f"{one}\n" for one in questions)
    command = [os.environ["VECTOR_READER"]]
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()


class VectorTests(unittest.TestCase):
    def test_answers_are_those_of_the_vectors(self):
        for source, count in COUNTS.items():
            with self.subTest(source.__name__):
                asked = list(source())
                wrong = [
                    f"{name}: {question[:200]}: {answer}, not {wanted}"
                    for (name, question, wanted), answer in zip(
                        asked, answers(question for _, question, _ in asked), strict=True)
                    if answer not in {one.lower() for one in wanted}]
                self.assertEqual((len(asked), len(wrong), wrong[:3]), (count, 0, []))
