// SPDX-License-Identifier: Apache-2.0

/// The grant types of the token endpoint.
///
/// RFC 6749 §1.3
package enum GrantType: String, Sendable, CaseIterable {
    case authorizationCode = "authorization_code"
    case refreshToken = "refresh_token"
    case clientCredentials = "client_credentials"
    case password
    /// RFC 8628 §3.4
    case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
    /// RFC 7523 §2.1; at Entra ID, an API sends the token of its caller.
    case onBehalfOf = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    /// Finds a grant type by the name in a request; some libraries send a short name for device codes.
    init?(named name: String) { self.init(rawValue: name == "device_code" ? Self.deviceCode.rawValue : name) }

    /// The parameter with the code or token that this service issued: its form is judged before the client.
    var credential: String? {
        switch self {
        case .authorizationCode: "code"
        case .refreshToken: "refresh_token"
        case .deviceCode: "device_code"
        case .clientCredentials, .password, .onBehalfOf: nil
        }
    }

    /// Whether a page in a browser may use it.
    var isForSinglePages: Bool { self == .authorizationCode || self == .refreshToken }
}
