// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import Synchronization

/// Takes the first redirect of a visit, after the browser has its response.
final class RedirectInbox: Sendable {
    private struct State {
        var isClaimed = false
        var isStarted = false
        var awaited: AwaitedRedirect?
        var start: OneTimeAddress?
        var warn: (@Sendable (LoopbackWarning) -> Void)?
        /// The searches for users of requests that are hardly the browser's: a search takes milliseconds, and other
        /// users can send any number of them.
        var searchesLeft = 8

        mutating func takeSearch() -> Bool {
            searchesLeft -= 1
            return searchesLeft >= 0
        }
    }

    private let state = Mutex(State())
    private let redirects: AsyncThrowingStream<Redacted<URL>, any Error>
    private let continuation: AsyncThrowingStream<Redacted<URL>, any Error>.Continuation

    init() {
        (redirects, continuation) = AsyncThrowingStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// The redirect that the visit waits for; `nil` until it is opened.
    var awaited: AwaitedRedirect? { state.withLock(\.awaited) }
    /// The start address of the browser; `nil` until the visit is opened.
    var start: OneTimeAddress? { state.withLock(\.start) }

    /// Whether this request is the first with a redirect; only that one is delivered.
    func claim() -> Bool {
        state.withLock { state in
            defer { state.isClaimed = true }
            return !state.isClaimed
        }
    }

    /// Whether this browser is the first to start; only that one is led to the provider's page.
    func claimStart() -> Bool {
        state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
    }

    /// Lets the next browser start: the earlier one got no response.
    func releaseStart() { state.withLock { $0.isStarted = false } }

    func deliver(_ redirect: Redacted<URL>) {
        continuation.yield(redirect)
        continuation.finish()
    }

    /// Whether the user of a request for the first page is worth a search.
    func mayStart() -> Bool { state.withLock { !$0.isStarted || $0.takeSearch() } }

    /// Whether the user of a request without an answer is worth a search.
    func mayWarn() -> Bool { state.withLock { $0.warn != nil && $0.takeSearch() } }

    /// Says once that a page led back without an answer to this sign-in.
    func warnOfMissingAnswer() {
        let warn = state.withLock { state in
            defer { state.warn = nil }
            return state.warn
        }
        warn?(.answerMissing)
    }

    /// Ends the wait without a redirect.
    func fail(_ error: LoopbackUserAgentError) { continuation.finish(throwing: error) }

    /// Begins the wait.
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
