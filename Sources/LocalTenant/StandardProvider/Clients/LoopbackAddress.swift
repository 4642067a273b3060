// SPDX-License-Identifier: Apache-2.0

/// A plain http address on this machine, taken apart as it is written.
///
/// Parsers decode hosts and take ports that are none; what is compared here is the text. RFC 8252 §7.3
struct LoopbackAddress {
    private let host: Substring
    private let rest: Substring

    /// Reads an address; `nil` for any that is not on loopback.
    init?(_ text: String) {
        let pattern = #/http://(localhost|127\.0\.0\.1|\[::1\])(?::([1-9][0-9]{0,4}))?((?:[/?][!-~]*)?)/#
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let match = text.wholeMatch(of: pattern),
            match.2.map({ UInt16($0) != nil }) ?? true, !match.3.contains("#")
        else { return nil }
        host = match.1
        rest = match.3
    }

    /// Whether another address is the same but for its port.
    func isSameExceptPort(as other: String) -> Bool {
        guard let other = LoopbackAddress(other) else { return false }
        return other.host == host && other.rest == rest
    }

    /// Whether an origin is one of this host, at any port.
    func isSameHost(asOrigin origin: String) -> Bool {
        guard let other = LoopbackAddress(origin) else { return false }
        return other.host == host && other.rest.isEmpty
    }
}
