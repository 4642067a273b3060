// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPTransport
import SignIn
import Testing

/// `tessera tenant log` against a demo that runs: both servers' refusals in one list.
@Suite struct TenantLogTests {
    private struct Line: Decodable {
        let rule: String
        let status: Int
    }

    private func ask(_ address: String) async throws {
        let url = try #require(URL(string: address))
        try await withSystemTransport { transport in
            _ = try await transport.send(HTTPRequest(method: .get, url: url), body: Data())
        }
    }

    @Test func `the log says why the tenant and the task API refused a request`() async throws {
        try await RunningDemo.run { demo in
            #expect(try await demo.command.run("tenant", "log").output == "")
            try await ask("\(demo.report.tenant)/common/oauth2/v2.0/authorize?client_id=7")
            let line: Line = try await demo.command.run("tenant", "log", "--json").json()
            #expect(line.rule == "AADSTS700016" && line.status == 400)
            try await ask("\(demo.report.tasks)/api/tasks")
            let log = try await demo.command.run("tenant", "log")
            #expect(log.status == 0, "\(log.error)")
            #expect(log.output.contains("  401  GET /api/tasks  token_required\n"))
            #expect(log.output.contains("  400  GET /common/oauth2/v2.0/authorize  AADSTS700016\n"))
            #expect(log.output.contains("  hint: "))
        }
    }

    @Test func `with --follow, each refusal is printed as it happens`() async throws {
        try await RunningDemo.run { demo in
            let (process, output) = try demo.command.start(["tenant", "log", "--follow"])
            defer { process.terminate() }
            try await ask("\(demo.report.tasks)/api/tasks")
            #expect(await output.line()?.hasSuffix("  401  GET /api/tasks  token_required") == true)
        }
    }
}
