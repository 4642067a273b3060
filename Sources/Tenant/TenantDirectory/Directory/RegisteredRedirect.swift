// SPDX-License-Identifier: Apache-2.0
import OAuthMessages

/// Compares byte by byte, but on loopback any port matches (RFC 8252 §7.3), and a missing path is `/`.
package struct RegisteredRedirect {
    private let text: String

    package init(_ text: String) { self.text = text }

    package func accepts(_ asked: String) -> Bool {
        // By bytes: Swift treats canonically equivalent strings as equal.
        if asked.utf8.elementsEqual(text.utf8) { return true }
        guard let registered = LoopbackAddress(text, allowsHTTPS: true),
            let other = LoopbackAddress(asked, allowsHTTPS: true), RedirectURI(text) != nil, RedirectURI(asked) != nil
        else { return false }
        return registered.isSameResource(as: other)
    }
}

/// Split as written: URL parsers decode `%6C` and full-width letters in hosts, and accept invalid ports. RFC 8252 §7.3
package struct LoopbackAddress: Sendable, Hashable {
    private let scheme: String
    private let host: String
    private let path: Substring?
    private let query: Substring?

    /// `nil` beyond loopback, and with a fragment; certificates are possible for `localhost`, but not for addresses.
    package init?(_ text: String, allowsHTTPS: Bool = false) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }),
            let scheme = ["http", "https"].first(where: { text.hasPrefix("\($0)://") })
        else { return nil }
        let rest = text.dropFirst(scheme.count + "://".count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let host = ["localhost", "127.0.0.1", "[::1]"].first(where: authority.hasPrefix),
            scheme == "http" || (allowsHTTPS && host == "localhost"),
            authority.count == host.count || Self.isPort(authority.dropFirst(host.count))
        else { return nil }
        let target = rest[authority.endIndex...]
        (self.scheme, self.host) = (scheme, host)
        path = target.hasPrefix("/") ? target.prefix { $0 != "?" } : nil
        query = target.firstIndex(of: "?").map { target[target.index(after: $0)...] }
    }

    private static func isPort(_ text: Substring) -> Bool {
        guard text.first == ":" else { return false }
        let digits = text.dropFirst()
        return digits.first != "0" && digits.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt16(digits) != nil
    }

    package var originsOfAllPorts: String { "\(scheme)://\(host):*" }

    package var isOrigin: Bool { path == nil && query == nil }

    func isSameResource(as other: LoopbackAddress) -> Bool {
        (scheme, host, path ?? "/", query) == (other.scheme, other.host, other.path ?? "/", other.query)
    }
}
