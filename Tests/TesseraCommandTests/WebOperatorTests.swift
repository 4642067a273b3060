// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPServing
import Testing

/// `tessera web` with a port for operators.
@Suite(.timeLimit(.minutes(3))) struct WebOperatorTests {
    private static func page(_ address: String) async throws -> String {
        let curl = Process()
        curl.executableURL = URL(filePath: "/usr/bin/env")
        curl.arguments = [
            "curl", "--silent", "--include", "--max-time", "10", "--retry", "8", "--retry-connrefused", address,
        ]
        return try await curl.runToEnd().output
    }

    @Test func `the port tells of requests, health and readiness, and the log is JSON`() async throws {
        try await RunningDemo.run { demo in
            let log = demo.command.home.appending(path: "web.log")
            try Data().write(to: log)
            let operators = try await ServerAddress.reserve()
            let (process, output) = try demo.command.start(
                ["web", "--port", "0", "--metrics-port", "\(operators.port)", "--log-format", "json"],
                adding: ["TESSERA_LOG": "debug"], errors: try FileHandle(forWritingTo: log))
            let url = try #require(await output.line()).dropFirst("Listening on ".count)
            let page = try await Self.page("\(url)/?code=secret")
            #expect(page.contains("X-Request-ID: "))
            #expect(try await Self.page("\(operators.url)/healthz").hasPrefix("HTTP/1.1 200"))
            #expect(try await Self.page("\(operators.url)/readyz").contains(#""sessions":"ok""#))
            let metrics = try await Self.page("\(operators.url)/metrics")
            #expect(metrics.contains(#"http_server_request_duration_seconds_count{method="GET",route="/",status="#))
            process.interrupt()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
            let objects = lines.compactMap { try? JSONDecoder().decode([String: String].self, from: Data($0.utf8)) }
            #expect(objects.count == lines.count)
            #expect(objects.contains { $0["message"] == "request" && $0["route"] == "/" })
            #expect(!lines.joined().contains("secret"))
        }
    }

    @Test(arguments: [["--log-format", "xml"], ["--traces", "collector:4318"], ["--metrics-port", "x"]])
    func `a wrong option is an error of the arguments`(_ options: [String]) async throws {
        let home = FileManager.default.temporaryDirectory
        let outcome = try await BuiltCommand(home: home).run(["web"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.error.contains(options[0]))
    }
}
