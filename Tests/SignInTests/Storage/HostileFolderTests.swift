// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInTesting

@testable import SignIn

@Suite struct HostileFolderTests {
    private let temporary = TemporaryFolder()
    private var folder: URL { temporary.url }

    private let key = SealingKey(random: .system)

    @Test func `a folder that others may change is tightened`() async throws {
        try await withFolder { parent in
            let folder = parent.appending(path: "accounts")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
            try await SealedAccountStorage(folder: folder, key: key).prepare()
            #expect(try folder.mode() == 0o700)
            #expect(try folder.names().isEmpty)
        }
    }

    @Test func `does not follow a lock that is a link`() async throws {
        try await withFolder { folder in
            let name = AccountSeal(key).name(of: try SampleAccounts.record().id)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let victim = folder.appending(path: "victim")
            let storage = SealedAccountStorage(folder: folder, key: key)
            for lock in [name.accessLock, name.savingLock] {
                try FileManager.default.createSymbolicLink(
                    at: folder.appending(path: lock), withDestinationURL: victim)
                await expect(AccountStorageError.self, .unwritable) {
                    try await storage.withExclusiveAccess(to: SampleAccounts.record().id) {
                        _ = try await storage.save(SampleAccounts.record())
                    }
                }
                #expect(!FileManager.default.fileExists(atPath: victim.path))
                try FileManager.default.removeItem(at: folder.appending(path: lock))
            }
        }
    }

    @Test func `does not follow a key file that is a link`() async throws {
        let planted = folder.appending(path: "planted")
        try Data((KeyFile.Content.key(key).text.revealed + "\n").utf8).write(to: planted)
        try FileManager.default.createSymbolicLink(at: KeyFile.url(in: folder), withDestinationURL: planted)
        let storage = SealedAccountStorage(
            folder: folder, keySource: SystemSealingKey(environment: [:], keyring: nil))
        await expect(AccountStorageError.self, .unreadable) { try await storage.save(SampleAccounts.record()) }
    }

    @Test func `a copy under another name is no account`() async throws {
        try await withFolder { folder in
            let storage = SealedAccountStorage(folder: folder, key: key)
            let kept = try await storage.save(SampleAccounts.record()).record
            let file = folder.appending(path: AccountSeal(key).name(of: kept.id).sealed)
            let copy = String(repeating: "0123abcd", count: 4)
            try FileManager.default.copyItem(at: file, to: folder.appending(path: "\(copy).sealed"))
            #expect(try await storage.records() == [kept])
            #expect(try await storage.damagedAccounts().map(\.code) == [.damaged])
        }
    }

    @Test func `a file that is not sealed is no account`() async throws {
        let id = try SampleAccounts.record().id
        let planted = "\(id.rawValue).account"
        try Data(SampleAccounts.json(of: "ann").utf8).write(to: folder.appending(path: planted))
        let storage = SealedAccountStorage(folder: folder, key: key)
        #expect(try await (storage.stamp(of: id), storage.record(id)) == (nil, nil))
        #expect(try await storage.records().isEmpty)
        #expect(try folder.names() == [planted])
    }

    @Test(arguments: [
        "copy.sealed", "\u{1b}[2J.sealed", "x.damaged", ".sealed", "0123ABCD0123ABCD0123ABCD0123ABCD.sealed",
        "0123abcd0123abcd0123abcd0123abcd (copy).damaged", "0123abcd0123abcd0123abcd0123abc\u{301}.sealed",
    ])
    func `a file whose name we did not give is left alone`(_ name: String) async throws {
        let file = folder.appending(path: name)
        try Data("of somebody".utf8).write(to: file)
        let source = SystemSealingKey(environment: [:], keyring: nil)
        let storage = SealedAccountStorage(folder: folder, keySource: source)
        #expect(try await storage.records().isEmpty)
        let kept = try await storage.save(SampleAccounts.record()).record
        #expect(try await storage.records() == [kept])
        #expect(try await storage.damagedAccounts().isEmpty)
        #expect(try Data(contentsOf: file) == Data("of somebody".utf8))
    }

    @Test func `a sign-in fails if its account cannot be stored`() async throws {
        let tenant = try await withTenant { $0 }
        let folder = URL(filePath: "/dev/null/accounts")
        let flow = tenant.signInFlow(keepingIn: SealedAccountStorage(folder: folder, key: key))
        await expect(AccountStorageError.self, .unwritable) { try await flow.signIn(with: UnwantedUserAgent()) }
    }
}

private struct UnwantedUserAgent: UserAgent {
    func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        Issue.record("the person was asked to sign in")
        throw CancellationError()
    }
}
