// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// User errors, each with a message, a next step, and an exit code that scripts can
/// tell apart.
@Suite struct BadInputTests {
    private let command: BuiltCommand

    init() throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        command = BuiltCommand(home: home)
    }

    private func write(_ text: String) throws -> String {
        let file = command.home.appending(path: "settings.plist")
        try Data(text.utf8).write(to: file)
        return file.path
    }

    private func expect(_ outcome: BuiltCommand.Outcome, status: Int32, says words: String...) {
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty)
        for word in words + ["error: ", "hint: "] {
            #expect(outcome.error.contains(word), "\(outcome.error)")
        }
    }

    @Test func `without settings and demo the hint names both`() async throws {
        expect(try await command.run("accounts"), status: 78, says: "tessera demo", "--settings")
    }

    @Test func `settings that are not a property list`() async throws {
        let file = try write("clientId: 1")
        expect(try await command.run("accounts", "--settings", file), status: 78, says: file, "property list")
    }

    @Test func `every problem of the settings is said at once`() async throws {
        let file = try write(
            """
            <?xml version="1.0"?><plist version="1.0"><dict><key>clientId</key><string></string>
            <key>authority</key><string>ftp://x</string></dict></plist>
            """)
        expect(
            try await command.run("accounts", "--settings", file), status: 78,
            says: "clientId: is empty", "authority: is invalid", "redirectUri: is missing",
            "graphAPI: is missing")
    }

    @Test(arguments: [
        (["tenant"], "--port"), (["demo"], "--port"), (["demo"], "--tasks-port"), (["demo"], "--web-port"),
        (["web"], "--port"), (["web"], "--metrics-port"), (["tenant", "--tls"], "--mtls-port"),
    ])
    func `a number that is no port`(_ program: [String], _ option: String) async throws {
        for number in ["65536", "-1"] {
            let outcome = try await command.run(program + ["\(option)=\(number)"])
            #expect(outcome.status == 64, "\(outcome.error)")
            #expect(outcome.error.contains("\(option) needs a port from 1 to 65535"), "\(outcome.error)")
        }
    }

    @Test func `a provider that nobody runs`() async throws {
        let file = try write(Self.settings(port: 1))
        expect(
            try await command.run("sign-in", "--settings", file), status: 69,
            says: "no response from http://127.0.0.1:1")
    }

    #if os(Linux)
    @Test func `a system without libcurl`() async throws {
        let library = try await StubLibrary("libcurl.so.4")
        defer { library.remove() }
        let outcome = try await command.run(
            "sign-in", "--settings", try write(Self.settings(port: 1)),
            adding: ["LD_LIBRARY_PATH": library.folder.path])
        expect(
            outcome, status: 69, says: "libcurl.so.4 cannot be loaded (", "file too short",
            "hint: run `apt-get install libcurl4`")
    }
    #endif

    @Test func `a home that cannot be written`() async throws {
        try Data().write(to: command.home.appending(path: "file"))
        let outcome = try await command.run(
            "tenant", "--port", "0", "--data", command.home.appending(path: "file/data").path)
        expect(outcome, status: 73, says: "file/data", "--data")
    }

    @Test func `a port in use`() async throws {
        try await RunningDemo.run { demo in
            let port = try #require(URL(string: demo.report.tenant)?.port)
            expect(
                try await command.run("tenant", "--port", String(port)), status: 69, says: "port \(port)",
                "--port 0")
        }
    }

    @Test func `a cancelled sign-in keeps nothing`() async throws {
        try await RunningDemo.run { demo in
            let cancelled = try await demo.signIn("ana.silva@aldervale.example", cancelling: true)
            #expect(cancelled.status != 0)
            #expect(
                cancelled.error.contains("error: the sign-in was canceled\nhint: start again with `tessera sign-in"))
            #expect(try await demo.command.run("accounts", "--json").output == "[]\n")
        }
    }

    @Test(arguments: [
        ["--nonsense"], ["tasks", "add"], ["tasks", "add", " "], ["people", "find"], ["people", "find", " "],
        ["people", "export", "--format", "xml"],
        ["people", "export", "--format", "csv", "--output", ""],
        ["nonsense"],
        ["demo", "--data", ""], ["tenant", "--data", ""],
    ])
    func `wrong arguments are usage errors`(_ arguments: [String]) async throws {
        #expect(try await command.run(arguments).status == 64)
    }

    static func settings(port: Int) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>authority</key><string>http://127.0.0.1:\(port)/common</string>
        <key>clientId</key><string>app</string><key>redirectUri</key><string>http://localhost</string>
        <key>scopes</key><string>openid</string><key>graphAPI</key><string>http://127.0.0.1:\(port)/</string>
        <key>api-version</key><string>v1.0</string>
        </dict></plist>
        """
    }
}
