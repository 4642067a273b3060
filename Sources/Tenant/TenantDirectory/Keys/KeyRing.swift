// SPDX-License-Identifier: Apache-2.0
import CTesseraTenantResources
import HTTPMessages
import HTTPTransport
package import JSONWebSignatures
package import PortableFoundation
package import SQLiteRecords
import Synchronization
package import TenantControl

/// The keys that sign a tenant's tokens, in turn.
///
/// A key is published before it signs, so that clients with cached key sets have it by then. It stays published until
/// its last token expires. The clock alone decides which key signs.
package final class KeyRing: Sendable {
    /// The time for which a retired key stays published: the longest lifetime of a token, and the usual clock tolerance
    /// of clients.
    static let afterlife = TestTokenRequest.longestLifetime + 300
    /// The limit of published keys; clients accept no more than 128.
    static let capacity = 100

    /// The certificates that Entra ID publishes with the keys, and by which it names them.
    let certificates = KeyCertificates()

    private let now: @Sendable () -> Date
    private let database: TenantDatabase
    /// Sorted by the time from which they sign, the earliest first.
    private let keys: Mutex<[RingKey]>

    /// Opens the ring of a tenant; a new one gets its first key.
    ///
    /// - Throws: `JOSEError` if a key cannot be read; `KeyRingError` if the settings ask for another kind of keys.
    init(_ settings: TenantSettings, in database: TenantDatabase) throws {
        (now, self.database) = (settings.now, database)
        let time = settings.now()
        keys = Mutex(
            try database.writeNow { database in
                if try RingKeyRow.fetchCount(database) == 0 {
                    let first = RingKey(
                        privateKey: try Self.first(settings, in: database), createdAt: time, publishedAt: time,
                        activeFrom: time)
                    try RingKeyRow(first).insert(database)
                }
                return try Self.keys(in: database)
            })
        try KeyRingError.check(keys.withLock { $0 }, against: settings.keys)
    }

    package var signing: RingKey { at(now()).signing }

    /// The keys that are published now, including the signing key.
    package var published: [RingKey] { at(now()).published }

    /// The keys and their times, for people and programs.
    ///
    /// - Throws: The errors of ``KeyCertificate/init(_:)``.
    package var report: KeyRingReport {
        get throws {
            let keys = keys.withLock { $0 }
            return try KeyRingReport(keys, at: KeyRingMoment(keys, now: now())) {
                try certificates.certificate(of: $0).thumbprint
            }
        }
    }

    /// Publishes a new key, which begins to sign after a number of seconds.
    ///
    /// - Throws: ``DocumentRefusal`` (400), ``AdministrationProblem`` (409).
    package func rotate(publishedFor seconds: TimeInterval) async throws -> KeyRingReport {
        guard (0...(366 * 86_400)).contains(seconds) else {
            throw DocumentRefusal(
                at: "/publishedFor", "A key must be published from 0 seconds to 366 days before it signs.")
        }
        guard published.count < Self.capacity else { throw AdministrationProblem.ringFull }
        let made = try await next()
        let time = now()
        let key = RingKey(privateKey: made, createdAt: time, publishedAt: time, activeFrom: time + seconds)
        try await database.write { [self] database in
            do {
                try RingKeyRow(key).insert(database)
            } catch let error as DatabaseError where error.resultCode == .constraint {
                throw AdministrationProblem.ringUsedUp
            }
            try follow(database)
        }
        return try report
    }

    private func at(_ time: Date) -> KeyRingMoment { KeyRingMoment(keys.withLock { $0 }, now: time) }

    private func next() async throws -> JSONWebPrivateKey {
        let used = keys.withLock { $0 }
        let development = try DevelopmentKeys.all.get()
        if development.contains(used) {
            let names = Set(used.map(\.privateKey.publicKey.thumbprint))
            let next = development.ring.first { !names.contains($0.publicKey.thumbprint) }
            guard let next else { throw AdministrationProblem.ringUsedUp }
            return next
        }
        // Making an RSA key would block the cooperative pool for too long.
        return try await offThePool(as: .computing) { try JSONWebPrivateKey.generateRSA() }
    }

    /// The key of data from before key rings, else the key of the settings, else a new one.
    private static func first(_ settings: TenantSettings, in database: Database) throws -> JSONWebPrivateKey {
        let earlier = try Data.fetchOne(database, sql: "SELECT value FROM secret WHERE name = 'signing key'")
        if let earlier { return try JSONWebPrivateKey(jsonData: earlier) }
        if settings.keys != .own, let first = try DevelopmentKeys.all.get().ring.first { return first }
        if let given = settings.signingKey { return try JSONWebPrivateKey(jsonData: given) }
        return try JSONWebPrivateKey.generateRSA()
    }

    /// Whether the database holds the public development keys.
    package static func isOfDevelopment(in database: Database) throws -> Bool {
        try DevelopmentKeys.all.get().contains(try keys(in: database))
    }

    /// Replaces the keys in the database by the development key ring; ``follow(_:)`` begins to use it.
    package static func beginDevelopmentRing(at time: Date, in database: Database) throws {
        guard let first = try DevelopmentKeys.all.get().ring.first else { return }
        try RingKeyRow.deleteAll(database)
        try RingKeyRow(RingKey(privateKey: first, createdAt: time, publishedAt: time, activeFrom: time))
            .insert(database)
    }

    /// Uses the keys that a transaction wrote, once it is committed.
    package func follow(_ database: Database) throws {
        let written = try Self.keys(in: database)
        database.afterNextTransaction(onCommit: { [self] _ in keys.withLock { $0 = written } })
    }

    private static func keys(in database: Database) throws -> [RingKey] {
        try RingKeyRow.order(Column("activeFrom"), Column("id")).fetchAll(database).map { try $0.key() }
    }
}

extension AdministrationProblem {
    fileprivate static let ringFull = AdministrationProblem(
        .conflict,
        "\(KeyRing.capacity) keys are published; move the clock forward until earlier tokens have expired."
    )
    fileprivate static let ringUsedUp = AdministrationProblem(
        .conflict, "All development keys have been used; start with an empty folder.")
}

/// Keys that come with the program, including their private halves, so that runs repeat.
///
/// The private keys are public: only a test on one machine may trust their signatures.
package struct DevelopmentKeys: Sendable {
    /// The keys of a development key ring, in the order in which they sign.
    let ring: [JSONWebPrivateKey]
    /// A key that no tenant ever publishes, for tokens that must be refused.
    package let stray: JSONWebPrivateKey

    /// The keys, which a process reads once; `DecodingError` or `JOSEError` if it was built with invalid ones.
    package static let all = Result { try DevelopmentKeys() }

    private init() throws {
        let content = try StrictJSON.object(in: String(cString: tenant_development_keys()).utf8)
        func key(_ value: JSONValue?) throws -> JSONWebPrivateKey {
            try JSONWebPrivateKey(jsonData: Data((value?.text ?? "").utf8))
        }
        ring = try (content["ring"]?.array ?? []).map(key)
        stray = try key(content["stray"])
    }

    /// Whether all keys of a ring are development keys.
    func contains(_ keys: [RingKey]) -> Bool {
        let known = Set(ring.map(\.publicKey.thumbprint))
        return keys.allSatisfy { known.contains($0.privateKey.publicKey.thumbprint) }
    }
}
