// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite struct TenantFileCommandTests {
    private func withHome<Result>(_ body: (BuiltCommand) async throws -> Result) async throws -> Result {
        let home = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        return try await body(BuiltCommand(home: home))
    }

    private static let file = """
        {"version": 1, "directories": [{"displayName": "Heron", "domain": "heron.example", "password": "correct horse",
         "people": [{"displayName": "Mara", "userPrincipalName": "mara@heron.example"}]}]}
        """

    @Test func `a file goes in and comes out again, the same the second time`() async throws {
        try await withHome { command in
            let (first, second) = (command.home.appending(path: "a.json"), command.home.appending(path: "b.json"))
            let given = command.home.appending(path: "given.json")
            try Data(Self.file.utf8).write(to: given)
            let taken = try await command.run("tenant", "--from", given.path, "--export", first.path)
            #expect(taken.status == 0 && taken.output.isEmpty)
            #expect(taken.error.contains("person: 1 added, 0 replaced, 0 kept"))
            #expect(try await command.run("tenant", "--from", first.path, "--export", second.path).status == 0)
            #expect(try Data(contentsOf: first) == Data(contentsOf: second))
            #expect(!String(decoding: try Data(contentsOf: first), as: UTF8.self).contains("correct horse"))
            let mode = try FileManager.default.attributesOfItem(atPath: first.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(!FileManager.default.fileExists(atPath: command.home.appending(path: "tenant").path))
        }
    }

    @Test func `a folder keeps what a file brought`() async throws {
        try await withHome { command in
            let given = command.home.appending(path: "given.json")
            try Data(Self.file.utf8).write(to: given)
            let data = command.home.appending(path: "data").path
            _ = try await command.run("tenant", "--from", given.path, "--data", data, "--export", "-")
            let kept = try await command.run("tenant", "--data", data, "--export", "-")
            #expect(kept.output.contains("mara@heron.example") && !kept.output.contains("aldervale"))
        }
    }

    @Test func `mistakes have codes and places`() async throws {
        try await withHome { command in
            let given = command.home.appending(path: "given.json")
            try Data(Self.file.replacing("\"domain\"", with: "\"domian\"").utf8).write(to: given)
            let wrong = try await command.run("tenant", "--from", given.path)
            #expect(wrong.status == 65)
            #expect(wrong.error.contains("/directories/0/domian: Nothing here is called 'domian'; did you mean"))
            #expect(try await command.run("tenant", "--from", "nowhere.json").status == 66)
            #expect(try await command.run("tenant", "--replace").status == 64)
        }
    }
}
