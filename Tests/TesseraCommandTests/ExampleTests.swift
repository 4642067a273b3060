// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import SignInTesting
import Testing

/// The programs of `Examples`, as they were built, against a tenant that runs.
@Suite struct ExampleTests {
    private static func program(
        _ name: String, for tenant: RunningTenant, at directory: String,
        as clientID: String = "7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10"
    ) -> BuiltCommand {
        var command = tenant.command
        command.program = BuiltCommand.executable.deletingLastPathComponent().appending(path: name)
        command.environment = [
            "AUTHORITY": "\(tenant.report.url)/\(directory)", "GRAPH": "\(tenant.report.url)/v1.0",
            "CLIENT_ID": clientID, "CLIENT_SECRET": "sample-secret-of-the-nightly-report",
            "AUDIENCE": "b3f0c6de-52f4-4e0b-8f0d-2a9c7f51d6e4",
            "ACCOUNTS": tenant.command.home.appending(path: "accounts").path,
        ]
        return command
    }

    @Test func `command-line signs in once, and finds people each time`() async throws {
        try await RunningTenant.run([]) { tenant in
            let browser = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "browser.py").path
            let command = Self.program("command-line", for: tenant, at: "common")
            let first = try await command.run(
                "Conor",
                adding: [
                    "BROWSER": browser, "TEST_USERNAME": "ana.silva@aldervale.example", "TEST_PASSWORD": "watchword",
                ])
            #expect(first.status == 0, "\(first.output) \(first.error)")
            #expect(first.error.contains("Signed in as ana.silva@aldervale.example"))
            #expect(first.output.contains("Conor O\u{2019}Brien") || first.output.contains("Conor O'Brien"))
            let second = try await command.run("Zo", adding: ["BROWSER": "no-such-browser"])
            #expect(second.status == 0 && !second.error.contains("Opening"), "\(second.output)")
        }
    }

    @Test func `an example's error names a remedy`() async throws {
        try await RunningTenant.run([]) { tenant in
            let command = Self.program("command-line", for: tenant, at: "common")
            let outcome = try await command.run("Conor", adding: ["AUTHORITY": "http://elsewhere.example/common"])
            #expect(outcome.status == 1)
            #expect(outcome.error.contains("must begin with https://"), "\(outcome.error)")
            #expect(outcome.error.contains("Next: correctRegistration"))
        }
    }

    @Test func `background-job reads the directory with its own permission`() async throws {
        try await RunningTenant.run([]) { tenant in
            let job = Self.program(
                "background-job", for: tenant, at: "aldervale.example", as: "e1a7c3d9-4b62-4f08-a5d1-83b90f6c2e47")
            let outcome = try await job.run()
            #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.count > 3 && lines.allSatisfy { $0.wholeMatch(of: #/\d+\t.+/#) != nil }, "\(outcome.output)")
            let wrong = try await job.run([], adding: ["CLIENT_SECRET": "another"])
            #expect(wrong.status == 1 && wrong.error.contains("correctRegistration"), "\(wrong.error)")
        }
    }

    @Test func `protected-api lets in a caller with the scope`() async throws {
        try await RunningTenant.run([]) { tenant in
            let command = Self.program("protected-api", for: tenant, at: "common")
            let (process, output) = try command.start([], adding: ["PORT": "0"])
            defer { process.terminate() }
            let url = try #require(await output.line().flatMap(URL.init))
            #expect(try await Self.status(url.appending(path: "whoami"), token: nil).status == 401)
            let token = ["tenant", "token", "--person", "ana.silva@aldervale.example", "--api", "api://tasks"]
            let address = ["--tenant", tenant.report.url]
            let bare = try await tenant.command.run(token + ["--scope", "Tasks.Read"] + address).output
            let good = try await tenant.command.run(token + ["--scope", "Tasks.ReadWrite"] + address).output
            #expect(try await Self.status(url.appending(path: "whoami"), token: bare).status == 403)
            let answer = try await Self.status(url.appending(path: "whoami"), token: good)
            #expect(answer.status == 200 && answer.text.contains("Ana Silva"), "\(answer)")
        }
    }

    @Test func `web-sign-in sends a browser to the provider and back`() async throws {
        try await RunningTenant.run([]) { tenant in
            let port = try await ServerAddress.reserve().port
            let address = "http://localhost:\(port)"
            let command = Self.program(
                "web-sign-in", for: tenant, at: "common", as: "c8d4f1a6-3b79-4e25-9f60-d17a2e8b5c43")
            let (process, output) = try command.start(
                [], adding: ["ADDRESS": address, "CLIENT_SECRET": "sample-secret-of-the-visitor-book"])
            defer { process.terminate() }
            #expect(await output.line() == address)
            try await withSystemTransport { transport in
                func get(_ url: String, _ cookie: String?) async throws -> TransportResponse {
                    var request = HTTPRequest(url: try #require(URL(string: url)))
                    request.headerFields[.accept] = "text/html"
                    request.headerFields[.cookie] = cookie
                    return try await transport.send(request)
                }
                func cookie(in response: TransportResponse) -> String? {
                    let fields = response.head.headerFields[values: .setCookie].filter { !$0.contains("Max-Age=0") }
                    return fields.first.map { String($0.prefix { $0 != ";" }) }
                }
                let first = String(decoding: try await get(address, nil).body, as: UTF8.self)
                #expect(first.contains("Nobody is signed in"))
                let start = try await get("\(address)/hello", nil)
                let agent = ScriptedUserAgent(
                    over: transport, username: "ana.silva@aldervale.example", password: "watchword")
                let visit = try await agent.prepareVisit(
                    for: try #require(RedirectURI("\(address)/signin-oidc")))
                let answer = try await visit.open(
                    try #require(URL(string: start.head.headerFields[.location] ?? "")))
                let back = try await get(answer.revealed.absoluteString, cookie(in: start))
                #expect(back.status == .seeOther && back.head.headerFields[.location] == "/hello")
                let page = try await get("\(address)/hello", cookie(in: back))
                #expect(String(decoding: page.body, as: UTF8.self).contains("Hello, Ana Silva!"))
            }
        }
    }

    private static func status(_ url: URL, token: String?) async throws -> (status: Int, text: String) {
        try await withSystemTransport { transport in
            var request = HTTPRequest(url: url)
            request.headerFields[.authorization] = token.map {
                "Bearer \($0.trimmingCharacters(in: .whitespacesAndNewlines))"
            }
            let response = try await transport.send(request)
            return (response.status.code, String(decoding: response.body, as: UTF8.self))
        }
    }

    @Test func `an example is one file of at most 80 lines, that for SwiftUI of 60`() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Examples").standardized
        let limits = [
            "background-job": 80, "command-line": 80, "protected-api": 80, "web-sign-in": 80, "swiftui-sign-in": 60,
        ]
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".md") }
        #expect(Set(names) == Set(limits.keys))
        for (name, limit) in limits {
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
            #expect(files.count == 1)
            let file = folder.appending(path: "\(name)/\(files.first ?? "")")
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= limit + 1, "\(name)")
        }
    }
}
