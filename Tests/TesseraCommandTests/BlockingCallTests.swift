// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Fixtures
import Foundation
import Testing

/// A demo that is used hands each call that may take milliseconds to a thread of its own.
@Suite(.timeLimit(.minutes(3))) struct BlockingCallTests {
    private static let maria = RunningDemo.Visitor(
        username: "maria.lopez@example.com", password: "Blue-Lantern-42", name: "Maria Lopez", press: ["sign-up"])

    @Test func `calls within tasks are seen: a start makes some`() async throws {
        let calls = try await BlockingCalls()
        defer { calls.remove() }
        try calls.begin()
        try await RunningDemo.run(adding: calls.environment) { _ in
            let found = Set(try calls.found().compactMap { $0.split(separator: "\n").first })
            #expect(found.isSuperset(of: ["EVP_PKEY_generate", "fdatasync", "flock", "fsync"]))
        }
    }

    @Test func `passwords, keys, tasks and sessions block no thread of the pool`() async throws {
        let calls = try await BlockingCalls()
        defer { calls.remove() }
        try await RunningDemo.run(adding: calls.environment) { demo in
            try calls.begin()
            let ana = try #require(demo.report.people.first)
            #expect(try await demo.signIn(ana.username).status == 0)
            #expect(try await demo.signIn(Self.maria, settings: "demo-b2c").status == 0)
            for arguments in [
                ["tasks", "add", "Buy milk", "--settings", "demo-b2c"],
                ["people", "find", "Ana", "--settings", "demo"],
                ["tenant", "keys", "--rotate"], ["tenant", "clock", "--advance", "3000"],
                ["tasks", "list", "--settings", "demo-b2c"], ["sign-out", "--settings", "demo-b2c"],
            ] {
                let outcome = try await demo.command.run(arguments)
                #expect(outcome.status == 0, "\(arguments): \(outcome.error)")
            }
            #expect(try calls.found() == [])
        }
    }
}
#endif
