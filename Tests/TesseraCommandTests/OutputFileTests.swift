// SPDX-License-Identifier: Apache-2.0
import APIAccess
import Foundation
import SignIn
import Testing

@testable import ClientCommands
@testable import CommandTerminal

/// The files that commands write where the user says.
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

    @Test func `a new file is its owner's alone, and an earlier file keeps its mode`() throws {
        try Self.inFolder { folder in
            let file = folder.appending(path: "a")
            try Self.write(to: file)
            #expect(try Self.mode(of: file) == 0o600)
            #expect(chmod(file.path, 0o640) == 0)
            try Self.write(to: file)
            #expect(try Self.mode(of: file) == 0o640)
            #expect(try Data(contentsOf: file) == Self.content)
            try OutputFile.write(Self.content, to: file.path, isPrivate: true)
            #expect(try Self.mode(of: file) == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
        }
    }

    /// A place that another user could have prepared, and a word of the error.
    @Test(arguments: ["target", "missing", "link", "/dev/null/x"])
    func `a link is refused, wherever it leads`(_ target: String) throws {
        try Self.inFolder { folder in
            let (link, kept) = (folder.appending(path: "link"), folder.appending(path: "target"))
            try Data("old".utf8).write(to: kept)
            #expect(symlink(target, link.path) == 0)
            let error = #expect(throws: CommandError.self) { try OutputFile(link.path) }
            #expect(error?.status == .cannotWrite && error?.message.contains("link") == true)
            #expect(try Self.type(of: link) == .typeSymbolicLink)
            #expect(try Data(contentsOf: kept) == Data("old".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link", "target"])
        }
    }

    @Test func `a link to a device is followed`() throws {
        try Self.inFolder { folder in
            let link = folder.appending(path: "null")
            #expect(symlink("/dev/null", link.path) == 0)
            try Self.write(to: link)
            #expect(try Self.type(of: link) == .typeSymbolicLink)
        }
    }

    @Test func `a device stays a device`() throws {
        try Self.write(to: URL(filePath: "/dev/null"))
        #expect(try Self.type(of: URL(filePath: "/dev/null")) == .typeCharacterSpecial)
    }

    /// What another user puts in the place of a pipe between its check and its opening.
    @Test(arguments: ["link", "pipe", "file"])
    func `a pipe that was replaced before it is opened is refused`(_ kind: String) throws {
        try Self.inFolder { folder in
            let (place, kept) = (folder.appending(path: "a"), folder.appending(path: "kept"))
            try Data("old".utf8).write(to: kept)
            #expect(mkfifo(place.path, 0o600) == 0)
            let opened = try #require(try OutputFile.device(named: place.path) { open($0, O_RDWR) })
            #expect(close(opened) == 0)
            let error = #expect(throws: CommandError.self) {
                try OutputFile.device(named: place.path) { path in
                    #expect(rename(path, path + ".away") == 0)
                    switch kind {
                    case "link": #expect(symlink(kept.path, path) == 0)
                    case "pipe": #expect(mkfifo(path, 0o600) == 0)
                    default: #expect(link(kept.path, path) == 0)
                    }
                    return open(path, O_RDWR)
                }
            }
            #expect(error?.status == .cannotWrite)
            #expect(try Data(contentsOf: kept) == Data("old".utf8))
        }
    }

    @Test func `the link of an open file points to it`() throws {
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

    @Test func `a second name of a lax file does not choose the readers`() throws {
        try Self.inFolder { folder in
            let (file, other) = (folder.appending(path: "a"), folder.appending(path: "other"))
            try Data("old".utf8).write(to: other)
            #expect(chmod(other.path, 0o666) == 0 && link(other.path, file.path) == 0)
            try Self.write(to: file)
            #expect(try Self.mode(of: file) == 0o600)
            #expect(try Data(contentsOf: other) == Data("old".utf8))
        }
    }

    @Test func `an open file is continued, and not written from its beginning`() throws {
        try Self.inFolder { folder in
            let file = folder.appending(path: "log")
            let descriptor = open(file.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            defer { close(descriptor) }
            #expect(Foundation.write(descriptor, "old ", 4) == 4)
            try Self.write(to: URL(filePath: "/dev/fd/\(descriptor)"))
            #expect(try String(contentsOf: file, encoding: .utf8) == "old new")
            let error = #expect(throws: CommandError.self) { try OutputFile("/dev/fd/999999") }
            #expect(error?.status == .cannotWrite)
        }
    }

    @Test func `a folder and a missing folder are no files`() throws {
        try Self.inFolder { folder in
            for place in [folder, folder.appending(path: "no/file")] {
                let error = #expect(throws: CommandError.self) { try OutputFile(place.path) }
                #expect(error?.status == .cannotWrite && error?.message.contains(place.path) == true)
            }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
    func `what belongs to another user is refused`() throws {
        try Self.inFolder { folder in
            let (pipe, file) = (folder.appending(path: "pipe"), folder.appending(path: "file"))
            #expect(mkfifo(pipe.path, 0o666) == 0 && lchown(pipe.path, 65_534, 65_534) == 0)
            try Data("old".utf8).write(to: file)
            #expect(chmod(file.path, 0o666) == 0 && lchown(file.path, 65_534, 65_534) == 0)
            let link = folder.appending(path: "link")
            #expect(symlink("/dev/null", link.path) == 0 && lchown(link.path, 65_534, 65_534) == 0)
            for place in [pipe, file, link] {
                let error = #expect(throws: CommandError.self) { try OutputFile(place.path) }
                #expect(error?.status == .cannotWrite && error?.message.contains("another user") == true)
            }
            #expect(try Data(contentsOf: file) == Data("old".utf8))
        }
    }

    /// `TESSERA_HOME`, `XDG_DATA_HOME` and `HOME`, in this order.
    @Test(arguments: [
        (["TESSERA_HOME": "/t", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/t"), (["TESSERA_HOME": "t"], "t"),
        (["TESSERA_HOME": "", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/tessera"),
        (["XDG_DATA_HOME": "x", "HOME": "/h"], "/h/.local/share/tessera"),
        (["XDG_DATA_HOME": "", "HOME": "/h"], "/h/.local/share/tessera"),
        (["HOME": "/h"], "/h/.local/share/tessera"),
    ])
    func `the environment names the folder of accounts`(_ environment: [String: String], _ folder: String) {
        #if os(Linux)
        #expect(Folders.home(in: environment).path.hasSuffix(folder))
        #expect(folder.hasPrefix("t") || Folders.home(in: environment).path == folder)
        #endif
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
    func `without a usable HOME the system's list of users names it`(_ environment: [String: String]) {
        #if os(Linux)
        #expect(Folders.home(in: environment).path == URL.homeDirectory.path + "/.local/share/tessera")
        #endif
    }

    @Test func `the question before a sign-in names each other host`() throws {
        let url = try #require(URL(string: "https://api.example"))
        let issuer = try #require(URL(string: "https://login.example"))
        let plain = APIProvider(resource: url, issuer: issuer, signInHost: nil, tokenHost: nil, scopes: ["a"])
        #expect(!CallProviderOptions.description(of: plain).contains("another host"))
        let other = APIProvider(
            resource: url, issuer: issuer, signInHost: "pages.example", tokenHost: "tokens.example", scopes: ["a"])
        let lines = CallProviderOptions.description(of: other).split(separator: "\n")
        #expect(lines.contains("Its sign-in page is on another host: pages.example"))
        #expect(lines.contains("Its token endpoint is on another host: tokens.example"))
        #expect(lines.last == "Permissions: a")
    }
}
