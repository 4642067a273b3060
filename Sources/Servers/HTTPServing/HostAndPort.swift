// SPDX-License-Identifier: Apache-2.0

/// A host with its port, as in the `Host` field of a request.
///
/// RFC 3986 §3.2, RFC 9110 §7.2
package struct HostAndPort: Sendable, Hashable {
    /// The host in lower case; an IPv6 address has brackets.
    package let host: String
    /// The port; the scheme's default if the text names none.
    package let port: Int

    /// Creates it from its parts.
    package init(host: String, port: Int) {
        self.host = host.lowercased()
        self.port = port
    }

    /// Reads `host`, `host:port` or `[address]:port`; `nil` for any other text, such as one with a user name.
    package init?(_ text: String, defaultPort: Int = 80) {
        let end =
            text.hasPrefix("[") ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        let host = text[..<(end ?? text.endIndex)]
        guard Self.isAddress(host) || Self.isName(host) else { return nil }
        self.host = host.lowercased()
        guard let end, end < text.endIndex else {
            port = defaultPort
            return
        }
        guard text[end] == ":", let port = Self.port(text[text.index(after: end)...]) else { return nil }
        self.port = port
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { nameBytes.contains($0) }
    }

    private static func isAddress(_ text: Substring) -> Bool {
        guard text.first == "[", text.last == "]" else { return false }
        let digits = text.dropFirst().dropLast()
        return !digits.isEmpty && digits.utf8.allSatisfy { addressBytes.contains($0) }
    }

    private static func port(_ text: Substring) -> Int? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text).flatMap { (1...65535).contains($0) ? $0 : nil }
    }

    private static let nameBytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._".utf8)
    private static let addressBytes = Set("ABCDEFabcdef0123456789:.".utf8)
}

extension HostAndPort: CustomStringConvertible {
    /// The host and the port, always both.
    package var description: String { "\(host):\(port)" }
}
