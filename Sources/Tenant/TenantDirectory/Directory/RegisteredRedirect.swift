// SPDX-License-Identifier: Apache-2.0
import OAuth

/// A redirect URI of a registration, and the addresses that match it.
///
/// Both are compared byte by byte, but on loopback any port matches (RFC 8252 §7.3), and a missing path is `/`.
package struct RegisteredRedirect {
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// Whether an app may receive its response at an address.
    package func accepts(_ asked: String) -> Bool {
        // By bytes: Swift treats canonically equivalent strings as equal.
        if asked.utf8.elementsEqual(text.utf8) { return true }
        guard let registered = LoopbackAddress(text, allowsHTTPS: true),
            let other = LoopbackAddress(asked, allowsHTTPS: true), RedirectURI(text) != nil, RedirectURI(asked) != nil
        else { return false }
        return registered.isSameResource(as: other)
    }
}

/// A loopback address, split as it is written; two that differ only in their ports are equal.
///
/// URL parsers decode `%6C` and full-width letters in hosts, and accept invalid ports, so the text itself is compared.
/// RFC 8252 §7.3
package struct LoopbackAddress: Sendable, Hashable {
    private let scheme: Substring
    private let host: Substring
    /// The path; `nil` for an address without one.
    private let path: Substring?
    /// The text after the question mark; `nil` without one.
    private let query: Substring?

    /// Reads an address; `nil` for any that is not on loopback, and for one with a fragment.
    ///
    /// - Parameters:
    ///   - text: The address.
    ///   - allowsHTTPS: Whether https is accepted for the host `localhost`: a certificate for it is possible, but
    ///     hardly one for the addresses.
    package init?(_ text: String, allowsHTTPS: Bool = false) {
        let pattern = #/(https?)://(localhost|127\.0\.0\.1|\[::1\])(?::([1-9][0-9]{0,4}))?(/[^?#]*)?(?:\?([^#]*))?/#
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let match = text.wholeMatch(of: pattern),
            match.3.map({ UInt16($0) != nil }) ?? true,
            match.1 == "http" || (allowsHTTPS && match.2 == "localhost")
        else { return nil }
        (scheme, host, path, query) = (match.1, match.2, match.4, match.5)
    }

    /// The origins with this host at any port, in one text.
    package var originsOfAllPorts: String { "\(scheme)://\(host):*" }

    /// Whether the address is an origin: it has neither path nor query.
    package var isOrigin: Bool { path == nil && query == nil }

    /// Whether another address is the same, if a missing path counts as `/`.
    func isSameResource(as other: LoopbackAddress) -> Bool {
        (scheme, host, path ?? "/", query) == (other.scheme, other.host, other.path ?? "/", other.query)
    }
}
