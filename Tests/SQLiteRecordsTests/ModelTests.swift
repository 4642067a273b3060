// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SQLiteRecords

/// A table and a dictionary agree after the same random changes.
@Suite struct ModelTests {
    struct Item: Codable, Hashable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "item"
        var id: Int
        var text: String
        var weight: Double?
        var tags: [Int]
    }

    private struct Mistake: Error {}

    /// Random numbers, and the number of chosen changes; a rollback resets neither.
    private struct CountingGenerator: RandomNumberGenerator {
        private var generator: SplitMix64
        var changeCount = 0

        init(seed: UInt64) { generator = SplitMix64(seed: seed) }

        mutating func next() -> UInt64 { generator.next() }
    }

    private static let table = "CREATE TABLE item (id INTEGER PRIMARY KEY, text TEXT NOT NULL, weight REAL, tags TEXT)"

    private static func change(
        _ database: Database, _ model: inout [Int: Item], using generator: inout CountingGenerator
    ) throws {
        generator.changeCount += 1
        let id = Int.random(in: 0..<40, using: &generator)
        let item = Item(
            id: id, text: String(UInt16.random(in: 0...999, using: &generator)),
            weight: Bool.random(using: &generator) ? nil : Double.random(in: -1...1, using: &generator),
            tags: (0..<Int.random(in: 0..<3, using: &generator)).map { _ in Int.random(in: 0..<9, using: &generator) })
        switch Int.random(in: 0..<9, using: &generator) {
        case 0:
            if model[id] == nil {
                try item.insert(database)
                model[id] = item
            } else {
                #expect(code { try item.insert(database) } == .constraint)
            }
        case 1:
            try item.insert(database, onConflict: .ignore)
            if model[id] == nil { model[id] = item }
        case 2:
            try item.save(database)
            model[id] = item
        case 3:
            try item.upsert(database)
            model[id] = item
        case 4:
            if model[id] == nil {
                #expect(throws: RecordNotFound.self) { try item.update(database) }
            } else {
                try item.update(database)
                model[id] = item
            }
        case 5:
            #expect(try item.delete(database) == (model.removeValue(forKey: id) != nil))
        case 6:
            if var earlier = model[id] {
                try earlier.updateChanges(database) { $0.weight = item.weight }
                model[id] = earlier
            }
        case 7:
            let count = try Item.filter(Column("text") < item.text && Column("weight") == nil)
                .updateAll(database, Column("text").set(to: item.text))
            let changed = model.values.filter { $0.text < item.text && $0.weight == nil }
            #expect(count == changed.count)
            for var other in changed {
                other.text = item.text
                model[other.id] = other
            }
        default:
            let count = try Item.filter(Column("id") >= id && Column("id") < id + 3).deleteAll(database)
            let removed = model.keys.filter { (id..<id + 3).contains($0) }
            #expect(count == removed.count)
            for id in removed { model[id] = nil }
        }
    }

    private static func transaction(
        _ database: Database, _ model: inout [Int: Item], using generator: inout CountingGenerator
    ) throws {
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            guard Int.random(in: 0..<4, using: &generator) == 0 else {
                try change(database, &model, using: &generator)
                continue
            }
            let before = model
            do {
                try database.inSavepoint {
                    try change(database, &model, using: &generator)
                    try change(database, &model, using: &generator)
                    if Bool.random(using: &generator) { throw Mistake() }
                }
            } catch is Mistake {
                model = before
            }
        }
        if Int.random(in: 0..<4, using: &generator) == 0 { throw Mistake() }
    }

    private static func content(_ pool: DatabasePool) throws -> [Int: Item] {
        let items = try pool.readNow { try Item.fetchAll($0) }
        return Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
    }

    private static func transaction(
        in pool: DatabasePool, _ model: inout [Int: Item], using generator: inout CountingGenerator
    ) async throws {
        let (start, before) = (generator, model)
        do {
            (generator, model) = try await pool.write { database in
                var (generator, model) = (start, before)
                do {
                    try transaction(database, &model, using: &generator)
                } catch is Mistake {
                    throw Rollback(generator: generator)
                }
                return (generator, model)
            }
        } catch let rollback as Rollback {
            generator = rollback.generator
        }
    }

    @Test(arguments: 1...4) func `a table agrees with a dictionary after 25,000 changes`(_ seed: UInt64) async throws {
        try await DatabaseFile.with { file in
            var generator = CountingGenerator(seed: seed)
            var (model, round) = ([Int: Item](), 0)
            var pool = try file.open()
            try pool.writeNow { try $0.execute(sql: Self.table) }
            while generator.changeCount < 25_000 {
                try await Self.transaction(in: pool, &model, using: &generator)
                round += 1
                // The first rounds one by one: a mistake is easy to locate there.
                if round <= 100 || round % 20 == 0 { try #require(try Self.content(pool) == model, "round \(round)") }
                if round % 500 == 0 {
                    pool.close()
                    pool = try file.open(round == 500 ? .power : .process, readers: 1)
                }
            }
            #expect(round > 5000 && model.count > 10)
            #expect(try Self.content(pool) == model)
            #expect(try pool.texts("PRAGMA integrity_check") == ["ok"])
            pool.close()
        }
    }

    /// The transaction was rolled back; the random numbers continue.
    private struct Rollback: Error {
        let generator: CountingGenerator
    }

    @Test(arguments: 5...6)
    func `tasks that write at the same time agree with a dictionary for each`(_ seed: UInt64) async throws {
        try await withEachPool("CREATE TABLE entry (task INTEGER, key INTEGER, value INTEGER, PRIMARY KEY (task, key))")
        {
            pool in
            try await withThrowingTaskGroup { group in
                for task in 0..<12 {
                    group.addTask { (task, try await Self.entries(of: task, in: pool, seed: seed)) }
                }
                for try await (task, model) in group {
                    let found = try pool.readNow { database in
                        try Row.fetchAll(
                            database, sql: "SELECT key, value FROM entry WHERE task = ?", arguments: [task],
                            as: { try ($0[0] as Int, $0[1] as Int) })
                    }
                    #expect(Dictionary(uniqueKeysWithValues: found) == model)
                }
            }
        }
    }

    private static func entries(of task: Int, in pool: DatabasePool, seed: UInt64) async throws -> [Int: Int] {
        var generator = SplitMix64(seed: seed &* 100 &+ UInt64(task))
        var model: [Int: Int] = [:]
        for turn in 0..<30 {
            let key = Int.random(in: 0..<6, using: &generator)
            let fails = Int.random(in: 0..<3, using: &generator) == 0
            do {
                try await pool.write { database in
                    try database.execute("INSERT OR REPLACE INTO entry VALUES (\(task), \(key), \(turn))")
                    if fails { throw Mistake() }
                }
                model[key] = turn
            } catch is Mistake {}
        }
        return model
    }
}
