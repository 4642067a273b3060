// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures

/// A token with a verified signature, and its claims.
package struct VerifiedToken: Sendable {
    /// The header, now verified by the signature.
    package let header: JWSHeader
    /// The claims, still to be judged.
    package let claims: Claims

    package init(header: JWSHeader, claims: Claims) {
        self.header = header
        self.claims = claims
    }

    /// The token's type (`typ`), in lower case and without `application/`; `nil` without one.
    ///
    /// RFC 7515 §4.1.9
    package var type: String? {
        header.type.map { type in
            let name = type.lowercased()
            return name.hasPrefix("application/") ? String(name.dropFirst("application/".count)) : name
        }
    }
}
