// SPDX-License-Identifier: Apache-2.0
public import OAuth

/// Gives access tokens: those of a person's account, or those of the client itself.
///
/// ```swift
/// struct ConfiguredToken: AccessTokenSource {
///     let token: Redacted<String>  // from the settings of a test
///
///     func accessToken(for scopes: ScopeSet, rejected: Redacted<String>?) async throws -> Redacted<String> {
///         token
///     }
/// }
/// ```
public protocol AccessTokenSource: Sendable {
    /// A token for these scopes that is still good.
    ///
    /// - Parameters:
    ///   - scopes: The permissions that the token must have, all of one API.
    ///   - rejected: A token that the API refused just now; returned again only while it is new, since the API would
    ///     refuse another new one as well.
    /// - Returns: The token; send it to that API only.
    /// - Throws: ``Refusal``, `ServerError`, `TransportError`; `AccountStorageError` where an account is kept in a
    ///   storage; `CancellationError`; the errors of a closure that the app supplied.
    func accessToken(for scopes: ScopeSet, rejected: Redacted<String>?) async throws -> Redacted<String>

    /// A token that meets the claims of an API's challenge, in place of the token that the API refused.
    ///
    /// A source that cannot ask for claims need not implement it: it then gives another token, if it has one.
    ///
    /// - Parameters:
    ///   - scopes: The permissions that the token must have, all of one API.
    ///   - rejected: The token that the API refused just now.
    ///   - claims: The claims of the challenge.
    /// - Returns: The token; send it to that API only.
    /// - Throws: As ``accessToken(for:rejected:)``; `ServerError` if only the person can meet the claims.
    func accessToken(
        for scopes: ScopeSet, rejected: Redacted<String>, meeting claims: ClaimsRequest
    ) async throws -> Redacted<String>
}

extension AccessTokenSource {
    /// Another token, without a request for claims.
    ///
    /// - Throws: As ``accessToken(for:rejected:)``.
    public func accessToken(
        for scopes: ScopeSet, rejected: Redacted<String>, meeting claims: ClaimsRequest
    ) async throws -> Redacted<String> {
        try await accessToken(for: scopes, rejected: rejected)
    }

    /// A token for these scopes that is still good.
    ///
    /// - Throws: As ``accessToken(for:rejected:)``.
    public func accessToken(for scopes: ScopeSet) async throws -> Redacted<String> {
        try await accessToken(for: scopes, rejected: nil)
    }
}
