// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import MicrosoftGraph
import Testing

@testable import ClientCommands
@testable import CommandTerminal

/// An export that is interrupted, and goes on.
@Suite struct PeopleExportTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID().uuidString)")
    private var file: URL { folder.appending(path: "people.json") }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private static let next = "https://graph.example/v1.0/users?$skiptoken="

    private static func page(_ ids: [String], next: String? = nil) -> (status: Int, body: String) {
        let people = ids.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
        return (
            200, "{" + (next.map { #""@odata.nextLink":"\#(Self.next)\#($0)","# } ?? "") + #""value":[\#(people)]}"#
        )
    }

    private func choices(_ account: String = "a", _ format: ExportFormat = .json) -> ExportState.Choices {
        ExportState.Choices(format: format.rawValue, account: account, graph: "https://graph.example/v1.0", photos: nil)
    }

    /// Runs an export over prepared answers, and counts the requests.
    @discardableResult private func export(
        _ answers: [(status: Int, body: String)], _ choices: ExportState.Choices? = nil
    ) async throws -> (people: Int, lines: [String]) {
        let transport = ScriptedTransport(answers, thenUnreachable: true)
        let endpoint = try #require(URL(string: "https://graph.example/v1.0"))
        let export = PeopleExport(
            graph: GraphClient(endpoint: endpoint, over: transport),
            writer: PersonWriter(format: .json, hasPhotos: false), photos: nil, sleep: { _ in })
        let count = try await export.run(to: try ExportOutput(file: file.path), choices ?? self.choices())
        return (count, await transport.lines)
    }

    private func text(_ name: String = "people.json") throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private static func lines(_ ids: String...) -> String { ids.map { #"{"id":"\#($0)"}"# + "\n" }.joined() }

    @Test func `a lost connection costs only the page that it met`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("old".utf8).write(to: file)
        await #expect(throws: (any Error).self) {
            try await export([(200, "5"), Self.page(["1", "2"], next: "a"), Self.page(["3"], next: "b")])
        }
        #expect(try text() == "old", "an unfinished export replaces nothing")
        #expect(try names == ["people.json", "people.json.part", "people.json.part-state"])
        // A page that was written in part.
        let part = try FileHandle(forWritingTo: folder.appending(path: "people.json.part"))
        try part.seekToEnd()
        try part.write(contentsOf: Data("{\"id".utf8))
        try part.close()
        let (count, lines) = try await export([Self.page(["4"], next: "c"), Self.page(["5"])])
        #expect(count == 5)
        #expect(lines == ["GET \(Self.next)b", "GET \(Self.next)c"])
        #expect(try text() == Self.lines("1", "2", "3", "4", "5"))
        #expect(try names == ["people.json"], "a finished export leaves no state")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `a storm is waited for`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (count, lines) = try await export([
            (200, "2"), Self.page(["1"], next: "a"), (429, ""), (503, ""), (429, ""), Self.page(["2"]),
        ])
        #expect(count == 2 && lines.count == 6)
        #expect(try text() == Self.lines("1", "2"))
    }

    @Test(arguments: [400, 404, 410]) func `an expired position restarts the export`(
        _ status: Int
    ) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try? await export([(200, "5"), Self.page(["1", "2"], next: "a")])
        let (count, _) = try await export([(status, ""), (200, "1"), Self.page(["9"])])
        #expect(count == 1)
        #expect(try text() == Self.lines("9"))
    }

    @Test(arguments: [401, 403]) func `a refusal keeps the place`(_ status: Int) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try? await export([(200, "5"), Self.page(["1"], next: "a")])
        _ = try? await export([(status, "")])
        #expect(try await export([Self.page(["2"])]).people == 2)
    }

    @Test func `another account or format does not go on`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try? await export([(200, "5"), Self.page(["1"], next: "a")])
        for other in [choices("b"), choices("a", .csv)] {
            let error = await #expect(throws: CommandError.self) { try await export([], other) }
            #expect(error?.status == .cannotWrite)
        }
        #expect(try await export([Self.page(["2"])]).people == 2, "what was written is still there")
    }

    @Test func `a damaged state or a truncated file restarts the export`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let all = [(200, "1"), Self.page(["9"])]
        _ = try? await export([(200, "5"), Self.page(["1"], next: "a")])
        try Data("{".utf8).write(to: folder.appending(path: "people.json.part-state"))
        #expect(try await export(all).people == 1)
        _ = try? await export([(200, "5"), Self.page(["1"], next: "a")])
        try Data("{".utf8).write(to: folder.appending(path: "people.json.part"))
        #expect(try await export(all).people == 1)
        #expect(try text() == Self.lines("9"))
    }

    @Test func `a state that names another place is not followed`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try? await export([(200, "5"), Self.page(["1"], next: "a")])
        let state = folder.appending(path: "people.json.part-state")
        let text = try String(contentsOf: state, encoding: .utf8)
        try Data(text.replacing("graph.example\\/v1.0\\/users", with: "evil.example\\/v1.0\\/users").utf8).write(
            to: state)
        try #require(try String(contentsOf: state, encoding: .utf8) != text)
        await #expect(throws: GraphError.self) { try await export([Self.page(["2"])]) }
    }

    @Test func `two exports do not share a file`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try ExportOutput(file: file.path)
        let error = #expect(throws: CommandError.self) { _ = try ExportOutput(file: file.path) }
        let isFile = first.isFile
        #expect(error?.status == .unavailable && isFile)
    }

    /// What another user can prepare in a shared folder under the name of the unfinished file.
    @Test(arguments: ["link", "lax", "named twice", "folder", "foreign"])
    func `an unfinished file that others could read or choose is refused`(_ kind: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (part, other) = (folder.appending(path: "people.json.part"), folder.appending(path: "other"))
        try Data("old".utf8).write(to: other)
        switch kind {
        case "link": #expect(symlink(other.path, part.path) == 0)
        case "lax":
            #expect(
                FileManager.default.createFile(atPath: part.path, contents: nil, attributes: [.posixPermissions: 0o644])
            )
        case "named twice": #expect(chmod(other.path, 0o600) == 0 && link(other.path, part.path) == 0)
        case "folder": try FileManager.default.createDirectory(at: part, withIntermediateDirectories: false)
        default:
            guard geteuid() == 0 else { return }
            #expect(
                FileManager.default.createFile(atPath: part.path, contents: nil, attributes: [.posixPermissions: 0o600])
            )
            #expect(lchown(part.path, 65_534, 65_534) == 0)
        }
        let error = #expect(throws: CommandError.self) { _ = try ExportOutput(file: file.path) }
        #expect(error?.status == .cannotWrite && error?.message.contains("people.json.part") == true)
        #expect(try Data(contentsOf: other) == Data("old".utf8))
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `an export is its owner's alone, and so are photos and their folder`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try await export([(200, "1"), Self.page(["1"])])
        #expect(try Self.mode(of: file) == 0o600)
        let photos = folder.appending(path: "photos")
        _ = try PhotoFolder(photos.path)
        #expect(try Self.mode(of: photos) == 0o700)
        #expect(symlink(folder.path, folder.appending(path: "own-link").path) == 0)
        #expect(throws: Never.self) { try PhotoFolder(folder.appending(path: "own-link").path) }
        #expect(chmod(photos.path, 0o775) == 0)
        _ = try PhotoFolder(photos.path)
        #expect(try Self.mode(of: photos) == 0o775, "an existing folder stays as the user made it")
        guard geteuid() == 0 else { return }
        #expect(lchown(photos.path, 65_534, 65_534) == 0)
        let error = #expect(throws: CommandError.self) { try PhotoFolder(photos.path) }
        #expect(error?.status == .cannotWrite)
    }

    private static func mode(of file: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }

    @Test func `a folder, a missing folder and a full disk are named`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for path in [folder.path, folder.appending(path: "no/file").path] {
            let error = #expect(throws: CommandError.self) { _ = try ExportOutput(file: path) }
            #expect(error?.status == .cannotWrite && error?.message.contains(path) == true)
        }
        #if os(Linux)
        let full = try ExportOutput(file: "/dev/full")
        let isFile = full.isFile
        #expect(!isFile)
        do {
            try full.write(Data("a".utf8))
            Issue.record("a full disk took it")
        } catch let error as CommandError {
            #expect(error.status == .cannotWrite && error.message.contains("No space left"))
        }
        #endif
    }
}
