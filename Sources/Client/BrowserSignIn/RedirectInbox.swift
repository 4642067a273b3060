// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import Synchronization

final class RedirectInbox: Sendable {
    private struct State {
        var isClaimed = false
        var isStarted = false
        var awaited: AwaitedRedirect?
        var start: OneTimeAddress?
        var warn: (@Sendable (LoopbackWarning) -> Void)?
        /// Limits the searches for a request's user: one takes milliseconds, and other users can send any number of
        /// requests.
        var searchesLeft = 8

        mutating func takeSearch() -> Bool {
            searchesLeft -= 1
            return searchesLeft >= 0
        }
    }

    private let state = Mutex(State())
    private let redirects: AsyncThrowingStream<Redacted<URL>, any Error>
    private let continuation: AsyncThrowingStream<Redacted<URL>, any Error>.Continuation

    init() { (redirects, continuation) = AsyncThrowingStream.makeStream(bufferingPolicy: .bufferingOldest(1)) }

    var awaited: AwaitedRedirect? { state.withLock(\.awaited) }
    var start: OneTimeAddress? { state.withLock(\.start) }

    func claim() -> Bool {
        state.withLock { state in
            defer { state.isClaimed = true }
            return !state.isClaimed
        }
    }

    func claimStart() -> Bool {
        state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
    }

    /// Lets another browser start, because the earlier one got no response.
    func releaseStart() { state.withLock { $0.isStarted = false } }

    func deliver(_ redirect: Redacted<URL>) {
        continuation.yield(redirect)
        continuation.finish()
    }

    func mayStart() -> Bool { state.withLock { !$0.isStarted || $0.takeSearch() } }

    func mayWarn() -> Bool { state.withLock { $0.warn != nil && $0.takeSearch() } }

    func warnOfMissingAnswer() {
        let warn = state.withLock { state in
            defer { state.warn = nil }
            return state.warn
        }
        warn?(.answerMissing)
    }

    func fail(_ error: LoopbackUserAgentError) { continuation.finish(throwing: error) }

    func opened(
        awaiting awaited: AwaitedRedirect, startingAt start: OneTimeAddress,
        warning warn: (@Sendable (LoopbackWarning) -> Void)? = nil
    ) throws -> AsyncThrowingStream<Redacted<URL>, any Error> {
        let wasOpened = state.withLock { state in
            guard state.awaited == nil else { return true }
            (state.awaited, state.start, state.warn) = (awaited, start, warn)
            return false
        }
        guard !wasOpened else {
            throw LoopbackUserAgentError(.visitIsOver, "this visit was already opened; prepare another one")
        }
        return redirects
    }
}
