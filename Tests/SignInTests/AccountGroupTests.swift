// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import SignIn
import SignInTesting
import Testing

@Suite struct AccountGroupTests {
    @Test func `two programs of one group share a sign-in, and others see nothing of it`() async throws {
        try await withFolder { folder in
            let group = try #require(AccountGroup("com.example.tasks"))
            let storage = FileAccountStorage(folder: folder, group: group)
            try await SignedIn.with(storage) { signedIn in
                let other = FileAccountStorage(folder: folder, group: try #require(AccountGroup("com.example.tasks")))
                let token = try await signedIn.session(in: other).accessToken(for: signedIn.scopes)
                #expect(token == (try await signedIn.record())?.tokens.first?.accessToken)
                for name in ["com.example.Tasks", "com.example.task", "../com.example.tasks"] {
                    let outside = FileAccountStorage(folder: folder, group: try #require(AccountGroup(name)))
                    #expect(try await outside.records().isEmpty)
                    #expect(outside.folder.deletingLastPathComponent().standardized.path == folder.standardized.path)
                }
                #expect(try await FileAccountStorage(folder: folder).records().isEmpty)
            }
        }
    }

    @Test(arguments: ["", " ", "a b", "a\n", "a\u{0}", "\u{1b}[2J", String(repeating: "a", count: 256)])
    func `a name that nobody would choose is no group`(_ name: String) {
        #expect(AccountGroup(name) == nil)
    }
}
