// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import SignIn

/// What an earlier version kept unsealed.
@Suite struct UnsealedAccountTests {
    private let key = SealingKey(random: .system)

    private func withOld(
        _ content: String = SampleAccounts.json(of: "ann"), named name: String? = nil,
        _ body: (SealedAccountStorage, Account.ID) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let id = try name.map { Account.ID(rawValue: $0) } ?? SampleAccounts.record().id
            try Data(content.utf8).write(to: folder.appending(path: "\(id.rawValue).account"))
            try Data().write(to: folder.appending(path: "\(id.rawValue).lock"))
            try await body(SealedAccountStorage(folder: folder, key: key), id)
        }
    }

    @Test func `whoever was signed in still is, whichever way the account is asked for`() async throws {
        for isListed in [true, false] {
            try await withOld { storage, id in
                #expect(try await storage.stamp(of: id) != nil)
                let found = isListed ? try await storage.records().first : try await storage.record(id)
                let record = try #require(found)
                let expected = try SampleAccounts.record().nextGeneration()
                #expect(record == expected)
                #expect(record.refreshToken?.revealed == "refresh-of-the-person")
                let stem = AccountSeal(key).name(of: id).stem
                let names = try storage.folder.names()
                #expect(
                    names == ["saving-\(stem.prefix(1)).lock", "\(stem).sealed"].sorted(), "nothing of the old is left")
                #expect(try await storage.save(record).generation == 2)
            }
        }
    }

    @Test func `a stale record is refused over an old file too`() async throws {
        try await withOld { storage, _ in
            let error = await #expect(throws: AccountStorageError.self) {
                try await storage.save(SampleAccounts.record())
            }
            #expect(error?.code == .conflict)
        }
    }

    @Test func `what is sealed already is newer`() async throws {
        try await withFolder { folder in
            let storage = SealedAccountStorage(folder: folder, key: key)
            let kept = try await storage.save(SampleAccounts.record(refreshToken: "new"))
            let old = folder.appending(path: "\(kept.id.rawValue).account")
            try Data(SampleAccounts.json(of: "ann").utf8).write(to: old)
            #expect(try await storage.records() == [kept])
            #expect(!FileManager.default.fileExists(atPath: old.path))
        }
    }

    @Test func `an account is forgotten before it is taken over`() async throws {
        try await withOld { storage, id in
            try await storage.remove(id)
            #expect(try storage.folder.names().filter { !$0.hasPrefix("saving-") } == [])
        }
    }

    @Test(arguments: ["", "{", "{}", "[1]", "\0\0\0", #"{"version":1}"#, SampleAccounts.json(of: "another")])
    func `a damaged one is set aside`(_ content: String) async throws {
        try await withOld(content) { storage, id in
            let error = await #expect(throws: AccountStorageError.self) { try await storage.record(id) }
            #expect(error?.code == .damaged)
            #expect(try await storage.damages().map(\.code) == [.damaged])
            let again = try await storage.save(SampleAccounts.record())
            #expect(try await storage.record(id) == again)
            #expect(try await storage.damages().isEmpty)
        }
    }

    @Test func `one of a later version is left alone`() async throws {
        let later = SampleAccounts.json(of: "ann").replacing(#""version":1"#, with: #""version":2"#)
        try await withOld(later) { (storage: SealedAccountStorage, id: Account.ID) async throws -> Void in
            let file = storage.folder.appending(path: "\(id.rawValue).account")
            #expect(try await storage.damages().map(\.code) == [.laterVersion])
            #expect(try await storage.records().isEmpty)
            #expect(FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test func `a program of the earlier version is waited for`() async throws {
        try await withOld { storage, id in
            let old = try await FileLock.acquire(
                storage.folder.appending(path: "\(id.rawValue).lock"), patience: LockPatience())
            let hurried = SealedAccountStorage(
                folder: storage.folder, key: key, patience: LockPatience(limit: .zero))
            let error = await #expect(throws: AccountStorageError.self) { try await hurried.record(id) }
            #expect(error?.code == .busy)
            old.release()
            #expect(try await hurried.record(id) != nil)
        }
    }

    @Test func `many programs take an account over once`() async throws {
        try await withOld { storage, id in
            let records = try await withThrowingTaskGroup(of: [AccountRecord].self) { group in
                for _ in 0..<16 {
                    group.addTask { [key] in try await SealedAccountStorage(folder: storage.folder, key: key).records()
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(records.count == 1)
            #expect(records.first?.map(\.generation) == [1])
            #expect(records.first?.map(\.id) == [id])
        }
    }
}
