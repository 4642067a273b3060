// SPDX-License-Identifier: Apache-2.0

/// The pauses between attempts: doubled each time up to a limit, each shortened at random.
///
/// Without the random part, all connections and all waiting instances would try again at the same moment.
struct Backoff: Sendable {
    private var longest: Duration
    private let limit: Duration
    private let random: @Sendable () -> Double

    init(
        from first: Duration = .milliseconds(50), upTo limit: Duration = .seconds(5),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        (longest, self.limit, self.random) = (first, limit, random)
    }

    /// The next pause.
    mutating func next() -> Duration {
        defer { longest = min(longest * 2, limit) }
        return longest * (0.5 + random() / 2)
    }
}
