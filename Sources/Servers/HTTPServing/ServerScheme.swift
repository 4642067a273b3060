// SPDX-License-Identifier: Apache-2.0
/// How a server is spoken to: the schemes of HTTP.
///
/// RFC 9110 §4.2
package enum ServerScheme: String, Sendable, Hashable {
    /// Without TLS.
    case http
    /// Over TLS.
    case https

    /// The port that an address need not name.
    package var defaultPort: Int {
        switch self {
        case .http: 80
        case .https: 443
        }
    }
}
