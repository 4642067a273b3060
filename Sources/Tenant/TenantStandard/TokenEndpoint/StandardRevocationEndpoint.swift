// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import OAuth

/// Revokes a token that its client no longer needs.
///
/// RFC 7009 §2
struct StandardRevocationEndpoint: Sendable {
    let provider: StandardProvider

    func add(to router: Router<ServingContext>) {
        provider.takeForms(at: .revocation, of: router, revoke)
    }

    /// Revoking a refresh token revokes the whole grant; revoking an access token revokes only that token. §2.1
    private func revoke(_ form: FormParameters, _ request: Request) async throws -> Response {
        let client = try await StandardClientAuthentication(provider: provider)
            .client(of: form, request.headers, at: .revocation)
        let token = try form.demanded("token")
        // Both kinds are searched, so the hint does not matter; it only must not occur twice.
        _ = try form.optional("token_type_hint")
        if let found = try await provider.ledger.refreshToken(token) {
            try check(found.grant, client)
            try await provider.ledger.revoke(found.grant.id)
        } else if let found = try await provider.ledger.accessToken(token) {
            try check(found.grant, client)
            try await provider.ledger.revoke(found.token)
        }
        // For an unknown token the response is the same as after a revocation. §2.2
        return Response(status: .ok, headers: [.cacheControl: "no-store"])
    }

    private func check(_ grant: StandardGrant, _ client: StandardClient) throws {
        guard grant.clientID == client.id else {
            throw StandardError(.invalidGrant, "The token was issued to another client.")
        }
    }
}
