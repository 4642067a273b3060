// SPDX-License-Identifier: Apache-2.0
/// The schemes of HTTP that a server can use.
///
/// RFC 9110 §4.2
package enum ServerScheme: String, Sendable, Hashable {
    /// Without TLS.
    case http
    /// Over TLS.
    case https

    /// The port of an address without one.
    package var defaultPort: Int {
        switch self {
        case .http: 80
        case .https: 443
        }
    }
}
