"""Authlib signs people and apps in at Entra ID and at the standard provider, and judges the ID tokens."""
import secrets
import unittest
from urllib.parse import urlencode

from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwk, jwt
from joserfc.errors import BadSignatureError, ExpiredTokenError, InvalidClaimError

from peer_test import (
    API, COUNTER, COUNTER_SECRET, GRAPH, HOUR, MARA, REDIRECT, WEB, WEB_SECRET, PeerTest, unjudged,
)

PROVIDERS = ("Entra ID", "standard")
OPENID = "openid profile email offline_access"


class Client:
    """A web app at one provider, as the documentation of Authlib makes it."""

    def __init__(self, test, issuer, client_id, secret, scope=OPENID):
        self.test, self.issuer, self.client_id = test, issuer, client_id
        session = test.tenant.session()
        self.metadata = session.get(f"{issuer}/.well-known/openid-configuration").json()
        self.keys = jwk.KeySet.import_key_set(session.get(self.metadata["jwks_uri"]).json())
        self.session = OAuth2Session(
            client_id, secret, scope=scope, redirect_uri=REDIRECT, code_challenge_method="S256",
            token_endpoint=self.metadata["token_endpoint"], update_token=lambda *_, **__: None,
        )
        self.nonce = secrets.token_urlsafe()

    def sign_in(self):
        """Signs Mara in; gives the token and the address to which the provider sent her browser."""
        verifier = secrets.token_urlsafe(48)
        url, self.session.state = self.session.create_authorization_url(
            self.metadata["authorization_endpoint"], code_verifier=verifier, nonce=self.nonce)
        answer = f"{REDIRECT}?{urlencode(self.test.browser().sign_in(url, REDIRECT))}"
        return self.fetch(answer, verifier), answer, verifier

    def fetch(self, answer, verifier):
        return self.session.fetch_token(
            self.metadata["token_endpoint"], authorization_response=answer, code_verifier=verifier)

    def judge(self, id_token, audience=None, nonce=None):
        """The claims of an ID token, after the library judged signature and claims."""
        token = jwt.decode(id_token, self.keys, algorithms=["RS256", "ES256"])
        jwt.JWTClaimsRegistry(
            iss={"essential": True, "value": self.issuer}, exp={"essential": True},
            aud={"essential": True, "value": audience or self.client_id},
            nonce={"essential": True, "value": nonce or self.nonce},
        ).validate(token.claims)
        claims = CodeIDToken(token.claims, token.header, params={"client_id": self.client_id, "nonce": self.nonce})
        claims.validate()
        return claims


class AuthlibTests(PeerTest):
    def setUp(self):
        self.trust()

    def client(self, provider, secret=None, **options):
        """The web app that tenant.json registers at this provider."""
        issuer, client_id, own = {
            "Entra ID": (self.entra, WEB, WEB_SECRET), "standard": (self.standard, COUNTER, COUNTER_SECRET),
        }[provider]
        return Client(self, issuer, client_id, secret or own, **options)

    def test_sign_in_and_refresh(self):
        for provider in PROVIDERS:
            with self.subTest(provider):
                client = self.client(provider)
                token, _, _ = client.sign_in()
                claims = client.judge(token["id_token"])
                person = client.session.get(client.metadata["userinfo_endpoint"]).json()
                self.assertEqual(person["sub"], claims["sub"])
                self.assertEqual({**person, **claims}["preferred_username"], MARA)
                first = token["access_token"]
                with self.tenant.later(2 * HOUR):
                    self.assertTrue(client.session.ensure_active_token(client.session.token))
                self.assertNotEqual(client.session.token["access_token"], first)

    def test_a_code_is_good_once(self):
        for provider in PROVIDERS:
            with self.subTest(provider):
                client = self.client(provider)
                _, answer, verifier = client.sign_in()
                with self.assertRaises(OAuthError) as refused:
                    client.fetch(answer, verifier)
                self.assertEqual(refused.exception.error, "invalid_grant")

    def test_another_verifier(self):
        for provider in PROVIDERS:
            with self.subTest(provider):
                client = self.client(provider)
                url, client.session.state = client.session.create_authorization_url(
                    client.metadata["authorization_endpoint"], code_verifier=secrets.token_urlsafe(48))
                answer = f"{REDIRECT}?{urlencode(self.browser().sign_in(url, REDIRECT))}"
                with self.assertRaises(OAuthError) as refused:
                    client.fetch(answer, secrets.token_urlsafe(48))
                self.assertEqual(refused.exception.error, "invalid_grant")

    def test_wrong_secret(self):
        for provider in PROVIDERS:
            with self.subTest(provider):
                with self.assertRaises(OAuthError) as refused:
                    self.client(provider, secret="not it").sign_in()
                self.assertEqual(refused.exception.error, "invalid_client")

    def test_spoiled_id_tokens(self):
        for provider in PROVIDERS:
            with self.subTest(provider):
                client = self.client(provider)
                id_token = client.sign_in()[0]["id_token"]
                for error, changes in [
                    (InvalidClaimError, {"audience": API}), (InvalidClaimError, {"nonce": "another"}),
                ]:
                    with self.assertRaises(error):
                        client.judge(id_token, **changes)
                head, body, signature = id_token.split(".")
                spoiled = ("B" if signature[0] == "A" else "A") + signature[1:]
                with self.assertRaises(BadSignatureError):
                    client.judge(f"{head}.{body}.{spoiled}")
                with self.tenant.later(2 * HOUR), self.assertRaises(ExpiredTokenError):
                    client.judge(id_token)

    def test_apps_for_themselves(self):
        for provider, scope, claim in [
            ("Entra ID", f"{GRAPH}/.default", ("appid", WEB)), ("standard", "orders.read", ("client_id", COUNTER)),
        ]:
            with self.subTest(provider):
                client = self.client(provider, scope=scope)
                token = client.session.fetch_token(client.metadata["token_endpoint"], grant_type="client_credentials")
                self.assertIn(claim, unjudged(token["access_token"]).items())

    def test_revocation_and_introspection(self):
        client = self.client("standard", scope=f"{OPENID} orders.read")
        token, _, _ = client.sign_in()
        orders = OAuth2Session("orders", "secret-of-the-orders")
        ask = client.metadata["introspection_endpoint"], token["access_token"]
        answer = orders.introspect_token(*ask).json()
        self.assertEqual((answer["active"], answer["client_id"]), (True, COUNTER))
        client.session.revoke_token(client.metadata["revocation_endpoint"], token["refresh_token"]).raise_for_status()
        self.assertEqual(orders.introspect_token(*ask).json(), {"active": False})
        with self.assertRaises(OAuthError) as refused:
            client.session.refresh_token(client.metadata["token_endpoint"], token["refresh_token"])
        self.assertEqual(refused.exception.error, "invalid_grant")


if __name__ == "__main__":
    unittest.main()
