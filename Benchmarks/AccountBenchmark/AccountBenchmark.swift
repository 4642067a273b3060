// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

/// What a token that is kept costs its caller, against a call of an actor that does nothing.
///
/// Both take turns in one run, in one task; the ratio is the figure. With one stored account, and with 100,000.
@main enum AccountBenchmark {
    static func main() async throws {
        let empty = EmptyActor()
        for count in [1, 100_000] {
            let sample = try await StoredAccounts(count: count)
            var ratios: [(token: Duration, call: Duration)] = []
            for _ in 0..<rounds {
                let call = await cost { await empty.nothing() }
                let token = try await cost { _ = try await sample.token() }
                ratios.append((token, call))
            }
            let middle = ratios.sorted { $0.token / $0.call < $1.token / $1.call }[rounds / 2]
            print("\(count) stored account\(count == 1 ? "" : "s")")
            print("  a kept token       \(nanoseconds(middle.token)) ns")
            print("  a call of an actor \(nanoseconds(middle.call)) ns")
            print("  ratio              \(Int((middle.token / middle.call).rounded()))   (goal 20)")
        }
    }

    private static let rounds = 11
    private static let repetitions = 20_000

    private static func cost(_ work: () async throws -> Void) async rethrows -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<repetitions { try await work() }
        return (clock.now - start) / repetitions
    }

    private static func nanoseconds(_ duration: Duration) -> Int { Int(duration / .nanoseconds(1)) }
}

/// What the standard library alone costs.
actor EmptyActor {
    func nothing() {}
}
