// SPDX-License-Identifier: Apache-2.0
/// The answer of the token endpoint.
///
/// RFC 6749 §5.1, OpenID Connect Core §3.1.3.3
struct TokenReply: Encodable, Sendable {
    let tokenType = "Bearer"
    /// What was granted; an app that asks for itself is not told.
    let scope: String?
    let expiresIn: Int
    let extendedExpiresIn: Int
    let accessToken: String
    var refreshToken: String?
    var idToken: String?

    enum CodingKeys: String, CodingKey {
        case scope
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case extendedExpiresIn = "ext_expires_in"
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case idToken = "id_token"
    }
}
