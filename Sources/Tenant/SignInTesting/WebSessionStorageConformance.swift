// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
public import WebSignIn

/// The requirements of `WebSessionStorage`, as checks for any implementation.
///
/// It needs no testing library. If the result is empty, a web app can rely on the storage.
///
/// ```swift
/// @Test func `our storage keeps sessions as it must`() async {
///     let conformance = WebSessionStorageConformance { MemoryWebSessionStorage() }  // your own storage, empty
///     #expect(await conformance.failures() == [])
/// }
/// ```
public struct WebSessionStorageConformance: Sendable {
    private typealias Check = @Sendable (any WebSessionStorage) async throws -> Bool

    private let open: @Sendable () async throws -> any WebSessionStorage

    /// Creates the checks, each of which opens its own empty storage.
    public init(_ open: @escaping @Sendable () async throws -> any WebSessionStorage) { self.open = open }

    /// Runs all checks, and returns the missing required behavior, or the errors that the storage threw.
    public func failures() async -> [String] {
        var failures: [String] = []
        for (promise, check) in Self.checks {
            do {
                if try await !check(try await open()) { failures.append(promise) }
            } catch {
                failures.append("\(promise): it threw \(error)")
            }
        }
        return failures
    }

    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    private static func session(_ name: String, lasting seconds: TimeInterval = 100) -> StoredSession {
        StoredSession(
            id: StoredSession.ID(rawValue: name), lookup: StoredSession.Lookup(rawValue: "cookie of \(name)"),
            sealedKey: Data(name.utf8), startedAt: start - 7, usedAt: start - 3, endsAt: start + 1000,
            expiresAt: start + seconds, browser: "Firefox on Linux")
    }

    private static func entry(
        _ name: String, _ text: String = "text", under indexNames: Set<String> = [], version: Int = 7
    ) -> StoredEntry {
        StoredEntry(name: name, version: version, content: Data(text.utf8), indexNames: indexNames, date: start)
    }

    private static func check(_ promise: String, _ check: @escaping Check) -> (promise: String, check: Check) {
        (promise, check)
    }

