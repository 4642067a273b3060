"""How the web app of tenant.json proves itself without a secret."""
import time

import jwt

from peer_test import HERE

CERTIFICATE, KEY = (HERE / "web-app.pem").read_text(), (HERE / "web-app.key.pem").read_text()


def builds_token(subject="heron/web"):
    """A token of the issuer that the web app trusts, whose key is the web app's."""
    now = int(time.time())
    claims = {
        "iss": "https://builds.example", "sub": subject, "aud": "api://AzureADTokenExchange", "iat": now,
        "exp": now + 300, "jti": str(time.time_ns()),
    }
    return jwt.encode(claims, KEY, "RS256", {"kid": "builds"})
