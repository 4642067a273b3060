// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// The response of a user flow's token endpoint; members that are `nil` are left out.
///
/// RFC 6749 §5.1, with the members that only Azure AD B2C has.
package struct UserFlowTokenReply: Sendable {
    let tokenType = "Bearer"
    let scope: String
    let notBefore: Int
    /// The customer once more, as base64url of JSON.
    let profileInfo: String
    package var accessToken: String?
    var expiresIn: Int?
    var expiresOn: Int?
    var resource: String?
    package var idToken: String?
    var idTokenExpiresIn: Int?
    var refreshToken: String?
    var refreshTokenExpiresIn: Int?
    var clientInfo: String?

    init(scope: String, notBefore: Int, profileInfo: String) {
        self.scope = scope
        self.notBefore = notBefore
        self.profileInfo = profileInfo
    }

    /// The content, with its members in the documented order.
    var json: OrderedJSON {
        let members: [(String, OrderedJSON?)] = [
            ("access_token", accessToken.map(OrderedJSON.string)), ("id_token", idToken.map(OrderedJSON.string)),
            ("token_type", .string(tokenType)), ("not_before", .number(notBefore)),
            ("expires_in", expiresIn.map(OrderedJSON.number)), ("expires_on", expiresOn.map(OrderedJSON.number)),
            ("resource", resource.map(OrderedJSON.string)),
            ("id_token_expires_in", idTokenExpiresIn.map(OrderedJSON.number)),
            ("profile_info", .string(profileInfo)), ("refresh_token", refreshToken.map(OrderedJSON.string)),
            ("refresh_token_expires_in", refreshTokenExpiresIn.map(OrderedJSON.number)), ("scope", .string(scope)),
            ("client_info", clientInfo.map(OrderedJSON.string)),
        ]
        return .object(members.compactMap { name, value in value.map { (name, $0) } })
    }
}
