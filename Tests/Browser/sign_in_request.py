"""How an app begins a sign-in, and who signs in."""
from urllib.parse import urlencode

QUICK_START = "7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10"
OUT_OF_BAND = "urn:ietf:wg:oauth:2.0:oob"

ANA = "ana.silva@aldervale.example"
TOBIAS = "tobias.weiss@aldervale.example"  # an administrator
NOOR = "noor.vandijk@mailbox.example"  # a personal account
HELOISE = "heloise.st-clair@aldervale.example"  # is asked for a code as well
INES = "ines.kallio@mailbox.example"  # a customer


def authorize(scope="openid profile offline_access User.Read", redirect="http://localhost", tenant="common"):
    """The address of a sign-in, as the QuickStart app would open it."""
    return f"/{tenant}/oauth2/v2.0/authorize?" + urlencode(
        {
            "client_id": QUICK_START,
            "redirect_uri": redirect,
            "response_type": "code",
            "scope": scope,
            "state": "state-of-a-test",
            "nonce": "nonce-of-a-test",
            "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
            "code_challenge_method": "S256",
        }
    )


def wrong(code):
    """Six digits that are not these."""
    return f"{(int(code) + 1) % 1_000_000:06}"
