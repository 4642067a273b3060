// SPDX-License-Identifier: Apache-2.0

/// The kinds of tokens that an app may receive from the authorization endpoint.
///
/// OpenID Connect Core §3.2 and §3.3
package struct ImplicitGrantSettings: Sendable, Hashable, Codable {
    /// Whether ID tokens may come from the authorization endpoint.
    package var enableIDTokenIssuance = false
    /// Whether access tokens may come from the authorization endpoint.
    package var enableAccessTokenIssuance = false

    package init(enableIDTokenIssuance: Bool = false, enableAccessTokenIssuance: Bool = false) {
        self.enableIDTokenIssuance = enableIDTokenIssuance
        self.enableAccessTokenIssuance = enableAccessTokenIssuance
    }
}

extension ImplicitGrantSettings {
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        enableIDTokenIssuance = try values.decode(.enableIDTokenIssuance, or: false)
        enableAccessTokenIssuance = try values.decode(.enableAccessTokenIssuance, or: false)
    }
}
