// SPDX-License-Identifier: Apache-2.0
public import OAuth

/// Gives access tokens: those of a person's account, or those of the client itself.
public protocol AccessTokenSource: Sendable {
    /// A token for these scopes that is still good.
    ///
    /// - Parameters:
    ///   - scopes: What the token must allow; all of one API.
    ///   - rejected: A token that the API refused just now; the same one comes back only while it is new, since another
    ///     would be refused as well.
    /// - Returns: The token; hand it to that API and to nobody else.
    /// - Throws: ``Refusal``, `ServerError`, `TransportError`; `AccountStorageError` where an account is kept in a
    ///   storage; `CancellationError`; what a closure that the app supplied throws.
    func accessToken(for scopes: ScopeSet, rejected: Redacted<String>?) async throws -> Redacted<String>
}

extension AccessTokenSource {
    /// A token for these scopes that is still good.
    ///
    /// - Throws: As ``accessToken(for:rejected:)``.
    public func accessToken(for scopes: ScopeSet) async throws -> Redacted<String> {
        try await accessToken(for: scopes, rejected: nil)
    }
}
