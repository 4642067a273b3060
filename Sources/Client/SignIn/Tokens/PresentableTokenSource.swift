// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import SignInProvider

/// A source of the library's own, whose tokens may be bound to a key.
protocol PresentableTokenSource: AccessTokenSource {
    /// A token with the key to which it is bound, as ``AccessTokenSource/accessToken(for:rejected:)`` gives it.
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
    /// A token in the form in which a request carries it; that of an app's own source is never bound.
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
