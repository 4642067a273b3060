// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation

/// Decides when to fetch a provider's keys; pure, and driven by ``RemoteKeySet``.
///
/// - Keys are fresh for as long as the response allows, within five minutes and a day; an hour by default.
/// - Stale keys are used for up to twelve hours during fetches in the background. A provider may be down for that long
///   without rejections, and a withdrawn key may be accepted for that long.
/// - A token with an unknown key triggers a fetch: four at once, then one per five seconds for all callers together.
///   Each fetch returns every key, so a new key is found within five seconds even while attackers send invented key
///   names.
struct KeySetCache {
    enum Action: Equatable {
        case use(JSONWebKey)
        case useAndFetch(JSONWebKey)
        case fetch
        case refuse
        /// A recent fetch failed, and it is too early to retry.
        case unavailable
    }

    static let shortestLifetime: TimeInterval = 5 * 60
    static let longestLifetime: TimeInterval = 24 * 3600
    static let usualLifetime: TimeInterval = 3600
    static let grace: TimeInterval = 12 * 3600
    static let pause: TimeInterval = 30
    static let refillInterval: TimeInterval = 5

    private var keys: JSONWebKeySet?
    private var edition = 0
    private var freshUntil = Date.distantPast
    private var refetchAt = Date.distantPast
    private var hasFailed = false
    private var bucket = TokenBucket(capacity: 4, interval: refillInterval)
    /// Separate, so that preparations during an outage do not use up the fetches for tokens.
    private var preparations = TokenBucket(capacity: 4, interval: refillInterval)
    private var refused = RefusedKeyNames()
    private var steadyClock = SteadyClock()

    mutating func isUsable(now clock: Date) -> Bool { keys != nil && steady(clock) < freshUntil + Self.grace }

    /// The step for a token with this header; the cache counts it as taken.
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

    mutating func freshKey(for header: JWSHeader, now clock: Date) -> JSONWebKey? {
        steady(clock) < freshUntil ? keys?.key(for: header) : nil
    }

    /// Changes with the keys; `nil` while they are stale.
    mutating func freshEdition(now clock: Date) -> Int? { steady(clock) < freshUntil ? edition : nil }

    mutating func keep(_ fetched: JSONWebKeySet, for lifetime: TimeInterval?, now clock: Date) {
        let now = steady(clock)
        if keys != fetched { edition += 1 }
        keys = fetched
        freshUntil = now + min(max(lifetime ?? Self.usualLifetime, Self.shortestLifetime), Self.longestLifetime)
        hasFailed = false
    }

    mutating func fail() { hasFailed = true }

    mutating func mayFetchAgain(now clock: Date) -> Bool { bucket.take(now: steady(clock)) }

    mutating func mayPrepare(now clock: Date) -> Bool { preparations.take(now: steady(clock)) }

    mutating func key(for header: JWSHeader, now clock: Date, afterOwnFetch isOwn: Bool = true) -> JSONWebKey? {
        if let key = keys?.key(for: header) { return key }
        if isOwn { refused.insert(header, now: steady(clock)) }
        return nil
    }

    /// Explains that missing key names (`kid`) leave the key of a token ambiguous; `nil` if that is not the problem.
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

struct TokenBucket {
    let capacity: Int
    let interval: TimeInterval
    private var fullAt = Date.distantPast

    init(capacity: Int, interval: TimeInterval) {
        self.capacity = capacity
        self.interval = interval
    }

    /// Stores when the bucket will be full rather than the number of tokens, because many small additions would not add
    /// up exactly.
    mutating func take(now: Date) -> Bool {
        let full = max(fullAt, now) + interval
        guard full <= now + interval * Double(capacity) else { return false }
        fullAt = full
        return true
    }
}

/// A wall clock that never goes back: after the system's clock is set back, fetches would otherwise stop until it
/// catches up.
struct SteadyClock {
    private var latest = Date.distantPast
    private var setBack: TimeInterval = 0

    mutating func time(at clock: Date) -> Date {
        setBack = max(setBack, latest.timeIntervalSince(clock))
        latest = clock + setBack
        return latest
    }
}

/// The key names that recent fetches did not find, so that a repeated token causes one fetch.
///
/// It stores hashes, so that long names use no memory, and only the latest, so that invented names evict each other.
struct RefusedKeyNames {
    private let capacity = 64
    private var times: [Int: Date] = [:]
    private var order: [Int] = []

    mutating func insert(_ header: JWSHeader, now: Date) {
        let name = Self.name(of: header)
        if times.updateValue(now, forKey: name) != nil { order.removeAll { $0 == name } }
        order.append(name)
        if order.count > capacity { times[order.removeFirst()] = nil }
    }

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
