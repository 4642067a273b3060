// SPDX-License-Identifier: Apache-2.0
import Foundation
import PrivateFiles
import Testing

@testable import SignIn

@Suite struct PrivateFileTests {
    @Test func `a replacement that fails leaves the old file, and no rest of the new one`() async throws {
        try await withFolder { folder in
            // A folder that is not empty stands where the file should go: no rename can replace it.
            let file = folder.appending(path: "file")
            try FileManager.default.createDirectory(at: file.appending(path: "x"), withIntermediateDirectories: true)
            #expect(throws: PrivateFile.Failure.self) { try PrivateFile.replace(file, with: Data("new".utf8)) }
            #expect(try folder.names() == ["file"])
        }
    }

    @Test func `a file is created once`() async throws {
        try await withFolder { folder in
            try PrivateFile.makeFolder(folder)
            let file = folder.appending(path: "file")
            #expect(try PrivateFile.create(file, with: Data("first".utf8)))
            #expect(try !PrivateFile.create(file, with: Data("second".utf8)))
            #expect(try String(contentsOf: file, encoding: .utf8) == "first")
            #expect(try folder.names() == ["file"])
            #expect(try file.mode() == 0o600)
        }
    }

    @Test func `what killed writers left is cleared away, and a writer at work is not disturbed`() async throws {
        try await withFolder { folder in
            let storage = SealedAccountStorage(folder: folder, key: SealingKey(random: .system))
            try PrivateFile.makeFolder(folder)
            func half(of name: String) throws -> URL {
                try PrivateFile.writeTemporary(for: folder.appending(path: name), Data("half".utf8))
            }
            let account = String(repeating: "a", count: 32) + ".sealed"
            let old = try [half(of: account), half(of: "sealing-key"), half(of: "probe")]
            let young = try half(of: account)
            let foreign = folder.appending(path: ".notes.old")
            try Data().write(to: foreign)
            let others = try half(of: "notes")
            for file in old + [foreign, others] {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: file.path)
            }
            try await storage.prepare()
            #expect(try folder.names() == [young, foreign, others].map(\.lastPathComponent).sorted())
        }
    }

    @Test func `a file that is replaced has another stamp, even at once`() async throws {
        try await withFolder { folder in
            try PrivateFile.makeFolder(folder)
            let file = folder.appending(path: "file")
            var stamps: Set<AccountStamp?> = []
            for _ in 0..<200 {
                try PrivateFile.replace(file, with: Data("same".utf8))
                stamps.insert(try AccountStamp(of: file.path))
            }
            #expect(stamps.count == 200)
        }
    }
}
