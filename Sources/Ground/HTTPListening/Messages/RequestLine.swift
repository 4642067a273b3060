// SPDX-License-Identifier: Apache-2.0
import HTTPMessages

/// The ranges of method and target, and the version: RFC 9112 §3, with exactly one space between the parts.
struct RequestLine {
    let method: Range<Int>
    let target: Range<Int>
    let minorVersion: Int

    private static let longestMethod = 32

    /// Throws 400, 414 for a target that is too long, or 505 for another version.
    init(_ bytes: Span<UInt8>, _ line: Range<Int>, targetLimit: Int) throws(Malformed) {
        var index = line.lowerBound
        while index < line.upperBound, HTTPToken.isToken(bytes[index]) { index += 1 }
        method = line.lowerBound..<index
        guard (1...Self.longestMethod).contains(method.count) else { throw Malformed(400) }
        guard index < line.upperBound, bytes[index] == ASCII.space else { throw Malformed(400) }
        index += 1
        let start = index
        while index < line.upperBound, Self.isTarget(bytes[index]) { index += 1 }
        target = start..<index
        guard target.count <= targetLimit else { throw Malformed(414) }
        guard !target.isEmpty, index < line.upperBound, bytes[index] == ASCII.space else { throw Malformed(400) }
        minorVersion = try Self.minorVersion(bytes, (index + 1)..<line.upperBound)
    }

    /// A fragment is not part of a target, and parsers treat it differently.
    private static func isTarget(_ byte: UInt8) -> Bool {
        byte > ASCII.space && byte < 0x7f && byte != ASCII.numberSign
    }

    // RFC 9112 §2.3
    private static func minorVersion(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(Malformed) -> Int {
        guard range.count == 8 else { throw Malformed(400) }
        let start = range.lowerBound
        let isHTTP =
            bytes[start] == UInt8(ascii: "H") && bytes[start + 1] == UInt8(ascii: "T")
            && bytes[start + 2] == UInt8(ascii: "T") && bytes[start + 3] == UInt8(ascii: "P")
            && bytes[start + 4] == ASCII.slash
        let major = bytes[start + 5] &- ASCII.zero
        let minor = bytes[start + 7] &- ASCII.zero
        guard isHTTP, major < 10, bytes[start + 6] == UInt8(ascii: "."), minor < 10 else { throw Malformed(400) }
        guard major == 1, minor <= 1 else { throw Malformed(505) }
        return Int(minor)
    }
}

extension HTTPRequest {
    /// Accepts a path, an absolute URL, or `*` for OPTIONS; CONNECT has no target of these forms.
    ///
    /// The authority of an absolute target takes precedence over `Host`. RFC 9112 §3.2
    mutating func take(target: ArraySlice<UInt8>) throws(Malformed) {
        guard method != .connect else { throw Malformed(400) }
        if target.first == ASCII.slash || (target.elementsEqual("*".utf8) && method == .options) {
            path = target.text
            return
        }
        let scheme = ["http://", "https://"].first { target.prefix($0.utf8.count).text.isSame($0) }
        guard let scheme else { throw Malformed(400) }
        let rest = target.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { $0 != ASCII.slash && $0 != UInt8(ascii: "?") }
        // A user name can precede the host; the server compares both with its own names.
        guard AuthoritySyntax.isAuthority(authority) else { throw Malformed(400) }
        self.scheme = String(scheme.dropLast(3))
        self.authority = authority.text
        let tail = rest[authority.endIndex...]
        path = tail.first == ASCII.slash ? tail.text : "/\(tail.text)"
    }
}
