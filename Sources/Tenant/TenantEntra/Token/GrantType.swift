// SPDX-License-Identifier: Apache-2.0

/// With what tokens are asked for.
///
/// RFC 6749 §1.3
package enum GrantType: String, Sendable, CaseIterable {
    case authorizationCode = "authorization_code"
    case refreshToken = "refresh_token"
    case clientCredentials = "client_credentials"
    case password
    /// RFC 8628 §3.4
    case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
    /// RFC 7523 §2.1; at Entra ID, the token of a person that an API hands on.
    case onBehalfOf = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    /// Finds a grant by the name that a client sends; some libraries send a short one for device codes.
    init?(named name: String) { self.init(rawValue: name == "device_code" ? Self.deviceCode.rawValue : name) }

    /// The parameter that holds what this service gave out before: its form is judged before the client.
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
