// SPDX-License-Identifier: Apache-2.0

/// An error that the provider returns for a rule; missing values follow from the others.
///
/// ```swift
/// try await tenant.inject(.error(ErrorAnswer("invalid_grant", number: 50173)), at: .token)
/// let error = await #expect(throws: ServerError.self) { try await flow.signIn(with: agent) }
/// #expect(error?.code == .invalidGrant)
/// ```
public struct ErrorAnswer: Sendable, Hashable, Codable {
    /// The error code of RFC 6749, OpenID Connect, or Microsoft Graph, such as `invalid_grant`.
    public var code: String?
    /// The error number of Entra ID (`AADSTS50076`: 50076) or Azure AD B2C (`AADB2C90118`: 90118).
    public var number: Int?
    /// The service that the number belongs to, whose requests alone then match the rule; `nil` for both.
    public var prefix: Prefix?
    /// The error description, without the number and trace.
    public var description: String?
    /// The HTTP status, unless the error is in a redirect.
    public var status: Int?
    /// Entra ID's `suberror`.
    public var suberror: String?
    /// The number of seconds for `Retry-After`.
    public var retryAfter: Int?

    /// The prefix of an error number.
    public enum Prefix: String, Sendable, Codable, CaseIterable {
        /// Entra ID and External ID.
        case entraID = "AADSTS"
        /// The user flows of Azure AD B2C.
        case azureADB2C = "AADB2C"
    }

    /// Creates an error.
    public init(
        _ code: String? = nil, number: Int? = nil, status: Int? = nil, description: String? = nil,
        suberror: String? = nil, retryAfter: Int? = nil
    ) {
        (self.code, self.number, self.description) = (code, number, description)
        (self.status, self.suberror, self.retryAfter) = (status, suberror, retryAfter)
    }
}
