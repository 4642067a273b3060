// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInTesting

@Suite struct AccountGroupTests {
    private let key = SealingKey(random: .system)

    @Test func `two programs of one group share a sign-in, and others see nothing of it`() async throws {
        try await withFolder { folder in
            let group = try #require(AccountGroup("com.example.tasks"))
            let signedIn = try await SignedIn(SealedAccountStorage(folder: folder, group: group, key: key))
            let other = SealedAccountStorage(
                folder: folder, group: try #require(AccountGroup("com.example.tasks")), key: key)
            let token = try await signedIn.session(in: other).accessToken(for: signedIn.scopes)
            #expect(token == (try await signedIn.record())?.tokens.first?.accessToken)
            for name in ["com.example.Tasks", "com.example.task", "../com.example.tasks"] {
                let outside = SealedAccountStorage(
                    folder: folder, group: try #require(AccountGroup(name)), key: key)
                #expect(try await outside.records().isEmpty)
                #expect(outside.folder.deletingLastPathComponent().standardized.path == folder.standardized.path)
            }
            #expect(try await SealedAccountStorage(folder: folder, key: key).records().isEmpty)
        }
    }

    @Test func `a file that is moved from one group to another does not open there, under the same key`() async throws {
        try await withFolder { folder in
            let (one, other) = (try storage("tasks", below: folder), try storage("people", below: folder))
            let plain = SealedAccountStorage(folder: folder.appending(path: "plain"), key: key)
            let kept = try await one.save(SampleAccounts.record()).record
            let name = try #require(try one.folder.names().first { $0.hasSuffix(".sealed") })
            for elsewhere in [other, plain] {
                try await elsewhere.prepare()
                try FileManager.default.copyItem(
                    at: one.folder.appending(path: name), to: elsewhere.folder.appending(path: name))
                #expect(try await elsewhere.records().isEmpty)
                #expect(try await elsewhere.record(kept.id) == nil)
                #expect(try await elsewhere.damagedAccounts().map(\.code) == [.keyMismatch])
                #expect(try elsewhere.folder.names().contains(name), "it is left alone")
            }
            #expect(try await one.records() == [kept])
        }
    }

    @Test func `a group's folder opens wherever it is, and by whatever path`() async throws {
        try await withFolder { folder in
            let before = folder.appending(path: "before")
            let kept = try await storage("tasks", below: before).save(SampleAccounts.record()).record
            let after = folder.appending(path: "after")
            try FileManager.default.moveItem(at: before, to: after)
            let link = folder.appending(path: "link")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: after)
            for place in [after, link, folder.appending(path: "link/../after")] {
                #expect(try await storage("tasks", below: place).records() == [kept])
            }
        }
    }

    private func storage(_ group: String, below folder: URL) throws -> SealedAccountStorage {
        SealedAccountStorage(folder: folder, group: try #require(AccountGroup(group)), key: key)
    }

    @Test(arguments: ["", " ", "a b", "a\n", "a\u{0}", "\u{1b}[2J", String(repeating: "a", count: 256)])
    func `rejects invalid group names`(_ name: String) {
        #expect(AccountGroup(name) == nil)
    }

    @Test(arguments: ["a", "ä.b", String(repeating: "a", count: 255)])
    func `a name of up to 255 bytes is a group`(_ name: String) {
        #expect(AccountGroup(name)?.name == name)
    }
}
