// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// Where the first redirect of a visit is put, once the browser has its answer.
final class RedirectInbox: Sendable {
    private struct State {
        var isClaimed = false
        var isStarted = false
        var awaited: AwaitedRedirect?
        var start: OneTimeAddress?
    }

    private let state = Mutex(State())
    private let redirects: AsyncThrowingStream<URL, any Error>
    private let continuation: AsyncThrowingStream<URL, any Error>.Continuation

    init() {
        (redirects, continuation) = AsyncThrowingStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// What the visit waits for; `nil` until it is opened.
    var awaited: AwaitedRedirect? { state.withLock(\.awaited) }
    /// Where the browser starts; `nil` until the visit is opened.
    var start: OneTimeAddress? { state.withLock(\.start) }

    /// Whether this request is the first with an answer in it; only that one is delivered.
    func claim() -> Bool {
        state.withLock { state in
            defer { state.isClaimed = true }
            return !state.isClaimed
        }
    }

    /// Whether this is the first browser that starts; only that one is led to the provider's page.
    func claimStart() -> Bool {
        state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
    }

    /// Lets the next browser start: the one that started got no answer.
    func releaseStart() { state.withLock { $0.isStarted = false } }

    func deliver(_ redirect: URL) {
        continuation.yield(redirect)
        continuation.finish()
    }

    /// Ends the wait without a redirect.
    func fail(_ error: LoopbackUserAgentError) { continuation.finish(throwing: error) }

    /// Begins the wait.
    ///
    /// - Throws: ``LoopbackUserAgentError`` (`visitIsOver`) the second time.
    func opened(
        awaiting awaited: AwaitedRedirect, startingAt start: OneTimeAddress
    ) throws -> AsyncThrowingStream<URL, any Error> {
        let wasOpened = state.withLock { state in
            guard state.awaited == nil else { return true }
            (state.awaited, state.start) = (awaited, start)
            return false
        }
        guard !wasOpened else {
            throw LoopbackUserAgentError(.visitIsOver, "this visit was opened before; prepare another one")
        }
        return redirects
    }
}
