// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import SignIn

@Suite struct SealedAccountStorageTests {
    private let temporary = TemporaryFolder(exists: false)
    private var folder: URL { temporary.url }

    private let key = SealingKey(random: .system)

    @Test func `accounts survive the program, and only their owner can read them`() async throws {
        try await withFolder { parent in
            let folder = parent.appending(path: "new/accounts")
            let signedIn = try await SignedIn(SealedAccountStorage(folder: folder, key: key))
            let storage = SealedAccountStorage(folder: folder, key: key)
            #expect(try await signedIn.store(in: storage).accounts() == [signedIn.account])
            #expect(try await storage.record(signedIn.account.id) == signedIn.record())
            #expect(try folder.mode() == 0o700)
            let stem = AccountSeal(key).name(of: signedIn.account.id).stem
            #expect(
                try folder.names() == ["saving-\(stem.prefix(1)).lock", "\(stem).lock", "\(stem).sealed"].sorted())
            for name in try folder.names() { #expect(try folder.appending(path: name).mode() == 0o600) }
        }
    }

    @Test func `nothing of the account is found on the disk`() async throws {
        let signedIn = try await SignedIn(SealedAccountStorage(folder: folder, key: key))
        let record = try #require(try await signedIn.record())
        var secrets = [record.id.rawValue, record.subject, record.registration, record.clientID, record.issuer]
        secrets += [record.refreshToken?.revealed, record.tokens.first?.accessToken.revealed].compactMap { $0 }
        secrets += [try #require(record.identity.username), "version", key.text.revealed]
        for name in try folder.names() {
            let content = try Data(contentsOf: folder.appending(path: name)) + Data(name.utf8)
            for secret in secrets {
                #expect(content.firstRange(of: Data(secret.utf8)) == nil, "\(name)")
            }
        }
    }

    // No permission stops root, but a file in place of a folder does.
    @Test(arguments: ["/dev/null/accounts", "/proc/accounts"])
    func `a folder that cannot be written is named`(_ path: String) async throws {
        let storage = SealedAccountStorage(folder: URL(filePath: path), key: key)
        let record = try SampleAccounts.record()
        for attempt in [
            { try await storage.prepare() }, { _ = try await storage.save(record) },
            { try await storage.withExclusiveAccess(to: record.id) {} },
        ] {
            let error = await expect(AccountStorageError.self, .unwritable) { try await attempt() }
            #expect((error?.message.contains(path), error?.message.contains("permissions")) == (true, true))
        }
        #expect(try await storage.records().isEmpty)
    }

    @Test func `a folder that is a file cannot be read`() async throws {
        await expect(AccountStorageError.self, .unreadable) {
            try await SealedAccountStorage(folder: URL(filePath: "/dev/null"), key: key).records()
        }
    }

    @Test func `looking makes nothing`() async throws {
        let storage = SealedAccountStorage(
            folder: folder, keySource: SystemSealingKey(environment: [:], keyring: nil))
        let id = try SampleAccounts.record().id
        #expect(try await storage.records().isEmpty)
        #expect(try await storage.damagedAccounts().isEmpty)
        #expect(try await (storage.record(id), storage.stamp(of: id)) == (nil, nil))
        try await storage.remove(id)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test func `a program whose folder was removed still keeps accounts that others can open`() async throws {
        let source = SystemSealingKey(environment: [:], keyring: nil)
        let storage = SealedAccountStorage(folder: folder, keySource: source)
        try await storage.save(SampleAccounts.record())
        try FileManager.default.removeItem(at: folder)
        let saved = try await storage.save(SampleAccounts.record()).record
        #expect(try await SealedAccountStorage(folder: folder, keySource: source).records() == [saved])
    }

    @Test(arguments: ["../outside", "/etc/passwd", "", ".", "a/b", "a\0b", "%2e%2e"])
    func `an id that is no file name leads nowhere`(_ id: String) async throws {
        try await withFolder { parent in
            let folder = parent.appending(path: "accounts")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let outside = parent.appending(path: "outside.account")
            try Data().write(to: outside)
            let storage = SealedAccountStorage(folder: folder, key: key)
            #expect(try await storage.record(Account.ID(rawValue: id)) == nil)
            try await storage.withExclusiveAccess(to: Account.ID(rawValue: id)) {
                try await storage.remove(Account.ID(rawValue: id))
            }
            #expect(FileManager.default.fileExists(atPath: outside.path))
        }
    }
}
