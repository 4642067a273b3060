// SPDX-License-Identifier: Apache-2.0
extension String {
    /// The text for HTML, within quotes too.
    ///
    /// It goes by bytes: each character with a meaning in HTML is one byte of UTF-8, also before a combining mark.
    package var escapedForHTML: String {
        // In bytes: appending a string to a view of scalars copies all earlier text each time.
        var escaped: [UInt8] = []
        escaped.reserveCapacity(utf8.count)
        for byte in utf8 {
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
