// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The content of a request, read from the connection on demand in pieces of at most 64 KiB.
package final class Content: Sendable {
    private struct State: Sendable {
        var input: Input
        var reader: BodyReader
        var awaitsContinue: Bool
        var failure: ConnectionError?
    }

    /// `nil` while a task reads, and after ``skipRest()``.
    private let state: Mutex<State?>
    private let stream: any ByteStream
    private let deadline: Deadline
    private let limits: Limits

    init(_ head: ReceivedHead, _ input: consuming Input, _ stream: any ByteStream, _ limits: Limits) {
        let reader = BodyReader(head.framing, limits)
        state = Mutex(State(input: input, reader: reader, awaitsContinue: head.expectsContinue))
        self.stream = stream
        deadline = .after(limits.content, from: limits.now())
        self.limits = limits
    }

    /// `nil` at the end; after it throws `cancelled`, another task may read on.
    package func next() async throws(ConnectionError) -> [UInt8]? {
        guard var state = state.withLock({ $0.take() }) else { throw .secondReader }
        defer { self.state.withLock { $0 = state } }
        if let failure = state.failure { throw failure }
        do throws(ConnectionError) {
            while true {
                switch state.reader.take(&state.input) {
                case .bytes(let bytes):
                    state.awaitsContinue = false
                    return bytes
                case .end: return nil
                case .refused(let status): throw .malformed(status)
                case .more: try await receive(&state)
                }
            }
        } catch {
            if error != .cancelled { state.failure = error }
            throw error
        }
    }

    private func receive(_ state: inout State) async throws(ConnectionError) {
        // Otherwise a client that always has bytes available would never reach its deadline.
        guard limits.now() < deadline.nanoseconds else { throw .timedOut }
        if state.awaitsContinue {
            state.awaitsContinue = false
            try await stream.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), each: limits.write)
        }
        let count = try await stream.read(into: &state.input, atMost: 65_536, until: deadline, cancellable: true)
        if count == 0 { throw .closed }
    }

    /// Throws ``ContentTooLong``, before reading a byte if the announced length exceeds the limit.
    package func collect(upTo limit: Int) async throws -> [UInt8] {
        let announced = state.withLock { $0?.reader.announced ?? 0 }
        guard announced <= UInt64(limit) else { throw ContentTooLong() }
        var content: [UInt8] = []
        while let bytes = try await next() {
            guard bytes.count <= limit - content.count else { throw ContentTooLong() }
            if content.isEmpty { content = bytes } else { content += bytes }
        }
        return content
    }

    // MARK: After the handler

    /// The error of the content itself, even if the handler ignored it.
    var failure: ConnectionError? {
        state.withLock { state in
            guard let state else { return .secondReader }
            return state.failure
        }
    }

    /// A client that still waits for 100 (Continue) may omit its content, so its connection ends.
    var mayBeSkipped: Bool {
        state.withLock { state in
            guard let state else { return false }
            return state.reader.isDone || (!state.awaitsContinue && state.reader.remaining <= UInt64(limits.unread))
        }
    }

    /// Drops the rest, and returns the bytes after it; `nil` if the rest is too long or cannot be read.
    func skipRest() async -> Input? {
        var skipped = 0
        while let bytes = try? await next() {
            skipped += bytes.count
            guard skipped <= limits.unread else { return nil }
        }
        return state.withLock { state in
            guard let rest = state.take(), rest.reader.isDone else { return nil }
            return rest.input
        }
    }
}
