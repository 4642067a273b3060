// SPDX-License-Identifier: Apache-2.0

/// The places of name and value in a line of a head or of trailers.
///
/// RFC 9112 §5; a folded line is refused, as §5.2 allows.
struct FieldLine {
    let name: Range<Int>
    /// Without the blanks around it.
    let value: Range<Int>

    /// Reads a line without its end.
    ///
    /// - Throws: ``Malformed`` (400).
    init(_ bytes: Span<UInt8>, _ line: Range<Int>) throws(Malformed) {
        var index = line.lowerBound
        while index < line.upperBound, ASCII.isToken(bytes[index]) { index += 1 }
        // Nothing may stand between name and colon: some servers skip such a field, which hides its framing.
        guard index > line.lowerBound, index < line.upperBound, bytes[index] == ASCII.colon else {
            throw Malformed(400)
        }
        name = line.lowerBound..<index
        var start = index + 1
        var end = line.upperBound
        while start < end, Self.isBlank(bytes[start]) { start += 1 }
        while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
        for index in start..<end {
            guard ASCII.isFieldValue(bytes[index]) else { throw Malformed(400) }
        }
        value = start..<end
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == ASCII.tab }
}
