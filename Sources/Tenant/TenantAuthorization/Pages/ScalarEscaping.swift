// SPDX-License-Identifier: Apache-2.0
import Mustache

/// Escapes text for HTML by scalars: each scalar with a meaning in HTML is one byte of UTF-8.
///
/// The library's own escaping goes by characters, and misses a quote before a combining mark: such a `"` would end an
/// attribute.
package struct ScalarEscaping: MustacheContentType {
    package init() {
    }
    /// The name that each template begins with: `{{% CONTENT_TYPE: PAGE}}`.
    package static let name = "PAGE"

    package func escapeText(_ text: String) -> String {
        // In bytes: appending a string to a view of scalars copies all earlier text each time.
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "<"): escaped += "&lt;".utf8
            case UInt8(ascii: ">"): escaped += "&gt;".utf8
            case UInt8(ascii: "&"): escaped += "&amp;".utf8
            case UInt8(ascii: "\""): escaped += "&quot;".utf8
            case UInt8(ascii: "'"): escaped += "&#39;".utf8
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
