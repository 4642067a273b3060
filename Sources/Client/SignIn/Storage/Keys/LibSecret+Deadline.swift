// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Dispatch
import Foundation
import HTTPTransport
import Provider
import Synchronization

extension LibSecret {
    /// GLib's object that makes a call return early.
    struct Cancellation: Sendable {
        private let address: UInt
        private let cancelling: @convention(c) (Pointer?) -> Void
        private let releasing: @convention(c) (Pointer?) -> Void

        var object: Pointer? { Pointer(bitPattern: address) }

        fileprivate init(of library: LibSecret) throws {
            cancelling = try library.function("g_cancellable_cancel")
            releasing = try library.function("g_object_unref")
            let new: @convention(c) () -> Pointer? = try library.function("g_cancellable_new")
            address = UInt(bitPattern: new())
        }

        fileprivate func cancel() { cancelling(object) }
        fileprivate func release() { releasing(object) }
    }

    /// Asks on a thread of its own, and stops waiting at the deadline even if the library does not return.
    ///
    /// - Throws: ``KeyringFailure``.
    static func answer<Answer: Sendable>(
        within deadline: Duration, to question: @escaping @Sendable (LibSecret, Cancellation) throws -> Answer
    ) async throws -> Answer {
        let library = try await offThePool { try LibSecret() }
        let cancellation = try Cancellation(of: library)
        return try await withCheckedThrowingContinuation { continuation in
            let first = FirstAnswer(continuation)
            DispatchQueue.global().async {
                let answer = Result {
                    try library.connect(until: cancellation)
                    return try question(library, cancellation)
                }
                // Only a call that ended in time releases it: a late call may still use it.
                first.give(answer) { cancellation.release() }
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + deadline.timeInterval) {
                let late = KeyringFailure(reason: "it does not answer; it may be locked")
                first.give(.failure(late)) { cancellation.cancel() }
            }
        }
    }
}

/// Resumes with the first of two results.
private final class FirstAnswer<Answer: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Answer, any Error>?>

    init(_ continuation: CheckedContinuation<Answer, any Error>) {
        self.continuation = Mutex(continuation)
    }

    /// Runs `cleanUp` for the first answer only.
    func give(_ answer: Result<Answer, any Error>, cleanUp: () -> Void) {
        let waiting = continuation.withLock { waiting in
            defer { waiting = nil }
            if waiting != nil { cleanUp() }
            return waiting
        }
        waiting?.resume(with: answer)
    }
}
#endif
