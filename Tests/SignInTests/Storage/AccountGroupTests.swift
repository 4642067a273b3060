// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import SignIn
import SignInTesting
import Testing

@Suite struct AccountGroupTests {
    private let key = SealingKey(random: .system)

    @Test func `two programs of one group share a sign-in, and others see nothing of it`() async throws {
        try await withFolder { folder in
            let group = try #require(AccountGroup("com.example.tasks"))
            let storage = SealedAccountStorage(folder: folder, group: group, key: key)
            try await SignedIn.with(storage) { signedIn in
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
    }

    @Test(arguments: ["", " ", "a b", "a\n", "a\u{0}", "\u{1b}[2J", String(repeating: "a", count: 256)])
    func `a name that nobody would choose is no group`(_ name: String) {
        #expect(AccountGroup(name) == nil)
    }
}
