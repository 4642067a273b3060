// SPDX-License-Identifier: Apache-2.0

import Fixtures

@testable import HTTPTransport

/// Other users can write to the folder of an unfinished download.
@Suite struct PartialFileTests {
    private static func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    /// Files of other users under the name of the partial file.
    static let traps: [(name: String, set: @Sendable (_ part: String, _ other: String) -> Int32)] = [
        ("a link", { part, other in symlink(other, part) }),
        ("a second name of a file", { part, other in link(other, part) }),
        ("a pipe", { part, _ in mkfifo(part, 0o666) }),
        ("a folder", { part, _ in mkdir(part, 0o777) }),
    ]

    @Test(arguments: traps.map(\.name)) func `nothing is written to`(_ name: String) throws {
        try Self.inFolder { folder in
            let other = folder.appending(path: "other")
            try Data("precious".utf8).write(to: other)
            let trap = try #require(Self.traps.first { $0.name == name })
            #expect(trap.set(folder.appending(path: "film.part").path, other.path) == 0)
            #expect(throws: POSIXError.self) {
                try PartialFile(beside: folder.appending(path: "film"), isKept: true).begin(from: "a", validator: nil)
            }
            #expect(try Data(contentsOf: other) == Data("precious".utf8))
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
    func `a file and a note of another person are not used`() throws {
        try Self.inFolder { folder in
            let (file, part) = (folder.appending(path: "film"), folder.appending(path: "film.part"))
            let first = try PartialFile(beside: file, isKept: true)
            try first.begin(from: "https://a.example", validator: "\"1\"")
            try first.write(Data("half".utf8))
            first.leave()
            func start() throws -> DownloadStart? {
                let next = try PartialFile(beside: file, isKept: true)
                defer { next.leave() }
                return try next.start(from: "https://a.example")
            }
            #expect(try start()?.length == 4)
            #expect(chown(part.path + ".json", 65_534, 65_534) == 0)
            #expect(try start() == nil)
            #expect(chown(part.path, 65_534, 65_534) == 0)
            let error = #expect(throws: POSIXError.self) { try start() }
            #expect(error?.code == .EACCES)
        }
    }

    @Test(arguments: [0o600, 0o640, nil] as [mode_t?])
    func `a file keeps its mode, and nobody else reads the part`(_ mode: mode_t?) throws {
        func modeOf(_ file: URL) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        }
        try Self.inFolder { folder in
            let file = folder.appending(path: "film")
            let usual = folder.appending(path: "usual")
            close(open(usual.path, O_CREAT | O_WRONLY, 0o666))
            if let mode {
                try Data("old".utf8).write(to: file)
                #expect(chmod(file.path, mode) == 0)
            }
            let partial = try PartialFile(beside: file, isKept: true)
            #expect(try modeOf(folder.appending(path: "film.part")) == 0o600)
            try partial.write(Data("new".utf8))
            try partial.move(to: file)
            #expect(try modeOf(file) == (mode.map(Int.init) ?? modeOf(usual)))
            #expect(try Data(contentsOf: file) == Data("new".utf8))
        }
    }
}
