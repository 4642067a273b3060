"""A server of the Model Context Protocol, as the Python package makes it; listens on a free port until it is ended.

mcp_server.py: issues its tokens itself, to clients that register themselves.
mcp_server.py ISSUER: accepts the tokens of that provider that are for this server alone.

It writes its address as the first line, and ends with its standard input. Its one tool adds two numbers.
"""
import json
import logging
import os
import secrets
import socket
import ssl
import sys
import threading
import time
import urllib.request

import jwt
import uvicorn
from mcp.server.auth.provider import (
    AccessToken, AuthorizationCode, OAuthAuthorizationServerProvider, RefreshToken, construct_redirect_uri,
)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions
from mcp.server.mcpserver import MCPServer
from mcp.shared.auth import OAuthToken

SCOPE = "notes.read"
logging.disable(logging.INFO)


class OwnProvider(OAuthAuthorizationServerProvider):
    """Everybody who comes to the page agrees at once; nothing survives the program."""

    def __init__(self):
        self.clients, self.codes, self.tokens, self.refreshing = {}, {}, {}, {}

    async def get_client(self, client_id):
        return self.clients.get(client_id)

    async def register_client(self, client_info):
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client, params):
        code = secrets.token_urlsafe(24)
        self.codes[code] = AuthorizationCode(
            code=code, scopes=params.scopes or [], expires_at=time.time() + 60, client_id=client.client_id,
            code_challenge=params.code_challenge, redirect_uri=params.redirect_uri, resource=params.resource,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly)
        return construct_redirect_uri(str(params.redirect_uri), code=code, state=params.state)

    async def load_authorization_code(self, client, authorization_code):
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(self, client, authorization_code):
        del self.codes[authorization_code.code]
        return self.issue(client, authorization_code.scopes, authorization_code.resource)

    async def load_refresh_token(self, client, refresh_token):
        return self.refreshing.get(refresh_token)

    async def exchange_refresh_token(self, client, refresh_token, scopes):
        del self.refreshing[refresh_token.token]
        return self.issue(client, scopes, refresh_token.resource)

    async def load_access_token(self, token):
        return self.tokens.get(token)

    async def revoke_token(self, token):
        self.tokens.pop(token.token, None)
        self.refreshing.pop(token.token, None)

    def issue(self, client, scopes, resource):
        access, refresh = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        about = dict(client_id=client.client_id, scopes=scopes, resource=resource)
        # Ended at once, so that each call refreshes it.
        self.tokens[access] = AccessToken(token=access, expires_at=int(time.time()) + 3600, **about)
        self.refreshing[refresh] = RefreshToken(token=refresh, **about)
        return OAuthToken(
            access_token=access, token_type="Bearer", expires_in=1, scope=" ".join(scopes), refresh_token=refresh)


class TokensOf:
    """Judges the tokens of one provider: signature, times, issuer, and that they are for this server."""

    def __init__(self, issuer, resource):
        self.issuer, self.resource = issuer, resource
        self.trust = ssl.create_default_context(cafile=os.environ["SSL_CERT_FILE"])

    def fetched(self, address):
        with urllib.request.urlopen(address, context=self.trust) as response:
            return json.load(response)

    async def verify_token(self, token):
        keys = jwt.PyJWKSet.from_dict(
            self.fetched(self.fetched(f"{self.issuer}/.well-known/openid-configuration")["jwks_uri"]))
        try:
            header = jwt.get_unverified_header(token)
            claims = jwt.decode(
                token, keys[header["kid"]], ["RS256"], audience=self.resource, issuer=self.issuer)
        except (jwt.InvalidTokenError, KeyError):
            return None
        return AccessToken(
            token=token, client_id=claims["client_id"], scopes=claims["scope"].split(), expires_at=claims["exp"],
            resource=self.resource, subject=claims["sub"], claims=claims)


def main(issuer=None):
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()  # so that clients wait until the server is ready
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    settings = AuthSettings(
        issuer_url=issuer or address, resource_server_url=f"{address}/mcp", required_scopes=[SCOPE],
        validate_token_resource=True,
        client_registration_options=ClientRegistrationOptions(
            enabled=True, valid_scopes=[SCOPE], default_scopes=[SCOPE]))
    judge = {"token_verifier": TokensOf(issuer, f"{address}/mcp")} if issuer else {
        "auth_server_provider": OwnProvider()}
    server = MCPServer("numbers", auth=settings, **judge)

    @server.tool()
    def add(first: int, second: int) -> int:
        return first + second

    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    print(address, flush=True)
    uvicorn.Server(uvicorn.Config(server.streamable_http_app(), log_level="error")).run(sockets=[listener])


main(*sys.argv[1:])
