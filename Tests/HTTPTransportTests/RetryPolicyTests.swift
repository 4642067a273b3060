// SPDX-License-Identifier: Apache-2.0

import Fixtures

@testable import HTTPTransport

/// Waits and deadline of a policy, without requests.
@Suite struct RetryPolicyTests {
    @Test func `a policy has the documented limits`() {
        let policy = RetryPolicy()
        #expect(policy.maximumAttempts == 4 && policy.firstDelay == .milliseconds(500))
        #expect(policy.longestDelay == .seconds(20) && policy.deadline == .seconds(60))
    }

    /// The attempt, and its wait in seconds; numbers too large to double get the longest wait.
    @Test(arguments: [(1, 0.5), (2, 1), (6, 16), (7, 20), (31, 20), (63, 20), (64, 20), (99, 20), (100, nil)])
    func `the waits double up to the longest`(_ attempt: Int, _ seconds: Double?) {
        var policy = RetryPolicy()
        policy.maximumAttempts = 100
        let delay = policy.delay(afterAttempt: attempt, retryAfter: nil, elapsed: .zero, jitter: 1)
        #expect(delay == seconds.map { .seconds($0) })
    }

    @Test func `the time of the attempts counts from the first one`() async throws {
        let time = Mutex(Duration.seconds(1000))
        let clock = RetryClock(
            date: Date.init, elapsed: { time.withLock(\.self) }, sleep: { wait in time.withLock { $0 += wait } },
            jitter: { 1 })
        var attempts = RetryAttempts(by: RetryPolicy(), clock)
        #expect(attempts.left == .seconds(60) && attempts.number == 1)
        time.withLock { $0 += .seconds(30) }
        #expect(attempts.left == .seconds(30))
        #expect(attempts.delay(.seconds(29)) == .seconds(29) && attempts.delay(.seconds(30)) == nil)
        try await attempts.next(after: .seconds(29))
        #expect(attempts.left == .seconds(1) && attempts.number == 2)
        #expect(attempts.delay(nil) == nil, "half a second is less than is left, but the next wait is a whole one")
    }
}
