// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE

/// Decides when the keys of a provider are fetched; pure, and driven by ``RemoteKeySet``.
///
/// - Keys are fresh for as long as the response allows, from five minutes to a day; an hour if it does not say.
/// - Keys that are no longer fresh are still used while they are fetched again behind the callers' backs, but for
///   twelve hours at most: so long a provider may be out of reach without anybody being refused, and so long after its
///   time a key that was withdrawn may still be believed.
/// - A token whose key is not there causes a fetch, four times at once and then once in five seconds, whoever sends how
///   many. Each fetch brings every key, so a key that is new is found after five seconds even while others send made-up
///   names without end.
struct KeySetCache {
    /// What to do for a token.
    enum Action: Equatable {
        /// The key is there.
        case use(JSONWebKey)
        /// The key is there, but it is time to ask for the keys again; nobody needs to wait for the answer.
        case useAndFetch(JSONWebKey)
        /// The key may be there after a fetch.
        case fetch
        /// There is no such key.
        case refuse
        /// The provider did not give its keys a moment ago, and is not asked again so soon.
        case unavailable
    }

    static let shortestLifetime: TimeInterval = 5 * 60
    static let longestLifetime: TimeInterval = 24 * 3600
    static let usualLifetime: TimeInterval = 3600
    static let grace: TimeInterval = 12 * 3600
    /// Between two fetches that nobody waits for.
    static let pause: TimeInterval = 30
    static let refillInterval: TimeInterval = 5

    private var keys: JSONWebKeySet?
    private var freshUntil = Date.distantPast
    private var refetchAt = Date.distantPast
    private var hasFailed = false
    private var bucket = TokenBucket(capacity: 4, interval: refillInterval)
    /// Of its own, so that whoever makes ready while the provider is away takes nothing from the tokens that follow.
    private var preparations = TokenBucket(capacity: 4, interval: refillInterval)
    private var refused = RefusedKeyNames()
    private var steadyClock = SteadyClock()

    /// Whether there are keys that may still be used.
    mutating func isUsable(now clock: Date) -> Bool { keys != nil && steady(clock) < freshUntil + Self.grace }

    /// What to do for a token with this header.
    ///
    /// - Parameters:
    ///   - header: The token's header, which anyone may have written.
    ///   - clock: The time now.
    ///   - isFetching: Whether the keys are being fetched already; waiting for them costs nothing.
    /// - Returns: What to do; it counts as done.
    mutating func action(for header: JWSHeader, now clock: Date, isFetching: Bool = false) -> Action {
        let now = steady(clock)
        guard let keys, now < freshUntil + Self.grace else {
            guard !isFetching, !bucket.take(now: now) else { return .fetch }
            return hasFailed ? .unavailable : .refuse
        }
        if let key = keys.key(for: header) {
            guard now >= freshUntil, now >= refetchAt, !isFetching else { return .use(key) }
            refetchAt = now + Self.pause
            return .useAndFetch(key)
        }
        if refused.contains(header, within: Self.refillInterval, now: now) { return .refuse }
        guard !isFetching, !bucket.take(now: now) else { return .fetch }
        return hasFailed ? .unavailable : .refuse
    }

    /// The key for a token with this header, where it is there and fresh: nothing is to be decided then.
    mutating func freshKey(for header: JWSHeader, now clock: Date) -> JSONWebKey? {
        steady(clock) < freshUntil ? keys?.key(for: header) : nil
    }

    /// Keeps a key set that was fetched.
    ///
    /// - Parameters:
    ///   - fetched: The keys.
    ///   - lifetime: How long the response allows to keep them; `nil` if it does not say.
    ///   - clock: The time now.
    mutating func keep(_ fetched: JSONWebKeySet, for lifetime: TimeInterval?, now clock: Date) {
        let now = steady(clock)
        keys = fetched
        freshUntil = now + min(max(lifetime ?? Self.usualLifetime, Self.shortestLifetime), Self.longestLifetime)
        hasFailed = false
    }

    /// Notes that the keys could not be fetched; those that are there stay.
    mutating func fail() { hasFailed = true }

    /// Whether the keys may be fetched again for a token whose key is there and did not sign it.
    mutating func mayFetchAgain(now clock: Date) -> Bool { bucket.take(now: steady(clock)) }

    /// Whether the keys may be fetched before there is a token.
    mutating func mayPrepare(now clock: Date) -> Bool { preparations.take(now: steady(clock)) }

    /// The key for a token straight after a fetch.
    ///
    /// - Parameters:
    ///   - header: The token's header.
    ///   - clock: The time now.
    ///   - isOwn: Whether the fetch began for this token; that the key is not there is then remembered for a moment.
    /// - Returns: The key, if it is there.
    mutating func key(for header: JWSHeader, now clock: Date, afterOwnFetch isOwn: Bool = true) -> JSONWebKey? {
        if let key = keys?.key(for: header) { return key }
        if isOwn { refused.insert(header, now: steady(clock)) }
        return nil
    }

    /// Why it is not certain which of the published keys signed a token with this header; `nil` where that is not the
    /// trouble.
    func doubt(about header: JWSHeader?) -> String? {
        guard let keys = keys?.keys else { return nil }
        if let header, header.keyIdentifier == nil {
            let count = keys.count { $0.fits(header.algorithm) }
            if count > 1 { return "the token names no key (kid), and \(count) of the provider's keys fit it" }
        }
        let unnamed = keys.count { $0.keyIdentifier == nil }
        return unnamed > 1 ? "\(unnamed) of the provider's keys have no name (kid), so none of them counts" : nil
    }

    private mutating func steady(_ clock: Date) -> Date { steadyClock.time(at: clock) }
}
