// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation

/// Decides when to fetch the keys of a provider; pure, and driven by ``RemoteKeySet``.
///
/// - Keys are fresh for as long as the response allows, from five minutes to a day; an hour if it does not say.
/// - Keys that are no longer fresh are used during a fetch in the background, for twelve hours at most. That long a
///   provider may be out of reach without refusals, and that long a withdrawn key may still be accepted.
/// - A token with an unknown key causes a fetch: four times at once, then once in five seconds, for all callers
///   together. Each fetch brings every key, so a new one is found after five seconds even while attackers send made-up
///   names without end.
struct KeySetCache {
    /// The step to take for a token.
    enum Action: Equatable {
        /// The key is there.
        case use(JSONWebKey)
        /// The key is there, and the next fetch is due in the background.
        case useAndFetch(JSONWebKey)
        /// A fetch may bring the key.
        case fetch
        /// There is no such key.
        case refuse
        /// A recent fetch failed, and it is too early for the next one.
        case unavailable
    }

    static let shortestLifetime: TimeInterval = 5 * 60
    static let longestLifetime: TimeInterval = 24 * 3600
    static let usualLifetime: TimeInterval = 3600
    static let grace: TimeInterval = 12 * 3600
    /// The pause between two fetches in the background.
    static let pause: TimeInterval = 30
    static let refillInterval: TimeInterval = 5

    private var keys: JSONWebKeySet?
    /// How often the keys have changed.
    private var edition = 0
    private var freshUntil = Date.distantPast
    private var refetchAt = Date.distantPast
    private var hasFailed = false
    private var bucket = TokenBucket(capacity: 4, interval: refillInterval)
    /// A bucket of its own: preparations while the provider is away take nothing from the tokens that follow.
    private var preparations = TokenBucket(capacity: 4, interval: refillInterval)
    private var refused = RefusedKeyNames()
    private var steadyClock = SteadyClock()

    /// Whether there are keys that may still be used.
    mutating func isUsable(now clock: Date) -> Bool { keys != nil && steady(clock) < freshUntil + Self.grace }

    /// The step to take for a token with this header.
    ///
    /// - Returns: The step; the cache counts it as taken.
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

    /// The key for a token with this header, if it is there and fresh: then there is nothing to decide.
    mutating func freshKey(for header: JWSHeader, now clock: Date) -> JSONWebKey? {
        steady(clock) < freshUntil ? keys?.key(for: header) : nil
    }

    /// The edition of the keys, while they are fresh; another edition means other keys.
    mutating func freshEdition(now clock: Date) -> Int? { steady(clock) < freshUntil ? edition : nil }

    /// Keeps a fetched key set.
    mutating func keep(_ fetched: JSONWebKeySet, for lifetime: TimeInterval?, now clock: Date) {
        let now = steady(clock)
        if keys != fetched { edition += 1 }
        keys = fetched
        freshUntil = now + min(max(lifetime ?? Self.usualLifetime, Self.shortestLifetime), Self.longestLifetime)
        hasFailed = false
    }

    /// Notes that a fetch failed; the earlier keys stay.
    mutating func fail() { hasFailed = true }

    /// Whether to fetch the keys again for a token that the known key did not sign.
    mutating func mayFetchAgain(now clock: Date) -> Bool { bucket.take(now: steady(clock)) }

    /// Whether to fetch the keys before there is a token.
    mutating func mayPrepare(now clock: Date) -> Bool { preparations.take(now: steady(clock)) }

    /// The key for a token straight after a fetch.
    ///
    /// After a fetch that began for this token, a missing key is remembered for a moment.
    mutating func key(for header: JWSHeader, now clock: Date, afterOwnFetch isOwn: Bool = true) -> JSONWebKey? {
        if let key = keys?.key(for: header) { return key }
        if isOwn { refused.insert(header, now: steady(clock)) }
        return nil
    }

    /// Explains that missing key names (`kid`) leave the key of a token open; `nil` if that is not the problem.
    func doubt(about header: JWSHeader?) -> String? {
        guard let keys = keys?.keys else { return nil }
        if let header, header.keyIdentifier == nil {
            let count = keys.count { $0.fits(header.algorithm) }
            if count > 1 { return "the token names no key (kid), and \(count) of the provider's keys match it" }
        }
        let unnamed = keys.count { $0.keyIdentifier == nil }
        return unnamed > 1 ? "\(unnamed) of the provider's keys have no name (kid), so none of them is used" : nil
    }

    private mutating func steady(_ clock: Date) -> Date { steadyClock.time(at: clock) }
}

/// Allows something a few times at once, and then once in each interval.
struct TokenBucket {
    /// The number of tokens in a full bucket.
    let capacity: Int
    /// The seconds until the next token is there.
    let interval: TimeInterval
    private var fullAt = Date.distantPast

    /// A full bucket.
    init(capacity: Int, interval: TimeInterval) {
        self.capacity = capacity
        self.interval = interval
    }

    /// Takes a token if there is one.
    ///
    /// It stores when the bucket will be full again, not the number of tokens: many small additions would not sum up
    /// exactly.
    mutating func take(now: Date) -> Bool {
        let full = max(fullAt, now) + interval
        guard full <= now + interval * Double(capacity) else { return false }
        fullAt = full
        return true
    }
}

/// A wall clock that never goes back.
///
/// When the system's clock is set back, this one goes on from its latest time. Otherwise nothing would be fetched until
/// the system's clock had caught up.
struct SteadyClock {
    private var latest = Date.distantPast
    private var setBack: TimeInterval = 0

    /// The steady time for a time of the system's clock.
    mutating func time(at clock: Date) -> Date {
        setBack = max(setBack, latest.timeIntervalSince(clock))
        latest = clock + setBack
        return latest
    }
}

/// The key names that recent fetches did not find, so that one token sent again and again costs one fetch.
///
/// It keeps hashes, so that long names fill no memory, and only the latest few: made-up names push each other out.
struct RefusedKeyNames {
    private let capacity = 64
    private var times: [Int: Date] = [:]
    private var order: [Int] = []

    /// Remembers that the provider had no key for this header.
    mutating func insert(_ header: JWSHeader, now: Date) {
        let name = Self.name(of: header)
        if times.updateValue(now, forKey: name) != nil { order.removeAll { $0 == name } }
        order.append(name)
        if order.count > capacity { times[order.removeFirst()] = nil }
    }

    /// Whether the provider had no key for this header less than `interval` seconds ago.
    func contains(_ header: JWSHeader, within interval: TimeInterval, now: Date) -> Bool {
        guard let time = times[Self.name(of: header)] else { return false }
        return (0..<interval).contains(now.timeIntervalSince(time))
    }

    private static func name(of header: JWSHeader) -> Int {
        var hasher = Hasher()
        hasher.combine(header.keyIdentifier)
        hasher.combine(header.algorithm)
        return hasher.finalize()
    }
}
