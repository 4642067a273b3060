import json
import urllib.request

from page_test import PageTest
from waiting_app import WaitingApp

FETCH = """
const [address, options, done] = arguments;
fetch(address, options)
  .then(async reply => done({status: reply.status, body: await reply.json(), id: reply.headers.get("request-id"),
                             challenge: reply.headers.get("WWW-Authenticate")}))
  .catch(error => done({error: String(error)}));
"""


class CrossOriginPages(PageTest):
    """A page of another origin calls Graph with a token, as single-page apps do."""

    def setUp(self):
        super().setUp()
        app = WaitingApp()
        self.addCleanup(app.end)
        self.go(app.address)
        self.wait_for("This is the app.")

    def fetch(self, path, token=None, **options):
        if token:
            options.setdefault("headers", {})["Authorization"] = f"Bearer {token}"
        return self.browser.execute_async_script(FETCH, self.demo.tenant + path, options)

    def token(self, scope):
        wish = {"person": "ana.silva@aldervale.example", "api": "https://graph.microsoft.com", "scope": scope}
        request = urllib.request.Request(
            self.demo.tenant + "/tessera/v1/tokens", json.dumps(wish).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as reply:
            return json.load(reply)["token"]

    def test_a_page_reads_graph(self):
        token = self.token("openid User.Read.All")
        me = self.fetch("/v1.0/me", token)
        self.assertEqual((me["status"], me["body"]["displayName"]), (200, "Ana Silva"))
        self.assertTrue(me["id"], "the page may read Graph's own header fields")
        self.assertEqual(self.fetch("/oidc/userinfo", token)["body"]["name"], "Ana Silva")

    def test_a_page_sends_a_batch(self):
        batch = {"requests": [{"id": "1", "method": "GET", "url": "/me"}, {"id": "2", "method": "GET", "url": "/nothing"}]}
        reply = self.fetch("/v1.0/$batch", self.token("User.Read.All"), method="POST", body=json.dumps(batch),
                           headers={"Content-Type": "application/json"})
        self.assertEqual(sorted(part["status"] for part in reply["body"]["responses"]), [200, 400])

    def test_a_page_reads_the_error_of_a_refused_call(self):
        refused = self.fetch("/v1.0/me")
        self.assertEqual((refused["status"], refused["body"]["error"]["code"]), (401, "InvalidAuthenticationToken"))
        self.assertIn("Bearer", refused["challenge"])
        self.assertEqual(self.fetch("/v1.0/groups", self.token("User.Read"))["status"], 403)
