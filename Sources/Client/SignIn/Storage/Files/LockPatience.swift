// SPDX-License-Identifier: Apache-2.0
/// How long to wait for a lock that another program holds, and how often to try.
struct LockPatience: Sendable {
    /// How long to wait before giving up.
    var limit: Duration = .seconds(60)
    /// Waits.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// A number from 0 to 1, so that waiting programs try at different moments.
    var jitter: @Sendable () -> Double = { Double.random(in: 0...1) }

    /// The pauses between attempts: short at first, at most 50 ms each, until their sum reaches the limit.
    func pauses() -> some IteratorProtocol<Duration> {
        var longest = Duration.milliseconds(2)
        var waited = Duration.zero
        return AnyIterator {
            guard waited < limit else { return nil }
            let pause = longest * (0.5 + jitter() / 2)
            longest = min(longest * 2, .milliseconds(50))
            waited += pause
            return pause
        }
    }
}
