// SPDX-License-Identifier: Apache-2.0
import Fixtures
import PrivateFiles

@testable import SignIn

@Suite struct PrivateFileTests {
    private let temporary = TemporaryFolder(exists: false)
    private var folder: URL { temporary.url }

    @Test func `a replacement that fails leaves the old file, and no rest of the new one`() async throws {
        // No rename can replace a folder that is not empty.
        let file = folder.appending(path: "file")
        try FileManager.default.createDirectory(at: file.appending(path: "x"), withIntermediateDirectories: true)
        #expect(throws: PrivateFile.Failure.self) { try PrivateFile.replace(file, with: Data("new".utf8)) }
        #expect(try folder.names() == ["file"])
    }

    @Test func `a file is created once`() async throws {
        try PrivateFile.makeFolder(folder)
        let file = folder.appending(path: "file")
        #expect(try PrivateFile.create(file, with: Data("first".utf8)))
        #expect(try !PrivateFile.create(file, with: Data("second".utf8)))
        #expect(try String(contentsOf: file, encoding: .utf8) == "first")
        #expect(try folder.names() == ["file"])
        #expect(try file.mode() == 0o600)
    }

    /// A folder's mode before and after.
    @Test(arguments: [(0o720, 0o700), (0o702, 0o700), (0o777, 0o700), (0o755, 0o755), (0o711, 0o711)])
    func `a folder that others may see may be written by its owner only`(_ mode: Int, _ expected: Int) async throws {
        try await withFolder(isThere: true) { folder in
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
            try PrivateFile.makeFolderOthersMaySee(folder)
            #expect(try folder.mode() == expected)
        }
    }

    /// A file's mode, whether it was unreadable for others, and whether it was unchangeable for them.
    @Test(arguments: [
        (0o600, true, true), (0o640, false, true), (0o604, false, true), (0o620, false, false), (0o602, false, false),
    ])
    func `a file that others can read or change is no secret`(mode: Int, isSecret: Bool, isOwn: Bool) async throws {
        try PrivateFile.makeFolder(folder)
        let file = folder.appending(path: "file")
        let content = Data("content".utf8)
        try PrivateFile.replace(file, with: content)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        if isSecret {
            #expect(try PrivateFile.secret(file, limit: 7) == content)
        } else {
            let failure = #expect(throws: PrivateFile.Failure.self) { try PrivateFile.secret(file, limit: 7) }
            #expect(failure?.reason == "file may be read by other users")
        }
        if isOwn {
            #expect(try PrivateFile.contentOfOwn(file, limit: 7) == content)
        } else {
            let failure = #expect(throws: PrivateFile.Failure.self) { try PrivateFile.contentOfOwn(file, limit: 7) }
            #expect(failure?.reason == "file may be changed by other users")
        }
    }

    @Test func `a file is read up to its limit, and not beyond`() async throws {
        try PrivateFile.makeFolder(folder)
        let file = folder.appending(path: "file")
        try PrivateFile.replace(file, with: Data("content".utf8))
        #expect(try PrivateFile.content(of: file, limit: 7) == Data("content".utf8))
        let failure = #expect(throws: PrivateFile.Failure.self) { try PrivateFile.content(of: file, limit: 6) }
        #expect(failure?.isForeign == true)
    }

    @Test func `a file that others may open is tightened`() async throws {
        try PrivateFile.makeFolder(folder)
        let file = folder.appending(path: "file")
        #expect(try !PrivateFile.tighten(file))
        try PrivateFile.replace(file, with: Data(), mode: 0o644)
        #expect(try file.mode() == 0o644)
        #expect(try PrivateFile.tighten(file))
        #expect(try file.mode() == 0o600)
    }

    @Test func `removes files of killed writers, but not of active ones`() async throws {
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

    private static let id = "6E2A1B3C-0D4E-4F50-8A6B-7C8D9E0F1A2B"

    @Test(arguments: [
        (".notes.\(id)", "notes"), (".notes.old.txt.\(id)", "notes.old.txt"), ("..a.\(id)", ".a"),
        ("notes.\(id)", nil), (".\(id)", nil), ("..\(id)", nil), (".notes.\(id.lowercased())", nil),
        (".notes.\(id.dropLast())", nil), (".notes.\(id)0", nil), (".notes\(id)", nil), (".notes.old", nil), ("", nil),
    ]) func `the name of a temporary file tells the file that it becomes`(_ name: String, _ target: String?) {
        #expect(PrivateFile.target(ofTemporary: name) == target)
    }

    @Test func `a file that is replaced has another stamp, even at once`() async throws {
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
