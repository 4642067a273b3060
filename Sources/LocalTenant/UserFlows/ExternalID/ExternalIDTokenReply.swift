// SPDX-License-Identifier: Apache-2.0

/// The answer of External ID's token endpoint; what is `nil` is not written.
///
/// RFC 6749 §5.1
struct ExternalIDTokenReply: Encodable, Sendable {
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

    enum CodingKeys: String, CodingKey {
        case scope
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case extendedExpiresIn = "ext_expires_in"
        case accessToken = "access_token"
        case idToken = "id_token"
        case refreshToken = "refresh_token"
        case clientInfo = "client_info"
    }
}
