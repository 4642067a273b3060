// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
import SignInProvider

/// A source of access tokens, for a user's account or for the client itself.
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
    /// Returns a valid token for these scopes.
    ///
    /// - Parameters:
    ///   - scopes: The permissions that the token must have, all for one API.
    ///   - rejected: A token that the API has just rejected. It is returned again only while it is new, because the API
    ///     would also reject another new one.
    /// - Returns: The token; send it only to that API.
    /// - Throws: ``Refusal``, `ServerError`, `TransportError`; `AccountStorageError` if the account is in a storage;
    ///   `CancellationError`; or an error of a closure that the app supplied.
    func accessToken(for scopes: ScopeSet, rejected: Redacted<String>?) async throws -> Redacted<String>

    /// Returns a token that satisfies a challenge's claims, in place of the rejected token.
    ///
    /// A source that cannot request claims need not implement it. By default, it returns another token, if available.
    ///
    /// - Parameters:
    ///   - scopes: The permissions that the token must have, all for one API.
    ///   - rejected: The token that the API has just rejected.
    ///   - claims: The claims of the challenge.
    /// - Returns: The token; send it only to that API.
    /// - Throws: The same errors as ``accessToken(for:rejected:)``; `ServerError` if only the user can satisfy the
    ///   claims.
    func accessToken(
        for scopes: ScopeSet, rejected: Redacted<String>, meeting claims: ClaimsRequest
    ) async throws -> Redacted<String>
}

extension AccessTokenSource {
    /// Returns another token, without requesting claims.
    ///
    /// - Throws: The same errors as ``accessToken(for:rejected:)``.
    public func accessToken(
        for scopes: ScopeSet, rejected: Redacted<String>, meeting claims: ClaimsRequest
    ) async throws -> Redacted<String> {
        try await accessToken(for: scopes, rejected: rejected)
    }

    /// Returns a valid token for these scopes.
    ///
    /// - Throws: The same errors as ``accessToken(for:rejected:)``.
    public func accessToken(for scopes: ScopeSet) async throws -> Redacted<String> {
        try await accessToken(for: scopes, rejected: nil)
    }
}

protocol PresentableTokenSource: AccessTokenSource {
    func presentableToken(
        for scopes: ScopeSet, rejected: Redacted<String>?, meeting claims: ClaimsRequest?
    ) async throws -> PresentableToken
}

extension PresentableTokenSource {
    func accessToken(for scopes: ScopeSet, rejected: Redacted<String>?) async throws -> Redacted<String> {
        try await presentableToken(for: scopes, rejected: rejected, meeting: nil).token
    }

    func accessToken(
        for scopes: ScopeSet, rejected: Redacted<String>, meeting claims: ClaimsRequest
    ) async throws -> Redacted<String> {
        try await presentableToken(for: scopes, rejected: rejected, meeting: claims).token
    }
}

extension AccessTokenSource {
    /// A token from an app's own source is never bound.
    func presentable(
        for scopes: ScopeSet, rejected: PresentableToken? = nil, meeting claims: ClaimsRequest? = nil
    ) async throws -> PresentableToken {
        if let source = self as? any PresentableTokenSource {
            return try await source.presentableToken(for: scopes, rejected: rejected?.token, meeting: claims)
        }
        if let claims, let rejected {
            return PresentableToken(
                try await accessToken(for: scopes, rejected: rejected.token, meeting: claims))
        }
        return PresentableToken(try await accessToken(for: scopes, rejected: rejected?.token))
    }
}
