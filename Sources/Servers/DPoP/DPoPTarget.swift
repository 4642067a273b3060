// SPDX-License-Identifier: Apache-2.0
import Hosts
import OAuthMessages
import PortableFoundation

/// The normalized URL of a request, without query and fragment. RFC 9449 §4.3; RFC 3986 §6.2.2, §6.2.3
package struct DPoPTarget: Sendable, Hashable {
    /// Our own limit, in bytes.
    package static let maximumByteCount = 4096

    private let origin: String
    private let path: String

    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumByteCount, let parts = URLComponents(string: text),
            let scheme = parts.scheme?.lowercased(), let host = try? URLHost(of: parts)
        else { return nil }
        let port = parts.port ?? ["http": 80, "https": 443][scheme] ?? 0
        origin = "\(scheme)://\(host):\(port)"
        path = Self.normalized(parts.percentEncodedPath)
    }

    /// The URL of a path below this one; `requestTarget` is a request's path as sent, whose query is ignored.
    package func appending(_ requestTarget: String) -> DPoPTarget {
        let sent = requestTarget.prefix { $0 != "?" && $0 != "#" }
        let base = path.hasSuffix("/") ? String(path.dropLast()) : path
        return DPoPTarget(origin: origin, path: Self.normalized(base + sent))
    }

    private init(origin: String, path: String) { (self.origin, self.path) = (origin, path) }

    /// Decodes unreserved characters, capitalizes other percent-encodings, and removes dot segments. RFC 3986 §6.2.2
    private static func normalized(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: "%")) || path.contains("/.") else { return path.isEmpty ? "/" : path }
        let decoded = withoutNeedlessEncoding(path)
        let segments = decoded.split(separator: "/", omittingEmptySubsequences: false)
        var kept: [Substring] = []
        for segment in segments.dropFirst(decoded.hasPrefix("/") ? 1 : 0) where segment != "." {
            if segment == ".." { _ = kept.popLast() } else { kept.append(segment) }
        }
        // A path that ends in a dot segment ends in a slash. RFC 3986 §5.2.4
        if let last = segments.last, last == "." || last == ".." { kept.append("") }
        return "/" + kept.joined(separator: "/")
    }

    private static func withoutNeedlessEncoding(_ path: String) -> String {
        var (rest, bytes) = (Array(path.utf8)[...], [UInt8]())
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            guard byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            rest = rest.dropFirst(2)
            if value.isUnreserved {
                bytes.append(value)
            } else {
                bytes += [byte] + String(decoding: digits, as: UTF8.self).uppercased().utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
