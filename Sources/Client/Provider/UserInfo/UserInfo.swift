// SPDX-License-Identifier: Apache-2.0

/// What a provider's UserInfo endpoint tells about a person.
///
/// Only the validator can make one, for a person whose ID token it validated.
///
/// OpenID Connect Core §5.3.2
public struct UserInfo: Sendable, Hashable {
    /// The person's id at the provider, as in the ID token.
    public let subject: String
    /// Everything that the endpoint says.
    ///
    /// Claims that it does not say itself but points to (`_claim_names`,
    /// `_claim_sources`) are not fetched.
    public let claims: Claims
}
