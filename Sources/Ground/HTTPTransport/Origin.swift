// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPMessages

/// Scheme, host and port; a token or a link is trusted only for its own origin.
///
/// RFC 6454 §4
package struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// The origin as browsers write it: in lower case, without the port that its scheme implies.
    package let description: String

    /// The origin of an address; `nil` without a scheme or a host, so that no two such addresses are equal.
    package init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased(), !host.isEmpty else {
            return nil
        }
        let port = url.port.flatMap { $0 == Self.defaultPort(of: scheme) ? nil : ":\($0)" } ?? ""
        description = "\(scheme)://" + (host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host) + port
    }

    /// The origin that a request goes to; `nil` for a request without an absolute address.
    package init?(_ request: HTTPRequest) {
        guard let scheme = request.scheme, let authority = request.authority,
            let url = URL(string: "\(scheme)://\(authority)")
        else { return nil }
        self.init(url)
    }

    /// Whether a request goes to this origin.
    package func isOrigin(of request: HTTPRequest) -> Bool {
        // The usual spelling needs no parser.
        (request.scheme != nil && request.server == description) || Origin(request) == self
    }

    private static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }

    /// Whether an address is of this origin.
    package func isOrigin(of address: String) -> Bool {
        let text = address.utf8
        // The usual spelling needs no parser: nothing in such a path can change the host.
        if text.starts(with: description.utf8) {
            let path = text.dropFirst(description.utf8.count)
            if path.first == UInt8(ascii: "/"), path.allSatisfy(Self.isPlain) { return true }
        }
        return URL(string: address).flatMap(Origin.init) == self
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Whether two addresses have one origin; an address without an origin has none in common with any.
    package static func isShared(by one: URL, _ other: URL) -> Bool {
        guard let one = Origin(one), let other = Origin(other) else { return false }
        return one == other
    }
}
