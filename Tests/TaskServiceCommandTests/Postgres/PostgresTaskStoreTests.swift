// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import PostgresStorage
import SampleServers
import TaskListClient
import TaskService

@testable import TaskServiceCommand

@Suite(.timeLimit(.minutes(2))) struct PostgresTaskStoreTests {
    private static let starting = Task { try await PostgresServer() }

    private static func database(_ address: String? = nil) async throws -> PostgresDatabase {
        let address = if let address { address } else { try await starting.value.emptySchema() }
        return try PostgresDatabase(at: PostgresAddress(Redacted(address)), limits: PoolLimits(connections: 2))
    }

    private func task(_ text: String, of owner: String = "alice") -> TaskItem {
        TaskItem(id: UUID().uuidString, owner: owner, text: text, date: Date(timeIntervalSince1970: 1_767_225_600))
    }

    @Test func `PostgreSQL keeps what the task API needs`() async {
        let conformance = TaskStoreConformance { try await PostgresTaskStore(in: Self.database()) }
        #expect(await conformance.failures() == [])
    }

    @Test func `a crash of the server empties the counts of requests, and costs no task`() async throws {
        let database = try await Self.database()
        _ = try await PostgresTaskStore(in: database)
        _ = try await PostgresRequestLimits(RequestRate(count: 3, seconds: 60), in: database)
        let emptied = try await database.query(
            .read(
                """
                SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relpersistence = 'u'
                    AND relnamespace = current_schema()::regnamespace ORDER BY 1
                """)
        ) { rows in rows.map { $0.text(0) } }
        #expect(emptied == ["task_request"])
    }

    @Test func `instances that start at once share their tasks, and the last place`() async throws {
        let address = try await Self.starting.value.emptySchema()
        let stores = try await withThrowingTaskGroup(of: PostgresTaskStore.self) { group in
            for _ in 0..<4 { group.addTask { try await PostgresTaskStore(in: Self.database(address)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let results = try await withThrowingTaskGroup(of: TaskAddition.self) { group in
            for number in 0..<40 {
                let task = task("\(number)")
                group.addTask { try await stores[number % 4].add(task, upTo: 25, once: nil) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 == .added } == 25)
        let lists = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for store in stores {
                group.addTask { try await store.list(of: "alice", TaskQuery()).json }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(lists.count == 1)
    }

    @Test func `the count of an owner follows each removal`() async throws {
        let store = try await PostgresTaskStore(in: Self.database())
        let tasks = ["a", "a", "b", "c"].map { task($0) }
        for task in tasks { #expect(try await store.add(task, upTo: 4, once: nil) == .added) }
        #expect(try await store.add(task("d"), upTo: 4, once: nil) == .full)
        _ = try await store.remove(tasks[3].id, of: "alice", if: .any)
        #expect(try await store.add(task("d"), upTo: 4, once: nil) == .added)
        try await store.removeAll(withText: "a", of: "alice")
        for text in ["e", "f"] { #expect(try await store.add(task(text), upTo: 4, once: nil) == .added) }
        #expect(try await store.add(task("g"), upTo: 4, once: nil) == .full)
        try await store.removeAll(of: "alice")
        #expect(try await store.add(task("g"), upTo: 1, once: nil) == .added)
        #expect(try await store.add(task("h", of: "bob"), upTo: 0, once: nil) == .full)
    }

    @Test func `of requests with one key at several instances, one adds a task`() async throws {
        let address = try await Self.starting.value.emptySchema()
        let named = address + " application_name=one-key"
        let stores = [
            try await PostgresTaskStore(in: Self.database(named)),
            try await PostgresTaskStore(in: Self.database(named)),
        ]
        let key = try #require(IdempotencyKey("key"))
        #expect(try await stores[0].add(task("first"), upTo: 5, once: nil) == .added)
        let holder = try await Self.database(address)
        let waiting = PostgresStatement.read(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'one-key' AND wait_event_type = 'Lock'")
        let results = try await withThrowingTaskGroup(of: TaskAddition.self) { group in
            // Both requests are running before the first can add its task.
            try await holder.transaction { transaction in
                _ = try await transaction.query(.read("SELECT 1 FROM task_owner FOR UPDATE"), [], \.count)
                for store in stores {
                    let task = task("text")
                    group.addTask { try await store.add(task, upTo: 5, once: key) }
                }
                while try await holder.query(waiting, [], { $0.first { $0.int(0) } ?? 0 }) < 2 {}
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 == .added } == 1)
        #expect(results.contains { if case .repeated(let task) = $0 { task.text == "text" } else { false } })
    }

    @Test func `requests are counted for all instances together, by the rule of memory`() async throws {
        let address = try await Self.starting.value.emptySchema()
        let rate = RequestRate(count: 3, seconds: 60)
        let memory = MemoryRequestLimits(rate)
        let instances = [
            try await PostgresRequestLimits(rate, in: Self.database(address)),
            try await PostgresRequestLimits(rate, in: Self.database(address)),
        ]
        for (number, second) in [0, 0, 1, 1, 2, 20, 21, 21, 45, 200, 200, 200, 200, 10, 10, 11, 11, 31].enumerated() {
            let date = Date(timeIntervalSince1970: 1_767_225_600 + Double(second))
            let expected = try await memory.count(requestOf: "alice", at: date)
            #expect(
                try await instances[number % 2].count(requestOf: "alice", at: date) == expected, "request \(number)")
        }
    }

    @Test func `only a new person's request removes buckets that were full for long`() async throws {
        let database = try await Self.database()
        let limits = try await PostgresRequestLimits(RequestRate(count: 3, seconds: 60), in: database)
        // One period before the request, another hour began.
        let hour: Int64 = 490_000 * 3_600_000_000
        let date = Date(timeIntervalSince1970: 490_000 * 3600 + 60)
        let bucket = PostgresStatement.write("INSERT INTO task_request (owner, full_at) VALUES ($1, $2)")
        for number in 0...4 {
            try await database.execute(bucket, [.text("old \(number)"), .int(hour - 1)])
        }
        try await database.execute(bucket, [.text("young"), .int(hour)])
        func owners(after person: String, secondsBefore: Double = 0) async throws -> [String] {
            _ = try await limits.count(requestOf: person, at: date - secondsBefore)
            return try await database.query(.read("SELECT owner FROM task_request ORDER BY owner")) { rows in
                rows.map { $0.text(0) }
            }
        }
        #expect(try await owners(after: "alan", secondsBefore: 1).count == 7)
        let first = try await owners(after: "alice")
        #expect(first.count == 4 && first.prefix(2) == ["alan", "alice"] && first.last == "young")
        #expect(try await owners(after: "alice") == first)
        #expect(try await owners(after: "bob") == ["alan", "alice", "bob", "young"])
    }

    @Test func `new people at several instances at once remove the old buckets together`() async throws {
        let address = try await Self.starting.value.emptySchema()
        let database = try await Self.database(address)
        let rate = RequestRate(count: 3, seconds: 60)
        let instances = [
            try await PostgresRequestLimits(rate, in: Self.database(address)),
            try await PostgresRequestLimits(rate, in: Self.database(address)),
        ]
        let people = 20
        try await database.execute(
            .write("INSERT INTO task_request SELECT 'old ' || number, number FROM generate_series(1, $1) AS number"),
            [.int(Int64(people * 4))])
        let answers = try await withThrowingTaskGroup(of: RequestAllowance.self) { group in
            for number in 0..<people {
                group.addTask {
                    let date = Date(timeIntervalSince1970: 1_767_225_600)
                    return try await instances[number % 2].count(requestOf: "person \(number)", at: date)
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(answers == [.allowed(remaining: 2, full: .seconds(20))])
        #expect(try await database.query(.read("SELECT FROM task_request"), [], \.count) == people)
    }

    @Test func `of many requests at once, as many pass as may`() async throws {
        let limits = try await PostgresRequestLimits(RequestRate(count: 10, seconds: 60), in: Self.database())
        let passed = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    let date = Date(timeIntervalSince1970: 1_767_225_600)
                    return if case .allowed = try await limits.count(requestOf: "alice", at: date) { true } else {
                        false
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(passed == 10)
    }
}
