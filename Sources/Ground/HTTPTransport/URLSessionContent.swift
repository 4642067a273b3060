// SPDX-License-Identifier: Apache-2.0
#if canImport(Darwin) || APPLE_CHECK
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if APPLE_CHECK
import HTTPTransport
#endif
import Synchronization

/// The content of one response; while its reader is slow, the task is suspended to limit the memory.
final class URLSessionContent: Sendable {
    private struct State {
        var received = Data()
        var end: Result<Void, any Error>?
        var reader: CheckedContinuation<Data?, any Error>?
        var isSuspended = false
    }

    private final class Reading: Sendable {
        let content: URLSessionContent

        init(_ content: URLSessionContent) { self.content = content }

        deinit { content.task.cancel() }
    }

    /// The waiting bytes above which the task is suspended.
    private static let mostWaiting = 1 << 20

    private let task: URLSessionTask
    private let state = Mutex(State())

    init(of task: URLSessionTask) { self.task = task }

    func chunks() -> ByteChunks {
        let reading = Reading(self)
        return ByteChunks(from: reading) { try await $0.content.next() }
    }

    func receive(_ data: Data) {
        let reader = state.withLock { state in
            if let reader = state.reader {
                state.reader = nil
                return Optional(reader)
            }
            state.received.append(data)
            // On Linux, a task that has received all its bytes ends the program when it is suspended.
            #if canImport(Darwin)
            if state.received.count > Self.mostWaiting, !state.isSuspended {
                state.isSuspended = true
                task.suspend()
            }
            #endif
            return nil
        }
        reader?.resume(returning: data)
    }

    func finish(_ error: (any Error)?) {
        let end: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
        let reader = state.withLock { state in
            state.end = end
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(with: end.map { nil })
    }

    private func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Data?, any Error>? = state.withLock { state in
                    if !state.received.isEmpty {
                        defer { state.received = Data() }
                        if state.isSuspended {
                            state.isSuspended = false
                            task.resume()
                        }
                        return .success(state.received)
                    }
                    if let end = state.end { return end.map { nil } }
                    state.reader = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            task.cancel()
        }
    }
}
#endif
