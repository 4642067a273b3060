// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import HTTPMessages
import Testing

@testable import HTTPTransport

/// Deadlines of simultaneous requests to a silent server.
@Suite(.timeLimit(.minutes(1))) struct CurlLoopTests {
    private static func request(to server: RawServer, _ deadline: Duration) throws -> CurlRequest {
        CurlRequest(
            head: server.request(), address: try server.url().absoluteString, content: .none, proxy: nil, rule: nil,
            security: nil, deadline: deadline, idleTimeout: .seconds(600), wakeThreshold: 0)
    }

    @Test(arguments: [[600_000, 200, 1], [1, 200, 600_000], [200, 600_000, 1]])
    func `each request ends at its deadline, whatever others wait for`(_ milliseconds: [Int]) async throws {
        try await RawServer.with(.silence) { server in
            try CurlLibrary.load()
            let (driver, thread) = try CurlDriver.start()
            let exchanges = try milliseconds.map {
                ($0, CurlExchange(try Self.request(to: server, .milliseconds($0)), over: driver))
            }
            for (_, exchange) in exchanges { exchange.begin() }
            for (deadline, exchange) in exchanges where deadline < 600_000 {
                await expect(.timedOut) { try await exchange.head() }
            }
            for (deadline, exchange) in exchanges { #expect(exchange.hasEnded == (deadline < 600_000)) }
            driver.stop()
            pthread_join(thread, nil)
            #expect(exchanges.allSatisfy { $0.1.hasEnded })
        }
    }
}
#endif
