// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPTypes

/// Scheme, host and port; a token or a link is trusted only for its own origin.
///
/// RFC 6454 §4
package struct Origin: Sendable, Hashable, CustomStringConvertible {
    private let scheme: String
    private let host: String
    private let port: Int?

    /// The origin of an address; `nil` without a scheme or a host, so that no two such addresses are equal.
    package init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased(), !host.isEmpty else {
            return nil
        }
        self.scheme = scheme
        self.host = host
        port = url.port ?? Self.defaultPort(of: scheme)
    }

    /// The origin that a request goes to; `nil` for a request without an absolute address.
    package init?(_ request: HTTPRequest) {
        guard let scheme = request.scheme, let authority = request.authority,
            let url = URL(string: "\(scheme)://\(authority)")
        else { return nil }
        self.init(url)
    }

    private static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }

    /// The origin as browsers write it.
    package var description: String {
        "\(scheme)://" + (host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host)
            + (port == Self.defaultPort(of: scheme) ? "" : port.map { ":\($0)" } ?? "")
    }

    /// Whether two addresses have one origin; an address without an origin has none in common with any.
    package static func isShared(by one: URL, _ other: URL) -> Bool {
        guard let one = Origin(one), let other = Origin(other) else { return false }
        return one == other
    }
}
