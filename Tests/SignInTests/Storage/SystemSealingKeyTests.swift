// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import SignIn

@Suite struct SystemSealingKeyTests {
    private let temporary = TemporaryFolder(exists: false)
    private var folder: URL { temporary.url }

    private static func source(_ keyring: FakeKeyring? = nil, given: SealingKey? = nil) -> SystemSealingKey {
        SystemSealingKey(
            environment: given.map { ["TESSERA_ACCOUNT_KEY": $0.text.revealed] } ?? [:], keyring: keyring)
    }

    @Test func `without a keyring the key is in a file beside the accounts`() async throws {
        try await withFolder { parent in
            let folder = parent.appending(path: "accounts")
            #expect(try await Self.source().existingKey(of: folder) == nil)
            #expect(!FileManager.default.fileExists(atPath: folder.path), "looking makes nothing")
            let key = try await Self.source().key(of: folder)
            #expect(try (folder.names(), folder.mode()) == (["sealing-key"], 0o700))
            #expect(try KeyFile.url(in: folder).mode() == 0o600)
            #expect(try await Self.source().existingKey(of: folder) == key)
            #expect(try await Self.source(FakeKeyring()).key(of: folder) == key, "a late keyring")
        }
    }

    @Test func `a keyring keeps the key, and the file only its name`() async throws {
        let keyring = FakeKeyring()
        let key = try await Self.source(keyring).key(of: folder)
        let text = try String(contentsOf: KeyFile.url(in: folder), encoding: .utf8)
        #expect(!text.contains(key.text.revealed))
        #expect(keyring.labels == ["Tessera: accounts in \(folder.path)"])
        #expect(try await Self.source(keyring).key(of: folder) == key)
    }

    @Test func `a keyring that fails leaves the key to the file`() async throws {
        let key = try await Self.source(FakeKeyring(failing: true)).key(of: folder)
        #expect(try await Self.source().existingKey(of: folder) == key)
    }

    @Test func `a configured key takes precedence over all others, and removes nothing`() async throws {
        let kept = try await Self.source().key(of: folder)
        let given = SealingKey(random: .system)
        #expect(try await Self.source(given: given).key(of: folder) == given)
        #expect(try await Self.source().key(of: folder) == kept)
    }

    @Test func `a keyring that is gone, or has forgotten, is named and not replaced`() async throws {
        _ = try await Self.source(FakeKeyring()).key(of: folder)
        for keyring in [nil, FakeKeyring(), FakeKeyring(failing: true), FakeKeyring(answering: true)] {
            let error = await expect(AccountStorageError.self, .keyMissing) {
                try await Self.source(keyring).key(of: folder)
            }
            #expect(error?.message.contains("Secret Service") == true)
        }
    }

    @Test func `accounts with a lost key get no new key`() async throws {
        let source = Self.source()
        try await SealedAccountStorage(folder: folder, keySource: source).save(SampleAccounts.record())
        try FileManager.default.removeItem(at: KeyFile.url(in: folder))
        for attempt in [
            { _ = try await source.existingKey(of: folder) }, { _ = try await source.key(of: folder) },
        ] {
            let error = await expect(AccountStorageError.self, .keyMissing) { try await attempt() }
            #expect(error?.message.contains("move the folder away") == true)
        }
    }

    @Test func `a damaged key file is reported and left unchanged`() async throws {
        try await withFolder(isThere: true) { folder in
            for text in ["", "tessera-sealing-key-1 key AAAA\n"] {
                try Data(text.utf8).write(to: KeyFile.url(in: folder))
                await expect(AccountStorageError.self, .keyMissing) { try await Self.source().key(of: folder) }
                #expect(try String(contentsOf: KeyFile.url(in: folder), encoding: .utf8) == text)
            }
        }
    }

    @Test func `a source that does not keep its key seals nothing`() async throws {
        let storage = SealedAccountStorage(folder: folder, keySource: ForgetfulSource())
        await expect(AccountStorageError.self, .keyMissing) { try await storage.save(SampleAccounts.record()) }
    }

    @Test(arguments: [true, false]) func `many that start at once end with one key`(_ hasKeyring: Bool) async throws {
        let keyring = hasKeyring ? FakeKeyring() : nil
        let keys = try await withThrowingTaskGroup(of: SealingKey.self) { group in
            for _ in 0..<32 { group.addTask { try await Self.source(keyring).key(of: folder) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
        #expect(try await Self.source(keyring).existingKey(of: folder) == keys.first)
        #expect(try folder.names() == ["sealing-key"], "no halves are left")
        #expect(keyring.map { $0.labels.count } ?? 1 == 1, "the keys of the others are forgotten")
    }
}

/// Its keys are gone on the next read.
private struct ForgetfulSource: SealingKeySource {
    func existingKey(of folder: URL) -> SealingKey? { nil }
    func key(of folder: URL) -> SealingKey { SealingKey(random: .system) }
}

private final class FakeKeyring: Keyring {
    private let kept = Mutex<[String: (key: SealingKey, label: String)]>([:])
    private let isFailing: Bool
    private let answersAnything: Bool

    init(failing: Bool = false, answering: Bool = false) {
        isFailing = failing
        answersAnything = answering
    }

    var labels: [String] { kept.withLock { $0.values.map(\.label) } }

    func key(named name: String) async throws -> SealingKey? {
        if isFailing { throw KeyringFailure(reason: "it is locked") }
        if answersAnything { return SealingKey(random: .system) }
        return kept.withLock { $0[name]?.key }
    }

    func keep(_ key: SealingKey, named name: String, label: String) async throws {
        if isFailing { throw KeyringFailure(reason: "it is locked") }
        kept.withLock { $0[name] = (key, label) }
    }

    func forget(named name: String) async throws { kept.withLock { $0[name] = nil } }
}
