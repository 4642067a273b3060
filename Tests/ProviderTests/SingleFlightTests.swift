// SPDX-License-Identifier: Apache-2.0
import Provider
import Synchronization
import Testing

@Suite struct SingleFlightTests {
    @Test(.timeLimit(.minutes(1))) func `a caller that gives up stops waiting, and the others get the value`()
        async throws
    {
        let flight = SingleFlight<String, Int>()
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let (starts, started) = AsyncStream<Void>.makeStream()
        let operation: @Sendable () async throws -> Int = {
            started.yield()
            for await _ in gate { break }
            return 7
        }
        let first = Task { try await flight.run(for: "key", operation) }
        for await _ in starts { break }
        let second = Task { try await flight.run(for: "key") { 8 } }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        opener.yield()
        #expect(try await [7, 8].contains(second.value))
    }

    @Test func `an operation that fails fails for all, and is tried again`() async throws {
        struct Failure: Error {}
        let flight = SingleFlight<String, Int>()
        await #expect(throws: Failure.self) { try await flight.run(for: "key") { throw Failure() } }
        #expect(try await flight.run(for: "key") { 1 } == 1)
    }

    @Test func `what is over is not given again`() async throws {
        let flight = SingleFlight<String, Int>()
        let count = Mutex(0)
        for expected in 1...3 {
            let value = try await flight.run(for: "key") {
                count.withLock {
                    $0 += 1
                    return $0
                }
            }
            #expect(value == expected)
        }
    }
}
