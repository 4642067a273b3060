// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInProvider

@Suite struct SingleFlightTests {
    @Test(.timeLimit(.minutes(1)))
    func `a canceled caller stops waiting, and the others get the value`() async throws {
        let flight = SingleFlight<SeenKey, Int>()
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let (starts, started) = AsyncStream<Void>.makeStream()
        let operation: @Sendable () async throws -> Int = {
            started.yield()
            for await _ in gate { break }
            return 7
        }
        let first = Task { try await flight.run(for: SeenKey(), operation) }
        for await _ in starts { break }
        let (looks, looked) = AsyncStream<Void>.makeStream()
        let second = Task { try await flight.run(for: SeenKey(looked: looked)) { 8 } }
        for await _ in looks { break }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        opener.yield()
        #expect(try await second.value == 7)
    }

    /// A key that reports each lookup: `run` looks it up and joins the operation without suspending in between.
    private struct SeenKey: Hashable, Sendable {
        var looked: AsyncStream<Void>.Continuation?

        static func == (one: Self, other: Self) -> Bool { true }
        func hash(into hasher: inout Hasher) { looked?.yield() }
    }

    @Test(.timeLimit(.minutes(1)), arguments: [false, true])
    func `an operation without callers continues, or is canceled on request`(cancels: Bool) async throws {
        let flight = SingleFlight<String, Int>(cancellingAbandoned: cancels)
        let (starts, started) = AsyncStream<Void>.makeStream()
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let (ends, ended) = AsyncStream<Bool>.makeStream()
        let caller = Task {
            try await flight.run(for: "key") {
                started.finish()
                for await _ in gate {}
                ended.yield(Task.isCancelled)
                return 7
            }
        }
        for await _ in starts {}
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        if !cancels { opener.finish() }
        #expect(await ends.first { _ in true } == cancels)
        await flight.settle()
        #expect(try await flight.run(for: "key") { 8 } == 8)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a caller that joins an abandoned operation gets the value of a new operation`() async throws {
        let flight = SingleFlight<SeenKey, Int>(cancellingAbandoned: true)
        let (starts, started) = AsyncStream<Void>.makeStream()
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let first = Task {
            try await flight.run(for: SeenKey()) {
                started.finish()
                // In its own task: a canceled one would not wait for the gate.
                await Task { for await _ in gate {} }.value
                try Task.checkCancellation()
                return 7
            }
        }
        for await _ in starts {}
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(await flight.isInUse)
        let (looks, looked) = AsyncStream<Void>.makeStream()
        let second = Task { try await flight.run(for: SeenKey(looked: looked)) { 8 } }
        for await _ in looks { break }
        opener.finish()
        #expect(try await second.value == 8)
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
