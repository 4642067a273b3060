// SPDX-License-Identifier: Apache-2.0
import CTesseraTenantResources
import HTTPMessages
import HTTPTransport
package import JSONWebSignatures
package import PortableFoundation
package import SQLiteRecords
import Synchronization
package import TenantControl

/// The keys that sign a tenant's tokens in turn; the clock alone decides which one signs.
///
/// A key is published before it signs, for clients with cached key sets, and until its last token expires.
package final class KeyRing: Sendable {
    /// How long a retired key stays published: the longest token lifetime, and the usual clock tolerance of clients.
    static let afterlife = TestTokenRequest.longestLifetime + 300
    /// The number of published keys; clients accept at most 128.
    static let capacity = 100

    let certificates = KeyCertificates()

    private let now: @Sendable () -> Date
    private let database: TenantDatabase
    /// Sorted by `activeFrom`.
    private let keys: Mutex<[RingKey]>

    /// Creates the first key of a new ring; throws ``KeyRingError`` if the settings require another kind of keys.
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

    package var published: [RingKey] { at(now()).published }

    package var report: KeyRingReport {
        get throws {
            let keys = keys.withLock { $0 }
            return try KeyRingReport(keys, at: KeyRingMoment(keys, now: now())) {
                try certificates.certificate(of: $0).thumbprint
            }
        }
    }

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
        // Generating an RSA key would block the cooperative pool for too long.
        return try await offThePool(as: .computing) { try JSONWebPrivateKey.generateRSA() }
    }

    private static func first(_ settings: TenantSettings, in database: Database) throws -> JSONWebPrivateKey {
        let earlier = try Data.fetchOne(database, sql: "SELECT value FROM secret WHERE name = 'signing key'")
        if let earlier { return try JSONWebPrivateKey(jsonData: earlier) }
        if settings.keys != .own, let first = try DevelopmentKeys.all.get().ring.first { return first }
        if let given = settings.signingKey { return try JSONWebPrivateKey(jsonData: given) }
        return try JSONWebPrivateKey.generateRSA()
    }

    package static func isOfDevelopment(in database: Database) throws -> Bool {
        try DevelopmentKeys.all.get().contains(try keys(in: database))
    }

    /// Replaces the stored keys; ``follow(_:)`` then uses them.
    package static func beginDevelopmentRing(at time: Date, in database: Database) throws {
        guard let first = try DevelopmentKeys.all.get().ring.first else { return }
        try RingKeyRow.deleteAll(database)
        try RingKeyRow(RingKey(privateKey: first, createdAt: time, publishedAt: time, activeFrom: time))
            .insert(database)
    }

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

/// Keys that ship with their private halves, for reproducible runs: only tests on one machine may trust them.
package struct DevelopmentKeys: Sendable {
    let ring: [JSONWebPrivateKey]
    /// Never published, for tokens that must be rejected.
    package let stray: JSONWebPrivateKey

    /// Read once per process; a failure if the process was built with invalid keys.
    package static let all = Result { try DevelopmentKeys() }

    private init() throws {
        let content = try StrictJSON.object(in: String(cString: tenant_development_keys()).utf8)
        func key(_ value: JSONValue?) throws -> JSONWebPrivateKey {
            try JSONWebPrivateKey(jsonData: Data((value?.text ?? "").utf8))
        }
        ring = try (content["ring"]?.array ?? []).map(key)
        stray = try key(content["stray"])
    }

    func contains(_ keys: [RingKey]) -> Bool {
        let known = Set(ring.map(\.publicKey.thumbprint))
        return keys.allSatisfy { known.contains($0.privateKey.publicKey.thumbprint) }
    }
}
