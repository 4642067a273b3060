// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

@Suite struct TenantFileCommandTests {
    /// Runs `body` while something listens at a port of this machine.
    private func withPort<Result>(_ body: (Int) async throws -> Result) async throws -> Result {
        let held = try PlainSocket(listeningAt: 0)
        defer { withExtendedLifetime(held) {} }
        return try await body(held.port)
    }

    private static let file = """
        {"version": 1, "directories": [{"displayName": "Heron", "domain": "heron.example", "password": "correct horse",
         "people": [{"displayName": "Mara", "userPrincipalName": "mara@heron.example"}]}]}
        """

    @Test func `a file goes in and comes out again, the same the second time`() async throws {
        try await BuiltCommand.withHome { command in
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
        try await BuiltCommand.withHome { command in
            let given = command.home.appending(path: "given.json")
            try Data(Self.file.utf8).write(to: given)
            let data = command.home.appending(path: "data").path
            _ = try await command.run("tenant", "--from", given.path, "--data", data, "--export", "-")
            let kept = try await command.run("tenant", "--data", data, "--export", "-")
            #expect(kept.output.contains("mara@heron.example") && !kept.output.contains("aldervale"))
        }
    }

    @Test func `people by number fill the sample company, and no other`() async throws {
        try await BuiltCommand.withHome { command in
            let data = command.home.appending(path: "data").path
            let first = try await command.run("tenant", "--people", "30", "--data", data, "--export", "-")
            #expect(first.status == 0 && first.error.contains("added 30 sample people"))
            #expect(first.output.contains("5a3b1e00-0000-4000-8000-00000000001d"))
            #expect(!first.error.contains("\u{1B}"))
            let again = try await command.run("tenant", "--people", "30", "--data", data, "--export", "-")
            #expect(!again.error.contains("added") && again.output == first.output)
            for number in ["0", "-1", "10000001", "many"] {
                #expect(try await command.run("tenant", "--people=\(number)", "--data", data).status == 64)
            }
            let given = command.home.appending(path: "given.json")
            try Data(Self.file.utf8).write(to: given)
            let other = try await command.run("tenant", "--from", given.path, "--people", "3")
            #expect(other.status == 64 && other.error.contains("the sample company"))
        }
    }

    @Test func `mistakes have codes and places, and are heard before the port is looked at`() async throws {
        try await BuiltCommand.withHome { command in
            let given = command.home.appending(path: "given.json")
            try Data(Self.file.replacing("\"domain\"", with: "\"domian\"").utf8).write(to: given)
            try await withPort { port in
                for place in [["--port", "0"], ["--port", "\(port)"]] {
                    let wrong = try await command.run(["tenant", "--from", given.path] + place)
                    #expect(wrong.status == 65)
                    #expect(
                        wrong.error.contains("/directories/0/domian: There is no member 'domian'; did you mean"))
                    #expect(try await command.run(["tenant", "--from", "nowhere.json"] + place).status == 66)
                }
                try Data(Self.file.utf8).write(to: given)
                let busy = try await command.run(["tenant", "--from", given.path, "--port", "\(port)"])
                #expect(
                    busy.status == 69 && busy.error.contains("error: port \(port) of 127.0.0.1 is in use"),
                    "\(busy.error)")
            }
            #expect(try await command.run("tenant", "--replace").status == 64)
        }
    }

    @Test func `a tenant in memory leaves nothing behind, not even its authority`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(Self.file.utf8).write(to: file)
        let authority = try await RunningTenant.run(["--from", file.path, "--tls"]) { tenant in
            #expect(try FileManager.default.contentsOfDirectory(atPath: tenant.command.home.path).isEmpty)
            let authority = try #require(tenant.report.certificateAuthority)
            #expect(try String(contentsOfFile: authority, encoding: .utf8).contains("BEGIN CERTIFICATE"))
            return authority
        }
        #expect(!FileManager.default.fileExists(atPath: URL(filePath: authority).deletingLastPathComponent().path))
    }

    @Test func `with a folder, everybody may read the authority there, and nobody else the rest`() async throws {
        try await RunningTenant.run(["--tls"]) { tenant in
            let authority = URL(filePath: try #require(tenant.report.certificateAuthority))
            let folder = authority.deletingLastPathComponent()
            let modes = [
                (authority, 0o644), (folder, 0o711), (folder.deletingLastPathComponent(), 0o711),
                (folder.appending(path: "authority-key.pem"), 0o600), (folder.appending(path: "server-key.pem"), 0o600),
            ]
            for (place, mode) in modes {
                let found = try FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions] as? Int
                #expect(found == mode, "\(place.path)")
            }
        }
    }
}
