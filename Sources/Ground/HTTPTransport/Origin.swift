// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
import Hosts
public import PortableFoundation

/// The scheme, host, and port of a URL.
///
/// A token or a link is trusted only for its own origin.
///
/// ```swift
/// // An address that a person typed: no token goes there over plain http.
/// guard let url = URL(string: text), let origin = Origin(url), origin.isSecure else { return nil }
/// return "Sign in at \(origin.host)?"
/// ```
///
/// RFC 6454 §4
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// The origin as browsers write it: in lower case, without the default port of its scheme.
    public let description: String
    /// The host in lower case; an IPv6 address is in brackets.
    public let host: String
    /// Whether the host is this machine, under any loopback name or address.
    public var isLoopback: Bool { LoopbackHost.contains(host) }
    /// Whether requests use https, or plain http to this machine only.
    ///
    /// Over plain http, each machine on the way could read and change a request. RFC 6750 §5.3, RFC 8252 §8.3
    public var isSecure: Bool {
        description.hasPrefix("https://") || (description.hasPrefix("http://") && isLoopback)
    }

    /// Creates the origin of a URL.
    ///
    /// The result is `nil` for a URL without a scheme, with user information, or with a host that parsers read in
    /// different ways, such as `127.1` or `127%2e0.0.1`.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = try? URLHost(of: url) else { return nil }
        let port = url.port.flatMap { $0 == Self.defaultPort(of: scheme) ? nil : $0 }
        description = "\(scheme)://" + host.authority(port: port)
        self.host = host.description
    }

    package init?(_ request: HTTPRequest) {
        guard let scheme = request.scheme, let authority = request.authority,
            let url = URL(string: "\(scheme)://\(authority)")
        else { return nil }
        self.init(url)
    }

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

    package func isOrigin(of address: String) -> Bool {
        let text = address.utf8
        // The usual spelling needs no parser: nothing after the slash can change the host. RFC 3986 §3.2
        if text.starts(with: description.utf8), text.dropFirst(description.utf8.count).first == UInt8(ascii: "/") {
            return true
        }
        return URL(string: address).flatMap(Origin.init) == self
    }

    package static func isShared(by one: URL, _ other: URL) -> Bool {
        guard let one = Origin(one), let other = Origin(other) else { return false }
        return one == other
    }
}
