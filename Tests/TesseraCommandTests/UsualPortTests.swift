// SPDX-License-Identifier: Apache-2.0
import Foundation
import NIOCore
import NIOPosix
import Testing

/// The ports that servers take unless told otherwise may be in use: by a demo of the same person, most often.
@Suite struct UsualPortTests {
    /// Runs `body` while the usual ports are taken, by this test or by another program.
    private func withoutUsualPorts<Result>(_ body: () async throws -> Result) async throws -> Result {
        var listeners: [any Channel] = []
        for port in [4400, 3000, 4500] {
            do {
                let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                listeners.append(try await bootstrap.bind(host: "127.0.0.1", port: port).get())
            } catch let error as IOError where error.errnoCode == EADDRINUSE {}
        }
        do {
            let result = try await body()
            for listener in listeners { try await listener.close() }
            return result
        } catch {
            for listener in listeners { try await listener.close() }
            throw error
        }
    }

    @Test func `a demo takes free ports, and a tenant says that its port is in use`() async throws {
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
