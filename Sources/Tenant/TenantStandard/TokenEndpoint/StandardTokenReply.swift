// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import JOSE
import OAuth

/// The response of the token endpoint.
///
/// RFC 6749 §5.1, OpenID Connect Core §3.1.3.3, RFC 9449 §5
struct StandardTokenReply: Sendable {
    let accessToken: String
    let isBound: Bool
    let scopes: ScopeSet
    var refreshToken: String?
    var idToken: String?
    /// The type of the issued token; only for an exchange. RFC 8693 §2.2.1
    var issuedTokenType: String?

    /// The response, which no cache may store.
    var response: Response {
        var members: [String: JSONValue] = [
            "access_token": .string(accessToken), "token_type": .string(isBound ? "DPoP" : "Bearer"),
            "expires_in": .integer(Int(StandardLedger.accessTokenLifetime)), "scope": .string(scopes.text),
        ]
        members["refresh_token"] = refreshToken.map(JSONValue.string)
        members["id_token"] = idToken.map(JSONValue.string)
        members["issued_token_type"] = issuedTokenType.map(JSONValue.string)
        return StandardReply.json(members)
    }
}