    private static let checks = [
        check("a session is found by its cookie as it was saved") { storage in
            try await storage.insert(session("a"))
            try await storage.insert(session("b"))
            return try await all(
                storage.session(session("a").lookup) == session("a"),
                storage.session(StoredSession.Lookup(rawValue: "another")) == nil,
                Set(storage.sessions([session("a").id, session("c").id])) == [session("a")])
        },
        check("a session with a new cookie is not found by the old one, and is replaced only once") { storage in
            try await storage.insert(session("a"))
            var (next, other) = (session("a"), session("a"))
            next.lookup = StoredSession.Lookup(rawValue: "next")
            next.sealedKey = Data("next".utf8)
            (next.usedAt, next.endsAt, next.expiresAt) = (start + 1, start + 1001, start + 102)
            other.lookup = StoredSession.Lookup(rawValue: "other")
            let replaced = try await storage.replace(next, at: session("a").lookup)
            let again = try await storage.replace(other, at: session("a").lookup)
            return try await all(
                replaced, !again, storage.session(next.lookup) == next, storage.session(session("a").lookup) == nil)
        },
        check("removing a session removes its entries, and no others") { storage in
            for name in ["a", "b"] {
                try await storage.insert(session(name))
                _ = try await storage.save(entry("x", under: ["i"]), replacing: 0, of: session(name).id)
            }
            try await storage.remove(session("a").id)
            return try await all(
                storage.session(session("a").lookup) == nil, storage.entry("x", of: session("a").id) == nil,
                storage.entries(under: "i").map(\.session) == [session("b").id],
                !storage.replace(session("a"), at: session("a").lookup))
        },
        check("removing sessions by cookie removes their entries, and no others") { storage in
            for name in ["a", "b", "c"] {
                try await storage.insert(session(name))
                _ = try await storage.save(entry("x", under: ["i"]), replacing: 0, of: session(name).id)
            }
            try await storage.remove(at: [])
            try await storage.remove(at: [session("a").lookup, session("c").lookup, session("d").lookup])
            return try await all(
                storage.sessions([session("a").id, session("b").id, session("c").id]) == [session("b")],
                storage.entries(under: "i").map(\.session) == [session("b").id])
        },
        check("expired sessions are removed, and no others") { storage in
            try await storage.insert(session("a", lasting: 10))
            try await storage.insert(session("b", lasting: 11))
            try await storage.removeExpired(at: start + 10)
            return try await storage.sessions([session("a").id, session("b").id]).map(\.id) == [session("b").id]
        },
        check("the entries of an expired session are removed with their index names") { storage in
            try await storage.insert(session("a", lasting: 10))
            _ = try await storage.save(entry("x", under: ["i"]), replacing: 0, of: session("a").id)
            try await storage.removeExpired(at: start + 10)
            let left = try await storage.entries(under: "i")
            // The names must not come back with a session and an entry of the same names.
            try await storage.insert(session("a"))
            let isFree = try await storage.save(entry("x"), replacing: 0, of: session("a").id)
            return try await all(left.isEmpty, isFree, storage.entries(under: "i").isEmpty)
        },
        check("unexpired sessions with an account are listed, the latest first") { storage in
            for (number, name) in ["a", "b", "c", "d"].enumerated() {
                var session = session(name, lasting: name == "d" ? 10 : 100)
                session.usedAt = start + TimeInterval(number)
                try await storage.insert(session)
                if name != "c" {
                    _ = try await storage.save(entry("x", under: ["i"]), replacing: 0, of: session.id)
                }
            }
            return try await storage.signedInSessions(at: start + 10).map(\.id.rawValue) == ["b", "a"]
        },
        check("an entry is read as it was saved, and its version can be read separately") { storage in
            try await storage.insert(session("a"))
            let expected = entry("x", under: ["i", "j"], version: .max)
            let saved = try await storage.save(expected, replacing: 0, of: session("a").id)
            return try await all(
                saved, storage.entry("x", of: session("a").id) == expected,
                storage.version("x", of: session("a").id) == .max,
                storage.version("y", of: session("a").id) == nil,
                storage.entries(under: "j").map(\.entry) == [expected])
        },
        check("an entry with an outdated version, or without a session, is rejected") {
            storage in
            try await storage.insert(session("a"))
            let first = try await storage.save(entry("x", "1"), replacing: 0, of: session("a").id)
            for version in [0, 6, 8] {
                let next = entry("x", "2", version: 8)
                if try await storage.save(next, replacing: version, of: session("a").id) { return false }
            }
            let homeless = try await storage.save(entry("x"), replacing: 0, of: session("b").id)
            let isFirst = try await storage.entry("x", of: session("a").id)?.content == Data("1".utf8)
            let second = try await storage.save(entry("x", "2", version: 8), replacing: 7, of: session("a").id)
            return first && !homeless && isFirst && second
        },
        check("a saved entry replaces the previous index names") { storage in
            try await storage.insert(session("a"))
            _ = try await storage.save(entry("x", under: ["i"]), replacing: 0, of: session("a").id)
            _ = try await storage.save(entry("x", under: ["j"], version: 8), replacing: 7, of: session("a").id)
            return try await all(storage.entries(under: "i").isEmpty, storage.entries(under: "j").count == 1)
        },
        check("entries are listed by a prefix of their names") { storage in
            try await storage.insert(session("a"))
            for name in ["k.1", "k.2", "ké", "l.1", "k%"] {
                _ = try await storage.save(entry(name), replacing: 0, of: session("a").id)
            }
            let found = try await storage.entries(beginning: "k.", of: session("a").id)
            return Set(found.map(\.name)) == ["k.1", "k.2"]
        },
        check("exactly one of many concurrent callers takes an entry") { storage in
            try await storage.insert(session("a"))
            _ = try await storage.save(entry("x"), replacing: 0, of: session("a").id)
            return try await count { try await storage.take("x", of: session("a").id) != nil } == 1
        },
        check("exactly one of many concurrent saves of a version succeeds") { storage in
            try await storage.insert(session("a"))
            return try await count { try await storage.save(entry("x"), replacing: 0, of: session("a").id) } == 1
        },
        check("exactly one of many concurrent callers claims a name, until it is released or ends") { storage in
            let first = try await count { try await storage.claim("n", by: "o", until: start + 10, now: start) }
            let early = try await storage.claim("n", by: "o", until: start + 20, now: start + 9)
            let late = try await storage.claim("n", by: "o", until: start + 20, now: start + 10)
            try await storage.release("n", by: "another")
            let kept = try await !storage.claim("n", by: "p", until: start + 30, now: start + 11)
            try await storage.release("n", by: "o")
            return try await all(
                first == 1, !early, late, kept, storage.claim("n", by: "o", until: start + 30, now: start + 11))
        },
        check("expired claims are removed with the expired sessions, and no others") { storage in
            let now = start + 5
            _ = try await storage.claim("ended", by: "o", until: start + 10, now: now)
            _ = try await storage.claim("held", by: "o", until: start + 11, now: now)
            try await storage.removeExpired(at: start + 10)
            // At an earlier time: a claim that is only over by the clock would still be held.
            return try await all(
                storage.claim("ended", by: "p", until: start + 20, now: now),
                !storage.claim("held", by: "p", until: start + 20, now: now))
        },
    ]

    /// `&&` cannot await its right side.
    private static func all(_ conditions: Bool...) -> Bool { conditions.allSatisfy { $0 } }

    private static func count(_ body: @escaping @Sendable () async throws -> Bool) async throws -> Int {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { try await body() } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }
}
