// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SQLiteRecords
import TaskListClient
import TaskService

@Suite struct SQLiteTaskStoreTests {
    private func withFile(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tasks-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "tasks.sqlite"))
    }

    private func task(_ text: String, of owner: String = "alice") -> TaskItem {
        TaskItem(
            id: UUID().uuidString.lowercased(), owner: owner, text: text,
            date: Date(timeIntervalSince1970: 1_452_304_932.345))
    }

    private func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `tasks outlive the program`() async throws {
        try await withFile { file in
            let tasks = [task("first"), task("second")]
            do {
                let store = try SQLiteTaskStore(file: file)
                for task in tasks { #expect(try await store.add(task, upTo: 10)) }
            }
            #expect(try await SQLiteTaskStore(file: file).tasks(of: "alice") == tasks)
        }
    }

    @Test func `tasks are on disk before they are acknowledged`() async throws {
        try await withFile { file in
            // It stays open: the last connection to close empties the log.
            let store = try SQLiteTaskStore(file: file)
            #expect(try await store.add(task("kept"), upTo: 10))
            // A power failure at this moment leaves the same files to the next program.
            let copy = file.deletingLastPathComponent().appending(path: "copy.sqlite")
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy.path + suffix)
            }
            #expect(try await SQLiteTaskStore(file: copy).tasks(of: "alice").map(\.text) == ["kept"])
            withExtendedLifetime(store) {}
        }
    }

    @Test func `additions at once are all in the file`() async throws {
        try await withFile { file in
            let store = try SQLiteTaskStore(file: file)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    let task = task("\(number)")
                    group.addTask { try await store.add(task, upTo: 1_000) }
                }
                for try await kept in group { #expect(kept) }
            }
            let texts = try await SQLiteTaskStore(file: file).tasks(of: "alice").map(\.text)
            #expect(Set(texts) == Set((0..<200).map(String.init)))
        }
    }

    @Test func `only the owner of the file can read it`() async throws {
        try await withFile { file in
            let store = try SQLiteTaskStore(file: file)
            #expect(try await store.add(task("secret"), upTo: 10))
            #expect(try permissions(file.deletingLastPathComponent().path) == 0o700)
            for suffix in ["", "-wal", "-shm"] { #expect(try permissions(file.path + suffix) == 0o600) }
        }
    }

    @Test func `a file that others could read is closed to them`() async throws {
        try await withFile { file in
            _ = try SQLiteTaskStore(file: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            _ = try SQLiteTaskStore(file: file)
            #expect(try permissions(file.path) == 0o600)
        }
    }

    @Test func `a store asks for owner and id together`() async throws {
        let store = try SQLiteTaskStore()
        let mine = task("mine")
        #expect(try await store.add(mine, upTo: 1))
        #expect(try await store.add(task("theirs", of: "bob"), upTo: 1))
        #expect(try await !store.remove(mine.id, of: "bob"))
        #expect(try await store.remove(mine.id, of: "alice"))
        #expect(try await !store.remove(mine.id, of: "alice"))
        #expect(try await (store.tasks(of: "alice"), store.tasks(of: "bob").map(\.text)) == ([], ["theirs"]))
        #expect(try await store.tasks(of: "ALICE") == [])
    }

    @Test func `a change and a removal by text touch the tasks of one owner`() async throws {
        let store = try SQLiteTaskStore()
        let mine = task("same")
        #expect(try await store.add(mine, upTo: 5))
        #expect(try await store.add(task("same", of: "bob"), upTo: 5))
        #expect(try await store.update(mine.id, of: "bob", text: "changed", completed: true) == nil)
        #expect(try await store.tasks(of: "alice") == [mine])
        let changed = try await store.update(mine.id, of: "alice", text: nil, completed: true)
        #expect(changed?.text == "same" && changed?.completed == true)
        #expect(try await store.update(mine.id, of: "alice", text: "new", completed: nil)?.completed == true)
        try await store.removeAll(withText: "same", of: "alice")
        #expect(try await store.tasks(of: "bob").map(\.text) == ["same"])
        try await store.removeAll(withText: "same", of: "bob")
        #expect(try await store.tasks(of: "bob").isEmpty)
        #expect(try await store.tasks(of: "alice").count == 1)
    }

    @Test func `a full list takes nothing`() async throws {
        let store = try SQLiteTaskStore()
        #expect(try await store.add(task("one"), upTo: 1))
        #expect(try await !store.add(task("two"), upTo: 1))
        #expect(try await store.tasks(of: "alice").map(\.text) == ["one"])
    }

    @Test func `a file that is something else is left alone`() async throws {
        try await withFile { file in
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let letter = Data(String(repeating: "Dear diary, ", count: 100).utf8)
            try letter.write(to: file)
            let error = #expect(throws: TaskStoreError.self) { try SQLiteTaskStore(file: file) }
            #expect(error?.description == "the tasks cannot be stored in \(file.path): file is not a database")
            #expect(try Data(contentsOf: file) == letter)
        }
    }

    @Test func `tasks of an earlier version are migrated in order`() async throws {
        try await withFile { file in
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try await DatabasePool(path: file.path, durability: .process).write { database in
                try database.execute(
                    sql: """
                        CREATE TABLE task (
                            sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, owner TEXT NOT NULL,
                            text TEXT NOT NULL, completed BOOLEAN NOT NULL, milliseconds INTEGER NOT NULL);
                        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                        INSERT INTO grdb_migrations VALUES ('tasks');
                        INSERT INTO task VALUES (7, 'b', 'alice', 'first', 1, 1000), (8, 'x', 'bob', 'theirs', 0, 1),
                            (9, 'a', 'alice', 'second', 0, 2000);
                        """)
            }
            let store = try SQLiteTaskStore(file: file)
            #expect(try await store.add(task("third"), upTo: 3))
            let tasks = try await store.tasks(of: "alice")
            #expect(
                tasks.map(\.text) == ["first", "second", "third"] && tasks.map(\.completed) == [true, false, false])
            #expect(tasks[0].date == Date(millisecondsSince1970: 1000))
        }
    }

    @Test func `an error leaves the changes beside it as they are`() async throws {
        try await withFile { file in
            let store = try SQLiteTaskStore(file: file)
            let twice = task("twice")
            let results = await withTaskGroup(of: Result<Bool, any Error>.self) { group in
                for number in 0..<20 {
                    let next = number % 2 == 0 ? twice : task("\(number)")
                    group.addTask {
                        do { return .success(try await store.add(next, upTo: 100)) } catch { return .failure(error) }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            // One id, so only one of the ten additions succeeds.
            #expect(results.count { (try? $0.get()) == true } == 11)
            #expect(try await store.tasks(of: "alice").count == 11)
        }
    }

    @Test func `after the end, all tasks are in the one file`() async throws {
        try await withFile { file in
            do {
                let store = try SQLiteTaskStore(file: file)
                #expect(try await store.add(task("kept"), upTo: 10))
                #expect(try await store.tasks(of: "alice").count == 1)
            }
            // The last write may hold its connection for a moment.
            let log = file.path + "-wal"
            try await until { !FileManager.default.fileExists(atPath: log) }
        }
    }

    @Test func `a list is read while a write waits for the disk`() async throws {
        try await withFile { file in
            let store = try SQLiteTaskStore(file: file)
            #expect(try await store.add(task("kept"), upTo: 10))
            let other = try DatabasePool(path: file.path, durability: .process)
            let (begun, end) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
            async let held: Void = other.write { _ in
                begun.continuation.yield()
                end.wait()
            }
            for await _ in begun.stream { break }
            async let added = store.add(task("waits"), upTo: 10)
            #expect(try await store.tasks(of: "alice").map(\.text) == ["kept"])
            end.signal()
            try await held
            #expect(try await added)
            #expect(try await store.tasks(of: "alice").map(\.text) == ["kept", "waits"])
        }
    }

    @Test func `a file of a newer version is left alone`() async throws {
        try await withFile { file in
            _ = try SQLiteTaskStore(file: file)
            try await DatabasePool(path: file.path, durability: .process).write {
                try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('of next year')")
            }
            let error = #expect(throws: TaskStoreError.self) { try SQLiteTaskStore(file: file) }
            #expect(error?.reason == "a later version of this program wrote it")
        }
    }

    @Test func `a folder cannot hold tasks`() async throws {
        try await withFile { file in
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
            let error = #expect(throws: TaskStoreError.self) { try SQLiteTaskStore(file: file) }
            #expect(error?.reason == "tasks.sqlite is not a file")
        }
    }
}
