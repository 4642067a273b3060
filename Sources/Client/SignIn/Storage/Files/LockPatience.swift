// SPDX-License-Identifier: Apache-2.0
/// How long, and how, to wait for a lock that another program holds.
struct LockPatience: Sendable {
    /// After how much waiting to give up.
    var limit: Duration = .seconds(60)
    /// Waits.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// A number from 0 to 1, so that those who wait do not all look at the same moment.
    var jitter: @Sendable () -> Double = { Double.random(in: 0...1) }

    /// The pauses between looks: short at first, never over 50 ms, and no longer than the limit in all.
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
