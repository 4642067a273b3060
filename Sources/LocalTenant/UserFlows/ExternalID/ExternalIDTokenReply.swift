// SPDX-License-Identifier: Apache-2.0

/// The answer of External ID's token endpoint; what is `nil` is not written.
///
/// RFC 6749 §5.1
struct ExternalIDTokenReply: Sendable {
    let tokenType = "Bearer"
    let scope: String
    let expiresIn: Int
    let extendedExpiresIn: Int
    let accessToken: String
    var idToken: String?
    var refreshToken: String?
    var clientInfo: String?

    init(scope: String, expiresIn: Int, accessToken: String) {
        self.scope = scope
        self.expiresIn = expiresIn
        extendedExpiresIn = expiresIn
        self.accessToken = accessToken
    }

    /// The content, with its members in the order of Entra ID's.
    var json: OrderedJSON {
        var reply = TokenReply(scope: scope, expiresIn: expiresIn, accessToken: accessToken)
        (reply.refreshToken, reply.idToken, reply.clientInfo) = (refreshToken, idToken, clientInfo)
        return reply.json
    }
}
