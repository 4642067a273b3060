// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SystemCryptography

@testable import SignIn

@Suite struct SealedRegistrationsTests {
    private let key = SealingKey(random: .system)
    private let content = Data("a registration and its secret".utf8)

    private func withStorage(_ body: (SealedAccountStorage, URL) async throws -> Void) async throws {
        try await withFolder { folder in
            let storage = SealedAccountStorage(folder: folder, key: key)
            try await storage.changeRegistrations { [content] before in
                #expect(before == nil)
                return content
            }
            try await body(storage, folder.appending(path: AccountSeal.registrationsName))
        }
    }

    @Test func `registrations survive the program, sealed and for their owner alone`() async throws {
        try await withStorage { storage, file in
            let another = SealedAccountStorage(folder: storage.folder, key: key)
            #expect(try await another.registrations() == content)
            #expect(try Data(contentsOf: file).firstRange(of: Data("secret".utf8)) == nil)
            #expect(try file.mode() == 0o600)
            #expect(try await another.records().isEmpty)
            #expect(try await another.damagedAccounts().isEmpty)
            try await another.changeRegistrations { _ in nil }
            #expect(try await storage.registrations() == nil)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test func `a failed change leaves the previous content`() async throws {
        try await withStorage { storage, _ in
            let failing: @Sendable (Data?) throws -> Data? = { _ in throw CancellationError() }
            await #expect(throws: CancellationError.self) { try await storage.changeRegistrations(failing) }
            let kept = try await storage.registrations()
            #expect(kept == content)
        }
    }

    /// The limit is that of a readable file: 1 MiB with the seal.
    @Test func `registrations over the limit of a file are refused, and the earlier ones stay`() async throws {
        try await withStorage { storage, file in
            for count in [1 << 20, 1 << 21] {
                let error = await #expect(throws: AccountStorageError.self) {
                    try await storage.changeRegistrations { _ in Data(count: count) }
                }
                #expect(error?.code == .unwritable)
                #expect(try await storage.registrations() == content)
            }
            let most = Data(count: 1 << 20 - (try Data(contentsOf: file).count - content.count))
            try await storage.changeRegistrations { _ in most }
            #expect(try await storage.registrations() == most)
        }
    }

    @Test func `no account opens in the place of the registrations, nor they in the place of one`() throws {
        let seal = AccountSeal(key)
        let name = seal.name(of: Account.ID(rawValue: "account"))
        let (account, registrations) = (try seal.seal(content, as: name), try seal.sealRegistrations(content))
        #expect(throws: BrokenSeal.damaged) { try seal.openRegistrations(account) }
        #expect(throws: BrokenSeal.damaged) { try seal.open(registrations, as: name) }
        #expect(try seal.openRegistrations(registrations) == content)
    }

    @Test func `the documentation alone opens the file`() throws {
        let sealed = try AccountSeal(key).sealRegistrations(content)
        let derived = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: key.bytes.revealed),
            info: Data("tessera registration encryption".utf8), outputByteCount: 32)
        let box = try AES.GCM.SealedBox(combined: sealed.dropFirst(13))
        let name = Data("registrations.sealed".utf8)
        #expect(try AES.GCM.open(box, using: derived, authenticating: sealed.prefix(13) + name) == content)
    }

    @Test func `a spoilt file is named, and another key opens nothing`() async throws {
        try await withStorage { storage, file in
            let other = SealedAccountStorage(folder: storage.folder, key: SealingKey(random: .system))
            await expect(AccountStorageError.self, .keyMismatch) { _ = try await other.registrations() }
            var bytes = try Data(contentsOf: file)
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: file)
            await expect(AccountStorageError.self, .damaged) { _ = try await storage.registrations() }
            await expect(AccountStorageError.self, .damaged) { try await storage.changeRegistrations { $0 } }
            bytes[4] = 2
            try bytes.write(to: file)
            await expect(AccountStorageError.self, .laterVersion) { _ = try await storage.registrations() }
        }
    }

    @Test func `a key that is lost is not replaced as long as it seals registrations`() async throws {
        try await withFolder { folder in
            let system = {
                SealedAccountStorage(folder: folder, keySource: SystemSealingKey(environment: [:], keyring: nil))
            }
            try await system().changeRegistrations { [content] _ in content }
            try FileManager.default.removeItem(at: KeyFile.url(in: folder))
            await expect(AccountStorageError.self, .keyMissing) { _ = try await system().registrations() }
            await expect(AccountStorageError.self, .keyMissing) { try await system().changeRegistrations { $0 } }
        }
    }
}
