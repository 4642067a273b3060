// SPDX-License-Identifier: Apache-2.0

/// The syntax of `Host`, and of the authority of a target without a user: a host, maybe empty, and maybe a port.
///
/// RFC 9110 §7.2, RFC 3986 §3.2.2, §3.2.3
enum AuthoritySyntax {
    /// Whether bytes match it; the numbers of an IP address in brackets are not checked.
    static func matches(_ bytes: Substring.UTF8View) -> Bool {
        guard let end = endOfHost(bytes) else { return false }
        let port = bytes[end...]
        return port.isEmpty
            || (port.first == ASCII.colon && port.dropFirst().allSatisfy { $0 &- ASCII.zero < 10 })
    }

    private static func endOfHost(_ bytes: Substring.UTF8View) -> String.Index? {
        guard bytes.first == UInt8(ascii: "[") else {
            let name = bytes.prefix { isName($0) || $0 == ASCII.percent }
            return isEncoded(name) ? name.endIndex : nil
        }
        let address = bytes.dropFirst().prefix { isName($0) || $0 == ASCII.colon }
        guard !address.isEmpty, bytes[address.endIndex...].first == UInt8(ascii: "]") else { return nil }
        return bytes.index(after: address.endIndex)
    }

    /// Whether two hexadecimal digits follow each percent sign.
    private static func isEncoded(_ name: Substring.UTF8View) -> Bool {
        name.indices.allSatisfy { index in
            name[index] != ASCII.percent
                || name[index...].dropFirst().prefix(2).count { ASCII.hexadecimalValue($0) != nil } == 2
        }
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "&")...UInt8(ascii: "."):
            true
        case UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: ";"),
            UInt8(ascii: "="):
            true
        default: false
        }
    }
}
