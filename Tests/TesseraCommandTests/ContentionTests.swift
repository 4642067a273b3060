// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Programs that share an account, each in a process of its own.
@Suite(.timeLimit(.minutes(3))) struct ContentionTests {
    private static let clientID = "7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10"
    private static let directory = "2ee50c57-e78f-47f6-a18d-8f6aae007694"
    private static let browser = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "browser.py")

    @Test func `programs that need a token at the same moment cause one refresh`() async throws {
        try await RunningTenant.run([]) { tenant in
            var worker = tenant.command
            worker.program = BuiltCommand.executable.deletingLastPathComponent().appending(path: "AccountWorker")
            worker.environment = [
                "BROWSER": Self.browser.path, "TEST_USERNAME": "ana.silva@aldervale.example",
                "TEST_PASSWORD": "watchword",
            ]
            let place = [
                "\(tenant.report.url)/\(Self.directory)/v2.0", Self.clientID, "--folder",
                tenant.command.home.appending(path: "shared").path,
            ]
            let signedIn = try await worker.run(["sign-in"] + place)
            try #require(signedIn.status == 0, "\(signedIn.error)")

            // The refresh takes so long that all of them wait for it; the rule counts.
            let rule = #"{"kind":"latency","milliseconds":500}"#
            _ = try await tenant.command.run("tenant", "clock", "--advance", "6000", "--tenant", tenant.report.url)
            _ = try await tenant.command.run(
                "tenant", "fault", rule, "--endpoint", "token", "--tenant", tenant.report.url)
            try await withThrowingTaskGroup(of: BuiltCommand.Outcome.self) { group in
                for _ in 0..<4 {
                    group.addTask { [worker] in
                        try await worker.run(["ask"] + place + ["--tasks", "100", "--ahead", "6000"])
                    }
                }
                for try await outcome in group {
                    #expect(outcome.status == 0 && outcome.output == "ready\n1\n", "\(outcome.error)")
                }
            }
            let rules = try await tenant.command.run("tenant", "fault", "--json", "--tenant", tenant.report.url)
            #expect(rules.output.contains(#/"hits" ?: ?1\b/#), "\(rules.output)")
        }
    }
}
