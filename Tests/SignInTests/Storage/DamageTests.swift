// SPDX-License-Identifier: Apache-2.0

import Fixtures

@testable import SignIn

@Suite struct DamageTests {
    private let key = SealingKey(random: .system)

    /// Ann's account gets damaged, Ben's stays usable.
    private func withTwo(
        _ body: (SealedAccountStorage, _ ann: AccountRecord, _ file: URL) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let storage = SealedAccountStorage(folder: folder, key: key)
            let ann = try await storage.save(SampleAccounts.record()).record
            let ben = try await storage.save(SampleAccounts.record(of: "ben")).record
            try await body(storage, ann, folder.appending(path: AccountSeal(key).name(of: ann.id).sealed))
            #expect(try await storage.record(ben.id) == ben)
            #expect(try await storage.records().contains(ben))
        }
    }

    enum Damage: CaseIterable {
        case empty, cut, changed, renamedKey, foreign, copiedOver, isFolder, isLink, isPipe

        func harm(_ file: URL, other: URL) throws {
            let content = try Data(contentsOf: file)
            try FileManager.default.removeItem(at: file)
            switch self {
            case .empty: try Data().write(to: file)
            case .cut: try content.dropLast(7).write(to: file)
            case .changed: try (content.dropLast() + [content.last.map { $0 ^ 1 } ?? 0]).write(to: file)
            case .renamedKey: try (content.prefix(5) + [content[5] ^ 1] + content.dropFirst(6)).write(to: file)
            case .foreign: try Data(#"{"version":1}"#.utf8).write(to: file)
            case .copiedOver: try FileManager.default.copyItem(at: other, to: file)
            case .isFolder:
                try FileManager.default.createDirectory(
                    at: file.appending(path: "x"), withIntermediateDirectories: true)
            case .isLink: try FileManager.default.createSymbolicLink(at: file, withDestinationURL: other)
            case .isPipe: #expect(mkfifo(file.path, 0o600) == 0)
            }
        }
    }

    @Test(arguments: Damage.allCases)
    func `a damaged file is set aside, told until the next sign-in, and harms no other`(_ damage: Damage) async throws {
        try await withTwo { storage, ann, file in
            let ben = try SampleAccounts.record(of: "ben").id
            try damage.harm(
                file,
                other: file.deletingLastPathComponent().appending(
                    path: AccountSeal(key).name(of: ben).sealed))
            let error = await expect(AccountStorageError.self, .damaged) { try await storage.record(ann.id) }
            let aside = file.path.replacing(".sealed", with: ".damaged")
            #expect((error?.message.contains(aside), error?.message.contains("sign in again")) == (true, true))
            #expect(!FileManager.default.fileExists(atPath: file.path))
            #expect(try FileManager.default.attributesOfItem(atPath: aside).isEmpty == false)
            #expect(try await (storage.record(ann.id), storage.stamp(of: ann.id)) == (nil, nil))
            #expect(try await storage.damagedAccounts().map(\.message) == [error?.message])
            let again = try await storage.save(SampleAccounts.record(refreshToken: "again")).record
            #expect(try await storage.record(ann.id) == again)
            #expect(try await storage.damagedAccounts().isEmpty)
            try await storage.remove(ann.id)
            let isThere = FileManager.default.fileExists(atPath: aside)
            #expect(isThere == (damage == .isFolder), "what is forgotten is forgotten whole")
        }
    }

    @Test(arguments: [false, true]) func `listing sets a damaged file aside`(listsDamages: Bool) async throws {
        try await withTwo { storage, _, file in
            try Data("x".utf8).write(to: file)
            if listsDamages {
                #expect(try await storage.damagedAccounts().map(\.code) == [.damaged])
            } else {
                #expect(try await storage.records().count == 1)
            }
            #expect(!FileManager.default.fileExists(atPath: file.path))
            #expect(try await storage.damagedAccounts().map(\.code) == [.damaged])
        }
    }

    @Test func `a file that was replaced meanwhile is not set aside`() async throws {
        try await withTwo { storage, ann, file in
            let sealed = try #require(try await storage.existingFiles())
            // As if it was damaged when another program read it, and a sign-in replaced it since.
            #expect(try await storage.setAside(sealed.seal.name(of: ann.id), in: sealed) == ann)
            #expect(FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test func `saving an account replaces its damaged file`() async throws {
        try await withTwo { storage, ann, file in
            try Data("x".utf8).write(to: file)
            let saved = try await storage.save(ann.refreshed("second")).record
            #expect(saved == ann.refreshed("second").nextGeneration())
            #expect(try await storage.record(ann.id) == saved)
        }
    }

    @Test func `a file encrypted with another key is reported and left unchanged`() async throws {
        try await withTwo { storage, ann, file in
            let other = SealedAccountStorage(folder: storage.folder, key: SealingKey(random: .system))
            #expect(try await other.records().isEmpty)
            let damages = try await other.damagedAccounts()
            #expect(damages.map(\.code) == [.keyMismatch, .keyMismatch])
            #expect(damages.contains { $0.message.contains(file.path) })
            #expect(try await other.record(ann.id) == nil)
            // Both keys can have accounts in the folder.
            let own = try await other.save(SampleAccounts.record()).record
            #expect(try await other.records() == [own])
            #expect(try await storage.record(ann.id) == ann)
        }
    }

    @Test(arguments: [(1, true), (2, false)])
    func `a content of a later version is not read`(_ version: Int, _ isRead: Bool) throws {
        let json = SampleAccounts.json(of: "ann").replacing(#""version":1"#, with: #""version":\#(version)"#)
        if isRead {
            #expect(try AccountRecord(content: Data(json.utf8)).version == version)
        } else {
            for content in [json, #"{"version":\#(version)}"#] {
                #expect(throws: BrokenSeal.laterVersion) { try AccountRecord(content: Data(content.utf8)) }
            }
        }
    }

    @Test func `an account that was sealed under another's name is damaged`() async throws {
        try await withTwo { storage, ann, file in
            let seal = AccountSeal(key)
            try seal.seal(SampleAccounts.record(of: "ben").content(), as: seal.name(of: ann.id)).write(to: file)
            await expect(AccountStorageError.self, .damaged) { try await storage.record(ann.id) }
        }
    }

    @Test func `a file of a later version is left alone, and not written over`() async throws {
        try await withTwo { storage, ann, file in
            var content = try Data(contentsOf: file)
            content[4] = 2
            try content.write(to: file)
            #expect(try await storage.damagedAccounts().map(\.code) == [.laterVersion])
            for attempt in [{ _ = try await storage.record(ann.id) }, { _ = try await storage.save(ann) }] {
                await expect(AccountStorageError.self, .laterVersion) { try await attempt() }
            }
            #expect(try Data(contentsOf: file) == content)
            try await storage.remove(ann.id)
            #expect(try await storage.damagedAccounts().isEmpty)
        }
    }
}
