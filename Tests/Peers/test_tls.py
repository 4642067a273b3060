"""What OpenSSL's client, curl and Go find at the port of a server over TLS."""
import subprocess
import tempfile
import unittest
from pathlib import Path
from urllib.parse import urlsplit

from peer_test import PeerTest

GO = """
package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"os"
)

func main() {
	text, _ := os.ReadFile(os.Args[2])
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(text)
	try := func(name string, config tls.Config) {
		config.RootCAs, config.ServerName = roots, "localhost"
		raw, err := net.Dial("tcp", os.Args[1])
		if err != nil {
			panic(err)
		}
		defer raw.Close()
		connection := tls.Client(raw, &config)
		if err := connection.Handshake(); err != nil {
			fmt.Println(name, err)
			return
		}
		state := connection.ConnectionState()
		fmt.Printf("%s %x %s\\n", name, state.Version, state.NegotiatedProtocol)
	}
	try("1.1", tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11})
	try("1.2", tls.Config{MaxVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}})
	try("1.3", tls.Config{NextProtos: []string{"http/1.1"}})
	try("h2", tls.Config{NextProtos: []string{"h2"}})
}
"""


class TLSTests(PeerTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        place = urlsplit(cls.tenant.url)
        cls.port = place.port or 443

    def folder(self):
        return Path(self.enterContext(tempfile.TemporaryDirectory(prefix="tessera-tls-")))

    def s_client(self, *options, said="GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"):
        command = ["openssl", "s_client", "-connect", f"127.0.0.1:{self.port}", "-CAfile",
                   self.tenant.certificate_authority, *options]
        return subprocess.run(command, input=said, capture_output=True, text=True, timeout=30)

    def test_s_client_gets_the_versions_and_the_protocol_that_the_server_has(self):
        for version in ("1.2", "1.3"):
            option = "-tls" + version.replace(".", "_")
            found = self.s_client(
                option, "-alpn", "h2,http/1.1", "-ign_eof", "-servername", "localhost", "-verify_hostname", "localhost")
            for text in (f"New, TLSv{version}, ", "ALPN protocol: http/1.1", "HTTP/1.1 ", "Verification: OK"):
                self.assertIn(text, found.stdout, version)
        for options, alert in [(("-tls1_1", "-cipher", "ALL:@SECLEVEL=0"), 70), (("-alpn", "h2"), 120)]:
            self.assertIn(f"SSL alert number {alert}\n", self.s_client(*options).stderr)

    def test_s_client_resumes_a_session(self):
        for version in ("1_2", "1_3"):
            file = str(self.folder() / "session")
            self.s_client("-tls" + version, "-ign_eof", "-sess_out", file)
            self.assertIn("Reused, TLSv", self.s_client("-tls" + version, "-ign_eof", "-sess_in", file).stdout)

    def test_s_client_cannot_negotiate_again_but_changes_its_keys(self):
        found = self.s_client("-tls1_2", said="R\n")
        self.assertIn("RENEGOTIATING", found.stdout + found.stderr)
        self.assertIn("no renegotiation", found.stderr)
        found = self.s_client("-tls1_3", said="K\n")
        self.assertIn("KEYUPDATE", found.stdout + found.stderr)
        self.assertNotIn("alert", found.stderr)

    def test_curl_is_told_to_use_https(self):
        command = ["curl", "--silent", "--include", f"http://localhost:{self.port}/", "--data", "a" * 100_000]
        found = subprocess.run(command, capture_output=True, text=True, timeout=30)
        self.assertIn("HTTP/1.1 400 Bad Request", found.stdout, found)
        self.assertIn("begin the URL with https://", found.stdout)

    def test_curl_gets_an_answer_in_each_version(self):
        for version in ("1.2", "1.3"):
            command = ["curl", "--silent", "--cacert", self.tenant.certificate_authority, "--tlsv" + version,
                       "--tls-max", version, "--write-out", "%{http_code} %{http_version}", "--output", "/dev/null",
                       f"https://localhost:{self.port}/.well-known/nothing"]
            found = subprocess.run(command, capture_output=True, text=True, timeout=30)
            self.assertEqual((found.returncode, found.stdout), (0, "404 1.1"), found)

    def test_go_gets_the_versions_and_the_protocol_that_the_server_has(self):
        source = self.folder() / "dial.go"
        source.write_text(GO)
        found = subprocess.run(
            ["go", "run", str(source), f"127.0.0.1:{self.port}", self.tenant.certificate_authority],
            capture_output=True, text=True, timeout=120)
        lines = dict(line.split(" ", 1) for line in found.stdout.splitlines())
        self.assertEqual((lines["1.2"], lines["1.3"]), ("303 http/1.1", "304 http/1.1"), found)
        self.assertIn("protocol version", lines["1.1"])
        self.assertIn("no application protocol", lines["h2"])


if __name__ == "__main__":
    unittest.main()
