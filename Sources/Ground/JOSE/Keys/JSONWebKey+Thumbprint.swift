// SPDX-License-Identifier: Apache-2.0

import SystemCryptography

extension JSONWebKey {
    /// The SHA-256 thumbprint as base64url; `kid`, `alg` and other members do not change it.
    ///
    /// RFC 7638 §3
    package var thumbprint: String {
        Base64URL.encode(Array(SHA256.hash(data: Array(JSONValue.object(requiredMembers).text.utf8))))
    }
}
