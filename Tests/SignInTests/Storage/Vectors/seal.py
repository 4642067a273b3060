# SPDX-License-Identifier: Apache-2.0
"""Writes sealed-accounts.json: an account that was sealed by docs/account-storage.md alone, for no group and for one, with
the library `cryptography` and not with Tessera. Run it by hand: python3 seal.py > sealed-accounts.json"""

import base64
import hashlib
import hmac
import json

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

key = bytes(range(32))
nonce = bytes(range(100, 112))


def length_prefixed(text):
    return f"{len(text.encode())}:{text}"


def derived(purpose, length, group):
    info = purpose if group is None else f"{purpose}\n{group}"
    return HKDF(hashes.SHA256(), length, None, info.encode()).derive(key)


account = {
    "version": 1,
    "generation": 7,
    "registration": "tasks",
    "authority": "https://login.example.com/",
    "clientID": "client",
    "issuer": "https://login.example.com/",
    "subject": "ann",
    "claims": {"name": "Änn"},
    "signedInAt": 1767225600,
    "refreshToken": "refresh",
    "tokens": [
        {"accessToken": "access", "obtainedAt": 1767225600, "expiresAt": 1767229200, "scopes": "Tasks.Read"}
    ],
}
identity = [account[part] for part in ("registration", "authority", "clientID", "issuer", "subject")]
digest = hashlib.sha256("".join(map(length_prefixed, identity)).encode()).digest()[:16]
account_id = base64.urlsafe_b64encode(digest).decode().rstrip("=")

content = json.dumps(account, ensure_ascii=False).encode()


def sealed(group):
    name_key = derived("tessera account name", 32, group)
    file_name = hmac.new(name_key, account_id.encode(), hashlib.sha256).digest()[:16].hex() + ".sealed"
    head = b"TSRA" + bytes([1]) + derived("tessera account key id", 8, group)
    cipher = AESGCM(derived("tessera account encryption", 32, group))
    return {
        "key": base64.urlsafe_b64encode(key).decode().rstrip("="),
        "group": group,
        "nonce": nonce.hex(),
        "account": account_id,
        "file": file_name,
        "content": content.decode(),
        "sealed": base64.b64encode(head + nonce + cipher.encrypt(nonce, content, head + file_name.encode())).decode(),
    }


print(json.dumps([sealed(None), sealed("com.example.täsks")], ensure_ascii=False, indent=2))
