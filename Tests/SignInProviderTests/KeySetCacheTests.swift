// SPDX-License-Identifier: Apache-2.0
import Fixtures
import JSONWebSignatures

@testable import SignInProvider

@Suite struct KeySetCacheTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    /// With one key, `rsa`, fetched at second 0.
    private static func filled(for lifetime: TimeInterval?) -> KeySetCache {
        var cache = KeySetCache()
        cache.keep(JSONWebKeySet([Key.rsa.publicKey]), for: lifetime, now: start)
        return cache
    }

    private static func decision(
        _ cache: inout KeySetCache, _ name: String, after seconds: TimeInterval, isFetching: Bool = false
    ) -> String {
        let header = JWSHeader(algorithm: .rs256, keyIdentifier: name)
        switch cache.action(for: header, now: start + seconds, isFetching: isFetching) {
        case .use: return "use"
        case .useAndFetch: return "use and fetch"
        case .fetch: return "fetch"
        case .refuse: return "refuse"
        case .unavailable: return "unavailable"
        }
    }

    @Test func `without keys they are fetched`() {
        var cache = KeySetCache()
        #expect(Self.decision(&cache, "rsa", after: 0) == "fetch")
    }

    /// The lifetime in the response, and that of the keys.
    static let lifetimes: [(TimeInterval?, TimeInterval)] = [
        (nil, 3600), (0, 300), (-1, 300), (299, 300), (301, 301), (7200, 7200), (86_400, 86_400), (86_401, 86_400),
        (.infinity, 86_400),
    ]

    @Test(arguments: lifetimes) func `keys are fresh for`(_ allowed: TimeInterval?, _ fresh: TimeInterval) {
        for (seconds, expected) in [
            (0, "use"), (fresh - 1, "use"), (fresh, "use and fetch"), (fresh + 12 * 3600 - 1, "use and fetch"),
            (fresh + 12 * 3600, "fetch"),
        ] {
            var cache = Self.filled(for: allowed)
            #expect(Self.decision(&cache, "rsa", after: seconds) == expected, "\(seconds)")
        }
    }

    @Test func `old keys are fetched once in thirty seconds, and not twice at once`() {
        var cache = Self.filled(for: nil)
        #expect(Self.decision(&cache, "rsa", after: 3600, isFetching: true) == "use")
        let decisions = [3600, 3601, 3629, 3630, 3631].map { Self.decision(&cache, "rsa", after: $0) }
        #expect(decisions == ["use and fetch", "use", "use", "use and fetch", "use"])
    }

    @Test func `made-up names may cause four fetches at once and one in five seconds`() {
        var cache = Self.filled(for: nil)
        let decisions = (0..<100).map { Self.decision(&cache, "junk \($0)", after: 0) }
        #expect(decisions == Array(repeating: "fetch", count: 4) + Array(repeating: "refuse", count: 96))
        let later = stride(from: 1.0, through: 60, by: 0.5).filter {
            Self.decision(&cache, "late \($0)", after: $0) == "fetch"
        }
        #expect(later == stride(from: 5.0, through: 60, by: 5).map(\.self))
        #expect(Self.decision(&cache, "rsa", after: 60) == "use")
    }

    @Test func `an hour of quiet allows no more than four fetches`() {
        var cache = Self.filled(for: 86_400)
        #expect((0..<9).count { Self.decision(&cache, "junk \($0)", after: 3600) == "fetch" } == 4)
    }

    @Test func `waiting for a fetch that is under way costs nothing`() {
        var cache = Self.filled(for: nil)
        #expect((0..<100).allSatisfy { Self.decision(&cache, "junk \($0)", after: 0, isFetching: true) == "fetch" })
        #expect(Self.decision(&cache, "new", after: 0) == "fetch")
    }

    @Test func `a name that was looked for in vain costs one fetch in five seconds`() {
        var cache = Self.filled(for: nil)
        let header = JWSHeader(algorithm: .rs256, keyIdentifier: "old")
        #expect(Self.decision(&cache, "old", after: 0) == "fetch")
        #expect(cache.key(for: header, now: Self.start) == nil)
        #expect((0..<100).allSatisfy { _ in Self.decision(&cache, "old", after: 4.9) == "refuse" })
        #expect(["a", "b", "c"].map { Self.decision(&cache, $0, after: 0) } == ["fetch", "fetch", "fetch"])
        #expect(Self.decision(&cache, "old", after: 10) == "fetch")
    }

    @Test func `a name that was refused is good as soon as its key is there`() {
        var cache = Self.filled(for: nil)
        _ = cache.key(for: JWSHeader(algorithm: .es256, keyIdentifier: "ec"), now: Self.start)
        cache.keep(JSONWebKeySet([Key.elliptic.publicKey]), for: nil, now: Self.start + 1)
        let header = JWSHeader(algorithm: .es256, keyIdentifier: "ec")
        #expect(cache.action(for: header, now: Self.start + 1) == .use(Key.elliptic.publicKey))
    }

    @Test func `a name that was refused is remembered for less than the interval`() {
        var names = RefusedKeyNames()
        let header = JWSHeader(algorithm: .rs256, keyIdentifier: "new")
        names.insert(header, now: Self.start)
        #expect(names.contains(header, within: 5, now: Self.start + 4.999))
        #expect(!names.contains(header, within: 5, now: Self.start + 5))
        #expect(!names.contains(header, within: 5, now: Self.start - 1), "the clock was moved back")
    }

    @Test func `few of the names that were refused are remembered`() {
        var names = RefusedKeyNames()
        for number in 0..<100 {
            names.insert(JWSHeader(algorithm: .rs256, keyIdentifier: "\(number)"), now: Self.start)
        }
        let remembered = (0..<100).count {
            names.contains(JWSHeader(algorithm: .rs256, keyIdentifier: "\($0)"), within: 5, now: Self.start)
        }
        #expect(remembered == 64)
    }

    @Test func `an unreachable provider is not reported as an unknown key`() {
        var cache = Self.filled(for: nil)
        cache.fail()
        let decisions = (0..<5).map { Self.decision(&cache, "new \($0)", after: 0) }
        #expect(decisions == ["fetch", "fetch", "fetch", "fetch", "unavailable"])
        #expect(Self.decision(&cache, "rsa", after: 0) == "use")
    }

    @Test(arguments: [-1, -7200, -400 * 86_400] as [TimeInterval])
    func `a clock that is set back changes nothing`(_ back: TimeInterval) {
        var cache = Self.filled(for: nil)
        for number in 0..<4 { _ = Self.decision(&cache, "junk \(number)", after: 3000) }
        #expect(Self.decision(&cache, "new", after: 3000 + back) == "refuse")
        #expect(Self.decision(&cache, "rsa", after: 3000 + back) == "use")
        #expect(Self.decision(&cache, "new", after: 3005 + back) == "fetch")
        #expect(Self.decision(&cache, "rsa", after: 3600 + back) == "use and fetch")
    }
}
