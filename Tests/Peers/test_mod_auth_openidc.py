"""Apache signs Mara in with mod_auth_openidc, at Entra ID and at the standard provider, and protects an API."""
import json
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import requests

from peer_test import API, COUNTER, COUNTER_SECRET, MARA, WEB, WEB_SECRET, PeerTest
from running_tenant import DEADLINE, FILE

PROGRAM, MODULES = Path("/usr/sbin/apache2"), Path("/usr/lib/apache2/modules")
LOADED = ["mpm_event", "authn_core", "authz_core", "authz_user", "auth_openidc"]


class Apache:
    """A web server with a page for people and an API, until the test ends."""

    def __init__(self, test, issuer, client_id, secret):
        self.folder = Path(tempfile.mkdtemp(prefix="tessera-apache-"))
        test.addCleanup(shutil.rmtree, self.folder)
        self.folder.chmod(0o755)  # Apache's children have no rights, and the tenant's folder is its owner's alone
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        authority = shutil.copyfile(test.tenant.certificate_authority, self.folder / "authority.pem")
        modules = "\n".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in LOADED)
        metadata = test.tenant.session().get(f"{issuer}/.well-known/openid-configuration").json()
        (self.folder / "httpd.conf").write_text(f"""
            ServerName localhost
            ServerRoot {self.folder}
            DefaultRuntimeDir {self.folder}
            PidFile {self.folder}/pid
            Listen 127.0.0.1:{self.port}
            User www-data
            Group www-data
            ErrorLog {self.folder}/error.log
            {modules}
            OIDCProviderMetadataURL {issuer}/.well-known/openid-configuration
            OIDCCABundlePath {authority}
            OIDCClientID {client_id}
            OIDCClientSecret {secret}
            OIDCRedirectURI {self.url}/signed-in
            OIDCCryptoPassphrase of-this-run
            OIDCScope "openid profile offline_access"
            OIDCPKCEMethod S256
            OIDCInfoHook iat access_token id_token userinfo session
            OIDCOAuthVerifyJwksUri {metadata["jwks_uri"]}
            <Location />
                AuthType openid-connect
                Require valid-user
            </Location>
            <Location /api>
                AuthType oauth20
                Require claim aud:{API}
            </Location>
            """)
        self.process = subprocess.Popen([PROGRAM, "-D", "FOREGROUND", "-f", self.folder / "httpd.conf"])
        test.addCleanup(self.end)
        for _ in range(10 * DEADLINE):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)
        raise AssertionError(f"Apache does not start: {self.log()}")

    def log(self):
        file = self.folder / "error.log"
        return file.read_text() if file.exists() else ""

    def end(self):
        self.process.terminate()
        self.process.wait(DEADLINE)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@unittest.skipUnless((MODULES / "mod_auth_openidc.so").exists(), "mod_auth_openidc is not installed here")
class ModAuthOpenIDCTests(PeerTest):
    def sign_in(self, apache):
        """Signs Mara in; gives what Apache knows of her."""
        browser = self.browser()
        landing = browser.session.get(f"{apache.url}/page", allow_redirects=False)
        self.assertEqual(landing.status_code, 302, apache.log())
        answer = browser.sign_in(landing.headers["Location"], f"{apache.url}/signed-in")
        page = browser.session.get(f"{apache.url}/signed-in", params=answer, allow_redirects=False)
        self.assertEqual((page.status_code, page.headers.get("Location")), (302, f"{apache.url}/page"), apache.log())
        info = browser.session.get(f"{apache.url}/signed-in", params={"info": "json"})
        self.assertEqual(info.status_code, 200, apache.log())
        return info.json()

    def register(self, section, name, client_id, **changes):
        """Changes a client of tenant.json in the running tenant."""
        client = next(client for client in json.loads(FILE.read_text())[section] if client[name] == client_id)
        self.tenant.ask("POST", "import", {"version": 1, section: [{**client, **changes}]})

    def test_at_entra(self):
        apache = Apache(self, self.entra, WEB, WEB_SECRET)
        self.register("apps", "appId", WEB, web={"redirectUris": [f"{apache.url}/signed-in"]})
        known = self.sign_in(apache)
        self.assertEqual((known["id_token"]["aud"], known["id_token"]["preferred_username"]), (WEB, MARA))
        self.assertEqual(known["userinfo"]["sub"], known["id_token"]["sub"])

    def test_at_the_standard_provider(self):
        apache = Apache(self, self.standard, COUNTER, COUNTER_SECRET)
        self.register("standardClients", "client_id", COUNTER, redirect_uris=[f"{apache.url}/signed-in"])
        known = self.sign_in(apache)
        self.assertEqual((known["id_token"]["aud"], known["userinfo"]["preferred_username"]), (COUNTER, MARA))

    def test_api(self):
        apache = Apache(self, self.entra, WEB, WEB_SECRET)
        for broken, status in [
            (None, 404), ("expired", 401), ("wrongKey", 401), ("tamperedPayload", 401), ("algNone", 401),
            ("wrongAudience", 401),
        ]:
            with self.subTest(broken):
                token = self.token_for_api(**({"broken": broken} if broken else {}))
                headers = {"Authorization": f"Bearer {token}"}
                answer = requests.get(f"{apache.url}/api", headers=headers, timeout=DEADLINE)
                self.assertEqual(answer.status_code, status, apache.log())  # 404: it is let in, where no file is


if __name__ == "__main__":
    unittest.main()
