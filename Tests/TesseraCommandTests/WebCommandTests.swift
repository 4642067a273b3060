// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// `tessera web` beside a demo, and the sessions of its app.
@Suite(.timeLimit(.minutes(3))) struct WebCommandTests {
    private func start(
        _ demo: RunningDemo, _ arguments: String..., adding environment: [String: String] = [:]
    ) async throws -> (Process, String) {
        let (process, output) = try demo.command.start(["web", "--port", "0"] + arguments, adding: environment)
        return (process, await output.line() ?? "")
    }

    private func page(_ address: String, _ options: String...) async throws -> String {
        let curl = Process()
        curl.executableURL = URL(filePath: "/usr/bin/env")
        curl.arguments =
            ["curl", "--silent", "--include", "--max-time", "10", "--header", "Accept: text/html"] + options + [address]
        return try await curl.runToEnd().output
    }

    @Test func `a second process of the app answers at both addresses of localhost, with the demo's sessions`()
        async throws
    {
        try await RunningDemo.run { demo in
            #expect(demo.report.web.hasPrefix("http://localhost:"))
            #expect(!demo.report.tenant.contains("localhost"), "cookies ignore ports")
            let (process, line) = try await start(demo, "--json")
            let report = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
            #expect(report["data"] == demo.report.data)
            let url = try #require(report["url"])
            for address in [demo.report.web, url] {
                #expect(try await page(address).contains("<h1>Find colleagues. Keep your tasks.</h1>"))
                let start = try await page("\(address)/sign-in?registration=myGraphService&return=/people")
                #expect(start.contains("Location: \(demo.report.tenant)/common/oauth2/v2.0/authorize?"))
                let redirect = address.replacing(":", with: "%3A").replacing("/", with: "%2F")
                #expect(start.contains("redirect_uri=\(redirect)%2Fsign-in%2Fpeople"), "\(start)")
                // A person who types the number lands at the app's own name.
                let port = try #require(URL(string: address)?.port)
                #expect(try await page("http://127.0.0.1:\(port)/people").contains("Location: \(address)/people"))
            }
            let taken = try #require(URL(string: url)?.port)
            let second = try await demo.command.run("web", "--port", String(taken))
            #expect(second.status == 69 && second.error.contains("port \(taken)"), "\(second.error)")
            process.interrupt()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
    }

    @Test func `over https the app has cookies for its host alone, and opens the browser when asked`() async throws {
        try await RunningDemo.run { demo in
            let (browser, opened) = (
                demo.command.home.appending(path: "browser"), demo.command.home.appending(path: "opened")
            )
            let script =
                "#!/bin/sh\nprintf %s \"$1\" >\"\(opened.path).part\" && mv \"\(opened.path).part\" \"\(opened.path)\"\n"
            try Data(script.utf8).write(to: browser)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: browser.path)
            let (process, line) = try await start(
                demo, "--json", "--tls", "--open", adding: ["BROWSER": browser.path])
            let report = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
            let url = try #require(report["url"])
            #expect(url.hasPrefix("https://localhost:"))
            let authority = "\(demo.report.data)/certificates/authority.pem"
            let start = try await page(
                "\(url)/sign-in?registration=myGraphService&return=/people", "--cacert", authority)
            #expect(start.contains("Set-Cookie: __Host-sign-in-") && start.contains("; Secure; HttpOnly; SameSite=Lax"))
            #expect(start.contains("Strict-Transport-Security: max-age=31536000"))
            try await until { FileManager.default.fileExists(atPath: opened.path) }
            #expect(try String(contentsOf: opened, encoding: .utf8) == url)
            process.interrupt()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
    }

    @Test func `sessions are listed and ended, and what is not there is an error`() async throws {
        try await RunningDemo.run { demo in
            let list = try await demo.command.run("web", "sessions", "list")
            #expect(
                list.status == 0 && list.error.contains("No user is signed in, according to the sessions in "),
                "\(list.error)")
            #expect(try await demo.command.run("web", "sessions", "list", "--json").output == "[]\n")
            let missing = try await demo.command.run("web", "sessions", "end", "abc")
            #expect(missing.status != 0 && missing.error.contains("there is no session 'abc'"), "\(missing.error)")
            #expect(try await demo.command.run("web", "sessions", "end").status == 64)
            #expect(try await demo.command.run("web", "sessions", "end", "--all", "abc").status == 64)
            #expect(try await demo.command.run("web", "sessions", "end", "--all").output == "Ended 0 sessions.\n")
            let elsewhere = demo.command.home.appending(path: "nothing")
            _ = try await demo.command.run("web", "sessions", "--data", elsewhere.path)
            #expect(!FileManager.default.fileExists(atPath: elsewhere.path), "a question makes no file")
        }
    }

    @Test func `rejects the provider's host, and URLs that are not base URLs`() async throws {
        try await RunningDemo.run { demo in
            let port = try #require(URL(string: demo.report.web)?.port)
            let shared = try await demo.command.run("web", "--port", "0", "--base-url", "http://127.0.0.1:\(port + 1)")
            #expect(shared.status != 0 && shared.error.contains("share the host 127.0.0.1"), "\(shared.error)")
            #expect(shared.error.contains("hint: "))
            for base in ["ftp://x", "http://localhost/path", "localhost"] {
                #expect(try await demo.command.run("web", "--base-url", base).status == 64, "\(base)")
            }
            let plain = try await demo.command.run("web", "--port", "0", "--base-url", "http://app.example")
            #expect(plain.status != 0 && plain.error.contains("app.example"), "\(plain.error)")
        }
    }

    @Test func `without settings and without a demo, the command says what to do`() async throws {
        let outcome = try await BuiltCommand.withHome { try await $0.run("web") }
        #expect(outcome.status == 78, "\(outcome.error)")
        #expect(outcome.error.contains("no demo is running") && outcome.error.contains("tessera demo"))
    }
}
