// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The connections of the standard input.
struct ConnectionSource {
    private var buffer: [UInt8] = []
    private var start = 0

    /// The bytes of the next connection; `nil` at the end.
    mutating func next() throws -> [UInt8]? {
        guard let length = try take(4) else { return nil }
        return try take(length.reduce(0) { $0 << 8 | Int($1) })
    }

    private mutating func take(_ count: Int) throws -> [UInt8]? {
        while buffer.count - start < count {
            guard let more = try FileHandle.standardInput.read(upToCount: 1 << 16), !more.isEmpty else { return nil }
            buffer.removeFirst(start)
            start = 0
            buffer += more
        }
        defer { start += count }
        return Array(buffer[start..<(start + count)])
    }
}
