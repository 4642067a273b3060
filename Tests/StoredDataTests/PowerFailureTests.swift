// SPDX-License-Identifier: Apache-2.0
import FaultyDisk
import Foundation
import OAuthMessages
import SQLiteRecords
import TaskListClient
import Testing

@testable import SignIn
@testable import TaskService
@testable import WebSignIn
@testable import WebSignInSQLite

/// What tasks and sessions confirm is there after a power failure at any moment.
@Suite(.timeLimit(.minutes(5))) struct PowerFailureTests {
    /// A database of a program while it makes its changes, in their order.
    private protocol Changing {
        init(folder: URL) throws
        var database: DatabasePool { get }
        static var changeCount: Int { get }
        func make(_ change: Int) async throws
        /// Everything that the changes say.
        func content() async throws -> [String]
    }

    /// Makes changes on a disk whose power fails; all of them, as the program does not notice.
    ///
    /// - Returns: How many were confirmed before, and the content after each, from none on.
    private func run<Program: Changing>(
        _: Program.Type, on disk: FaultyDisk
    ) async throws -> (confirmed: Int, contents: [[String]]) {
        let program = try Program(folder: disk.folder)
        defer { program.database.close() }
        // So that some changes also move the log into the file.
        try program.database.outsideTransactions { try $0.execute("PRAGMA wal_autocheckpoint = 4") }
        var (confirmed, contents) = (0, [try await program.content()])
        for change in 0..<Program.changeCount {
            try await program.make(change)
            if disk.hasPower { confirmed += 1 }
            contents.append(try await program.content())
        }
        return (confirmed, contents)
    }

    private func content<Program: Changing>(_: Program.Type, left folder: URL) async throws -> [String] {
        let program = try Program(folder: folder)
        defer { program.database.close() }
        let check = try program.database.outsideTransactions { try String.fetchAll($0, "PRAGMA integrity_check") }
        #expect(check == ["ok"])
        return try await program.content()
    }

    private func losePower<Program: Changing>(_: Program.Type) async throws {
        var (event, hadPower) = (0, false)
        while !hadPower {
            event += 1
            try await FaultyDisk.with { disk in
                disk.cutPower(atEvent: event)
                let (confirmed, contents) = try await run(Program.self, on: disk)
                hadPower = disk.hasPower
                try #require(Set(contents).count == Program.changeCount + 1, "each change can be told from the others")
                for seed in [0, UInt64(2 * event - 1), UInt64(2 * event)] {
                    let left = try await disk.afterPowerFailure(seed: seed) {
                        try await content(Program.self, left: $0)
                    }
                    #expect(
                        contents[confirmed...].prefix(2).contains(left), "power fails at event \(event), seed \(seed)")
                }
            }
        }
        #expect(event > 50)
    }

    private struct Tasks: Changing {
        static let changeCount = 6
        let store: SQLiteTaskStore
        var database: DatabasePool { store.database }

        init(folder: URL) throws { store = try SQLiteTaskStore(file: folder.appending(path: "tasks.sqlite")) }

        private static func text(_ number: Int) -> String { String(repeating: "text \(number) ", count: 300) }

        func make(_ change: Int) async throws {
            switch change {
            case 0...2:
                let task = TaskItem(id: "task-\(change)", owner: "ana", text: Self.text(change), date: .distantPast)
                _ = try await store.add(task, upTo: 100, once: nil)
            case 3: _ = try await store.update("task-0", of: "ana", text: "changed", completed: true, if: .any)
            case 4: _ = try await store.remove("task-1", of: "ana", if: .any)
            default: try await store.removeAll(withText: Self.text(2), of: "ana")
            }
        }

        func content() async throws -> [String] {
            [String(decoding: try await store.list(of: "ana", TaskQuery()).json, as: UTF8.self)]
        }
    }

    private struct Sessions: Changing {
        static let changeCount = 6
        private static let id = StoredSession.ID(rawValue: "session")
        private static let key = SessionKey(Data(repeating: 7, count: 32))
        private let storage: SQLiteWebSessionStorage
        var database: DatabasePool { storage.database }

        init(folder: URL) throws {
            storage = try SQLiteWebSessionStorage(file: folder.appending(path: "sessions.sqlite"))
        }

        private static func session(_ lookup: String) -> StoredSession {
            let date = Date(timeIntervalSince1970: 1_767_225_600)
            return StoredSession(
                id: id, lookup: .init(rawValue: lookup), sealedKey: Data("key".utf8), startedAt: date, usedAt: date,
                endsAt: date, expiresAt: date, browser: "Firefox on Linux")
        }

        private var accounts: SessionAccountStorage {
            SessionAccountStorage(storage: storage, session: Self.id, key: Self.key, time: .system)
        }

        private static func account(of person: String) throws -> AccountRecord {
            let json = """
                {"authority":"https://login.example.com/","claims":{},"clientID":"client","generation":0,\
                "issuer":"https://login.example.com/","refreshToken":"first","registration":"tasks",\
                "signedInAt":1767225600,"subject":"\(person)","tokens":[],"version":1}
                """
            return try AccountRecord(content: Data(json.utf8))
        }

        /// Refreshes the account of the first person.
        private func refresh(_ token: String) async throws {
            var record = try #require(try await accounts.record(try Self.account(of: "ana").id))
            record.refreshToken = Redacted(token)
            _ = try await accounts.save(record)
        }

        func make(_ change: Int) async throws {
            switch change {
            case 0: try await storage.insert(Self.session("first"))
            case 1: _ = try await accounts.save(try Self.account(of: "ana"))
            case 2: try await refresh(String(repeating: "second", count: 500))
            case 3: #expect(try await storage.replace(Self.session("second"), at: .init(rawValue: "first")))
            case 4: _ = try await accounts.save(try Self.account(of: "zoe"))
            default: try await accounts.remove(try Self.account(of: "ana").id)
            }
        }

        func content() async throws -> [String] {
            let sessions = try await storage.sessions([Self.id]).map { "session \($0.lookup.rawValue)" }
            let records = try await accounts.records().map { record in
                "\(record.subject) \(record.generation) \(record.refreshToken?.revealed ?? "")"
            }
            #expect(try await accounts.damagedAccounts().isEmpty)
            return sessions + records.sorted()
        }
    }

    @Test func `confirmed tasks are there`() async throws { try await losePower(Tasks.self) }

    @Test func `confirmed sessions and the accounts in them are there`() async throws {
        try await losePower(Sessions.self)
    }
}
