// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn
import Testing

@testable import ClientCommands

/// `--output` of `tessera call`, as users of curl expect it.
@Suite struct OutputFileTests {
    private static let content = Data("new".utf8)

    private static func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private static func write(to file: URL) throws {
        let output = try OutputFile(file.path)
        try output.write(content)
        try output.finish()
    }

    private static func mode(of file: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private static func type(of file: URL) throws -> FileAttributeType? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
    }

    @Test func `the umask decides who may read a new file, and an earlier file keeps its mode`() throws {
        try Self.inFolder { folder in
            let (file, plain) = (folder.appending(path: "a"), folder.appending(path: "plain"))
            try Data().write(to: plain)
            try Self.write(to: file)
            let (own, usual) = (try Self.mode(of: file), try Self.mode(of: plain))
            #expect(own == usual)
            #expect(chmod(file.path, 0o640) == 0)
            try Self.write(to: file)
            #expect(try Self.mode(of: file) == 0o640)
            #expect(try Data(contentsOf: file) == Self.content)
        }
    }

    @Test(arguments: [true, false]) func `a link stays, and its target gets the content`(exists: Bool) throws {
        try Self.inFolder { folder in
            let (link, target) = (folder.appending(path: "link"), folder.appending(path: "target"))
            if exists { try Data("old".utf8).write(to: target) }
            #expect(symlink("target", link.path) == 0)
            try Self.write(to: link)
            #expect(try Self.type(of: link) == .typeSymbolicLink)
            #expect(try Data(contentsOf: target) == Self.content)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link", "target"])
        }
    }

    @Test func `a device stays a device`() throws {
        try Self.write(to: URL(filePath: "/dev/null"))
        #expect(try Self.type(of: URL(filePath: "/dev/null")) == .typeCharacterSpecial)
    }

    @Test func `the link of an open file leads to it`() throws {
        let pipe = Pipe()
        try Self.write(to: URL(filePath: "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)"))
        try pipe.fileHandleForWriting.close()
        #expect(try pipe.fileHandleForReading.readToEnd() == Self.content)
    }

    @Test func `an unfinished content leaves the earlier file, and nothing beside it`() throws {
        try Self.inFolder { folder in
            let file = folder.appending(path: "a")
            try Data("old".utf8).write(to: file)
            let output = try OutputFile(file.path)
            try output.write(Self.content)
            output.discard()
            #expect(try Data(contentsOf: file) == Data("old".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
        }
    }

    @Test func `links in a circle, and a folder, are no files`() throws {
        try Self.inFolder { folder in
            let (one, other) = (folder.appending(path: "1"), folder.appending(path: "2"))
            #expect(symlink("2", one.path) == 0 && symlink("1", other.path) == 0)
            for place in [one, folder] {
                #expect(throws: POSIXError.self, "\(place.lastPathComponent)") { try OutputFile(place.path) }
            }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
    func `links and pipes of another person are not followed, and their files do not choose the readers`() throws {
        try Self.inFolder { folder in
            let (link, target) = (folder.appending(path: "link"), folder.appending(path: "target"))
            try Data("old".utf8).write(to: target)
            #expect(symlink(target.path, link.path) == 0 && lchown(link.path, 65_534, 65_534) == 0)
            #expect(throws: POSIXError.self) { try OutputFile(link.path) }
            let pipe = folder.appending(path: "pipe")
            #expect(mkfifo(pipe.path, 0o666) == 0 && lchown(pipe.path, 65_534, 65_534) == 0)
            #expect(throws: POSIXError.self) { try OutputFile(pipe.path) }
            #expect(try Data(contentsOf: target) == Data("old".utf8))
            #expect(chmod(target.path, 0o666) == 0 && lchown(target.path, 65_534, 65_534) == 0)
            try Self.write(to: target)
            #expect(try Self.mode(of: target) & 0o022 == 0)
        }
    }

    @Test func `the question before a sign-in names each other host`() throws {
        let url = try #require(URL(string: "https://api.example"))
        let issuer = try #require(URL(string: "https://login.example"))
        let plain = APIProvider(resource: url, issuer: issuer, signInHost: nil, tokenHost: nil, scopes: ["a"])
        #expect(!CallProviderOptions.description(of: plain).contains("another host"))
        let other = APIProvider(
            resource: url, issuer: issuer, signInHost: "pages.example", tokenHost: "tokens.example", scopes: ["a"])
        let lines = CallProviderOptions.description(of: other).split(separator: "\n")
        #expect(lines.contains("Its sign-in page is at another host: pages.example"))
        #expect(lines.contains("It gives tokens at another host: tokens.example"))
        #expect(lines.last == "Permissions: a")
    }
}
