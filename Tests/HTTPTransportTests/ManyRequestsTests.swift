// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Fixtures
import HTTPMessages
@testable import HTTPTransport

@Suite(.timeLimit(.minutes(2))) struct ManyRequestsTests {
    /// A silent server, and one with an endless response.
    static let answers = [
        RawServer.Answer.silence, .drip("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", then: "1\r\nx\r\n"),
    ]

    @Test func `ten thousand canceled requests leave no descriptor and no waiter`() async {
        // In its own process, where no other test opens descriptors.
        await #expect(processExitsWith: .success) {
            @Sendable func descriptors() -> Int {
                (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
            }
            for answer in ManyRequestsTests.answers {
                try await RawServer.with(answer) { server, transport in
                    func round(waiting: Bool) async throws {
                        let before = server.requests.count
                        let tasks = (0..<100).map { _ in
                            Task { _ = try await transport.stream(server.request()).collect() }
                        }
                        if waiting { try await until { server.requests.count >= before + 100 } }
                        for task in tasks { task.cancel() }
                        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
                    }
                    try await round(waiting: true)
                    let before = descriptors()
                    for number in 0..<50 { try await round(waiting: number % 10 == 0) }
                    try await until { descriptors() <= before }
                }
            }
        }
    }

    @Test func `a folded line at the beginning does not reach the memory of an earlier response`() async {
        // In its own process, which some versions of libcurl could crash.
        await #expect(processExitsWith: .success) {
            let script: ScriptedServer.Script = { number, connection, _ in
                _ = await connection.head()
                let fold = "HTTP/1.1 200 OK\r\n \(String(repeating: "a", count: 100)): 12\r\n\r\nhello"
                try await connection.write(
                    number.isMultiple(of: 2) ? RawServer.response("200 OK", fields: "X: y\r\n") : fold)
            }
            try await ScriptedServer.with(script) { server, transport in
                for _ in 0..<200 { _ = try? await transport.send(server.request()) }
            }
        }
    }

    @Test(arguments: answers.indices) func `fifty requests that run at the shutdown end`(_ index: Int) async throws {
        try await RawServer.with(Self.answers[index]) { server in
            let transport = CurlTransport(limits: TransportLimits(), environment: [:])
            let tasks = (0..<50).map { _ in Task { _ = try await transport.stream(server.request()).collect() } }
            try await until { server.requests.count == 50 }
            try await transport.shutDown()
            for task in tasks { await expect(.connectionLost) { try await task.value } }
        }
    }
}
#endif
