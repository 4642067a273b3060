// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import PortableFoundation

/// Reads the content of a request by its length or by chunks, without I/O.
///
/// Chunk extensions are refused: no client sends them, and they have served to smuggle requests. Trailers are checked
/// and dropped. Oracles: those of ``HeadParser``. RFC 9112 §6, §7.1.
package struct BodyReader: Sendable {
    package enum Step: Sendable {
        case more
        /// A piece of the content, at most 64 KiB.
        case bytes([UInt8])
        case end
        case refused(Int)
    }

    private enum State: Sendable {
        case length
        case chunkSize
        case chunkData
        case chunkEnd
        case trailers
        case done
    }

    private static let longestPiece: UInt64 = 65_536
    /// A chunk has less than 4 GiB.
    private static let longestChunkSize = 8

    private var state: State
    private var trailers: LineScanner
    private(set) var remaining: UInt64 = 0
    let announced: UInt64?

    package init(_ framing: Framing, _ limits: Limits) {
        trailers = LineScanner(limit: limits.trailers)
        if case .length(let length) = framing { remaining = length }
        announced = framing == .chunked ? nil : remaining
        state = framing == .chunked ? .chunkSize : remaining == 0 ? .done : .length
    }

    package var isDone: Bool { state == .done }

    package mutating func take(_ input: inout Input) -> Step {
        do throws(Malformed) {
            while true {
                let isComplete: Bool
                switch state {
                case .done: return .end
                case .length, .chunkData: return takePiece(&input)
                case .chunkSize: isComplete = try takeChunkSize(&input)
                case .chunkEnd:
                    isComplete = try takeLineEnd(&input, after: 0)
                    if isComplete { state = .chunkSize }
                case .trailers: isComplete = try takeTrailer(&input)
                }
                guard isComplete else { return .more }
            }
        } catch {
            return .refused(error.status)
        }
    }

    private mutating func takePiece(_ input: inout Input) -> Step {
        let count = Int(min(remaining, UInt64(input.count), Self.longestPiece))
        guard count > 0 else { return .more }
        // Bytes that are only content are passed on without a copy.
        let isAll = input.start == 0 && count == input.bytes.count
        let piece = isAll ? input.bytes : Array(input.bytes[input.start..<(input.start + count)])
        input.drop(count)
        remaining -= UInt64(count)
        if remaining == 0 { state = state == .chunkData ? .chunkEnd : .done }
        return .bytes(piece)
    }

    private mutating func takeChunkSize(_ input: inout Input) throws(Malformed) -> Bool {
        var size: UInt64 = 0
        var digits = 0
        while digits < input.count, let value = input.bytes[input.start + digits].hexadecimalValue {
            guard digits < Self.longestChunkSize else { throw Malformed(400) }
            size = size << 4 | UInt64(value)
            digits += 1
        }
        guard digits < input.count else { return false }
        guard digits > 0 else { throw Malformed(400) }
        guard try takeLineEnd(&input, after: digits) else { return false }
        remaining = size
        state = size == 0 ? .trailers : .chunkData
        return true
    }

    /// Drops some bytes and the CRLF after them; `false` if the CRLF is incomplete.
    private func takeLineEnd(_ input: inout Input, after count: Int) throws(Malformed) -> Bool {
        let end = input.start + count
        guard end < input.bytes.count else { return false }
        guard input.bytes[end] == ASCII.carriageReturn else { throw Malformed(400) }
        guard end + 1 < input.bytes.count else { return false }
        guard input.bytes[end + 1] == ASCII.lineFeed else { throw Malformed(400) }
        input.drop(count + 2)
        return true
    }

    private mutating func takeTrailer(_ input: inout Input) throws(Malformed) -> Bool {
        guard let line = try trailers.next(in: input) else { return false }
        guard line.isEmpty || FieldLine(input.bytes.span, line) != nil else { throw Malformed(400) }
        if line.isEmpty { state = .done }
        input.drop(line.count + 2)
        return true
    }
}
