// SPDX-License-Identifier: Apache-2.0
package import JOSE

/// A token whose signature holds, with its claims read.
package struct VerifiedToken: Sendable {
    /// What the token says about its own signature, now under it.
    package let header: JWSHeader
    /// What the token says, still to be judged.
    package let claims: Claims

    package init(header: JWSHeader, claims: Claims) {
        self.header = header
        self.claims = claims
    }

    /// What kind of token it says it is, in lower case and without `application/`; `nil` where it does not say.
    ///
    /// RFC 7515 §4.1.9
    var type: String? {
        header.type.map { type in
            let name = type.lowercased()
            return name.hasPrefix("application/") ? String(name.dropFirst("application/".count)) : name
        }
    }
}
