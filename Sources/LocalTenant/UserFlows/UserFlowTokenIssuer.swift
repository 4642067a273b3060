// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import OAuth

/// Writes and signs the tokens of a user flow.
struct UserFlowTokenIssuer: Sendable {
    let platform: IdentityPlatform
    let place: UserFlowPlace
    let customer: Customer

    private static let lifetime = 3600

    /// The tokens of a grant, the refresh token apart.
    ///
    /// Without an API in the scope there is no access token: apps of 2016 used the ID token in its place.
    func reply(to grant: UserFlowGrant, isRefresh: Bool, wantsClientInfo: Bool) throws -> UserFlowTokenReply {
        let now = platform.settings.now().seconds
        var reply = UserFlowTokenReply(
            scope: grant.scopes.text, notBefore: now, profileInfo: try profileInfo().unpaddedBase64URL)
        if let resource = grant.scopes.resource {
            reply.accessToken = try accessToken(for: resource, grant: grant, now: now)
            reply.expiresIn = Self.lifetime
            reply.expiresOn = now + Self.lifetime
            reply.resource = resource
        }
        if grant.scopes.wantsIDToken {
            reply.idToken = try idToken(grant, accessToken: reply.accessToken, isRefresh: isRefresh, now: now)
            reply.idTokenExpiresIn = Self.lifetime
        }
        if wantsClientInfo { reply.clientInfo = try clientInfo().unpaddedBase64URL }
        return reply
    }

    private func accessToken(for resource: String, grant: UserFlowGrant, now: Int) throws -> String {
        var claims = claims(audience: resource, grant: grant, now: now)
        claims.authorizedParty = grant.clientID
        let permissions = grant.scopes.permissions
        claims.scopes = permissions.isEmpty ? nil : permissions.joined(separator: " ")
        claims.nonce = grant.nonce
        return try platform.keys.sign(claims)
    }

    private func idToken(
        _ grant: UserFlowGrant, accessToken: String?, isRefresh: Bool, now: Int
    ) throws -> String {
        var claims = claims(audience: grant.clientID, grant: grant, now: now)
        claims.authenticatedAt = grant.authenticatedAt.seconds
        // OpenID Connect Core §12.2: a refreshed ID token should not carry the nonce.
        claims.nonce = isRefresh ? nil : grant.nonce
        claims.accessTokenHash = accessToken.map(Self.hash)
        return try platform.keys.sign(claims)
    }

    /// What ties an ID token to the access token beside it. OpenID Connect Core §3.1.3.6
    static func hash(ofAccessToken token: String) -> String {
        SHA256.hash(data: Data(token.utf8)).prefix(16).unpaddedBase64URL
    }

    private func claims(audience: String, grant: UserFlowGrant, now: Int) -> UserFlowTokenClaims {
        UserFlowTokenClaims(
            issuer: place.issuer(at: platform.baseURL), audience: audience, issuedAt: now,
            expiresAt: now + Self.lifetime, customer: customer, flow: grant.flow,
            isNewCustomer: grant.isNewCustomer ? true : nil)
    }

    private func profileInfo() throws -> Data {
        // Members without a value are written here as null.
        try Self.encoder.encode(
            [
                "ver": "1.0", "tid": place.tenant.id, "sub": nil, "name": customer.displayName,
                "preferred_username": nil, "idp": "LocalAccount",
            ] as [String: String?])
    }

    /// What MSAL tells accounts apart by: one person is another account in every flow.
    private func clientInfo() throws -> Data {
        try Self.encoder.encode([
            "uid": "\(customer.id)-\(place.flow.addressName)", "utid": place.tenant.id,
        ])
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
