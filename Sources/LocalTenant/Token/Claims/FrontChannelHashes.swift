// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import OAuth

/// What stands beside an ID token in a redirect; the token names it, so that nothing can be put in its place.
///
/// OpenID Connect Core §3.2.2.10 and §3.3.2.11
struct FrontChannelHashes: Sendable {
    /// The code beside the token.
    var code: String?
    /// The access token beside it.
    var accessToken: String?

    /// Adds `c_hash` and `at_hash`.
    func add(to claims: inout TokenClaims) {
        claims.add("c_hash", code.map(Self.hash))
        claims.add("at_hash", accessToken.map(Self.hash))
    }

    /// The left half of the hash that goes with RS256.
    private static func hash(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).prefix(16).unpaddedBase64URL
    }
}
