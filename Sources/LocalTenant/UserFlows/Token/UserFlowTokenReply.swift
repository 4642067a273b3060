// SPDX-License-Identifier: Apache-2.0

/// The answer of a user flow's token endpoint; what is `nil` is not written.
///
/// RFC 6749 §5.1, with the members that only Azure AD B2C has.
struct UserFlowTokenReply: Encodable, Sendable {
    let tokenType = "Bearer"
    let scope: String
    let notBefore: Int
    /// Who signed in, once more: base64url of JSON.
    let profileInfo: String
    var accessToken: String?
    var expiresIn: Int?
    var expiresOn: Int?
    var resource: String?
    var idToken: String?
    var idTokenExpiresIn: Int?
    var refreshToken: String?
    var refreshTokenExpiresIn: Int?
    var clientInfo: String?

    init(scope: String, notBefore: Int, profileInfo: String) {
        self.scope = scope
        self.notBefore = notBefore
        self.profileInfo = profileInfo
    }

    enum CodingKeys: String, CodingKey {
        case scope, resource
        case tokenType = "token_type"
        case notBefore = "not_before"
        case profileInfo = "profile_info"
        case accessToken = "access_token"
        case expiresIn = "expires_in"
        case expiresOn = "expires_on"
        case idToken = "id_token"
        case idTokenExpiresIn = "id_token_expires_in"
        case refreshToken = "refresh_token"
        case refreshTokenExpiresIn = "refresh_token_expires_in"
        case clientInfo = "client_info"
    }
}
