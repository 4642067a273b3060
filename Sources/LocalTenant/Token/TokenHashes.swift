// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import OAuth

/// What an ID token that comes through the browser says of the code and the access token beside it, so that nobody can
/// put others in their place.
///
/// OpenID Connect Core §3.2.2.9, §3.3.2.11
struct TokenHashes: Sendable, Hashable {
    /// The value of `c_hash`.
    let codeHash: String?
    /// The value of `at_hash`.
    let accessTokenHash: String?

    init(code: String? = nil, accessToken: String? = nil) {
        codeHash = code.map(Self.half)
        accessTokenHash = accessToken.map(Self.half)
    }

    /// The left half of the hash that belongs to RS256.
    private static func half(of text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).prefix(16).unpaddedBase64URL
    }
}
