// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// Where the first redirect of a visit is put, once the browser has its answer.
final class RedirectInbox: Sendable {
    private struct State {
        var isClaimed = false
        var isOpened = false
    }

    private let state = Mutex(State())
    private let redirects: AsyncStream<URL>
    private let continuation: AsyncStream<URL>.Continuation

    init() {
        (redirects, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

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

    /// - Throws: ``LoopbackUserAgentError`` (`visitIsOver`) the second time.
    func opened() throws -> AsyncStream<URL> {
        let wasOpened = state.withLock { state in
            defer { state.isOpened = true }
            return state.isOpened
        }
        guard !wasOpened else {
            throw LoopbackUserAgentError(.visitIsOver, "this visit was opened before; prepare another one")
        }
        return redirects
    }
}
