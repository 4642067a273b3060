// SPDX-License-Identifier: Apache-2.0

struct Malformed: Error {
    let status: Int
    init(_ status: Int) { self.status = status }
}

/// Finds lines that end in CRLF, up to a number of bytes in all.
///
/// It remembers how far it looked, so bytes that arrive one by one are scanned once. A bare LF is refused: if one
/// server reads it as a line end and another does not, requests can be smuggled (RFC 9112 §2.2, §11.2).
struct LineScanner: Sendable {
    /// The maximum number of bytes of all lines, with their ends.
    let limit: Int
    private var consumed = 0
    private(set) var pending = 0

    init(limit: Int) { self.limit = limit }

    /// Finds the next line, from the start of the input, which must be the end of the previous line.
    ///
    /// Returns the range without the line's end, or `nil` if it is incomplete. Throws 400 for a bare LF, and `status`
    /// beyond the limit.
    mutating func next(in input: Input, orRefuse status: Int = 431) throws(Malformed) -> Range<Int>? {
        guard let end = input.firstIndex(of: ASCII.lineFeed, from: input.start + pending) else {
            pending = input.count
            guard consumed + pending <= limit else { throw Malformed(status) }
            return nil
        }
        pending = 0
        consumed += end + 1 - input.start
        guard consumed <= limit else { throw Malformed(status) }
        guard end > input.start, input.bytes[end - 1] == ASCII.carriageReturn else { throw Malformed(400) }
        return input.start..<(end - 1)
    }
}
