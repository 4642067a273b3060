// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// The hashes of the code and the access token beside an ID token in a redirect, so that an attacker cannot replace
/// them.
///
/// OpenID Connect Core §3.2.2.9, §3.3.2.11
package struct TokenHashes: Sendable, Hashable {
    /// The value of `c_hash`.
    package let codeHash: String?
    /// The value of `at_hash`.
    package let accessTokenHash: String?

    package init(code: String? = nil, accessToken: String? = nil) {
        codeHash = code.map(TokenAlgorithm.rs256.halfHash)
        accessTokenHash = accessToken.map(TokenAlgorithm.rs256.halfHash)
    }
}
