// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Dispatch
import Foundation
import Synchronization

extension LibSecret {
    /// GLib's object that makes a call return early.
    struct Cancellation: Sendable {
        private let address: UInt

        var object: Pointer? { Pointer(bitPattern: address) }

        fileprivate init() throws {
            guard let library = dlopen("libsecret-1.so.0", RTLD_NOW), let symbol = dlsym(library, "g_cancellable_new")
            else { throw KeyringFailure(reason: "libsecret is not installed") }
            address = UInt(bitPattern: unsafeBitCast(symbol, to: (@convention(c) () -> Pointer?).self)())
        }

        fileprivate func call(_ name: String) {
            guard let library = dlopen("libsecret-1.so.0", RTLD_NOW), let symbol = dlsym(library, name) else { return }
            unsafeBitCast(symbol, to: (@convention(c) (Pointer?) -> Void).self)(object)
        }
    }

    /// Asks on a thread of its own, and stops waiting when the time is over, whatever the library does then.
    ///
    /// - Throws: ``KeyringFailure``.
    static func answer<Answer: Sendable>(
        within deadline: Duration, to question: @escaping @Sendable (LibSecret, Cancellation) throws -> Answer
    ) async throws -> Answer {
        let cancellation = try await offThePool { try Cancellation() }
        return try await withCheckedThrowingContinuation { continuation in
            let first = FirstAnswer(continuation)
            DispatchQueue.global().async {
                let answer = Result { try question(LibSecret(until: cancellation), cancellation) }
                // Let go of only by a call that ended in time: one that did not may still use it.
                first.give(answer) { cancellation.call("g_object_unref") }
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + deadline / .seconds(1)) {
                let late = KeyringFailure(reason: "it does not answer; it may be locked")
                first.give(.failure(late)) { cancellation.call("g_cancellable_cancel") }
            }
        }
    }
}

/// Hands on whichever answer comes first.
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
