// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

/// What a token that is kept costs its caller, against a call of an actor that does nothing.
///
///     AccountBenchmark COUNT
///
/// Prints a line for each round: the nanoseconds of the call, of the token with one stored account, and of the token
/// with so many.
@main enum AccountBenchmark {
    static func main() async throws {
        let empty = EmptyActor()
        let one = try await StoredAccounts(count: 1)
        let many = try await StoredAccounts(count: CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1)
        for _ in 0..<rounds {
            let costs = [
                await cost { await empty.call() },
                try await cost { _ = try await one.token() },
                try await cost { _ = try await many.token() },
            ]
            print(costs.map { String(format: "%.1f", $0 / .nanoseconds(1)) }.joined(separator: " "))
        }
    }

    private static let rounds = 21
    private static let repetitions = 20_000

    /// On the pool, where servers ask: from the main thread, each step to another thread and back would be counted
    /// with both.
    @concurrent private static func cost(_ work: @Sendable () async throws -> Void) async rethrows -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<repetitions { try await work() }
        return (clock.now - start) / repetitions
    }
}

/// What the standard library alone costs.
actor EmptyActor {
    private var calls = 0

    /// As little as there can be: with nothing at all, the compiler leaves out the way to the actor and back.
    func call() { calls += 1 }
}
