// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import SignIn

/// Another user's folder or file may contain anything: their account, or a key that they know.
@Suite struct ForeignOwnerTests {
    private let temporary = TemporaryFolder(exists: false)
    private var folder: URL { temporary.url }

    private static let isRoot = geteuid() == 0
    private static let nobody: uid_t = 65534
    private let source = SystemSealingKey(environment: [:], keyring: nil)

    /// Another user's folder: given away by root, or root's own.
    private func givenAway(_ folder: URL) throws -> URL {
        guard Self.isRoot else { return URL(filePath: "/usr") }
        try #require(chown(folder.path, Self.nobody, Self.nobody) == 0)
        return folder
    }

    private func requireUnreadable(_ attempt: () async throws -> Void) async {
        let error = await expect(AccountStorageError.self, .unreadable) { try await attempt() }
        #expect(error?.message.contains("belongs to another user") == true)
        #expect(error?.message.contains("use a folder of your own") == true)
    }

    @Test func `a folder of another user is not read`() async throws {
        let kept = try await SealedAccountStorage(folder: folder, keySource: source).save(SampleAccounts.record())
            .record
        let folder = try givenAway(folder)
        let storage = SealedAccountStorage(folder: folder, keySource: source)
        await requireUnreadable { _ = try await storage.records() }
        await requireUnreadable { _ = try await storage.damagedAccounts() }
        await requireUnreadable { _ = try await storage.record(kept.id) }
        await requireUnreadable { _ = try await storage.stamp(of: kept.id) }
        await requireUnreadable { try await storage.remove(kept.id) }
        await requireUnreadable { _ = try await source.existingKey(of: folder) }
    }

    @Test func `a folder that is given away while a program runs is not read any more`() async throws {
        let storage = SealedAccountStorage(folder: folder, keySource: source)
        let kept = try await storage.save(SampleAccounts.record()).record
        try #require(try await storage.record(kept.id) == kept)
        guard try givenAway(folder) == folder else { return }
        await requireUnreadable { _ = try await storage.record(kept.id) }
        await requireUnreadable { _ = try await storage.records() }
    }

    @Test(.enabled(if: isRoot, "only root can give a file away"))
    func `a key file of another user is not read`() async throws {
        let kept = try await SealedAccountStorage(folder: folder, keySource: source).save(SampleAccounts.record())
            .record
        try #require(chown(KeyFile.url(in: folder).path, Self.nobody, Self.nobody) == 0)
        let storage = SealedAccountStorage(folder: folder, keySource: source)
        for attempt in [
            { _ = try await storage.records() }, { _ = try await storage.record(kept.id) },
            { _ = try await storage.save(kept) },
        ] {
            let error = await expect(AccountStorageError.self, .unreadable) { try await attempt() }
            #expect(
                error?.message.contains("sealing-key cannot be read: sealing-key belongs to another user") == true)
        }
    }

    @Test(.enabled(if: isRoot, "only root can give a file away"))
    func `an account in a file of another user is set aside`() async throws {
        let key = SealingKey(random: .system)
        let storage = SealedAccountStorage(folder: folder, key: key)
        let kept = try await storage.save(SampleAccounts.record()).record
        let file = folder.appending(path: AccountSeal(key).name(of: kept.id).sealed)
        try #require(chown(file.path, Self.nobody, Self.nobody) == 0)
        await expect(AccountStorageError.self, .damaged) { try await storage.record(kept.id) }
        #expect(try await storage.records().isEmpty)
    }

    @Test func `a link of one's own to the folder is followed`() async throws {
        try await withFolder { parent in
            let folder = parent.appending(path: "accounts")
            let link = parent.appending(path: "link")
            let kept = try await SealedAccountStorage(folder: folder, keySource: source).save(SampleAccounts.record())
                .record
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
            let storage = SealedAccountStorage(folder: link, keySource: source)
            #expect(try await (storage.records(), storage.save(kept).record) == ([kept], kept.nextGeneration()))
        }
    }

    @Test(.enabled(if: isRoot, "only root can give a link away"))
    func `a link of another user is not followed`() async throws {
        try await withFolder { parent in
            let folder = parent.appending(path: "accounts")
            let link = parent.appending(path: "link")
            let kept = try await SealedAccountStorage(folder: folder, keySource: source).save(SampleAccounts.record())
                .record
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
            try #require(lchown(link.path, Self.nobody, Self.nobody) == 0)
            let storage = SealedAccountStorage(folder: link, keySource: source)
            await requireUnreadable { _ = try await storage.records() }
            let error = await expect(AccountStorageError.self, .unwritable) { try await storage.prepare() }
            #expect(error?.message.contains("belongs to another user") == true)
            #expect(try await SealedAccountStorage(folder: folder, keySource: source).records() == [kept])
        }
    }
}
