// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn
import SignInTesting
import Testing

/// What others on the machine may have done to the folder of the accounts.
@Suite struct HostileFolderTests {
    @Test func `a folder that others may change is tightened`() async throws {
        try await withFolder { parent in
            let folder = parent.appending(path: "accounts")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
            try await FileAccountStorage(folder: folder).prepare()
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
            #expect(mode == 0o700)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test func `a lock that leads elsewhere is not followed`() async throws {
        try await withFolder { folder in
            let id = Account.ID(rawValue: "account")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let victim = folder.appending(path: "victim")
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: "account.lock"), withDestinationURL: victim)
            let error = await #expect(throws: AccountStorageError.self) {
                try await FileAccountStorage(folder: folder).withExclusiveAccess(to: id) {}
            }
            #expect(error?.code == .unwritable)
            #expect(!FileManager.default.fileExists(atPath: victim.path))
        }
    }

    @Test func `a copy under another name is no account`() async throws {
        try await withFolder { folder in
            try await SignedIn.with(FileAccountStorage(folder: folder)) { signedIn in
                let file = folder.appending(path: "\(signedIn.account.id.rawValue).account")
                try FileManager.default.copyItem(at: file, to: folder.appending(path: "copy.account"))
                #expect(try await FileAccountStorage(folder: folder).records().count == 1)
            }
        }
    }

    @Test func `nobody signs in for an account that could not be kept`() async throws {
        try await withTenant { tenant in
            let flow = tenant.signInFlow(keepingIn: FileAccountStorage(folder: URL(filePath: "/dev/null/accounts")))
            let error = await #expect(throws: AccountStorageError.self) {
                try await flow.signIn(with: UnwantedUserAgent())
            }
            #expect(error?.code == .unwritable)
        }
    }
}

/// A user agent that nobody should have asked.
private struct UnwantedUserAgent: UserAgent {
    func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        Issue.record("the person was asked to sign in")
        throw CancellationError()
    }
}
