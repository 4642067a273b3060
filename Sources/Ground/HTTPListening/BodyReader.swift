// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets

/// The content of a request: length, or chunks and trailers; without input or output of its own.
package struct BodyReader: Sendable {
    package enum Step: Sendable {
        case more
        case bytes([UInt8])
        case end
        case refused(Int)
    }
    private enum State: Sendable { case length, size, data, dataEnd, trailers, done }
    private var state: State, trailerBytes = 0, scanned = 0
    /// Of the length, or of the chunk.
    package private(set) var left: UInt64 = 0
    private let limits: Limits
    /// What the head announced; `nil` for chunks.
    package let announced: UInt64?

    package init(_ framing: Framing, _ limits: Limits) {
        self.limits = limits
        switch framing {
        case .none: (state, announced) = (.done, 0)
        case .length(let n): (state, left, announced) = (n == 0 ? .done : .length, n, n)
        case .chunked: (state, announced) = (.size, nil)
        }
    }
    package var isDone: Bool { state == .done }

    package mutating func take(_ input: inout Input) -> Step {
        while true {
            switch state {
            case .done: return .end
            case .length, .data:
                let n = Int(min(left, UInt64(input.count), 65_536))
                guard n > 0 else { return .more }
                let whole = input.start == 0 && n == input.bytes.count
                let bytes = whole ? input.bytes : Array(input.bytes[input.start..<(input.start + n)])
                input.drop(n)
                left -= UInt64(n)
                if left == 0 { state = state == .data ? .dataEnd : .done }
                return .bytes(bytes)
            case .dataEnd:
                if input.count > 0, input.bytes[input.start] != 13 { return .refused(400) }
                guard input.count > 1 else { return .more }
                guard input.bytes[input.start + 1] == 10 else { return .refused(400) }
                input.drop(2)
                state = .size
            case .size:
                // No extensions: nobody sends them, and they hid requests elsewhere. At most 8 digits.
                var (value, i) = (UInt64(0), 0)
                while i < input.count {
                    let c = input.bytes[input.start + i]
                    let digit: UInt8
                    switch c {
                    case 0x30...0x39: digit = c - 0x30
                    case 0x41...0x46, 0x61...0x66: digit = (c | 0x20) - 0x57
                    default: digit = 255
                    }
                    if digit == 255 { break }
                    guard i < 8 else { return .refused(400) }
                    value = value << 4 | UInt64(digit)
                    i += 1
                }
                guard i < input.count else { return .more }
                guard i > 0, input.bytes[input.start + i] == 13 else { return .refused(400) }
                guard i + 1 < input.count else { return .more }
                guard input.bytes[input.start + i + 1] == 10 else { return .refused(400) }
                input.drop(i + 2)
                (left, state) = (value, value == 0 ? .trailers : .data)
            case .trailers:
                guard input.count > scanned else { return .more }
                let from = input.start + scanned
                let found = input.bytes.withUnsafeBytes {
                    $0.baseAddress.map { ct_find($0 + from, input.bytes.count - from, 10) } ?? -1
                }
                guard found >= 0 else {
                    scanned = input.count
                    return trailerBytes + scanned > limits.trailers ? .refused(431) : .more
                }
                let end = scanned + found
                trailerBytes += end + 1
                scanned = 0
                guard trailerBytes <= limits.trailers else { return .refused(431) }
                guard end > 0, input.bytes[input.start + end - 1] == 13 else { return .refused(400) }
                let line = input.start..<(input.start + end - 1)
                // Checked and dropped: nothing here uses trailers.
                if !line.isEmpty, HeadParser.split(input.bytes.span, line) == nil { return .refused(400) }
                input.drop(end + 1)
                if line.isEmpty { state = .done }
            }
        }
    }
}
