// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInTesting
import WebSignIn

@testable import PostgresStorage

/// Both storages against a real server.
@Suite struct StorageConformanceTests {
    @Test func `PostgreSQL keeps sessions as it must`() async throws {
        let conformance = WebSessionStorageConformance {
            try await PostgresWebSessionStorage(in: SharedServer.database())
        }
        #expect(await conformance.failures() == [])
    }

    @Test func `an entry that was saved meanwhile is not overwritten, at any version`() async throws {
        let database = try await SharedServer.database()
        let storage = try await PostgresWebSessionStorage(in: database)
        let (id, now) = (StoredSession.ID(rawValue: "a"), Date(timeIntervalSince1970: 1_767_225_600))
        try await storage.insert(
            StoredSession(
                id: id, lookup: StoredSession.Lookup(rawValue: "b"), sealedKey: Data(), startedAt: now, usedAt: now,
                endsAt: now, expiresAt: now, browser: ""))
        for (version, isSaved) in [(0, true), (1, true), (1, false), (3, false), (2, true)] {
            let entry = StoredEntry(name: "x", version: version + 1, content: Data(), date: now)
            #expect(
                try await storage.save(entry, replacing: version, of: id) == isSaved, "version \(version)")
        }
        await database.close()
    }

    @Test func `all expired sessions and ended claims are removed, however many there are`() async throws {
        let database = try await SharedServer.database()
        let storage = try await PostgresWebSessionStorage(in: database)
        let now = Date(timeIntervalSince1970: 1_767_225_600)
        try await database.execute(
            .write(
                """
                INSERT INTO web_session (id, lookup, sealed_key, started_at, used_at, ends_at, expires_at, browser)
                SELECT 's' || n, 'l' || n, '', $1, $1, $1, $1, '' FROM generate_series(1, 2001) AS n
                """), [.date(now)])
        try await database.execute(
            .write(
                """
                INSERT INTO web_session_claim (name, owner, ends_at)
                SELECT 'n' || n, 'o', $1 FROM generate_series(1, 2001) AS n
                """), [.date(now)])
        func count() async throws -> [Int] {
            [
                try await database.query(.read("SELECT FROM web_session"), [], \.count),
                try await database.query(.read("SELECT FROM web_session_claim"), [], \.count),
            ]
        }
        try await storage.removeExpired(at: now - 0.001)
        #expect(try await count() == [2001, 2001])
        try await storage.removeExpired(at: now)
        #expect(try await count() == [0, 0])
        await database.close()
    }

    @Test
    func `a crash of the server empties leases and claims, and costs nothing else that was confirmed`() async throws {
        let database = try await SharedServer.database()
        _ = try await PostgresAccountStorage(in: database, key: SealingKey())
        _ = try await PostgresWebSessionStorage(in: database)
        let emptied = try await database.query(
            .read(
                """
                SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relpersistence = 'u'
                    AND relnamespace = current_schema()::regnamespace ORDER BY 1
                """)
        ) { rows in rows.map { $0.text(0) } }
        #expect(emptied == ["account_lease", "web_session_claim"])
        // The tests' server runs without `fsync`, so no crash of it would show this.
        let level = try await database.query(.read("SHOW synchronous_commit")) { $0.first { $0.text(0) } }
        #expect(level == "on")
        await database.close()
    }

    @Test func `PostgreSQL keeps accounts as it must`() async throws {
        let key = SealingKey()
        let conformance = AccountStorageConformance(
            sharedBy: { storage in
                let storage = try #require(storage as? PostgresAccountStorage)
                return try await PostgresAccountStorage(in: storage.database, key: key)
            },
            damagedBy: { storage, id in
                let storage = try #require(storage as? PostgresAccountStorage)
                let damage = PostgresStatement.write("UPDATE account SET sealed = 'no account' WHERE name = $1")
                try await storage.database.execute(damage, [.text(storage.seal.name(of: id).stem)])
            },
            { try await PostgresAccountStorage(in: SharedServer.database(), key: key) })
        #expect(conformance.checks == AccountStorageConformance.Check.allCases)
        #expect(await conformance.failures() == [])
    }

    @Test func `accounts of one key are refused to a program with another`() async throws {
        let database = try await SharedServer.database()
        let (one, other) = (SealingKey(), SealingKey())
        _ = try await PostgresAccountStorage(in: database, key: one)
        _ = try await PostgresAccountStorage(in: database, key: one)
        _ = try await PostgresAccountStorage(in: database, group: AccountGroup("reports"), key: other)
        await #expect { try await PostgresAccountStorage(in: database, key: other) } throws: {
            ($0 as? AccountStorageError)?.code == .keyMismatch
        }
        await database.close()
    }

    @Test func `a database without a server is unavailable, not damaged`() async throws {
        let server = try await PostgresServer()
        let limits = PoolLimits(connections: 1, waiting: .milliseconds(50))
        let database = try await connected(server.address(), limits)
        let storage = try await PostgresAccountStorage(in: database, key: SealingKey())
        try await storage.prepare()
        await server.stop()
        await #expect { try await storage.prepare() } throws: { error in
            (error as? AccountStorageError)?.code == .unavailable
                && (error as? AccountStorageError)?.nextAction == .retry(after: nil)
        }
        await database.close()
        await server.remove()
    }
}
