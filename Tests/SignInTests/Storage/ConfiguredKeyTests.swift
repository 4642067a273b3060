// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import SignIn

@Suite struct ConfiguredKeyTests {
    private let temporary = TemporaryFolder(exists: false)
    private var folder: URL { temporary.url }

    private let key = SealingKey(random: .system)

    private func write(_ text: String, to file: URL, mode: Int = 0o600) throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    @Test(arguments: geteuid() == 0 ? [0o600, 0o400, 0o440] : [0o600, 0o400])
    func `a systemd credential takes precedence`(_ mode: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(key.text.revealed + "\n", to: folder.appending(path: "tessera-account-key"), mode: mode)
        let environment = ["CREDENTIALS_DIRECTORY": folder.path, "TESSERA_ACCOUNT_KEY": "no key"]
        #expect(try ConfiguredKey(environment: environment).read() == key)
    }

    @Test func `uses a configured key file or variable, and otherwise none`() async throws {
        let file = folder.appending(path: "key")
        try write(key.text.revealed, to: file)
        #expect(try ConfiguredKey(environment: ["TESSERA_ACCOUNT_KEY_FILE": file.path]).read() == key)
        #expect(try ConfiguredKey(environment: ["TESSERA_ACCOUNT_KEY": key.text.revealed]).read() == key)
        // A service may have other credentials.
        #expect(try ConfiguredKey(environment: ["CREDENTIALS_DIRECTORY": folder.path]).read() == nil)
        #expect(try ConfiguredKey(environment: [:]).read() == nil)
    }

    @Test func `a variable that is set and wrong is an error, never another key`() throws {
        for environment in [
            ["TESSERA_ACCOUNT_KEY": ""], ["TESSERA_ACCOUNT_KEY": "secret-but-short"],
            ["TESSERA_ACCOUNT_KEY_FILE": "/nonexistent/key", "TESSERA_ACCOUNT_KEY": key.text.revealed],
        ] {
            let error = expectNow(AccountStorageError.self, .keyMissing) {
                try ConfiguredKey(environment: environment).read()
            }
            #expect(error?.message.contains("TESSERA_ACCOUNT_KEY") == true)
            #expect(error?.message.contains("secret-but-short") == false)
        }
    }

    @Test(arguments: [
        (0o604, "can be read"), (0o602, "can be read"), (0o620, "can be read"), (0o644, "can be read"),
        (0o640, "can be read"), (0o440, "can be read"), (0o610, "can be read"), (0o601, "can be read"),
    ])
    func `a file that others can read or change is refused`(_ mode: Int, words: String) async throws {
        let file = folder.appending(path: "key")
        try write(key.text.revealed, to: file, mode: mode)
        let error = expectNow(AccountStorageError.self, .keyMissing) { try CredentialFile(file).read() }
        #expect((error?.message.contains(words), error?.message.contains(file.path)) == (true, true))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func `a file of another user is refused`() async throws {
        let file = folder.appending(path: "key")
        try write(key.text.revealed, to: file)
        #expect(try CredentialFile(file).read() == key)
        try #require(chown(file.path, 65534, 65534) == 0)
        let error = expectNow(AccountStorageError.self, .keyMissing) { try CredentialFile(file).read() }
        #expect(error?.message.contains("belongs to another user") == true)
    }

    /// Mode, owner, and group; whether it is a credential of systemd, and whether it is private.
    static let permissions: [(mode_t, uid_t, gid_t, Bool, Bool)] = [
        (0o400, 0, 0, true, true), (0o440, 0, 0, true, true), (0o400, 1000, 1000, true, true),
        (0o600, 1000, 1000, false, true), (0o440, 0, 0, false, false),
        // With another owner or group, the bit means the group; systemd's access list only permits reading.
        (0o440, 0, 1000, true, false), (0o440, 1000, 0, true, false), (0o640, 0, 0, true, false),
        (0o460, 0, 0, true, false), (0o444, 0, 0, true, false), (0o404, 0, 0, true, false),
    ]

    @Test(arguments: permissions)
    func `a group may read only systemd's credentials`(
        mode: mode_t, owner: uid_t, group: gid_t, isCredential: Bool, isPrivate: Bool
    ) {
        let file = CredentialFile(URL(filePath: "/run/credentials/key"), isSystemdCredential: isCredential)
        #expect(file.isPrivate(mode: mode, owner: owner, group: group) == isPrivate)
    }

    @Test func `a file that holds no key, or is none, is refused`() async throws {
        let file = folder.appending(path: "key")
        for text in ["", "no key", key.text.revealed + key.text.revealed, String(repeating: " ", count: 5000)] {
            try write(text, to: file)
            expectNow(AccountStorageError.self, .keyMissing) { try CredentialFile(file).read() }
        }
        try write(key.text.revealed + String(repeating: " ", count: 4097 - key.text.revealed.count), to: file)
        let long = #expect(throws: AccountStorageError.self) { try CredentialFile(file).read() }
        #expect(long?.message.contains("cannot be read as a key") == true)
        try write(key.text.revealed + String(repeating: " ", count: 4096 - key.text.revealed.count), to: file)
        #expect(try CredentialFile(file).read() == key)
        let error = #expect(throws: AccountStorageError.self) { try CredentialFile(folder).read() }
        #expect(error?.message.contains("is not a file") == true)
    }
}
