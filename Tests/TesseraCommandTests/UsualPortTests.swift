// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// The ports that servers take unless told otherwise may be in use: by a demo of the same person, most often.
@Suite struct UsualPortTests {
    /// Runs `body` while the usual ports are taken, by this test or by another program.
    private func withoutUsualPorts<Result>(_ body: () async throws -> Result) async throws -> Result {
        var held: [PlainSocket] = []
        for port in [4400, 3000, 4500] {
            do throws(POSIXError) {
                held.append(try PlainSocket(listeningAt: port))
            } catch {
                guard error.code == .EADDRINUSE else { throw error }
            }
        }
        defer { withExtendedLifetime(held) {} }
        return try await body()
    }

    @Test func `a demo uses free ports, and a tenant reports that its port is in use`() async throws {
        try await withoutUsualPorts {
            try await RunningDemo.run(at: []) { demo in
                #expect(!demo.report.tenant.hasSuffix(":4400") && !demo.report.tasks.hasSuffix(":3000"))
                #expect(try await demo.command.run("tenant", "clock").status == 0)
                let data = demo.command.home.appending(path: "alone").path
                let tenant = try await demo.command.run("tenant", "--data", data)
                #expect(tenant.status == 69)
                #expect(tenant.error.contains("error: port 4400 of 127.0.0.1 is in use"), "\(tenant.error)")
            }
        }
    }
}
