// SPDX-License-Identifier: Apache-2.0

/// The claims of a provider's UserInfo endpoint about a person.
///
/// Only the validator makes one, for a person with a validated ID token.
///
/// ```swift
/// let userInfo = try await flow.userInfo(of: account)
/// let phone = userInfo.claims.string("phone_number")
/// let isVerified = userInfo.claims["phone_number_verified"] == .bool(true)
/// ```
///
/// OpenID Connect Core §5.3.2
public struct UserInfo: Sendable, Hashable {
    /// The person's id at the provider, as in the ID token.
    public let subject: String
    /// All claims of the response.
    ///
    /// Claims that it does not state itself but points to (`_claim_names`, `_claim_sources`) are not fetched.
    public let claims: Claims
}
