// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import Provider
import SignIn
import SignInTesting
import Testing

@Suite struct FileAccountStorageTests {
    private static func mode(of url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    @Test func `accounts survive the program, and only their owner can read them`() async throws {
        try await withFolder { parent in
            let folder = parent.appending(path: "new/accounts")
            try await SignedIn.with(FileAccountStorage(folder: folder)) { signedIn in
                let storage = FileAccountStorage(folder: folder)
                let store = signedIn.store(in: storage)
                #expect(try await store.accounts() == [signedIn.account])
                #expect(try await storage.record(signedIn.account.id) == signedIn.record())
                #expect(try Self.mode(of: folder) == 0o700)
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                let id = signedIn.account.id.rawValue
                #expect(names == ["\(id).account", "\(id).lock"])
                for name in names { #expect(try Self.mode(of: folder.appending(path: name)) == 0o600) }
                #expect(!id.contains(signedIn.account.identity.subject))
            }
        }
    }

    @Test func `a save that fails leaves the old account, and no rest of it`() async throws {
        try await withFolder { folder in
            try await SignedIn.with(FileAccountStorage(folder: folder)) { signedIn in
                let storage = FileAccountStorage(folder: folder)
                let record = try #require(try await signedIn.record())
                // A folder that is not empty stands where the file should go: no rename can replace it.
                let file = folder.appending(path: "\(record.id.rawValue).account")
                let aside = folder.appending(path: "aside")
                try FileManager.default.moveItem(at: file, to: aside)
                try FileManager.default.createDirectory(
                    at: file.appending(path: "x"), withIntermediateDirectories: true)
                var fresh = record
                fresh.generation = 0
                let error = await #expect(throws: AccountStorageError.self) { try await storage.save(fresh) }
                #expect(error?.code == .unwritable)
                #expect(error?.message.contains(folder.path) == true)
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(names.count == 3, "the half of a file is gone: \(names)")
                try FileManager.default.removeItem(at: file)
                try FileManager.default.moveItem(at: aside, to: file)
                #expect(try await storage.record(record.id) == record)
            }
        }
    }

    // Tests may run as root, whom no permission stops: a file where a folder should be stops everyone.
    @Test(arguments: ["/dev/null/accounts", "/proc/accounts"])
    func `a folder that cannot be written is named`(_ path: String) async throws {
        try await withTenant { tenant in
            let storage = FileAccountStorage(folder: URL(filePath: path))
            let error = await #expect(throws: AccountStorageError.self) {
                try await tenant.signInFlow(keepingIn: storage).signIn(
                    with: tenant.userAgent(signingIn: tenant.person))
            }
            #expect(error?.code == .unwritable)
            #expect(error?.message.contains(path) == true)
            #expect(error?.message.contains("permissions") == true)
            let records = try await storage.records()
            #expect(records.isEmpty)
        }
    }

    @Test func `a folder that is a file cannot be read`() async throws {
        let error = await #expect(throws: AccountStorageError.self) {
            try await FileAccountStorage(folder: URL(filePath: "/dev/null")).records()
        }
        #expect(error?.code == .unreadable)
    }

    @Test(arguments: ["", "{", "{}", "[1]", "\0\0\0", #"{"version":1}"#])
    func `a damaged file does not hide the others, and is not removed`(_ content: String) async throws {
        try await withFolder { folder in
            try await SignedIn.with(FileAccountStorage(folder: folder)) { signedIn in
                let file = folder.appending(path: "damaged.account")
                try Data(content.utf8).write(to: file)
                #expect(try await signedIn.store.accounts().map(\.id) == [signedIn.account.id])
                #expect(try await signedIn.store.damages().map(\.code) == [.damaged])
                let error = await #expect(throws: AccountStorageError.self) {
                    try await signedIn.storage.record(Account.ID(rawValue: "damaged"))
                }
                #expect(error?.code == .damaged)
                #expect(error?.message.contains(file.path) == true)
                #expect(FileManager.default.fileExists(atPath: file.path))
            }
        }
    }

    @Test(arguments: ["../outside", "/etc/passwd", "", ".", "a/b", "a\0b", "%2e%2e"])
    func `an id that is no file name names no account`(_ id: String) async throws {
        try await withFolder { parent in
            let outside = parent.appending(path: "outside.account")
            let folder = parent.appending(path: "accounts")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data().write(to: outside)
            let storage = FileAccountStorage(folder: folder)
            #expect(try await storage.record(Account.ID(rawValue: id)) == nil)
            try await storage.remove(Account.ID(rawValue: id))
            #expect(FileManager.default.fileExists(atPath: outside.path))
        }
    }
}
