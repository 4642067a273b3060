// SPDX-License-Identifier: Apache-2.0

/// The claims of a user flow's tokens; what is `nil` is not written.
struct UserFlowTokenClaims: Encodable {
    let version = "1.0"
    let issuer: String
    let audience: String
    let issuedAt: Int
    let expiresAt: Int
    let customer: Customer
    let flow: UserFlow
    var nonce: String?
    var isNewCustomer: Bool?
    var authenticatedAt: Int?
    var accessTokenHash: String?
    var scopes: String?
    var authorizedParty: String?

    func encode(to encoder: any Encoder) throws {
        var claims = encoder.container(keyedBy: Name.self)
        try claims.encode(version, forKey: .ver)
        try claims.encode(issuer, forKey: .iss)
        try claims.encode(audience, forKey: .aud)
        try claims.encode(issuedAt, forKey: .iat)
        try claims.encode(issuedAt, forKey: .nbf)
        try claims.encode(expiresAt, forKey: .exp)
        try claims.encode(customer.id, forKey: .sub)
        try claims.encode(customer.id, forKey: .oid)
        try claims.encode(customer.displayName, forKey: .name)
        try claims.encodeIfPresent(customer.givenName, forKey: .givenName)
        try claims.encodeIfPresent(customer.surname, forKey: .familyName)
        try claims.encode([customer.email], forKey: .emails)
        // As the flow was named when it was made, whatever the address looked like.
        try claims.encode(flow.rawValue, forKey: .tfp)
        try claims.encodeIfPresent(nonce, forKey: .nonce)
        try claims.encodeIfPresent(isNewCustomer, forKey: .newUser)
        try claims.encodeIfPresent(authenticatedAt, forKey: .authTime)
        try claims.encodeIfPresent(accessTokenHash, forKey: .atHash)
        try claims.encodeIfPresent(scopes, forKey: .scp)
        try claims.encodeIfPresent(authorizedParty, forKey: .azp)
    }

    private enum Name: String, CodingKey {
        case ver, iss, aud, iat, nbf, exp, sub, oid, name, emails, tfp, nonce, newUser, scp, azp
        case givenName = "given_name"
        case familyName = "family_name"
        case authTime = "auth_time"
        case atHash = "at_hash"
    }
}
