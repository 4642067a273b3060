// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The syntax of `Host`, and of the authority of a target. RFC 9110 §7.2, RFC 3986 §3.2.2, §3.2.3
enum AuthoritySyntax {
    /// Whether bytes are a host, which may be empty, with or without a port; text in brackets need not be an address.
    static func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let end = endOfHost(bytes) else { return false }
        let port = bytes[end...]
        return port.isEmpty
            || (port.first == ASCII.colon && port.dropFirst().allSatisfy { $0 &- ASCII.zero < 10 })
    }

    /// Whether bytes are a host that is not empty, optionally after a user: RFC 9110 §4.2.1, RFC 3986 §3.2.1.
    static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
        var host = bytes
        if let end = bytes.firstIndex(of: UInt8(ascii: "@")) {
            let user = bytes[..<end]
            guard user.allSatisfy({ isEncodedName($0) || $0 == ASCII.colon }), isEncoded(user) else { return false }
            host = bytes[end...].dropFirst()
        }
        return !host.isEmpty && host.first != ASCII.colon && isHost(host)
    }

    private static func endOfHost(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.first == UInt8(ascii: "[") else {
            let name = bytes.prefix(while: isEncodedName)
            return isEncoded(name) ? name.endIndex : nil
        }
        let address = bytes.dropFirst().prefix { isName($0) || $0 == ASCII.colon }
        guard !address.isEmpty, bytes[address.endIndex...].first == UInt8(ascii: "]") else { return nil }
        return address.endIndex + 1
    }

    private static func isEncoded(_ name: ArraySlice<UInt8>) -> Bool {
        name.indices.allSatisfy { index in
            name[index] != ASCII.percent
                || name[index...].dropFirst().prefix(2).count { $0.hexadecimalValue != nil } == 2
        }
    }

    private static func isEncodedName(_ byte: UInt8) -> Bool { isName(byte) || byte == ASCII.percent }

    private static func isName(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- ASCII.zero < 10 || marks.contains(byte)
    }

    /// The marks that are unreserved, and the delimiters within a host: RFC 3986 §2.2, §2.3.
    private static let marks = Array("-._~!$&'()*+,;=".utf8)
}
