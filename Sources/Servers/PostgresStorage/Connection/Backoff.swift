// SPDX-License-Identifier: Apache-2.0

/// The pauses between attempts to connect: doubled each time up to a limit, each shortened at random.
///
/// Without chance, all connections of all instances would return in the same moment.
struct Backoff: Sendable {
    private var longest = first
    private let random: @Sendable () -> Double

    init(random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }) { self.random = random }

    /// The next pause.
    mutating func next() -> Duration {
        defer { longest = min(longest * 2, Self.limit) }
        return longest * (0.5 + random() / 2)
    }

    /// Begins anew, after a success.
    mutating func reset() { longest = Self.first }

    private static let first: Duration = .milliseconds(50)
    private static let limit: Duration = .seconds(5)
}
