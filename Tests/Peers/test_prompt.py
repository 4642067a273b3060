"""An encrypted private key is refused, and nobody is asked for its password at the terminal."""
import contextlib
import os
import pty
import select
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

DEADLINE = 30  # seconds, for what takes less than one
PASSWORD = "pass:secret"


def at_a_terminal(command, question=b""):
    """What a program prints, and what it says at its terminal: all its streams lead elsewhere."""
    (inside, write), (read, outside) = os.pipe(), os.pipe()
    program, terminal = pty.fork()
    if program == 0:
        # Otherwise the terminal would seem to hang up before the program ends.
        os.set_inheritable(os.dup(0), True)
        os.dup2(inside, 0)
        os.dup2(outside, 1)
        os.dup2(outside, 2)
        os.execvp(command[0], command)
    os.write(write, question)
    for end in inside, write, outside:
        os.close(end)
    # It ends, or waits for an answer.
    with contextlib.suppress(OSError):
        said = b""
        while select.select([terminal], [], [], 0 if said else DEADLINE)[0]:
            said += os.read(terminal, 1000)
    os.kill(program, signal.SIGKILL)
    with open(read, "rb") as output:
        printed = output.read()
    os.waitpid(program, 0)
    os.close(terminal)
    return printed.decode(), said.decode()


class PromptTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="tessera-prompt-")))
        cls.certificate, cls.key = cls.folder / "certificate.pem", cls.folder / "encrypted.pem"
        cls.openssl(
            "req", "-x509", "-newkey", "rsa:2048", "-subj", "/CN=localhost", "-passout", PASSWORD,
            "-keyout", cls.key, "-out", cls.certificate)
        traditional, unlabeled = cls.folder / "traditional.pem", cls.folder / "unlabeled.pem"
        cls.openssl(
            "rsa", "-traditional", "-aes128", "-in", cls.key, "-passin", PASSWORD, "-passout", PASSWORD,
            "-out", traditional)
        # OpenSSL finds by the bytes that it is encrypted.
        unlabeled.write_text(cls.key.read_text().replace("ENCRYPTED ", ""))
        cls.keys = cls.key, traditional, unlabeled

    @staticmethod
    def openssl(*arguments):
        subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)

    def test_openssl_asks(self):
        for key in self.keys:
            self.assertIn("pass phrase", at_a_terminal(["openssl", "pkey", "-noout", "-in", str(key)])[1], key.name)

    def test_the_identity_of_a_client_is_refused(self):
        for key in self.keys:
            question = f"pair {self.certificate.read_bytes().hex()} {key.read_bytes().hex()}\n"
            answer = at_a_terminal([os.environ["VECTOR_READER"]], question.encode())
            self.assertEqual(answer, ("invalid\n", ""), key.name)

    def test_the_identity_of_a_server_is_refused(self):
        for key in self.keys:
            printed, said = at_a_terminal([
                os.environ["TASK_SERVICE"], "--listen-port", "0", "--data-folder", str(self.folder / "data"),
                "--provider-default-issuer", "https://localhost:1", "--provider-default-audiences", "tasks",
                "--tls-certificate-file", str(self.certificate), "--tls-key-file", str(key)])
            self.assertEqual(said, "", key.name)
            self.assertIn("error: a setting is invalid:\n  tls.certificateFile", printed, key.name)
