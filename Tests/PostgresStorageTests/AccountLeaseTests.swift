// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting

@testable import PostgresStorage

@Suite(.timeLimit(.minutes(2))) struct AccountLeaseTests {
    private final class Counter: Transport {
        private let inner: any Transport
        private let count = Mutex(0)

        init(_ inner: any Transport) { self.inner = inner }

        var tokenRequests: Int { count.withLock { $0 } }

        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            if request.path?.hasSuffix("/token") == true {
                count.withLock { $0 += 1 }
                // Long enough for other programs to refresh as well.
                let end = ContinuousClock.now + .milliseconds(300)
                while ContinuousClock.now < end { await Task.yield() }
            }
            return try await inner.send(request, body: body)
        }
    }

    @Test func `a thousand tasks of each of eight programs cause one refresh`() async throws {
        let address = try await SharedServer.server.emptySchema()
        let key = SealingKey()
        let tenant = try await withTenant { $0 }
        let databases = try (0..<8).map { _ in try open(address) }
        var storages: [PostgresAccountStorage] = []
        for database in databases { storages.append(try await PostgresAccountStorage(in: database, key: key)) }
        let account = try await tenant.signInFlow(keepingIn: storages[0])
            .signIn(with: tenant.userAgent(signingIn: tenant.person))
        tenant.clock.advance(by: .seconds(3 * 3600))
        let transport = Counter(tenant.transport)
        let programs = storages.map {
            AccountStore($0, registrations: [tenant.registration], over: transport, time: tenant.clock.time)
        }
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<8000 {
                group.addTask {
                    let program = programs[number % programs.count]
                    return try await program.token(for: account, scopes: tenant.registration.scopes).revealed
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
        #expect(transport.tokenRequests == 1)
        for database in databases { await database.close() }
    }

    @Test func `a lease that its holder does not prolong ends by itself, and a prolonged one lasts`() async throws {
        let database = try await SharedServer.database()
        _ = try await PostgresAccountStorage(in: database, key: SealingKey())
        let dead = AccountLease(of: "a", in: database)
        try await dead.acquire()
        try await dead.acquire()
        // As if ten seconds had passed: the holder was killed.
        try await database.execute(.write("UPDATE account_lease SET ends_at = clock_timestamp()"))
        let next = AccountLease(of: "a", in: database)
        try await next.acquire()
        let waiting = Task { try await AccountLease(of: "a", in: database).acquire() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        // The first holder continues, and takes nothing from the second.
        try await dead.holding {}
        #expect(try await database.query(.read("SELECT holder FROM account_lease"), [], \.count) == 1)
        try await next.holding {}
        #expect(try await database.query(.read("SELECT holder FROM account_lease"), [], \.count) == 0)
        await database.close()
    }

    /// Whether the lease ends five to ten seconds from now.
    private static func lasts(in database: PostgresDatabase) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(30)
        let bounds = PostgresStatement.read(
            """
            SELECT ends_at > clock_timestamp(),
                ends_at BETWEEN clock_timestamp() + interval '5 s' AND clock_timestamp() + interval '10 s'
            FROM account_lease
            """)
        while ContinuousClock.now < end {
            let found = try await database.query(bounds) { $0.first { ($0.bool(0), $0.bool(1)) } }
            if let (lasts, isRight) = found, lasts { return isRight }
        }
        return false
    }

    /// A running token request continues when its caller is canceled.
    @Test(arguments: [false, true])
    func `a lease lasts while it is held, even by a canceled task`(_ isCanceled: Bool) async throws {
        let database = try await SharedServer.database()
        _ = try await PostgresAccountStorage(in: database, key: SealingKey())
        var lease = AccountLease(of: "a", in: database)
        #expect(lease.interval == .seconds(3), "three attempts before the lease ends")
        lease.interval = .milliseconds(5)
        try await lease.acquire()
        #expect(try await Self.lasts(in: database))
        let holder = Task { [lease] in
            try await lease.holding {
                if isCanceled { withUnsafeCurrentTask { $0?.cancel() } }
                // In its own task, which is not canceled.
                try await Task {
                    for _ in 0..<3 {
                        // As if ten seconds had passed.
                        try await database.execute(.write("UPDATE account_lease SET ends_at = clock_timestamp()"))
                        #expect(try await Self.lasts(in: database))
                    }
                }.value
            }
        }
        try await holder.value
        #expect(try await database.query(.read("SELECT FROM account_lease"), [], \.count) == 0)
        await database.close()
    }

    @Test func `an attempt that fails leaves no lease, although the server may have given it`() async throws {
        let database = try await SharedServer.database()
        _ = try await PostgresAccountStorage(in: database, key: SealingKey())
        let lease = AccountLease(of: "a", in: database)
        // As if this response had been lost.
        try await lease.acquire()
        try await database.execute(
            .write(
                """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$
                """))
        try await database.execute(
            .write("CREATE TRIGGER refuse BEFORE INSERT ON account_lease FOR EACH ROW EXECUTE FUNCTION refuse()"))
        await #expect(throws: PostgresError.self) { try await lease.acquire() }
        #expect(try await database.query(.read("SELECT FROM account_lease"), [], \.count) == 0)
        await database.close()
    }

    @Test func `a cancelled task gives its lease up`() async throws {
        let database = try await SharedServer.database()
        let storage = try await PostgresAccountStorage(in: database, key: SealingKey())
        let (isHeld, held) = AsyncStream<Void>.makeStream()
        let id = Account.ID(rawValue: "ann")
        let task = Task {
            try await storage.withExclusiveAccess(to: id) {
                held.yield()
                // Only cancellation ends it.
                for await _ in AsyncStream<Never>.makeStream().stream {}
                try Task.checkCancellation()
            }
        }
        for await _ in isHeld { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await database.query(.read("SELECT FROM account_lease"), [], \.count) == 0)
        await database.close()
    }
}
