// SPDX-License-Identifier: Apache-2.0
import JOSE
import TenantDirectory

/// An ID token that names the person to sign out, and the app.
///
/// It may be expired (OpenID Connect RP-Initiated Logout §2), but this tenant must have issued it.
struct IDTokenHint: Sendable {
    let clientID: String
    let subject: String

    /// Reads a token; `nil` unless a published key signed it, with an app as audience and a subject.
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
