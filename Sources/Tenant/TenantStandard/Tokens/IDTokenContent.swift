// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth
import TenantDirectory

/// The content of an ID token.
///
/// OpenID Connect Core §2, §3.3.2.11, §5.4
struct IDTokenContent: Sendable {
    /// The `typ` of ID tokens, so that no other token is taken for one.
    static let type = "JWT"
    /// The `acr` of every sign-in here: with a password.
    static let authenticationContext = "urn:tessera:acr:password"
    static let lifetime = 3600

    let grant: StandardGrant
    let person: DirectoryPerson
    let client: StandardClient
    var nonce: String?
    /// The code in the same response.
    var code: String?
    /// The access token in the same response.
    var accessToken: String?
    /// Whether it contains the claims of the scopes, because no access token for UserInfo is issued. §5.4
    var saysWhatScopesAsk = false

    /// The claims.
    func claims(issuer: String, now: Date) -> [String: JSONValue] {
        let algorithm = client.metadata.idTokenAlgorithm
        var claims = PersonClaims(of: person)
            .claims(for: saysWhatScopesAsk ? grant.scopes : [], and: grant.claimsRequest.idToken)
        claims["iss"] = .string(issuer)
        claims["sub"] = .string(person.id)
        claims["aud"] = .string(client.id)
        claims["iat"] = .integer(now.seconds)
        claims["exp"] = .integer(now.seconds + Self.lifetime)
        claims["auth_time"] = grant.authenticatedAt.map { .integer($0.seconds) }
        claims["acr"] = .string(Self.authenticationContext)
        claims["amr"] = .texts(["pwd"])
        claims["sid"] = grant.sessionID.map(JSONValue.string)
        claims["nonce"] = nonce.map(JSONValue.string)
        claims["c_hash"] = code.map { .string(algorithm.halfHash(of: $0)) }
        claims["at_hash"] = accessToken.map { .string(algorithm.halfHash(of: $0)) }
        return claims
    }
}
