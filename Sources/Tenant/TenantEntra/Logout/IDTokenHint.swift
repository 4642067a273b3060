// SPDX-License-Identifier: Apache-2.0
import JOSE
import TenantDirectory

/// An ID token that says who shall be signed out, and for which app.
///
/// It may be old (OpenID Connect RP-Initiated Logout §2), but it must be ours.
struct IDTokenHint: Sendable {
    let clientID: String
    let subject: String

    /// Reads a token; `nil` unless a key that is published signed it for an app about a person.
    init?(_ token: String, keys: SigningKeys) {
        guard let unverified = try? UnverifiedJWS(token, accepting: [.rs256]),
            let key = keys.publicKey(for: unverified.header),
            let verified = try? unverified.verified(with: key),
            let claims = try? StrictJSON.object(in: verified.payload),
            let clientID = claims["aud"]?.string, let subject = claims["sub"]?.string
        else { return nil }
        self.clientID = clientID
        self.subject = subject
    }
}
