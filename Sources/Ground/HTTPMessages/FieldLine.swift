// SPDX-License-Identifier: Apache-2.0

/// The places of name and value in a line of a head or of trailers, for parsers of requests and of responses.
///
/// RFC 9112 §5; a folded line is refused, as §5.2 allows.
package struct FieldLine {
    /// A token.
    package let name: Range<Int>
    /// Without the blanks around it.
    package let value: Range<Int>

    /// Reads a line without its end; `nil` if it is no field.
    package init?(_ bytes: Span<UInt8>, _ line: Range<Int>) {
        var index = line.lowerBound
        while index < line.upperBound, HTTPToken.isToken(bytes[index]) { index += 1 }
        // Nothing may stand between name and colon: some servers skip such a field, which hides its framing.
        guard index > line.lowerBound, index < line.upperBound, bytes[index] == UInt8(ascii: ":") else {
            return nil
        }
        name = line.lowerBound..<index
        var start = index + 1
        var end = line.upperBound
        while start < end, HTTPField.isBlank(bytes[start]) { start += 1 }
        while end > start, HTTPField.isBlank(bytes[end - 1]) { end -= 1 }
        guard bytes.extracting(start..<end).withUnsafeBytes(HTTPField.isValid) else { return nil }
        value = start..<end
    }
}
