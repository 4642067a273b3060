// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// Where the first redirect of a visit is put, once the browser has its answer.
final class RedirectInbox: Sendable {
    private struct State {
        var isClaimed = false
        var awaited: AwaitedRedirect?
    }

    private let state = Mutex(State())
    private let redirects: AsyncStream<URL>
    private let continuation: AsyncStream<URL>.Continuation

    init() {
        (redirects, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// What the visit waits for; `nil` until it is opened.
    var awaited: AwaitedRedirect? { state.withLock(\.awaited) }

    /// Whether this request is the first with an answer in it; only that one is delivered.
    func claim() -> Bool {
        state.withLock { state in
            defer { state.isClaimed = true }
            return !state.isClaimed
        }
    }

    func deliver(_ redirect: URL) {
        continuation.yield(redirect)
        continuation.finish()
    }

    /// Begins the wait.
    ///
    /// - Throws: ``LoopbackUserAgentError`` (`visitIsOver`) the second time.
    func opened(awaiting awaited: AwaitedRedirect) throws -> AsyncStream<URL> {
        let wasOpened = state.withLock { state in
            guard state.awaited == nil else { return true }
            state.awaited = awaited
            return false
        }
        guard !wasOpened else {
            throw LoopbackUserAgentError(.visitIsOver, "this visit was opened before; prepare another one")
        }
        return redirects
    }
}
